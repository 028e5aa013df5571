/** The items of checklists, as their lines in the source and their places in its HTML: moved within their list, and taken out. Pure. */

/** The two must belong together: the HTML names the lines of the source. */
export interface ChecklistText {
  readonly description: string;
  readonly descriptionHtml: string;
}

/** From the first up to before the second. */
type Range = readonly [start: number, end: number];

/** An item with what is nested in it. */
interface ListItem {
  /** Its lines in the source, from 0. */
  readonly lines: Range;
  /** Its element in the HTML. */
  readonly element: Range;
}

const TAG = /<(\/?)(ul|ol|li)\b([^>]*)>/g;
const POSITION = /data-sourcepos="(\d+):\d+-(\d+):\d+"/;
const BULLET = String.raw`(?:[-*+]|\d{1,9}[.)])`;
/** An item that shares its first line with no other item, and with no quote within it. */
const ALONE = new RegExp(`^[ \\t>]*${BULLET}(?![ \\t]*(?:>|${BULLET}[ \\t]))(?=[ \\t]|$)`);

/** A list of the HTML in turn as it ends: its items; null: not all of them can be moved. */
function* listsIn({ description, descriptionHtml }: ChecklistText): Generator<readonly ListItem[]> {
  const source = description.split('\n');
  const lists: { items: ListItem[]; whole: boolean }[] = [];
  const open: { readonly start: number; readonly lines: Range | null }[] = [];
  for (const { 0: tag, 1: slash, 2: name, 3: attributes = '', index } of descriptionHtml.matchAll(TAG)) {
    if (name === 'li') {
      if (slash === '') open.push({ start: index, lines: linesOf(attributes, source) });
      else {
        const { start = 0, lines = null } = open.pop() ?? {};
        const list = lists.at(-1);
        if (list === undefined) continue;
        if (lines === null || lines[0] < (list.items.at(-1)?.lines[1] ?? 0)) list.whole = false;
        else list.items.push({ lines, element: [start, index + tag.length] });
      }
    } else if (slash === '') lists.push({ items: [], whole: true });
    else {
      const list = lists.pop();
      if (list?.whole === true) yield list.items;
    }
  }
}

function linesOf(attributes: string, source: readonly string[]): Range | null {
  const [, first, last] = POSITION.exec(attributes) ?? [];
  const lines: Range = [Number(first) - 1, Number(last)];
  const isThere = lines[0] >= 0 && lines[0] < lines[1] && lines[1] <= source.length;
  return isThere && ALONE.test((source[lines[0]] ?? '').trimEnd()) ? lines : null;
}

export interface Place {
  readonly index: number;
  readonly count: number;
}

/** Of every item that can be moved, by the line in which it begins, from 1: where it stands in its list. */
export function placesIn(text: ChecklistText): ReadonlyMap<number, Place> {
  const places = new Map<number, Place>();
  for (const items of listsIn(text))
    for (const [index, { lines }] of items.entries()) places.set(lines[0] + 1, { index, count: items.length });
  return places;
}

function findItem(text: ChecklistText, line: number) {
  for (const items of listsIn(text)) {
    const index = items.findIndex(({ lines }) => lines[0] === line - 1);
    if (index >= 0) return { items, index };
  }
  return null;
}

/** IE-06.60: the item goes to this place in its list, from 0, with all that is nested in it; null: it cannot, or stands there. */
export function withItemMoved(text: ChecklistText, line: number, to: number): ChecklistText | null {
  const found = findItem(text, line);
  if (found === null || to === found.index || to < 0 || to >= found.items.length) return null;
  const { items, index } = found;
  const order = items.toSpliced(index, 1).toSpliced(to, 0, items[index] as ListItem);
  text = withFirst(text, items[0], order[0]);
  const numbers = [...text.description.split('\n').keys()];
  const moved = inOrder(numbers, lines(items), lines(order)).flat();
  const html = inOrder(text.descriptionHtml, elements(items), elements(order)).join('');
  return changed(text, moved, html);
}

