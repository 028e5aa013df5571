import { canReadNote } from '@espalier/core/access';
import type { Viewer } from '../access/viewer.ts';
import type { Change } from '../command/change.ts';
import { itemSubject } from '../command/item.ts';
import { mentionsIn } from '../text/mentions.ts';
import { namedIn } from './mentions.ts';

/** To-dos that others make for a person, by naming or assigning them. They leave no note, no event and no new lock version. */

interface Mentioning {
  readonly text: string | null;
  /** The same text before; who is mentioned there, a member where that is `@all`, is not told again. */
  readonly before?: string | null | undefined;
  /** It stands in an internal note. */
  readonly internal?: boolean;
  /** It is a comment's; null or absent: a description. */
  readonly noteId?: number | null;
}

/** EP-12.41: it is kept whom a text mentions. WI-15.55: whom a text mentions, `@all` being the members of the project or group, has a to-do, and follows the item unless they have decided otherwise. */
export async function tellMentioned(
  change: Change,
  itemId: number,
  { text, before, internal, noteId = null }: Mentioning,
) {
  if ([text, before].some((each) => each?.includes('@')))
    await change.store.mentions.keep({ itemId, noteId }, namedIn(text ?? ''));
  const known = mentionsIn(before ?? '');
  const names = [...mentionsIn(text ?? '')].filter((name) => !known.has(name));
  const toldIds = await tell(change, itemId, { usernames: names, all: names.includes('all'), known }, internal);
  if (toldIds.length > 0) await change.store.personal.follow(itemId, toldIds);
}

/** WI-15.56: who is assigned has a to-do, as long as they may see the item. */
export const tellAssigned = (change: Change, itemId: number, userIds: readonly number[]) =>
  tell(change, itemId, { ids: userIds });

interface Named {
  readonly ids?: readonly number[];
  readonly usernames?: readonly string[];
  /** The members as well. */
  readonly all?: boolean;
  /** The usernames of those who are not told again, `all` for the members. */
  readonly known?: ReadonlySet<string>;
}

/** Answers who they are. */
async function tell(change: Change, itemId: number, named: Named, internal = false): Promise<readonly number[]> {
  const { store, viewer, userId, now } = change;
  const { ids = [], usernames = [], all = false, known } = named;
  if (ids.length + usernames.length === 0) return [];
  const item = (await store.items.byId(viewer, [itemId])).get(itemId);
  if (item === undefined) return [];
  const people = await store.personal.viewers({ ids, usernames, membersOf: all ? item : null }, now);
  const wanted = { ids: [], usernames: [], membersOf: item };
  const members = known?.has('all') ? await store.personal.viewers(wanted, now) : [];
  const memberIds = new Set(members.map((member) => member.userId));
  const isKnown = ({ userId: id, username }: Viewer): boolean =>
    memberIds.has(id) || known?.has(username?.toLowerCase() ?? '') === true;
  const told = people.flatMap((person) => {
    const isAnother = person.userId !== null && (person.userId !== userId || ids.includes(userId));
    return isAnother && !isKnown(person) && canReadNote(itemSubject(person, item), { internal }) ? person.userId : [];
  });
  if (told.length > 0) await store.personal.addTodos(itemId, told, now);
  return told;
}
