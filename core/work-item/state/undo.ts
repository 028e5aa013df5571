import type { Shown, Undo } from '../../mutation/index.ts';
import type { AskedChange, StateChange } from './actions.ts';
import type { ItemStateRoot } from './select.ts';
import { gone, isPending, later } from '../../mutation/index.ts';
import { eventFor, stateAfter } from '../rules.ts';
import { itemStateActions } from './actions.ts';
import { selectWorkItem } from '../select.ts';
import { changeableItem } from './select.ts';

type ItemShown = Shown & ItemStateRoot;

/** RP-02.216: closing is taken back by reopening, and the other way round. */
export const stateUndo: Undo<AskedChange, StateChange> = {
  plan(before: ItemShown, { id, event }) {
    const item = changeableItem(before);
    if (item?.id !== id) return null;
    const done = event === 'close' ? 'closed' : 'reopened';
    return { name: `${done} ${item.reference} “${item.title}”`, back: { id, event } };
  },
  obstacle(now: ItemShown, { id, event }) {
    const item = selectWorkItem(now);
    if (item?.id !== id) return later('the item is still being read');
    if (isPending(now, itemStateActions.changeAsked)) return later('the change is still being made');
    if (now.access.session.user === null) return gone('you are not signed in');
    if (changeableItem(now) === null) return gone('you may not change it any more');
    return item.state === stateAfter(event) ? null : gone('it was changed meanwhile');
  },
  inverse: (_, { id, event }) => itemStateActions.changeAsked({ id, event: eventFor(stateAfter(event)) }),
};
