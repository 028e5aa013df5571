import { selectTreeStatus, type RootState } from '@espalier/core';
import { usePlaceSelector } from '../store.ts';
import { classes } from '../ui/classes.ts';
import { PartFailure } from '../ui/empty-state.tsx';
import { SkeletonRows } from '../ui/progress.tsx';
import { useLazy } from '../ui/use-lazy.ts';
import layout from '../ui/detail-page.module.css';
import type { PageGutter } from './use-gutter.ts';

const loadSidebar = () => import('./sidebar.tsx');

const isComing = (state: RootState): boolean => ['idle', 'loading'].includes(selectTreeStatus(state));

interface SidebarPlaceProps {
  readonly id: string;
  readonly gutter: PageGutter;
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
