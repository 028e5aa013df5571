import { SkeletonRows } from '../ui/skeleton.tsx';
import styles from './tree-row.module.css';

export function TreeSkeleton() {
  return <SkeletonRows rows={6} label="Loading child items" className={styles.placeholder} />;
}
