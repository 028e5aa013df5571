/** The task lines of a Markdown source, by their numbers (from 1), and what stands for them in its HTML. Pure. */

import { BOX, CHECKED, INAPPLICABLE, TASK } from '../editor/rules/task-lines.ts';
import type { TaskCounts } from '../work-item/types.ts';

export { taskStatus } from '../work-item/rules/row-facts.ts';
export { withBox, withTask } from '../editor/rules/task-lines.ts';
export { placesIn, withItemMoved, withoutItem } from './lines.ts';

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

/** WI-12.1: a task line with another text; what stands before it, and how the line ends, stays. Null: it is none. */
export function withTaskText(line: string, text: string): string | null {
  const [whole] = TASK.exec(line) ?? [];
  return whole === undefined ? null : `${whole} ${text}${line.endsWith('\r') ? '\r' : ''}`;
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
