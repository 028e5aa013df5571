import type { Stamped } from '../store/action.ts';
import type { LinkConfirmed, LinkState } from './types.ts';
import type { Step } from '../store/domain.ts';
import type { SendingRoot } from './form-slice.ts';
import { linkOf, setLinks } from './lists.ts';
import { linkMutations } from './mutations.ts';
import { reduceForms } from './form-slice.ts';
import { ITEM_PLACES } from '../work-item/slice.ts';
import { linkReducer, subjectIn } from './slice.ts';
import { withReadings } from '../entities/index.ts';
import { Draft, commit } from '../mutation/index.ts';
import { entries, remove } from '../table/index.ts';
import { MILESTONES, USERS, withItems } from '../work-item/entity.ts';
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
    ...ITEM_PLACES.flatMap((place) => link[place].mergeRequests).flatMap(({ assignees, milestone }) => [
      ...assignees,
      ...(milestone === null ? [] : [milestone]),
    ]),
  ],
  leaves: [linkActions.closed.type],
  afterReduce: (link: LinkState, action: Stamped, { before }: Step<SendingRoot>) => reduceForms(link, action, before),
} as const;

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
