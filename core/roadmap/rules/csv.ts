import type { ProgressBy } from './row.ts';
import type { RoadmapRow } from './rows.ts';
import { progressOf } from './row.ts';

/** RM-09.16: the columns of the export. */
const COLUMNS = [
  'Level',
  'Reference',
  'Title',
  'State',
  'Group',
  'Start date',
  'Due date',
  'Progress (%)',
  'Closed',
  'Total',
  'Link',
] as const;

/** A table calculator takes these for the beginning of a formula. */
const FORMULA = /^[=+\-@\t\r\n]/;

/** RFC 4180: quoted where it has to be. A text that would be a formula gets an apostrophe in front (RM-09.17). */
function cell(value: string | number): string {
  const text = typeof value === 'string' && FORMULA.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The rows as CSV with a line of names, lines ended by CRLF. `origin` (`https://host`) makes paths to addresses. */
export function roadmapCsv(
  rows: readonly RoadmapRow[],
  { progressBy, origin = '' }: { readonly progressBy: ProgressBy; readonly origin?: string },
): string {
  const lines = rows.map(({ epic, level }) => {
    const { closed, total, percent } = progressOf(epic, progressBy);
    const parts = [
      level,
      epic.reference,
      epic.title,
      epic.state,
      epic.group.fullName,
      epic.startDate ?? '',
      epic.dueDate ?? '',
      percent ?? '',
      closed,
      total,
      `${origin}${epic.webPath}`,
    ];
    return parts.map(cell).join(',');
  });
  return [COLUMNS.map(cell).join(','), ...lines].map((line) => `${line}\r\n`).join('');
}
