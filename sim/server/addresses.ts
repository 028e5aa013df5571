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
export const textHtml = (text: string | null): string =>
  text === null || text === '' ? '' : `<p>${escapeHtml(text)}</p>`;

/** `group&12` or `group/project#7`. */
export const referenceOf = (world: World, item: ItemRow): string => fullReferenceOf(nameOf(world, item));

/** Short where both have one owner. */
export const referenceFrom = (world: World, here: ItemRow, item: ItemRow): string =>
  shortReference(nameOf(world, here), nameOf(world, item));
