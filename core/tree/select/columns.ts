import type { RowColumn } from '../../work-item/rules.ts';
import type { WorkItem } from '../../work-item/types.ts';
import type { TreeView } from './view.ts';
import { bitsOf } from '../../table/index.ts';
import { hasPlace } from '../../work-item/entity.ts';
import { ROW_COLUMNS, rowProgress } from '../../work-item/rules.ts';

const holds: Readonly<Record<RowColumn, (item: WorkItem) => boolean>> = {
  counts: ({ descendantCounts: counts }) => counts != null && Object.values(counts).some((count) => count > 0),
  progress: ({ descendantCounts }) => rowProgress(descendantCounts ?? null) !== null,
  weight: ({ weight }) => weight != null,
  milestone: ({ milestone }) => milestone != null,
  due: ({ dueDate }) => dueDate != null,
  health: ({ healthStatus, healthCounts }) =>
    healthStatus != null || (healthCounts != null && Object.values(healthCounts).some((count) => count > 0)),
  assignees: ({ assignees }) => (assignees?.length ?? 0) > 0,
  updated: () => true,
};

/** The item whose page this is stands in the table too, and is no row. */
const bits = bitsOf<WorkItem>((item) =>
  hasPlace(item) ? ROW_COLUMNS.reduce((sum, column, index) => sum | (holds[column](item) ? 1 << index : 0), 0) : 0,
);

const known = new Map<number, readonly RowColumn[]>();

/** TR-07.50: the columns in which any item of the tree has something; the same list as long as they are the same. */
export function selectTreeColumns({ visible }: TreeView): readonly RowColumn[] {
  const held = bits(visible.items);
  let columns = known.get(held);
  if (columns === undefined) {
    columns = ROW_COLUMNS.filter((_, index) => (held & (1 << index)) !== 0);
    known.set(held, columns);
  }
  return columns;
}
