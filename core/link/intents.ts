import type { Draft, IntentKind, IntentKinds } from '../sync/index.ts';
import type { Stamped } from '../store/action.ts';
import type { LinkRemoval, LinkRestoral } from './actions.ts';
import type { LinkConfirmed, LinkedItem } from './types.ts';
import { emptyTable, get, set } from '../table/index.ts';
import { linkActions, linkAnswers } from './actions.ts';

/** What a reading of an item's links depends on: a change of any makes an earlier reading stale. */
export const linksKey = (subjectId: string): string => `links/${subjectId}`;

/** RL-01.12: the item is not in the list; twice is once. A list that is not known stays unknown. */
function apply(draft: Draft<LinkConfirmed>, { subjectId, id }: LinkRemoval): void {
  const links = draft.get('linkedItems', subjectId);
  if (links?.some((link) => link.id === id) !== true) return;
  draft.set(
    'linkedItems',
    subjectId,
    links.filter((link) => link.id !== id),
  );
}

const removal: IntentKind<LinkConfirmed, LinkRemoval> = { keys: ({ subjectId }) => [linksKey(subjectId)], apply };

/** RL-01.32: the item is in the list, the last one of it; where it can be taken away from is known with the answer. */
const restoral: IntentKind<LinkConfirmed, LinkRestoral> = {
  keys: ({ subjectId }) => [linksKey(subjectId)],
  apply(draft, { subjectId, link }) {
    const links = draft.get('linkedItems', subjectId);
    if (links === undefined || links.some(({ id }) => id === link.id)) return;
    draft.set('linkedItems', subjectId, [...links, { ...link, relationPath: null }]);
  },
};

/** The changes of links that are shown before they are answered. */
export const linkIntents: IntentKinds<LinkConfirmed> = {
  [linkActions.removed.type]: removal,
  [linkActions.restored.type]: restoral,
};

/** What the server's answers do to the confirmed lists. Nothing is cached: a list that is left is forgotten. */
export function foldLinks<C extends LinkConfirmed>(confirmed: C, action: Stamped): C {
  if (linkAnswers.listRead.match(action) || linkAnswers.added.match(action)) {
    const { subjectId, links } = action.payload;
    return withList(confirmed, subjectId, links);
  }
  if (linkActions.closed.match(action)) return { ...confirmed, linkedItems: emptyTable() };
  if (linkActions.opened.match(action) && get(confirmed.linkedItems, action.payload.subject.id) === undefined) {
    return { ...confirmed, linkedItems: emptyTable() };
  }
  return confirmed;
}

/** A reading that says what is known already changes nothing, not even a reference. */
function withList<C extends LinkConfirmed>(confirmed: C, subjectId: string, links: readonly LinkedItem[]): C {
  const before = get(confirmed.linkedItems, subjectId);
  if (before !== undefined && JSON.stringify(before) === JSON.stringify(links)) return confirmed;
  return { ...confirmed, linkedItems: set(confirmed.linkedItems, subjectId, links) };
}
