/** The sidebar of an epic. Loaded after the tree; it brings its domain into the planner (docs/adr/0011). */

import { useLayoutEffect, useRef, type ReactNode } from 'react';
import {
  type SidebarWidget,
  selectCollapsed,
  selectSidebarStatus,
  selectWidgets,
  sidebarActions,
  sidebarSaga,
} from '@espalier/core/sidebar';
import { useAppDispatch, useAppStore, usePlace, usePlaceSelector, useWatch } from '../store.ts';
import { Ancestors } from './ancestors.tsx';
import { ColorWidget } from './color.tsx';
import { DateWidget } from './dates.tsx';
import type { PageGutter } from './use-gutter.ts';
import { LabelsWidget } from './labels.tsx';
import { Participants } from './participants.tsx';
import { Rail } from './rail.tsx';
import { Failure } from './widget.tsx';
import { Confidentiality, Reference, Subscription, Todo } from './small-widgets.tsx';
import { IconButton } from '../ui/button.tsx';
import styles from './sidebar.module.css';

/** EP-19: the component of each widget; the core decides which are shown, and in which order. */
const WIDGETS: Readonly<Record<SidebarWidget, () => ReactNode>> = {
  todo: Todo,
  startDate: () => <DateWidget field="start" title="Start date" />,
  dueDate: () => <DateWidget field="due" title="Due date" />,
  labels: LabelsWidget,
  color: ColorWidget,
  confidentiality: Confidentiality,
  ancestors: Ancestors,
  participants: Participants,
  subscription: Subscription,
  reference: Reference,
};

interface SidebarProps {
  readonly gutter: PageGutter;
  /** It stands below the text, and is not collapsed there. */
  readonly narrow?: boolean;
}

export function Sidebar({ gutter, narrow = false }: SidebarProps) {
  useSidebar(gutter);
  const { error } = usePlaceSelector(selectSidebarStatus);
  const widgets = usePlaceSelector(selectWidgets);
  const { toggle } = gutter;
  const collapsed = gutter.collapsed && !narrow;
  const button = useRef<HTMLButtonElement>(null);
  const expand = () => {
    toggle();
    button.current?.focus();
  };
  return (
    <div className={collapsed ? styles.rail : styles.sidebar}>
      {!narrow && (
        <div className={styles.top}>
          {/* One button for both directions, so that it keeps the focus. */}
          <IconButton
            ref={button}
            icon={collapsed ? 'chevron-double-lg-left' : 'chevron-double-lg-right'}
            label={collapsed ? 'Expand sidebar' : 'Collapse sidebar'}
            size="small"
            aria-expanded={!collapsed}
            onClick={toggle}
          />
        </div>
      )}
      {collapsed ? (
        <Rail onExpand={expand} />
      ) : (
        <>
          {error !== null && <Failure text={error} part="epic" />}
          {widgets.map((name) => {
            const Widget = WIDGETS[name];
            return <Widget key={name} />;
          })}
        </>
      )}
    </div>
  );
}

/** Opens and closes it with the page, and ties the gutter to what the core says of it (EP-15). */
function useSidebar({ collapsed: asked, connect, show }: PageGutter): void {
  const watch = useWatch();
  const store = useAppStore();
  const dispatch = useAppDispatch();
  const place = usePlace();
  const collapsed = usePlaceSelector(selectCollapsed);

  useLayoutEffect(() => {
    watch('sidebar', sidebarSaga);
    const isBeside = place !== undefined && store.getState().sidebar.open;
    dispatch(sidebarActions.sidebarOpened({ width: window.innerWidth }));
    // It may have been toggled on the page before the code was there; over a page that has its own that one says it.
    if (!isBeside && selectCollapsed(store.getState()) !== asked) dispatch(sidebarActions.gutterToggled());
    connect({ toggle: () => dispatch(sidebarActions.gutterToggled()) });
    const leave = () => dispatch(sidebarActions.pageUnloading({ width: window.innerWidth }));
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      connect(null);
      dispatch(sidebarActions.sidebarClosed());
    };
    // What the page showed before is taken over once.
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `asked` is the answer of this very effect from then on
  }, [watch, connect, dispatch, place, store]);

  useLayoutEffect(() => show(selectCollapsed(store.getState())), [collapsed, show, store]);
}
