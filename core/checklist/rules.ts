/** The task lines of a Markdown source, by their numbers (from 1), and what stands for them in its HTML. Pure. */

import type { TaskCounts } from '../work-item/types.ts';

export { taskStatus } from '../work-item/rules/row-facts.ts';
export { placesIn, withItemMoved, withoutItem } from './lines.ts';

/** IE-06.1: what stands before the mark, and the mark. */
const TASK = /^((?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t])))*[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+\[)([ xX~])\](?=\s|$)/;

export interface Task {
  readonly mark: 'open' | 'completed' | 'inapplicable';
  /** Without its marks, and without blanks around it. */
  readonly text: string;
}

/** Without the end of the line; undefined: there is no such line. */
export const lineAt = (source: string, line: number): string | undefined =>
  source.split('\n')[line - 1]?.replace(/\r$/, '');

/** The task of a line; null: it has none. */
export function taskOf(line: string): Task | null {
  const [whole, , mark] = TASK.exec(line) ?? [];
  if (whole === undefined) return null;
  return {
    mark: mark === ' ' ? 'open' : mark === '~' ? 'inapplicable' : 'completed',
    text: line.slice(whole.length).trim(),
  };
}

/** IE-06.2: the source with this line so; null: it has no task there that can be checked. */
export function withTask(source: string, line: number, checked: boolean): string | null {
  const lines = source.split('\n');
  const [, before, mark] = TASK.exec(lines[line - 1] ?? '') ?? [];
  if (before === undefined || mark === '~') return null;
  const is = mark !== ' ';
  if (is === checked) return source;
  // mutant: task-checks-the-next-line
  lines[line - 1] = `${before}${checked ? 'x' : ' '}${(lines[line - 1] ?? '').slice(before.length + 1)}`;
  return lines.join('\n');
}

/** WI-12.1: a task line with another text; what stands before it, and how the line ends, stays. Null: it is none. */
export function withTaskText(line: string, text: string): string | null {
  const [whole] = TASK.exec(line) ?? [];
  return whole === undefined ? null : `${whole} ${text}${line.endsWith('\r') ? '\r' : ''}`;
}

/** A checkbox as the server writes it. */
const BOX = '<input type="checkbox"[^>]*>';
const INAPPLICABLE = / data-inapplicable(?:="")? ?\/?>$/;
const CHECKED = / checked(?:="")?(?= ?\/?>$)/;

/** The rendered text with the box of this line so; as it is, where it has none that can be checked. */
export function withBox(html: string, line: number, checked: boolean): string {
  const item = new RegExp(`(<li [^>]*data-sourcepos="${line}:[^>]*>\\s*(?:<p>)?)(${BOX})`);
  return html.replace(item, (whole, before: string, box: string) => {
    if (INAPPLICABLE.test(box) || CHECKED.test(box) === checked) return whole;
    return before + (checked ? box.replace(/ ?\/?>$/, ' checked$&') : box.replace(CHECKED, ''));
  });
}

const boxesIn = (html: string): readonly string[] => html.match(new RegExp(BOX, 'g')) ?? [];

/** IE-06.3: of a rendered text. */
export function countBoxes(html: string): TaskCounts {
  const boxes = boxesIn(html).filter((box) => !INAPPLICABLE.test(box));
  return { count: boxes.length, completed: boxes.filter((box) => CHECKED.test(box)).length };
}

/** A rendered text with no box checked, and for each box in turn whether it was. */
export const withoutMarks = (html: string) => ({
  html: html.replace(new RegExp(BOX, 'g'), (box) => box.replace(CHECKED, '')),
  checked: boxesIn(html).map((box) => CHECKED.test(box)),
});
