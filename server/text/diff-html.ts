import { type ChangeObject, diffLines, diffWordsWithSpace } from 'diff';
import type { TextPair } from '../command/version-store.ts';
import { escapeHtml } from './escape.ts';

/** The longest that one way to compare may take; together they hold a request up for no more than twice as long. */
const MILLISECONDS = 150;

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
  const parts = diffWordsWithSpace(before, after, limit) ?? diffLines(before, after, limit);
  return parts === undefined ? marked(before, 'removed') + marked(after, 'added') : html(parts);
}
