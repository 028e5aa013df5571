import type { Stamped } from '../store/action.ts';
import type { LinkConfirmed, Link, LinkedItem, LinkReading, LinkState } from './types.ts';
import type { Step } from '../store/domain.ts';
import type { SendingRoot } from './form-slice.ts';
import { linkMutations } from './mutations.ts';
import { reduceForms } from './form-slice.ts';
import { linkReducer, SECTIONS, subjectIn } from './slice.ts';
import { sameData, withReadings } from '../entities/index.ts';
import { Draft, commit } from '../mutation/index.ts';
import { entries, get, remove } from '../table/index.ts';
import { MILESTONES, takeIn, USERS, withItems } from '../work-item/entity.ts';
import { linkActions } from './actions.ts';
import { linkList, mergeRequests } from './queries.ts';

/** What the planner wires. */
export const linkDomain = {
  name: 'link',
  reducer: linkReducer,
  mutations: linkMutations,
  tables: ['links'],
  reduceConfirmed: reduceLinks,
  holds: ({ confirmed, link }: { readonly confirmed: LinkConfirmed; readonly link: LinkState }) => [
    ...[...entries(confirmed.links)].flatMap(([, links]) => links.map(({ id }) => id)),
    ...SECTIONS.flatMap((place) => link[place].mergeRequests).flatMap(({ assignees, milestone }) => [
      ...assignees,
      ...(milestone === null ? [] : [milestone]),
    ]),
  ],
  leaves: [linkActions.closed.type],
  afterReduce: (link: LinkState, action: Stamped, { before }: Step<SendingRoot>) => reduceForms(link, action, before),
} as const;

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

const linkOf = ({ item: _, ...link }: LinkReading): Link => link;

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
function setLinks(draft: Draft<LinkConfirmed>, subjectId: string, links: readonly Link[]): void {
  const before = draft.get('links', subjectId);
  if (before === undefined || !sameData(before, links)) draft.set('links', subjectId, links);
}

/** What is read into the confirmed lists. Nothing is cached: a list that no section shows any more is forgotten. */
export function reduceLinks<C extends LinkConfirmed>(
  confirmed: C,
  action: Stamped,
  { link }: { readonly link: LinkState },
): C {
  if (linkList.received.match(action)) {
    const { params, data } = action.payload;
    const known = withItems(
      confirmed,
      data.map(({ item }) => item),
    );
    const draft = new Draft(known as LinkConfirmed);
    setLinks(draft, params.id, data.map(linkOf));
    return commit(draft, known as LinkConfirmed) as C;
  }
  if (mergeRequests.received.match(action)) {
    const known = withReadings(
      confirmed,
      USERS,
      action.payload.data.flatMap(({ assignees }) => assignees),
    );
    return withReadings(
      known,
      MILESTONES,
      action.payload.data.flatMap(({ milestone }) => milestone ?? []),
    );
  }
  if (!linkActions.closed.match(action) && !linkActions.opened.match(action)) return confirmed;
  const now = linkReducer(link, action);
  const left = [...entries(confirmed.links)].map(([id]) => id).filter((id) => subjectIn(now, id) === undefined);
  return left.length === 0 ? confirmed : { ...confirmed, links: left.reduce(remove, confirmed.links) };
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
