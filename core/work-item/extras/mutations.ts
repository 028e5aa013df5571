import type { Root as AccessRoot } from '../../access/select.ts';
import type { AwardEmojiToggleMutation } from '../../api/generated/operations.ts';
import type { Stamped } from '../../store/action.ts';
import type { RecordsRoot } from '../shown.ts';
import type { ExtrasSubject, ReactionAsked } from './actions.ts';
import { AwardEmojiToggleOperation } from '../../api/generated/operations.ts';
import { recordKeys, takeReading, withReadings } from '../../entities/index.ts';
import { define, graphql, selectVisible, type Draft } from '../../mutation/index.ts';
import { reducerOf } from '../../store/action.ts';
import { get } from '../../table/index.ts';
import { ITEM_WHOLE, USERS, withFacts, withItems, type ItemReading, type ItemRecords } from '../entity.ts';
import { alertAt } from '../field-edit.ts';
import { toldOf, type Overs } from '../select.ts';
import { firstError, hasGiven, withAward } from '../rules.ts';
import { itemEdit } from '../fields/edit.ts';
import { backgroundRead, extrasActions, extrasRead, ownEdits } from './actions.ts';

/** What is read once an item is shown. `shown`: an item that stands in two places stands here twice. */
export interface ItemExtrasState {
  readonly shown: readonly ExtrasSubject[];
}

export interface ExtrasRoot extends RecordsRoot, AccessRoot {
  readonly itemExtras: ItemExtrasState;
}

const { opened, closed, reactionToggled } = extrasActions;

const reducer = reducerOf({ shown: [] } as ItemExtrasState, (on) => {
  on(opened, ({ shown }, subject) => ({ shown: [...shown, subject] }));
  on(closed, ({ shown }, { id }) => {
    const index = shown.findIndex((each) => each.id === id);
    return { shown: shown.filter((_, at) => at !== index) };
  });
});

function react(draft: Draft<ItemRecords>, { id, emoji, userId, person }: ReactionAsked, on: boolean): void {
  const awards = draft.get('items', id)?.awards;
  if (awards === undefined) return;
  if (on && draft.get('users', userId) === undefined) takeReading(draft, USERS, person);
  withFacts(draft, id, { awards: withAward(awards, { emoji, userId }, on) });
}

type Pressed = Pick<ReactionAsked, 'id' | 'emoji'>;

/** Presses of one reaction, to whatever has this id, go one after the other. */
export const awardToggle = {
  scope: ({ id, emoji }: Pressed) => `reaction ${id} ${emoji}`,
  request: (_: unknown, { id, emoji }: Pressed) =>
    graphql(AwardEmojiToggleOperation, { input: { awardableId: id, name: emoji } }),
  decode: ({ toggledOn }: NonNullable<AwardEmojiToggleMutation['awardEmojiToggle']>) => ({ on: toggledOn }),
};

/** WI-07.61: each press turns one reaction of the viewer's on or off; presses of the same one are sent one after the other. */
const reaction = define(reactionToggled, {
  ...awardToggle,
  invalidates: ({ id }) => recordKeys(id, ['awards']),
  accept(root: ExtrasRoot, { id, emoji }) {
    const { user } = root.access.session;
    const awards = get(selectVisible(root).items, id)?.awards;
    if (user === null || awards === undefined) return null;
    const { id: userId, name, username, avatarUrl, webUrl } = user;
    const award = { emoji, userId };
    return { id, ...award, on: !hasGiven(awards, award), person: { id: userId, name, username, avatarUrl, webUrl } };
  },
  apply: (draft: Draft<ItemRecords>, asked) => react(draft, asked, asked.on),
  commit: (draft: Draft<ItemRecords>, { on }, asked) => react(draft, asked, on),
  /** Once it was read what became of an earlier press, the same press is another wish. */
  forgets: ({ id }, action) => extrasRead.received.match(action) && action.payload.params.id === id,
  /** WI-14.11: with its epic, as long as that is shown. */
  error: ({ id }, { messages }, root: ExtrasRoot & Pick<Overs, 'epic' | 'overEpic'>) =>
    alertAt(toldOf(root, id), 'Your reaction could not be saved. Please try again.', firstError(messages)),
});

const todoOf = (exists: boolean) => ({ todo: { exists, deletePath: null } });

/** WI-07.65 */
const todo = itemEdit(ownEdits.todoChanged, {
  right: 'own',
  facts: () => ['todo'],
  asks: ({ todo: { exists } }) => ({ exists: !exists }),
  change: (_, { exists }) => todoOf(exists),
  input: ({ exists }) => ({ currentUserTodosWidget: { action: exists ? 'ADD' : 'MARK_AS_DONE' } }),
  decode: (_, { exists }) => todoOf(exists),
  former: ({ todo: { exists } }) => ({ exists }),
  name: () => 'the to-do of',
});

/** WI-07.66 */
const subscription = itemEdit(ownEdits.subscriptionChanged, {
  right: 'own',
  facts: () => ['subscribed'],
  asks: ({ subscribed }) => (subscribed === null ? null : { subscribed: !subscribed }),
  input: ({ subscribed }) => ({ notificationsWidget: { subscribed } }),
  decode: (_, { subscribed }) => ({ subscribed }),
  former: ({ subscribed }) => (subscribed === null ? null : { subscribed }),
  name: () => 'the notifications of',
});

/** What the planner wires; the watcher comes with the page that shows it. */
export const itemExtrasDomain = {
  name: 'itemExtras',
  reducer,
  mutations: [reaction, todo, subscription],
  reduceConfirmed: <C extends ItemRecords>(confirmed: C, action: Stamped): C => {
    if (backgroundRead.received.match(action)) {
      const { params: id, data } = action.payload;
      if (get(confirmed.items, id) === undefined) return confirmed;
      const { time, zoomLink, hidden, people, assignees } = data;
      const facts = {
        id,
        time,
        zoomLink,
        hidden,
        participants: people.map((person) => person.id),
        ...(assignees && { assignees }),
      };
      return withReadings(withReadings(confirmed, USERS, people), ITEM_WHOLE, [facts]);
    }
    if (!extrasRead.received.match(action)) return confirmed;
    const { params, data } = action.payload;
    const { people, ...facts } = data;
    if (get(confirmed.items, params.id) === undefined) return confirmed;
    return withItems(withReadings(confirmed, USERS, people), [{ ...facts, id: params.id } as ItemReading]);
  },
  holds: ({ itemExtras }: { readonly itemExtras: ItemExtrasState }) => itemExtras.shown.map(({ id }) => id),
} as const;
