import { touchedLines, type Edit, type Edited } from './edited.ts';

/** Marks at the beginnings of lines: quotes, lists, indents. */

export type ListKind = 'bullets' | 'numbers' | 'tasks';

/** IE-09.33: GitLab's indent. */
const INDENT = '  ';

const LEADER = /^([ \t]*)(?:([-*+]) \[[ xX~]\] |([-*+]) |(\d{1,9})[.)] )/;

/** The mark of a list that the line begins with; null: none. */
function leaderOf(line: string): { readonly kind: ListKind; readonly length: number; readonly indent: string } | null {
  const found = LEADER.exec(line);
  if (found === null) return null;
  const [all, indent = '', task, bullet] = found;
  return {
    kind: task !== undefined ? 'tasks' : bullet !== undefined ? 'bullets' : 'numbers',
    length: all.length,
    indent,
  };
}

/** The touched lines changed; what was selected stays so, as far as it is still there. */
function withLines(edited: Edited, change: (lines: readonly string[]) => readonly string[]): Edited {
  const { text, start, end } = edited;
  const { from, to } = touchedLines(edited);
  const before = text.slice(from, to).split('\n');
  const after = change(before);
  const moved = (place: number): number => {
    let [old, now] = [from, from];
    for (const [index, line] of before.entries()) {
      const next = after[index] ?? '';
      if (place <= old + line.length)
        return now + Math.max(0, Math.min(next.length, place - old + next.length - line.length));
      old += line.length + 1;
      now += next.length + 1;
    }
    return now + place - old;
  };
  return { text: text.slice(0, from) + after.join('\n') + text.slice(to), start: moved(start), end: moved(end) };
}

/** Empty lines get no mark, unless there is nothing else. */
const marked = (lines: readonly string[]): ((line: string) => boolean) => {
  const hasWords = lines.some((line) => line.trim() !== '');
  return (line) => !hasWords || line.trim() !== '';
};

const QUOTE = '> ';

/** IE-09.32 */
export const quote: Edit = (edited) =>
  withLines(edited, (lines) =>
    lines.every((line) => line.startsWith(QUOTE))
      ? lines.map((line) => line.slice(QUOTE.length))
      : lines.map((line) => QUOTE + line),
  );

const markFor = (kind: ListKind, number: number): string =>
  kind === 'bullets' ? '- ' : kind === 'tasks' ? '- [ ] ' : `${number}. `;

/** IE-09.32: a line that is in a list of another kind changes its mark. */
export const list =
  (kind: ListKind): Edit =>
  (edited) =>
    withLines(edited, (lines) => {
      const isMarked = marked(lines);
      const isList = lines.filter(isMarked).every((line) => leaderOf(line)?.kind === kind);
      let number = 0;
      return lines.map((line) => {
        if (!isMarked(line)) return line;
        number += 1;
        const leader = leaderOf(line);
        const indent = leader?.indent ?? /^[ \t]*/.exec(line)?.[0] ?? '';
        const words = line.slice(leader?.length ?? indent.length);
        return indent + (isList ? '' : markFor(kind, number)) + words;
      });
    });

/** IE-09.33 */
export const indent: Edit = (edited) =>
  withLines(edited, (lines) => {
    const isMarked = marked(lines);
    return lines.map((line) => (isMarked(line) ? INDENT + line : line));
  });

/** IE-09.33: a tab, or as many spaces as there are of an indent. */
export const outdent: Edit = (edited) =>
  withLines(edited, (lines) => lines.map((line) => line.replace(/^(?:\t| {1,2})/, '')));

/** IE-09.34: what Enter makes of a text at the end of an item; null: a new line. */
export function continued(edited: Edited): Edited | null {
  const { text, start, end } = edited;
  if (start !== end) return null;
  const { from, to } = touchedLines(edited);
  const line = text.slice(from, to);
  const leader = leaderOf(line);
  if (leader === null || start < from + leader.length) return null;
  if (line.slice(leader.length).trim() === '')
    return { text: text.slice(0, from) + text.slice(to), start: from, end: from };
  const insert = `\n${leader.indent}${nextMark(line.slice(leader.indent.length, leader.length))}`;
  const caret = start + insert.length;
  return { text: text.slice(0, start) + insert + text.slice(end), start: caret, end: caret };
}

/** Of the next item: a number goes on, a task is to be done. */
const nextMark = (mark: string): string =>
  mark.replace(/^\d+/, (digits) => String(Number(digits) + 1)).replace(/\[[xX~]\]/, '[ ]');
