import { SkeletonBar, SkeletonRows } from '../ui/skeleton.tsx';
import { TreeSkeleton } from '../tree/tree-skeleton.tsx';
import styles from './epic-page.module.css';

/** The room of the page before it is there: header, text, sidebar and tree stand where they will stand. */
export function EpicSkeleton() {
  return (
    <div className={styles.page} role="status" aria-label="Loading the epic">
      <div className={styles.content} aria-hidden>
        <div className={styles.status}>
          <SkeletonBar width="14rem" height="1.25rem" />
        </div>
        <SkeletonBar width="60%" height="1.75rem" />
        <SkeletonBar width="90%" />
        <SkeletonBar width="75%" />
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
