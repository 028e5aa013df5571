import { useOnItsWay } from './under-way.ts';
import styles from './skeleton.module.css';

/** The room that a text will take, in any CSS length. */
export function SkeletonBar({ width, height }: { readonly width: string; readonly height?: string }) {
  return <span className={styles.bar} style={{ width, height }} aria-hidden />;
}

interface SkeletonRowsProps {
  readonly rows: number;
  /** Read out once. */
  readonly label: string;
  readonly className?: string;
}

/** Uneven rows for a list that is being loaded. */
export function SkeletonRows({ rows, label, className }: SkeletonRowsProps) {
  useOnItsWay();
  return (
    <div role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={className} aria-hidden>
          <SkeletonBar width={`${[62, 48, 71, 39, 56][row % 5]}%`} />
        </div>
      ))}
    </div>
  );
}
