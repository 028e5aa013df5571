import type { GlobalId } from '../types.ts';
import type { ExtrasRoot } from './mutations.ts';
import { extrasRead } from './actions.ts';
import { createSelector } from 'reselect';
import { selectVisible } from '../../mutation/index.ts';
import { selectQuery, type QueryRoot } from '../../query/index.ts';
import { get } from '../../table/index.ts';
import { reactionsOf, VOTES } from './reactions.ts';

const itemOf = (root: ExtrasRoot, id: GlobalId) => get(selectVisible(root).items, id);

const viewerId = ({ access: { session } }: ExtrasRoot): GlobalId | null => session.user?.id ?? null;

/** WI-07.60: the reactions to an item; null: they were not read yet. */
export const selectReactions = createSelector(
  [
    (root: ExtrasRoot, id: GlobalId) => itemOf(root, id)?.awards,
    (root: ExtrasRoot) => selectVisible(root).users,
    viewerId,
  ],
  (awards, users, viewer) => {
    if (awards === undefined) return null;
    const named = awards.map((award) => ({ ...award, name: get(users, award.userId)?.name ?? null }));
    return reactionsOf(named, viewer, VOTES);
  },
);

/** WI-07.64: what stands beside the fields could not be read, and nothing is known of it. */
export const selectExtrasFailed = (root: QueryRoot, id: GlobalId): boolean =>
  selectQuery(root, extrasRead, { id, epic: null }).status === 'failed';

/** WI-07.65, WI-07.66: what is the viewer's own of an item; null: nobody is signed in, or it was not read yet. */
export const selectOwn = createSelector(
  [
    viewerId,
    (root: ExtrasRoot, id: GlobalId) => itemOf(root, id)?.todo,
    (root: ExtrasRoot, id: GlobalId) => itemOf(root, id)?.subscribed,
  ],
  (viewer, todo, subscribed) =>
    viewer === null || todo === undefined || subscribed === undefined || subscribed === null
      ? null
      : { todo: todo.exists, todoLabel: todo.exists ? 'Mark as done' : 'Add a to do', subscribed },
);
