import { type ChangeObject, diffLines, diffWordsWithSpace } from 'diff';
import type { TextPair } from '../command/version-store.ts';
import { escapeHtml } from './escape.ts';

/** The longest that one way to compare may take; together they hold a request up for no more than twice as long. */
const MILLISECONDS = 150;

/** Taking longer texts apart into words takes longer than comparing may. */
const LONGEST = 200_000;

const CLASSES = { added: 'idiff addition', removed: 'idiff deletion' } as const;

const marked = (text: string, kind: keyof typeof CLASSES): string =>
  text === '' ? '' : `<span class="${CLASSES[kind]}">${escapeHtml(text)}</span>`;

const html = (parts: readonly ChangeObject<string>[]): string =>
  parts
    .map(({ value, added, removed }) =>
      added ? marked(value, 'added') : removed ? marked(value, 'removed') : escapeHtml(value),
    )
    .join('');

/** IE-07.52: what became of a text, escaped, with what came and what went marked: by words, or by lines, or as a whole, whichever is done in time. */
export function diffHtml({ before, after }: TextPair, timeout = MILLISECONDS): string {
  const limit = { timeout };
  const isShort = before.length + after.length <= LONGEST;
  const parts = isShort ? (diffWordsWithSpace(before, after, limit) ?? diffLines(before, after, limit)) : undefined;
  return parts === undefined ? asWhole(before, after) : html(parts);
}

/** What stands between the lines with which both begin and end. */
function asWhole(before: string, after: string): string {
  const [was, is] = [before.split(/(?<=\n)/), after.split(/(?<=\n)/)];
  const least = Math.min(was.length, is.length);
  let [head, tail] = [0, 0];
  while (head < least && was[head] === is[head]) head += 1;
  while (tail < least - head && was.at(-1 - tail) === is.at(-1 - tail)) tail += 1;
  const between = (lines: readonly string[]): string => lines.slice(head, lines.length - tail).join('');
  const [begins, ends] = [is.slice(0, head).join(''), is.slice(is.length - tail).join('')];
  return escapeHtml(begins) + marked(between(was), 'removed') + marked(between(is), 'added') + escapeHtml(ends);
}
