import { SkeletonBar, SkeletonRows } from '../ui/skeleton.tsx';
import { TreeSkeleton } from '../tree/tree-skeleton.tsx';
import { classes } from '../ui/classes.ts';
import layout from '../ui/detail-page.module.css';

/** The room of the page before it is there: header, text, sidebar and tree stand where they will stand. */
export function EpicSkeleton({ collapsed }: { readonly collapsed: boolean }) {
  return (
    <div className={layout.page} role="status" aria-label="Loading the epic">
      <div className={layout.content} aria-hidden>
        <div className={layout.status}>
          <SkeletonBar width="14rem" height="1.25rem" />
        </div>
        <SkeletonBar width="60%" height="1.75rem" />
        <SkeletonBar width="90%" />
        <SkeletonBar width="75%" />
      </div>
      <div className={classes(layout.sidebar, collapsed && layout.collapsed)} aria-hidden>
        {!collapsed && <SkeletonRows rows={8} label="" className={layout.loading} />}
      </div>
      <div className={layout.tree} aria-hidden>
        <TreeSkeleton />
      </div>
    </div>
  );
}
