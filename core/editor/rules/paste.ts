import { replaced, type Edited } from './edited.ts';
import { isAddress } from './marks.ts';

/** What becomes of what is pasted. */

export type Rows = readonly (readonly string[])[];

const cell = (text: string): string =>
  text
    .trim()
    .replace(/\s*\n\s*/g, '<br>')
    .replace(/\s+/g, ' ')
    .replaceAll('|', '\\|');

/** A Markdown table, the first row its header; null: there are not two columns, or no second row. */
export function tableOf(rows: Rows): string | null {
  const width = Math.max(...rows.map((row) => row.length));
  if (rows.length < 2 || width < 2) return null;
  const line = (cells: readonly string[]): string =>
    `| ${Array.from({ length: width }, (_, column) => cells[column] ?? '').join(' | ')} |`;
  const [header = [], ...others] = rows.map((row) => row.map(cell));
  return [line(header), line(Array.from({ length: width }, () => '---')), ...others.map(line)].join('\n');
}

/** Text as spreadsheets give it; null: its lines have no columns. */
export function rowsOfText(text: string): Rows | null {
  const rows = text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((line) => line.split('\t'));
  const [first] = rows;
  const isTable =
    rows.length > 1 && first !== undefined && first.length > 1 && rows.every((row) => row.length === first.length);
  return isTable ? rows : null;
}

export interface Pasted {
  readonly text: string;
  /** Of the table that the pasted HTML is; null: it is none. */
  readonly rows: Rows | null;
}

/** IE-09.36, IE-09.37: null: it is pasted as it is. The caller asks only outside of code. */
export function pasted(edited: Edited, { text, rows }: Pasted): Edited | null {
  const selected = edited.text.slice(edited.start, edited.end);
  const address = text.trim();
  if (isAddress(address) && selected.trim() !== '' && !selected.includes('\n') && !isAddress(selected.trim()))
    return replaced(edited, `[${selected}](${address})`);
  const table = tableOf(rows ?? rowsOfText(text) ?? []);
  if (table === null) return null;
  const before = edited.text.slice(0, edited.start);
  const behind = edited.text.slice(edited.end);
  const gap = before === '' || before.endsWith('\n\n') ? '' : before.endsWith('\n') ? '\n' : '\n\n';
  return replaced(edited, gap + table + (behind.startsWith('\n') ? '' : '\n'));
}
