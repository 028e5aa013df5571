import { countBoxes, taskOf } from '@espalier/core/checklist/rules';
import { fullReferenceOf, referenceFrom as shortReference } from '../../server/note/wording.ts';
import { nameOf } from '../../server/store/memory/items.ts';
import type { ItemRow } from '../../server/store/memory/rows.ts';
import type { World } from '../../server/store/memory/world.ts';

/** How the model's server names things: addresses, ids, and texts as HTML. */

/** Where the model's server says it is. */
export const BASE_URL = 'http://model.example';

export const gid = (type: string, id: number): string => `gid://gitlab/${type}/${id}`;

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (mark) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[mark] ?? mark);

export const titleHtml = escapeHtml;
export function textHtml(text: string | null): string {
  if (text === null || text === '') return '';
  const lines = text.split('\n').map((line, index) => ({ line, at: index + 1 }));
  if (lines.every(({ line }) => taskOf(line) === null)) return `<p>${escapeHtml(text)}</p>`;
  const html: string[] = [];
  for (let from = 0; from < lines.length;) {
    const plain = lines.findIndex(({ line }, index) => index >= from && taskOf(line) === null);
    const end = plain < 0 ? lines.length : plain;
    if (end > from) html.push(listHtml(lines.slice(from, end)));
    if (plain >= 0) html.push(`<p>${escapeHtml(lines[plain]?.line ?? '')}</p>`);
    from = end + 1;
  }
  return html.join('\n');
}

const BOXES = { open: '', completed: ' checked', inapplicable: ' data-inapplicable' };

interface Line {
  readonly line: string;
  /** From 1. */
  readonly at: number;
}

/** The tasks of a text. */
export const tasksIn = (text: string | null) => countBoxes(textHtml(text));

const indentOf = ({ line }: Line): number => line.search(/\S/);

/** Tasks as the server writes them, for their boxes and lists are looked for in the text: what is indented more is nested. */
function listHtml(lines: readonly Line[]): string {
  const [own] = lines.map(indentOf);
  const firsts = lines.flatMap((line, index) => (index === 0 || indentOf(line) <= (own ?? 0) ? [index] : []));
  const items = firsts.map((index, which) => itemHtml(lines.slice(index, firsts[which + 1])));
  return `<ul class="task-list">${items.join('\n')}</ul>`;
}

function itemHtml([first, ...nested]: readonly Line[]): string {
  const task = first && taskOf(first.line);
  if (!task) return '';
  const text = escapeHtml(task.text);
  const { at, line } = nested.at(-1) ?? first;
  const box = `<input type="checkbox" class="task-list-item-checkbox" aria-label="Check: ${text}" disabled${BOXES[task.mark]} />`;
  const inner = nested.length === 0 ? '' : listHtml(nested);
  return `<li class="task-list-item" data-sourcepos="${first.at}:1-${at}:${line.length}">${box} ${text}${inner}</li>`;
}

/** `group&12` or `group/project#7`. */
export const referenceOf = (world: World, item: ItemRow): string => fullReferenceOf(nameOf(world, item));

/** Short where both have one owner. */
export const referenceFrom = (world: World, here: ItemRow, item: ItemRow): string =>
  shortReference(nameOf(world, here), nameOf(world, item));
