import type { Progress, ProgressBy, RoadmapRow } from './row.ts';
import { progressOf } from './row.ts';

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
