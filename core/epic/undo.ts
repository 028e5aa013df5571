import type { Shown, Undo } from '../mutation/index.ts';
import type { EpicStateChange } from './actions.ts';
import type { AccessState } from '../access/slice.ts';
import type { GlobalId, WorkItemState } from '../work-item/types.ts';
import { gone, isPending, later } from '../mutation/index.ts';
import { stateAfter } from '../work-item/rules.ts';
import { epicActions } from './actions.ts';
import { selectEpic, selectEpicPermissions, type Root as EpicRoot } from './select.ts';

interface EpicShown extends Shown, EpicRoot {
  readonly access: AccessState;
}

/** Which epic was closed or reopened, and what it is since. */
interface Toggled {
  readonly id: GlobalId;
  readonly state: WorkItemState;
}

/** RP-02.216: closing is taken back by reopening, and the other way round, by the very request of the button. */
export const stateUndo: Undo<EpicStateChange, Toggled> = {
  plan(before: EpicShown, { id, event }) {
    const epic = selectEpic(before);
    if (epic?.id !== id) return null;
    const done = event === 'close' ? 'closed' : 'reopened';
    return { name: `${done} ${epic.reference} “${epic.title}”`, back: { id, state: stateAfter(event) } };
  },
  obstacle(now: EpicShown, { id, state }) {
    const epic = selectEpic(now);
    if (epic?.id !== id) return later('the epic is still being read');
    const isIts = (asked: EpicStateChange): boolean => asked.id === id;
    if (isPending(now, epicActions.epicStateToggled, isIts)) return later('the change is still being made');
    if (now.access.session.user === null) return gone('you are not signed in');
    if (!selectEpicPermissions(now).canUpdate) return gone('you may not change it any more');
    return epic.state === state ? null : gone('it was changed meanwhile');
  },
  inverse: () => epicActions.epicStateToggled(),
};
