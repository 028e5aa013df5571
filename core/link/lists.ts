import type { Draft } from '../mutation/index.ts';
import type { Link, LinkConfirmed, LinkedItem, LinkReading } from './types.ts';
import { sameData } from '../entities/index.ts';
import { get } from '../table/index.ts';
import { takeIn } from '../work-item/entity.ts';

/** The lists of links among what is confirmed: by item, in their order. */

/** RL-01.12: the item is not in the list; twice is once. A list that is not known stays unknown. */
export function withoutLink(draft: Draft<LinkConfirmed>, subjectId: string, id: string): void {
  const links = draft.get('links', subjectId);
  if (links?.some((link) => link.id === id) !== true) return;
  draft.set(
    'links',
    subjectId,
    // mutant: link-takes-the-first-away
    links.filter((link) => link.id !== id),
  );
}

export const linkOf = ({ item: _, ...link }: LinkReading): Link => link;

/** The links of an item are those that are `known` to stay, then these. What an answer to a change says of an item counts only where nothing is known of it: that may be newer. */
export function withLinks(
  draft: Draft<LinkConfirmed>,
  subjectId: string,
  linked: readonly LinkReading[],
  known: readonly Link[] = [],
): void {
  for (const { id, item } of linked) if (draft.get('items', id) === undefined) takeIn(draft, [item]);
  setLinks(draft, subjectId, [...known, ...linked.map(linkOf)]);
}

/** A reading that says what is known already changes nothing, not even a reference. */
export function setLinks(draft: Draft<LinkConfirmed>, subjectId: string, links: readonly Link[]): void {
  const before = draft.get('links', subjectId);
  if (before === undefined || !sameData(before, links)) draft.set('links', subjectId, links);
}

const joins = new WeakMap<Link, LinkedItem>();
const lists = new WeakMap<readonly Link[], readonly LinkedItem[]>();

/** The links of an item with what they link, in their order; undefined until they were read. The same references as long as neither changes. */
export function linkedOf(
  { links, items }: Pick<LinkConfirmed, 'links' | 'items'>,
  subjectId: string,
): readonly LinkedItem[] | undefined {
  const list = get(links, subjectId);
  if (list === undefined) return undefined;
  const joined = list.flatMap((link): LinkedItem[] => {
    const item = get(items, link.id);
    if (item === undefined) return [];
    const known = joins.get(link);
    if (known?.item === item) return [known];
    const made = { ...link, item };
    joins.set(link, made);
    return [made];
  });
  const before = lists.get(list);
  if (before?.length === joined.length && before.every((each, index) => each === joined[index])) return before;
  lists.set(list, joined);
  return joined;
}
