import { isCommandName, SUBSTITUTES } from './actions.ts';

/** A command as it stands in a text. */
export interface Command {
  /** Lower case; it may be an alias. */
  readonly name: string;
  /** Without the blanks around it. */
  readonly argument: string;
  /** The line as it was written. */
  readonly line: string;
}

export interface ParsedText {
  /** The text without its commands. */
  readonly body: string;
  readonly commands: readonly Command[];
}

/** Each character is looked at once, whatever line ends stand in the argument: they make it no command. */
const COMMAND = /^\/([a-z_]+)(?:[ \t]+(\S[^\n\r\u2028\u2029]*)?)?$/i;

/**
 * WI-10.100 to WI-10.103: the commands of a text, and the text without them. A text without commands stays as it is, to the letter.
 * WI-10.116: what stands as a command in `before`, the text that is edited, is none.
 */
export function parseQuickActions(text: string, before = ''): ParsedText {
  const old = new Map<string, number>();
  for (const { line, name } of readLines(before)) if (name !== '') old.set(line, (old.get(line) ?? 0) + 1);
  const kept: string[] = [];
  const commands: Command[] = [];
  let changed = false;
  // Blank lines behind a command go with it.
  let behind = false;
  for (const { raw, line, argument, ...read } of readLines(text)) {
    const times = read.name === '' ? 0 : (old.get(line) ?? 0);
    const name = times > 0 ? '' : read.name;
    if (times > 0) old.set(line, times - 1);
    const substitute = SUBSTITUTES.get(name);
    const isCommand = name !== '' && substitute === undefined;
    if (isCommand) commands.push({ name, argument: argument.trim(), line });
    else if (substitute !== undefined) kept.push(`${argument} ${substitute}`.trim());
    else if (!(behind && line === '')) kept.push(raw);
    changed ||= name !== '';
    behind = isCommand || (behind && line === '');
  }
  return changed ? { body: kept.join('\n').trimEnd(), commands } : { body: text, commands };
}

interface Line {
  readonly raw: string;
  /** Without the blanks behind it. */
  readonly line: string;
  /** Of a command, or of what has a substitute, in lower case; empty: it is neither. */
  readonly name: string;
  readonly argument: string;
}

function readLines(text: string): readonly Line[] {
  const lines = text.split('\n');
  const guarded = guardedLines(lines);
  return lines.map((raw, index) => {
    const line = raw.trimEnd();
    const [, word = '', argument = ''] = (guarded.has(index) ? null : COMMAND.exec(line)) ?? [];
    const name = word.toLowerCase();
    return { raw, line, name: isCommandName(name) || SUBSTITUTES.has(name) ? name : '', argument };
  });
}

const FENCE = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/;
const HTML_OPEN = /^<[a-z][^>]*>$/i;
const HTML_CLOSE = /^<\/[^>]+>/;
const QUOTE = '>>>';

/** WI-10.102: the lines in which nothing is a command: fenced code, quotes between `>>>`, HTML blocks and comments, code within a paragraph. */
function guardedLines(lines: readonly string[]): ReadonlySet<number> {
  const guarded = new Set<number>();
  const endOf = blocksOf(lines);
  for (let at = 0; at < lines.length;) {
    const end = endOf(at);
    if (end === null) {
      const after = paragraphEnd(lines, at, endOf);
      for (const index of codeLines(lines, at, after)) guarded.add(index);
      at = after;
    } else {
      for (let index = at; index <= end; index += 1) guarded.add(index);
      at = end + 1;
    }
  }
  return guarded;
}

/** The last line of the block that begins in a line; null: none does. */
type BlockEnd = (at: number) => number | null;

/** Code and comments that are not closed run to the end, as they are shown. What closes nothing later is not looked for, so that the time grows with the text alone. */
function blocksOf(raw: readonly string[]): BlockEnd {
  const lines = raw.map((line) => line.trimEnd());
  const last = lines.length - 1;
  const isQuote = (line: string): boolean => line === QUOTE;
  const closesHtml = (line: string): boolean => HTML_CLOSE.test(line);
  const [lastQuote, lastHtml] = [lines.findLastIndex(isQuote), lines.findLastIndex(closesHtml)];
  const closing = (from: number, closes: (line: string) => boolean, to = last): number => {
    let at = from + 1;
    while (at < to && !closes(lines[at] ?? '')) at += 1;
    return Math.min(at, last);
  };
  return (at) => {
    const line = lines[at] ?? '';
    const fence = FENCE.exec(line)?.[1];
    if (fence !== undefined) return closing(at, (each) => closesFence(each.trim(), fence));
    if (line.startsWith('<!--')) return line.includes('-->') ? at : closing(at, (each) => each.includes('-->'));
    if (isQuote(line)) return lastQuote > at ? closing(at, isQuote, lastQuote) : null;
    return HTML_OPEN.test(line) && lastHtml > at ? closing(at, closesHtml, lastHtml) : null;
  };
}

const closesFence = (line: string, fence: string): boolean =>
  line.length >= fence.length && [...line].every((letter) => letter === fence[0]);

/** The line behind a paragraph; of a blank one, the next. */
function paragraphEnd(lines: readonly string[], from: number, endOf: BlockEnd): number {
  let at = from + 1;
  if ((lines[from] ?? '').trim() === '') return at;
  while (at < lines.length && (lines[at] ?? '').trim() !== '' && endOf(at) === null) at += 1;
  return at;
}

/** The lines of a paragraph that begin within code: between two runs of as many backticks. */
function codeLines(lines: readonly string[], from: number, to: number): readonly number[] {
  const text = lines.slice(from, to).join('\n');
  const runs = [...text.matchAll(/`+/g)].map(({ 0: { length }, index }) => ({ length, index }));
  const lastOf = new Map(runs.map(({ length }, index) => [length, index]));
  const within: number[] = [];
  let line = from;
  let start = 0;
  for (let open = 0; open < runs.length; open += 1) {
    const { length, index: begin } = runs[open] ?? { length: 0, index: 0 };
    if ((lastOf.get(length) ?? 0) <= open) continue;
    do open += 1;
    while (runs[open]?.length !== length);
    const end = runs[open]?.index ?? 0;
    for (; line < to && start <= end; line += 1) {
      if (start > begin) within.push(line);
      start += (lines[line] ?? '').length + 1;
    }
  }
  return within;
}
