import type { GlobalId } from '../../work-item/types.ts';
import { dayNumberOf } from '../../calendar/rules.ts';
import { BAR_HEIGHT, ROW_HEIGHT } from './geometry.ts';
import type { RoadmapRow } from './row.ts';
import type { RowList } from './rows.ts';

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

/** RM-09.14: one line for each pair of epics that both have a row. */
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

function isLate(blocking: RoadmapRow, blocked: RoadmapRow): boolean {
  const [due, start] = [dayNumberOf(blocking.epic.dueDate), dayNumberOf(blocked.epic.startDate)];
  return due !== null && start !== null && due > start;
}

/** Pixels: the horizontal stub next to a bar, the radius of corners, the arrow head. */
const STUB = 8;
const RADIUS = 4;
const HEAD = 6;
const HEAD_HALF = 3.5;

type Point = readonly [x: number, y: number];

/** Where the first cell and the first row begin, and how wide all cells are. */
export interface LineFrame {
  readonly left: number;
  readonly top: number;
  readonly width: number;
}

/**
 * RM-09.49: a line as two paths, itself and its head, which is filled. Right-angled, sideways only in the gap beside the row that it leads to. At the edge of the
 * timeframe, where there is no room beside a bar, it leaves or arrives from above or below instead, so that it never runs out of the cells.
 */
export function linePath({ from, to }: DependencyLine, { left, top, width }: LineFrame) {
  const down = to.row > from.row;
  const gap = top + (down ? to.row : to.row + 1) * ROW_HEIGHT;
  const [y1, y2] = [top + middle(from.row), top + middle(to.row)];
  const leaving: readonly Point[] =
    from.x + STUB <= width
      ? [
          [left + from.x, y1],
          [left + from.x + STUB, y1],
        ]
      : [[left + width - 2 * STUB, y1]];
  const beside = to.x >= STUB + HEAD;
  const edge = y2 + (down ? -BAR_HEIGHT / 2 : BAR_HEIGHT / 2);
  const arriving: readonly Point[] = beside
    ? [
        [left + to.x - STUB - HEAD / 2, y2],
        [left + to.x, y2],
      ]
    : [[left + to.x + 2 * STUB, edge]];
  const [out, into] = [leaving.at(-1) as Point, arriving[0] as Point];
  const points: readonly Point[] = [...leaving, [out[0], gap], [into[0], gap], ...arriving];
  const [x, y] = points.at(-1) as Point;
  const back = down ? -HEAD : HEAD;
  const head = beside
    ? `M${x} ${y}l${-HEAD} ${-HEAD_HALF}v${2 * HEAD_HALF}z`
    : `M${x} ${y}l${-HEAD_HALF} ${back}h${2 * HEAD_HALF}z`;
  return { line: rounded(points), head };
}

const middle = (row: number): number => (row + 0.5) * ROW_HEIGHT;

function rounded(points: readonly Point[]): string {
  const text = ([x, y]: Point): string => `${x} ${y}`;
  const corners = points.slice(1, -1).map((corner, index) => {
    const [before, after] = [points[index] as Point, points[index + 2] as Point];
    const radius = Math.min(RADIUS, distance(before, corner) / 2, distance(corner, after) / 2);
    return radius === 0
      ? `L${text(corner)}`
      : `L${text(towards(corner, before, radius))}Q${text(corner)} ${text(towards(corner, after, radius))}`;
  });
  return `M${text(points[0] as Point)}${corners.join('')}L${text(points.at(-1) as Point)}`;
}

/** Consecutive points differ in one coordinate only. */
const distance = ([x1, y1]: Point, [x2, y2]: Point): number => Math.abs(x2 - x1) + Math.abs(y2 - y1);

const towards = ([x, y]: Point, [tx, ty]: Point, by: number): Point => [
  x + Math.sign(tx - x) * by,
  y + Math.sign(ty - y) * by,
];
