import { useCallback, useEffect, useRef, useState } from 'react';
import { selectTreeStatus } from '@espalier/core';
import type { Ports } from '@espalier/core/ports';
import { GUTTER_COOKIE, isSmallScreen, startsCollapsed } from '@espalier/core/sidebar';
import type { RootState } from '@espalier/core';
import { usePlaceSelector } from '../store.ts';
import { classes } from '../ui/classes.ts';
import { PartFailure } from '../ui/empty-state.tsx';
import { SkeletonRows } from '../ui/progress.tsx';
import { useLazy } from '../ui/use-lazy.ts';
import { usePorts } from '../ports/context.ts';
import layout from '../ui/detail-page.module.css';

const loadSidebar = () => import('./sidebar.tsx');

const isComing = (state: RootState): boolean => ['idle', 'loading'].includes(selectTreeStatus(state));

interface SidebarPlaceProps {
  readonly id: string;
  readonly gutter: ReturnType<typeof useGutter>;
  /** It stands below the text, where there is room for all of it. */
  readonly narrow?: boolean;
  readonly load?: typeof loadSidebar;
}

/** The place of the epic's sidebar, reserved from the first frame on. Its code loads after the tree, which is used first. */
export function SidebarPlace({ id, gutter, narrow = false, load = loadSidebar }: SidebarPlaceProps) {
  const collapsed = gutter.collapsed && !narrow;
  const treeIsComing = usePlaceSelector(isComing);
  const { module, failed, retry } = useLazy(load, !treeIsComing);
  return (
    <aside
      className={classes(layout.sidebar, collapsed ? layout.collapsed : layout.open)}
      id={id}
      aria-label="Details"
      tabIndex={-1}
    >
      {module !== null ? (
        <module.Sidebar gutter={gutter} narrow={narrow} />
      ) : failed ? (
        <PartFailure what="The details" onRetry={retry} />
      ) : (
        !collapsed && <SkeletonRows rows={8} label="Loading the details" className={layout.loading} />
      )}
    </aside>
  );
}

/** The page's side of the gutter: what it shows, and how it toggles it. */
interface Gutter {
  readonly collapsed: boolean;
  readonly toggle: () => void;
  /** The sidebar's side, once its code has loaded: from then on the core decides what is shown. */
  readonly connect: (end: GutterEnd | null) => void;
}

interface GutterEnd {
  readonly toggle: () => void;
}

/** EP-15: collapsed or not, from the first frame on; the sidebar's code comes later. */
export function useGutter(): Gutter & { readonly show: (collapsed: boolean) => void } {
  const ports = usePorts();
  const [collapsed, show] = useState(() => gutterStartsCollapsed(ports, window.innerWidth));
  const end = useRef<GutterEnd | null>(null);
  useEffect(() => {
    // Once the sidebar's code has loaded it does this itself.
    const leave = () => {
      if (end.current === null) leaveGutter(ports, window.innerWidth);
    };
    window.addEventListener('pagehide', leave);
    return () => window.removeEventListener('pagehide', leave);
  }, [ports]);
  const toggle = useCallback(() => {
    if (end.current === null) show((before) => !before);
    else end.current.toggle();
  }, []);
  const connect = useCallback((next: GutterEnd | null) => {
    end.current = next;
  }, []);
  return { collapsed, toggle, connect, show };
}

/** Whether a page's sidebar starts collapsed (EP-15.3), asked before the code of the sidebar is there, so that nothing jumps when it comes. */
function gutterStartsCollapsed({ cookies }: Pick<Ports, 'cookies'>, width: number): boolean {
  try {
    return startsCollapsed(cookies?.get(GUTTER_COOKIE) ?? null, width);
  } catch {
    return startsCollapsed(null, width);
  }
}

/** EP-15.4: on a small screen a page that goes leaves the sidebar collapsed. Where cookies are forbidden nothing is left. */
function leaveGutter({ cookies }: Pick<Ports, 'cookies'>, width: number): void {
  if (!isSmallScreen(width)) return;
  try {
    cookies?.set(GUTTER_COOKIE, 'true');
  } catch {
    // The choice lasts for the session.
  }
}
