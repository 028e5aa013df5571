import { isInCode } from './code.ts';
import { replaced, type Edited } from './edited.ts';

/** What is offered while somebody writes. */

export type TriggerKind = 'person' | 'issue' | 'epic' | 'label' | 'milestone' | 'emoji' | 'action';

export interface Trigger {
  readonly kind: TriggerKind;
  /** What is looked for; at most `TERM_MAX` characters. */
  readonly term: string;
  /** Where its sign stands. */
  readonly from: number;
}

/** Specification, E9. */
export const TERM_MAX = 20;
export const CHOICES_MAX = 5;
export const SEARCH_DELAY = 300;

const KINDS: Readonly<Record<string, TriggerKind>> = {
  '@': 'person',
  '#': 'issue',
  '&': 'epic',
  '~': 'label',
  '%': 'milestone',
  ':': 'emoji',
  '/': 'action',
};

/** A sign at the beginning of a word, and what is written behind it; names of labels and milestones may have spaces where they are quoted. */
const TRIGGER = new RegExp(
  `(?:^|[\\s([{>'"])(?:([@#&])([^\\s@#&~%:\`"']{0,${TERM_MAX}})|([~%])(?:"([^"\\n]{0,${TERM_MAX}})|([^\\s"~%\`]{0,${TERM_MAX}}))|(:)([\\w+-]{1,${TERM_MAX}})|^(/)([a-z_]{0,${TERM_MAX}}))$`,
  'i',
);

/** The longest that the expression looks at: what is before the sign, the sign, a quotation mark and the term. */
const WINDOW = TERM_MAX + 3;

/** IE-09.40, IE-09.41: what is to be offered at the caret; null: nothing. Looks at a few characters, and at the rest (`isCode`) only where these may be one. */
export function triggerAt(text: string, caret: number, isCode = isInCode): Trigger | null {
  const line = text.lastIndexOf('\n', caret - 1) + 1;
  const begin = Math.max(caret === 0 ? 0 : line, caret - WINDOW);
  const found = TRIGGER.exec(text.slice(begin, caret));
  if (found === null) return null;
  const [, sign, word, named, quoted, name, colon, emoji, slash, action] = found;
  const isAtLine = begin === line;
  // What is cut off in front may belong to the word.
  if (slash !== undefined && !isAtLine) return null;
  const term = word ?? quoted ?? name ?? emoji ?? action ?? '';
  const from = caret - term.length - (quoted === undefined ? 1 : 2);
  if (from === begin && !isAtLine) return null;
  const kind = KINDS[sign ?? named ?? colon ?? slash ?? ''];
  return kind === undefined || isCode(text, from) ? null : { kind, term, from };
}

/** IE-09.42: what is written in place of the trigger, with a space behind it, where the caret stands. The rest of the word behind the caret stays. */
export function completed(text: string, caret: number, { from }: Pick<Trigger, 'from'>, written: string): Edited {
  const hasSpace = /^\s/.test(text.slice(caret, caret + 1)) && text[caret] !== '\n';
  const made = replaced({ text, start: from, end: caret }, hasSpace ? written : `${written} `);
  return hasSpace ? { ...made, start: made.start + 1, end: made.end + 1 } : made;
}

/** IE-09.43: a name as a reference: what is not one plain word stands in quotation marks. */
export const quotedName = (sign: '~' | '%', name: string): string =>
  /^[\p{L}\p{N}_](?:[\p{L}\p{N}_:.?&-]*[\p{L}\p{N}_])?$/u.test(name) && !/^\d+$/.test(name)
    ? `${sign}${name}`
    : `${sign}"${name}"`;
