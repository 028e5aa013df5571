import type { RoadmapMilestone } from '../types.ts';
import type { Picture } from './svg.ts';
import type { Timeframe } from './timeframe.ts';
import { roadmapDates } from './dates.ts';
import { dependencyLines } from './dependencies.ts';
import { ROW_HEIGHT, sectionWidth } from './geometry.ts';
import { milestoneRows } from './milestones.ts';
import { progressOf, rowOf, type Progress, type RoadmapRow } from './row.ts';
import type { ProgressBy } from './view.ts';
import { pictureTop, roadmapSvg } from './svg.ts';
import { stretchOf } from './timeframe.ts';

/** RM-09.35: the most cells that fit on a page with legible texts. */
export const PRINT_CELLS = 7;
/** RM-09.35: makes the smaller texts 7 points on A4. */
const PRINT_TEXT = 1.3;
/** Height divided by width of a sheet in landscape, without margins. */
const SHEET = 0.66;

export interface Print extends Omit<Picture, 'milestones' | 'lines'> {
  readonly milestones: readonly RoadmapMilestone[];
}

/** Cuts a list into pieces of about the same length, none longer than `most`. */
function pieces<T>(list: readonly T[], most: number): readonly (readonly T[])[] {
  const count = Math.ceil(list.length / most);
  const length = Math.ceil(list.length / Math.max(1, count));
  return Array.from({ length: count }, (_, index) => list.slice(index * length, (index + 1) * length));
}

/** The pictures of a stretch of time, one for each sheet; none if it is empty. */
function sheetsOf({ milestones, ...picture }: Print, timeframe: Timeframe): readonly Picture[] {
  const marks = milestoneRows(milestones, 'ALL', timeframe);
  const all = picture.rows.flatMap(({ epic, level, toggle, fresh }): readonly RoadmapRow[] => {
    const row = rowOf(epic, level, toggle, fresh, timeframe);
    return typeof row === 'string' ? [] : [row];
  });
  const { startDate, endDate } = timeframe;
  const lies = (date: string | null) => date !== null && date >= startDate && date <= endDate;
  const marked = marks.bars.some(({ milestone }) => lies(milestone.startDate) || lies(milestone.dueDate));
  if (all.length === 0 && !marked) return [];
  const room = Math.floor((sectionWidth(timeframe) * SHEET - pictureTop(marks.lanes)) / ROW_HEIGHT);
  const sheets = all.length === 0 ? [[]] : pieces(all, Math.max(1, room));
  return sheets.map((rows) => {
    const places = new Map(rows.map((row, index) => [row.id, index] as const));
    return { ...picture, timeframe, rows, milestones: marks, lines: dependencyLines({ rows, places }) };
  });
}

/**
 * RM-09.35, RM-09.37: the roadmap on sheets of paper: stretches of time one after the other, so many rows to a sheet, each sheet with its own header, the names
 * of its rows, its days and its number. Rows stand on the sheets of the stretches that their bars lie in; a stretch without a row in which no
 * milestone begins or ends is left out.
 */
export function printedPages(print: Print): readonly string[] {
  const sheets = pieces(print.timeframe.cells, PRINT_CELLS).flatMap((cells) =>
    sheetsOf(print, stretchOf(print.timeframe, cells)),
  );
  return sheets.map((sheet, index) => {
    const { startDate, endDate } = sheet.timeframe;
    const days = roadmapDates({ startDate, dueDate: endDate });
    return roadmapSvg({ ...sheet, textScale: PRINT_TEXT, note: `${days} · sheet ${index + 1} of ${sheets.length}` });
  });
}

/** RM-09.38: the title of a picture; `more`: there are epics that were not read. */
export const pictureTitle = (title: string, rows: number, more: boolean): string =>
  more ? `${title} · the first ${rows} epics` : title;

/** The largest canvas that every browser can draw, in pixels: its longer side, and its area. */
const SIDE_MAX = 32_000;
const AREA_MAX = 160e6;
/** Below this scale the texts are illegible. */
const LEAST_SCALE = 0.6;

/** RM-09.42 */
export class PictureTooLarge extends Error {
  override readonly name = 'PictureTooLarge';
}

/** The scale of the picture relative to the drawing. */
export function pictureScale(width: number, height: number): number {
  const scale = Math.min(2, SIDE_MAX / width, SIDE_MAX / height, Math.sqrt(AREA_MAX / (width * height)));
  if (scale < LEAST_SCALE) throw new PictureTooLarge('The picture is too large to be read');
  return scale;
}

type Value = (row: RoadmapRow, progress: Progress, origin: string) => string | number | null;

/** RM-09.16: the columns of the export. */
const COLUMNS: readonly (readonly [name: string, value: Value])[] = [
  ['Level', ({ level }) => level],
  ['Reference', ({ epic }) => epic.reference],
  ['Title', ({ epic }) => epic.title],
  ['State', ({ epic }) => epic.state],
  ['Group', ({ epic }) => epic.group.fullName],
  ['Start date', ({ epic }) => epic.startDate],
  ['Due date', ({ epic }) => epic.dueDate],
  ['Progress (%)', (_, { percent }) => percent],
  ['Closed', (_, { closed }) => closed],
  ['Total', (_, { total }) => total],
  ['Link', ({ epic }, _, origin) => `${origin}${epic.webPath}`],
];

/** Spreadsheets read these as the beginning of a formula. */
const FORMULA = /^[=+\-@\t\r\n]/;

/** RFC 4180: quoted where it has to be. A text that would be a formula gets an apostrophe in front (RM-09.17). */
function cell(value: string | number): string {
  const text = typeof value === 'string' && FORMULA.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The rows as CSV with a header line and CRLF line ends. `origin` (`https://host`) turns paths into URLs. */
export function roadmapCsv(
  rows: readonly RoadmapRow[],
  { progressBy, origin = '' }: { readonly progressBy: ProgressBy; readonly origin?: string },
): string {
  const lines = rows.map((row) => {
    const progress = progressOf(row.epic, progressBy);
    return COLUMNS.map(([, value]) => cell(value(row, progress, origin) ?? ''));
  });
  return [COLUMNS.map(([name]) => name), ...lines].map((line) => `${line.join(',')}\r\n`).join('');
}
