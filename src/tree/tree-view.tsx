import { useCallback, useRef, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import {
  selectTreeColumns,
  selectTreeEmpty,
  selectTreeRows,
  selectTreeScrolls,
  selectAnnouncement,
  type ItemRow,
  type TreeRow,
} from '@espalier/core';
import { selectSignedIn } from '@espalier/core/access';
import { treeActions } from '@espalier/core/tree';
import { useAppDispatch, useAppSelector, useAppStore, usePlaceSelector } from '../store.ts';
import { useMaySelect } from '../bulk/select-box.tsx';
import { classes } from '../ui/classes.ts';
import { EmptyState, PartFailure, PopupFailure } from '../ui/empty-state.tsx';
import { preloadMenu } from '../ui/menu.tsx';
import { rowsOf } from '../work-item/item-line.tsx';
import { useFollowedLinks } from '../ui/link.tsx';
import { preload, useLazy } from '../ui/use-lazy.ts';
import { useIdle } from '../ports/idle.ts';
import { usePeek } from '../work-item/use-peek.ts';
import { rowKeyOf, useTreeFocus } from './use-tree-focus.ts';
import { useTreeKeys } from './use-tree-keys.ts';
import { useVirtualRows } from './use-virtual-rows.ts';
import { MarkerRowView } from './marker-row.tsx';
import { TreeRowView } from './tree-row.tsx';
import styles from './tree-view.module.css';
import type { ListProps } from './drag/drag-list.tsx';

/** From this many rows on the list scrolls even with few direct children, so that only visible rows are rendered. */
const VIRTUAL_FROM = 40;

const loadMenu = () => import('./row-menu.tsx');
const loadHands = () => import('../bulk/hands.ts');
const loadDrag = () => import('./drag/drag-list.tsx');

interface OpenMenu {
  readonly row: ItemRow;
  readonly from: HTMLElement;
}

interface TreeViewProps {
  readonly title: string;
  /** Stands where there are no children; without it, what an epic says. */
  readonly empty?: ReactNode;
}

/** The tree as one flat list of rows, of which the visible ones are rendered (TR-05 to TR-08). */
export function TreeView({ title, empty: emptyPanel }: TreeViewProps) {
  const dispatch = useAppDispatch();
  const rows = usePlaceSelector(selectTreeRows);
  const empty = usePlaceSelector(selectTreeEmpty);
  const manyChildren = usePlaceSelector(selectTreeScrolls);
  const columns = usePlaceSelector(selectTreeColumns);
  const signedIn = useAppSelector(selectSignedIn);
  const list = useRef<HTMLDivElement>(null);
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const { activeIndex, focusRow, handlers } = useTreeFocus(rows, list);
  const idle = useIdle(list, signedIn);
  const { module: drag, failed, retry } = useLazy(loadDrag, idle);
  const selects = useMaySelect();
  const { module: hands } = useLazy(loadHands, idle && selects);
  const [failureSeen, setFailureSeen] = useState(false);

  const rowMenu = useLazy(loadMenu, menu !== null);

  const { virtualizer, topOf } = useVirtualRows(rows, list, activeIndex);

  const focusAndShow = useCallback(
    (index: number) => {
      focusRow(index);
      virtualizer.scrollToIndex(index, { align: 'auto' });
    },
    [focusRow, virtualizer],
  );
  const openMenu = useCallback((row: ItemRow, from: HTMLElement) => setMenu({ row, from }), []);
  const active = rows[activeIndex];
  const peek = usePeek(active?.kind === 'item' ? active.id : null);
  const store = useAppStore();
  const select = useCallback(
    (event: KeyboardEvent, id: string) =>
      hands?.press(store, {
        event,
        shown: itemsIn(rows),
        id,
        focus: (to) => focusAndShow(rows.findIndex(({ key }) => key === to)),
      }) === true,
    [focusAndShow, hands, rows, store],
  );
  const pressKey = useTreeKeys({ rows, focusRow: focusAndShow, openMenu, peek, select });

  const followLink = useFollowedLinks();
  const click = (event: MouseEvent) => {
    const part = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-part]') : null;
    const row = rows.find(({ key }) => key === rowKeyOf(event.target));
    const active = rows[activeIndex]?.key ?? '';
    if (row?.kind === 'item' && !part && hands?.click(store, { event, shown: itemsIn(rows), id: row.id, active })) {
      return focusRow(rows.indexOf(row));
    }
    if (followLink(event)) return;
    if (!part || !row) return;
    if (row.kind === 'more') dispatch(treeActions.nextPageAsked({ parentId: row.parentId }));
    if (row.kind !== 'item') return;
    if (part.dataset['part'] === 'toggle') dispatch(treeActions.itemToggled({ id: row.id }));
    if (part.dataset['part'] === 'menu') openMenu(row, part);
  };

  if (empty && emptyPanel !== undefined) return emptyPanel;
  if (empty) {
    return (
      <EmptyState compact icon="epic" title="No child items">
        {signedIn ? 'Break this epic down with the Add menu above.' : 'Nothing has been added to this epic yet.'}
      </EmptyState>
    );
  }
  const List = drag?.DragList ?? PlainList;
  const { className: rowsClass, ...columned } = rowsOf(columns);
  return (
    <>
      {failed && !failureSeen && (
        <PartFailure what="Drag and drop" onRetry={retry} onClose={() => setFailureSeen(true)} />
      )}
      <div
        ref={list}
        {...columned}
        className={classes(styles.list, rowsClass, (manyChildren || rows.length > VIRTUAL_FROM) && styles.scrolls)}
        role="treegrid"
        aria-label={title}
        aria-rowcount={rows.length}
        aria-multiselectable={selects || undefined}
        onClick={click}
        onKeyDown={pressKey}
        onPointerEnter={preloadMenus}
        {...handlers}
      >
        <div className={styles.sizer} style={{ height: virtualizer.getTotalSize() }} role="rowgroup">
          <List
            rows={rows}
            items={virtualizer.getVirtualItems()}
            activeIndex={activeIndex}
            measure={virtualizer.measureElement}
            topOf={topOf}
            scroller={list}
          />
        </div>
      </div>
      {hands && <hands.BulkPlace shown={rows} idsOf={itemsIn} />}
      {rowMenu.failed && <PopupFailure what="The menu" onRetry={rowMenu.retry} onClose={() => setMenu(null)} />}
      {menu !== null && rowMenu.module !== null && (
        <rowMenu.module.RowMenu
          key={menu.row.key}
          row={menu.row}
          anchor={menuButtonOf(menu.from)}
          returnTo={menu.from}
          onClose={() => setMenu(null)}
        />
      )}
    </>
  );
}

const itemsIn = (rows: readonly TreeRow[]) => rows.flatMap((row) => (row.kind === 'item' ? row.id : []));

const preloadMenus = () => {
  preloadMenu();
  preload(loadMenu);
};

const menuButtonOf = (element: HTMLElement): HTMLElement =>
  element.closest('[data-row]')?.querySelector<HTMLElement>('[data-part="menu"]') ?? element;

/** The rows for viewers who cannot drag, and for everybody until dragging is loaded. */
function PlainList({ rows, items, activeIndex, measure, topOf }: ListProps) {
  return items.map(({ index }) => {
    const row = rows[index];
    if (!row) return null;
    const place = { index, active: index === activeIndex, measure, topOf };
    return row.kind === 'item' ? (
      <TreeRowView key={row.key} row={row} {...place} />
    ) : (
      <MarkerRowView key={row.key} row={row} {...place} />
    );
  });
}

/** Tells screen readers what happened to the tree. The key makes the same text be announced again. */
export function TreeAnnouncer() {
  const { id, text } = usePlaceSelector(selectAnnouncement);
  return (
    <div className="visually-hidden" role="log" aria-live="assertive" aria-relevant="additions">
      <span key={id}>{text}</span>
    </div>
  );
}
