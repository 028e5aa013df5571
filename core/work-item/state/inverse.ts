import type { Inverse, Shown } from '../../sync/index.ts';
import type { StateChange } from './actions.ts';
import type { ItemStateRoot } from './select.ts';
import { gone, later } from '../../sync/index.ts';
import { eventFor, stateAfter } from '../rules.ts';
import { itemStateActions } from './actions.ts';
import { changeableItem, isChanging } from './select.ts';

type ItemShown = Shown & ItemStateRoot;

/** RP-02.216: closing is taken back by reopening, and the other way round. */
const change: Inverse<ItemShown, StateChange, StateChange> = {
  kind: itemStateActions.changeAsked.type,
  plan(before, made) {
    const item = changeableItem(before);
    if (item?.id !== made.id || item.state === stateAfter(made.event) || isChanging(before)) return null;
    const done = made.event === 'close' ? 'closed' : 'reopened';
    return { name: `${done} ${item.reference} “${item.title}”`, back: made };
  },
  obstacle(now, { id, event }) {
    const { item } = now.workItem;
    if (item?.id !== id) return later('the item is still being read');
    if (isChanging(now)) return later('the change is still being made');
    if (now.access.session.user === null) return gone('you are not signed in');
    if (changeableItem(now) === null) return gone('you may not change it any more');
    return item.state === stateAfter(event) ? null : gone('it was changed meanwhile');
  },
  edit: (_, { id, event }) => itemStateActions.changeAsked({ id, event: eventFor(stateAfter(event)) }),
  refusal: {
    type: itemStateActions.changeFailed.type,
    concerns: (payload, { id }) => (payload as Partial<StateChange>).id === id,
  },
};

/** How a change of an item's state is taken back. */
export const itemStateInverses = [change] as const;
