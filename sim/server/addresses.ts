import { taskOf } from '@espalier/core/checklist/rules';
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
  const lines = text.split('\n');
  return lines.some((line) => taskOf(line) !== null) ? lines.map(lineHtml).join('\n') : `<p>${escapeHtml(text)}</p>`;
}

const BOXES = { open: '', completed: ' checked', inapplicable: ' data-inapplicable' };

/** A task as the server writes it, for its box is looked for in the text. */
function lineHtml(line: string, index: number): string {
  const task = taskOf(line);
  if (task === null) return `<p>${escapeHtml(line)}</p>`;
  const at = index + 1;
  const text = escapeHtml(task.text);
  const box = `<input type="checkbox" class="task-list-item-checkbox" aria-label="Check: ${text}" disabled${BOXES[task.mark]} />`;
  return `<ul class="task-list"><li class="task-list-item" data-sourcepos="${at}:1-${at}:${line.length}">${box} ${text}</li></ul>`;
}

/** `group&12` or `group/project#7`. */
export const referenceOf = (world: World, item: ItemRow): string => fullReferenceOf(nameOf(world, item));

/** Short where both have one owner. */
export const referenceFrom = (world: World, here: ItemRow, item: ItemRow): string =>
  shortReference(nameOf(world, here), nameOf(world, item));
