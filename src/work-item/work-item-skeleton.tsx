import { TreeSkeleton } from '../tree/tree-skeleton.tsx';
import { SkeletonBar, SkeletonRows } from '../ui/skeleton.tsx';
import styles from './work-item-page.module.css';

/** The room of the page before it is there. */
export function WorkItemSkeleton() {
  return (
    <div className={styles.page} role="status" aria-label="Loading the work item">
      <div className={styles.content} aria-hidden>
        <div className={styles.status}>
          <SkeletonBar width="14rem" height="1.25rem" />
        </div>
        <SkeletonBar width="60%" height="1.75rem" />
        <SkeletonBar width="90%" />
      </div>
      <div className={styles.sidebar} aria-hidden>
        <SkeletonRows rows={4} label="" />
      </div>
      <div className={styles.tree} aria-hidden>
        <TreeSkeleton />
      </div>
    </div>
  );
}
