import type { GlobalId } from '../../work-item/types.ts';
import { ROW_HEIGHT } from './geometry.ts';
import type { RoadmapRow, RowList } from './rows.ts';

/** A line from the end of the blocking epic's bar to the start of the blocked one's. */
export interface DependencyLine {
  readonly blockingId: GlobalId;
  readonly blockedId: GlobalId;
  /** Rows by their place in the list; pixels from the first cell on. */
  readonly from: { readonly row: number; readonly x: number };
  readonly to: { readonly row: number; readonly x: number };
  /** RM-09.15: the blocking epic is due after the blocked one starts. */
  readonly late: boolean;
}

/** RM-09.14: one line for each pair of which both ends have a row. */
export function dependencyLines({ rows, places }: Pick<RowList, 'rows' | 'places'>): readonly DependencyLine[] {
  const lines: DependencyLine[] = [];
  for (let at = 0; at < rows.length; at += 1) {
    const blocked = rows[at] as RoadmapRow;
    for (const blockingId of blocked.epic.blockedBy) {
      const place = places.get(blockingId);
      if (place === undefined) continue;
      const blocking = rows[place] as RoadmapRow;
      lines.push({
        blockingId,
        blockedId: blocked.id,
        from: { row: place, x: blocking.bar.left + blocking.bar.width },
        to: { row: at, x: blocked.bar.left },
        late: isLate(blocking, blocked),
      });
    }
  }
  return lines;
}

const middle = (row: number): number => (row + 0.5) * ROW_HEIGHT;

/** RM-09.34: a line as a path, leaving and arriving sideways, with an arrow at its end. `left` and `top`: where the first cell and the first row begin. */
export function linePath({ from, to }: DependencyLine, left: number, top: number): string {
  const [x1, x2] = [left + from.x, left + to.x];
  const [y1, y2] = [top + middle(from.row), top + middle(to.row)];
  const bend = Math.max(24, Math.min(80, Math.abs(x2 - x1) / 2));
  return `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}m-6-4 6 4-6 4`;
}

const isLate = ({ epic: { dueDay } }: RoadmapRow, { epic: { startDay } }: RoadmapRow): boolean =>
  dueDay !== null && startDay !== null && dueDay > startDay;
