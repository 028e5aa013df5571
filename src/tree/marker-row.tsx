import type { CSSProperties, ReactNode } from 'react';
import type { MarkerRow } from '@espalier/core';
import { SkeletonBar, Spinner, SkeletonRows } from '../ui/progress.tsx';
import type { RowDrag } from './tree-row.tsx';
import { useRowRef } from './tree-row.tsx';
import styles from './tree-row.module.css';

interface MarkerRowProps {
  readonly row: MarkerRow;
  readonly index: number;
  readonly active: boolean;
  readonly measure?: (element: HTMLElement | null) => void;
  readonly topOf?: (index: number) => number;
  readonly drag?: RowDrag;
}

/** A row that is not an item: the next page of a parent's children (TR-06), or a placeholder for children that are loading. */
export function MarkerRowView({ row, index, active, measure, topOf, drag }: MarkerRowProps) {
  return (
    <div
      {...drag?.attributes}
      ref={useRowRef(drag, measure)}
      className={styles.marker}
      style={{ top: topOf?.(index), '--depth': row.depth, ...drag?.style } as CSSProperties}
      role="row"
      aria-level={row.depth + 1}
      aria-rowindex={index + 1}
      tabIndex={active ? 0 : -1}
      data-row={row.key}
      data-index={index}
    >
      <div role="gridcell">{CONTENT[row.kind](row, active)}</div>
    </div>
  );
}

const CONTENT: Readonly<Record<MarkerRow['kind'], (row: MarkerRow, active: boolean) => ReactNode>> = {
  loading: () => (
    <>
      <span className="visually-hidden">Loading child items</span>
      <SkeletonBar width="12rem" />
    </>
  ),
  more: (row, active) => (
    <button
      type="button"
      className={styles.showMore}
      data-part="more"
      tabIndex={active ? 0 : -1}
      aria-busy={busy(row) || undefined}
    >
      {busy(row) && <Spinner />} Show more
    </button>
  ),
};

const busy = (row: MarkerRow) => row.loading;

export function TreeSkeleton() {
  return <SkeletonRows rows={6} label="Loading child items" className={styles.placeholder} />;
}
