import type { RoadmapMilestone } from '../types.ts';
import type { MilestonesType } from './view.ts';
import type { RoadmapRow } from './rows.ts';
import type { Picture } from './svg.ts';
import type { Cell, Timeframe } from './timeframe.ts';
import { dayOfNumber } from '../../calendar/rules.ts';
import { clampDays } from './clamp.ts';
import { dependencyLines } from './dependencies.ts';
import { barOf, isNarrow, ROW_HEIGHT, sectionWidth } from './geometry.ts';
import { milestoneRows } from './milestones.ts';
import { pictureTop, roadmapSvg } from './svg.ts';

/** RM-09.35: cells beside each other on a page, so that its texts can be read. */
export const PRINT_CELLS = 9;
/** Height by width of a sheet that lies, margins taken off. */
const SHEET = 0.66;

export interface Print extends Omit<Picture, 'milestones' | 'lines'> {
  readonly milestones: readonly RoadmapMilestone[];
  readonly milestonesType: MilestonesType;
}

/** Cuts a list into pieces of about the same length, none longer than `most`. */
function pieces<T>(list: readonly T[], most: number): readonly (readonly T[])[] {
  const count = Math.ceil(list.length / most);
  const length = Math.ceil(list.length / Math.max(1, count));
  return Array.from({ length: count }, (_, index) => list.slice(index * length, (index + 1) * length));
}

function stretchOf(timeframe: Timeframe, cells: readonly Cell[]): Timeframe {
  const [first, last] = [cells[0] as Cell, cells.at(-1) as Cell];
  const end = last.start + last.days - 1;
  return {
    ...timeframe,
    cells,
    start: first.start,
    startDate: dayOfNumber(first.start),
    end,
    endDate: dayOfNumber(end),
  };
}

const NO_BAR = { left: 0, width: 0 } as const;

/** A row in a stretch of time; without a bar where its bar lies in another one. */
function rowIn(row: RoadmapRow, stretch: Timeframe): RoadmapRow {
  const { id, epic, level, indent, toggle, fresh } = row;
  const same = { id, epic, level, indent, toggle, fresh };
  const days = clampDays(epic.startDay, epic.dueDay, stretch);
  if (typeof days === 'string') return { ...same, days: row.days, bar: NO_BAR, narrow: true };
  const bar = barOf(stretch, days);
  return { ...same, days, bar, narrow: isNarrow(bar) };
}

/**
 * RM-09.35: the roadmap on sheets of paper: stretches of time beside each other, so many rows to a sheet, each sheet with its own header and the names of its
 * rows. A stretch in which nothing lies is left out.
 */
export function printedPages(print: Print): readonly string[] {
  const { milestones, milestonesType, ...picture } = print;
  return pieces(picture.timeframe.cells, PRINT_CELLS).flatMap((cells) => {
    const timeframe = stretchOf(picture.timeframe, cells);
    const marks = milestoneRows(milestones, milestonesType, timeframe);
    const all = picture.rows.map((row) => rowIn(row, timeframe));
    if (marks.lanes === 0 && all.every(({ bar }) => bar.width === 0)) return [];
    const room = Math.floor((sectionWidth(timeframe) * SHEET - pictureTop(marks.lanes)) / ROW_HEIGHT);
    const sheets = all.length === 0 ? [[]] : pieces(all, Math.max(1, room));
    return sheets.map((rows) => {
      const shown = rows.map((row, index) => [row.id, index] as const).filter(([, at]) => rows[at]?.bar.width !== 0);
      const places = new Map(shown);
      const lines = dependencyLines({ rows, places }).filter(({ blockedId }) => places.has(blockedId));
      return roadmapSvg({ ...picture, timeframe, rows, milestones: marks, lines });
    });
  });
}
