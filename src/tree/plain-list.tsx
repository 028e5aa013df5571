import type { RefObject } from 'react';
import type { VirtualItem } from '@tanstack/react-virtual';
import type { TreeRow } from '@espalier/core';
import { MarkerRowView } from './marker-row.tsx';
import { TreeRowView } from './tree-row.tsx';

export interface ListProps {
  readonly rows: readonly TreeRow[];
  /** Those in sight. Their elements are placed by `useVirtualRows`. */
  readonly items: readonly VirtualItem[];
  readonly activeIndex: number;
  readonly measure: (element: HTMLElement | null) => void;
  readonly topOf: (index: number) => number;
  readonly scroller: RefObject<HTMLElement | null>;
}

/** The rows for viewers who cannot drag, and for everybody until dragging is loaded. */
export function PlainList({ rows, items, activeIndex, measure, topOf }: ListProps) {
  return items.map(({ index }) => {
    const row = rows[index];
    if (!row) return null;
    const place = { index, active: index === activeIndex, measure, topOf };
    return row.kind === 'item' ? (
      <TreeRowView key={row.key} row={row} {...place} />
    ) : (
      <MarkerRowView key={row.key} row={row} {...place} />
    );
  });
}
