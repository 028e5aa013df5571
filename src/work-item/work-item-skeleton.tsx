import { TreeSkeleton } from '../tree/tree-skeleton.tsx';
import { SkeletonBar, SkeletonRows } from '../ui/skeleton.tsx';
import layout from '../ui/detail-page.module.css';

/** The room of the page before it is there. */
export function WorkItemSkeleton() {
  return (
    <div className={layout.page} role="status" aria-label="Loading the work item">
      <div className={layout.content} aria-hidden>
        <div className={layout.status}>
          <SkeletonBar width="14rem" height="1.25rem" />
        </div>
        <SkeletonBar width="60%" height="1.75rem" />
        <SkeletonBar width="90%" />
      </div>
      <div className={layout.sidebar} aria-hidden>
        <SkeletonRows rows={4} label="" />
      </div>
      <div className={layout.tree} aria-hidden>
        <TreeSkeleton />
      </div>
    </div>
  );
}
