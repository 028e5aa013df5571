import { selectTreeStatus } from '@espalier/core';
import { useAppSelector } from '../store.ts';
import { classes } from '../ui/classes.ts';
import layout from '../ui/detail-page.module.css';
import { PartFailure } from '../ui/part-failure.tsx';
import { SkeletonRows } from '../ui/skeleton.tsx';
import { useLazy } from '../ui/use-lazy.ts';
import type { useGutter } from './gutter.ts';

const loadSidebar = () => import('./sidebar.tsx');

interface SidebarPlaceProps {
  readonly id: string;
  readonly gutter: ReturnType<typeof useGutter>;
  readonly load?: typeof loadSidebar;
}

/** Where the epic's sidebar stands, from the first frame on. Its code is loaded after the tree, which is used first. */
export function SidebarPlace({ id, gutter, load = loadSidebar }: SidebarPlaceProps) {
  const treeIsComing = useAppSelector((state) => ['idle', 'loading'].includes(selectTreeStatus(state)));
  const { module, failed, retry } = useLazy(load, !treeIsComing);
  return (
    <aside
      className={classes(layout.sidebar, gutter.collapsed ? layout.collapsed : layout.open)}
      id={id}
      aria-label="Details"
      tabIndex={-1}
    >
      {module !== null ? (
        <module.Sidebar gutter={gutter} />
      ) : failed ? (
        <PartFailure what="The details" onRetry={retry} />
      ) : (
        !gutter.collapsed && <SkeletonRows rows={8} label="Loading the details" className={layout.loading} />
      )}
    </aside>
  );
}
