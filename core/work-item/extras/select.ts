import type { GlobalId } from '../types.ts';
import type { ExtrasRoot } from './mutations.ts';
import { extrasRead } from './actions.ts';
import { createSelector } from 'reselect';
import { selectVisible } from '../../mutation/index.ts';
import { selectQuery, type QueryRoot } from '../../query/index.ts';
import { get } from '../../table/index.ts';
import { emojiLook } from '../rules/emojis.ts';
import { givers, MORE_REACTIONS, shownEmojis } from './reactions.ts';

const itemOf = (root: ExtrasRoot, id: GlobalId) => get(selectVisible(root).items, id);

const viewerId = ({ access: { session } }: ExtrasRoot): GlobalId | null => session.user?.id ?? null;

const title = (emoji: string): string => emoji.replaceAll('_', ' ');

/** WI-07.60: the reactions to an item; null: they were not read yet. */
export const selectReactions = createSelector(
  [
    (root: ExtrasRoot, id: GlobalId) => itemOf(root, id)?.awards,
    (root: ExtrasRoot) => selectVisible(root).users,
    viewerId,
  ],
  (awards, users, viewer) => {
    if (awards === undefined) return null;
    const mayReact = viewer !== null;
    const reactions = shownEmojis(awards).map((emoji) => {
      const given = awards.filter((award) => award.emoji === emoji);
      const isOwn = given.some(({ userId }) => userId === viewer);
      const others = given.filter(({ userId }) => userId !== viewer);
      const names = others.flatMap(({ userId }) => get(users, userId)?.name ?? []);
      return {
        emoji,
        look: emojiLook(emoji) ?? emoji,
        title: title(emoji),
        count: given.length,
        isOwn,
        /** WI-07.63: empty where nobody has given it. */
        who: givers(names, isOwn),
      };
    });
    return {
      mayReact,
      /** A visitor has nothing to press: what nobody has given is not there. */
      reactions: mayReact ? reactions : reactions.filter(({ count }) => count > 0),
      /** WI-07.62: what the bar does not show yet. */
      more: mayReact
        ? MORE_REACTIONS.filter((emoji) => !reactions.some((each) => each.emoji === emoji)).map((emoji) => ({
            emoji,
            text: `${emojiLook(emoji) ?? ''} ${title(emoji)}`.trim(),
          }))
        : [],
    };
  },
);

export type ShownReactions = NonNullable<ReturnType<typeof selectReactions>>;

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
