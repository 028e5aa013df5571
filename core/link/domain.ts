import type { Stamped } from '../store/action.ts';
import type { LinkConfirmed, LinkedItem } from './types.ts';
import { linkMutations } from './mutations.ts';
import { linkReducer } from './slice.ts';
import { sameData } from '../entities/index.ts';
import { Draft, commit } from '../mutation/index.ts';
import { emptyTable, get } from '../table/index.ts';
import { linkActions } from './actions.ts';
import { linkList } from './queries.ts';

/** What the planner wires. */
export const linkDomain = {
  name: 'link',
  reducer: linkReducer,
  mutations: linkMutations,
  tables: ['linkedItems'],
  foldConfirmed: foldLinks,
} as const;

/** RL-01.12: the item is not in the list; twice is once. A list that is not known stays unknown. */
export function withoutLink(draft: Draft<LinkConfirmed>, subjectId: string, id: string): void {
  const links = draft.get('linkedItems', subjectId);
  if (links?.some((link) => link.id === id) !== true) return;
  draft.set(
    'linkedItems',
    subjectId,
    // mutant: link-takes-the-first-away
    links.filter((link) => link.id !== id),
  );
}

/** A reading that says what is known already changes nothing, not even a reference. */
export function withList(draft: Draft<LinkConfirmed>, subjectId: string, links: readonly LinkedItem[]): void {
  const before = draft.get('linkedItems', subjectId);
  if (before !== undefined && sameData(before, links)) return;
  draft.set('linkedItems', subjectId, links);
}

/** What is read into the confirmed lists. Nothing is cached: a list that is left is forgotten. */
export function foldLinks<C extends LinkConfirmed>(confirmed: C, action: Stamped): C {
  if (linkList.received.match(action)) {
    const draft = new Draft(confirmed as LinkConfirmed);
    withList(draft, action.payload.params.id, action.payload.data);
    return commit(draft, confirmed as LinkConfirmed) as C;
  }
  if (linkActions.closed.match(action)) return { ...confirmed, linkedItems: emptyTable() };
  if (linkActions.opened.match(action) && get(confirmed.linkedItems, action.payload.subject.id) === undefined) {
    return { ...confirmed, linkedItems: emptyTable() };
  }
  return confirmed;
}