/** IE-06.61: without the item and all that is nested in it; null: there is none. */
export function withoutItem(text: ChecklistText, line: number): ChecklistText | null {
  const { items, index = 0 } = findItem(text, line) ?? {};
  const item = items?.[index];
  if (item === undefined) return null;
  if (index === 0) text = withFirst(text, item, items?.[1]);
  const [first, end] = item.lines;
  const kept = [...text.description.split('\n').keys()].filter((each) => each < first || each >= end);
  const { descriptionHtml: html } = text;
  return changed(text, kept, html.slice(0, item.element[0]) + html.slice(item.element[1]));
}

const NUMBER = /^([ \t>]*)(\d{1,9})([.)])([ \t]*)/;

/** What stands first in a numbered list takes the number of what stood there: it is the list's, and a list that begins with another one than 1 may be none below a line of text. */
function withFirst(text: ChecklistText, was: ListItem | undefined, now: ListItem | undefined): ChecklistText {
  if (was === undefined || now === undefined || was === now) return text;
  const source = text.description.split('\n');
  const number = NUMBER.exec(source[was.lines[0]] ?? '')?.[2];
  if (number !== undefined) source[now.lines[0]] = withNumber(source[now.lines[0]] ?? '', number);
  return { ...text, description: source.join('\n') };
}

/** The text of the item begins in the same column, as what is nested in it does; where that cannot be, the line stays. */
function withNumber(line: string, number: string): string {
  return line.replace(NUMBER, (whole, before: string, own: string, mark: string, blanks: string) => {
    if (own.length === number.length) return before + number + mark + blanks;
    const width = blanks.length + own.length - number.length;
    // Five blanks would begin code.
    if (/^ {1,4}$/.test(blanks) && width > 0 && width < 5) return before + number + mark + ' '.repeat(width);
    return own.length < number.length ? whole : before + number.padStart(own.length, '0') + mark + blanks;
  });
}

const lines = (items: readonly ListItem[]): readonly Range[] => items.map((each) => each.lines);
const elements = (items: readonly ListItem[]): readonly Range[] => items.map((each) => each.element);

/** The whole in pieces, with those of `from` in the order of `to`. What stands between them stays where it is. */
function inOrder<T>(
  whole: { slice(start: number, end?: number): T },
  from: readonly Range[],
  to: readonly Range[],
): T[] {
  const between = [0, ...from.map(([, end]) => end)].map((end, at) => whole.slice(end, from[at]?.[0]));
  return between.flatMap((piece, at) => {
    const next = to[at];
    return next === undefined ? [piece] : [piece, whole.slice(...next)];
  });
}

/** Of the lines these, in this order. How lines end belongs to their places. The HTML names the new ones. */
function changed({ description }: ChecklistText, kept: readonly number[], html: string): ChecklistText {
  const source = description.split('\n');
  const ends = source.map((line) => (line.endsWith('\r') ? '\r' : '')).slice(source.length - kept.length);
  const text = kept.map((line, at) => (source[line] ?? '').replace(/\r$/, '') + (ends[at] ?? ''));
  const places = new Map(kept.map((line, at) => [line + 1, at + 1]));
  let count = 0;
  /** How many of the lines before each one are kept. */
  const before = [...source, ''].map((_, line) => (places.has(line + 1) ? count++ : count));
  const descriptionHtml = html.replace(
    /(<li\b[^>]*data-sourcepos=")(\d+)(:\d+-)(\d+)(?=:)/g,
    (_, start: string, first: string, between: string, last: string) => {
      const [from, to] = [Number(first), Number(last)];
      const now = places.get(from) ?? from;
      return start + String(now) + between + String(now + (before[to] ?? 0) - (before[from] ?? 0));
    },
  );
  return { description: text.join('\n'), descriptionHtml };
}
