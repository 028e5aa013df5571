import type { Inverse, Shown } from '../sync/index.ts';
import type { AccessState } from '../access/slice.ts';
import type { GlobalId, WorkItemState } from '../work-item/types.ts';
import type { EpicState } from './slice.ts';
import { gone, later } from '../sync/index.ts';
import { eventFor, stateAfter } from '../work-item/rules.ts';
import { epicActions } from './actions.ts';
import { selectEpicPermissions } from './select.ts';

interface EpicShown extends Shown {
  readonly access: AccessState;
  readonly epic: EpicState;
}

/** Which epic was closed or reopened, and what it is since. */
interface Toggled {
  readonly id: GlobalId;
  readonly state: WorkItemState;
}

/** RP-02.216: closing is taken back by reopening, and the other way round, by the very request of the button. */
const toggle: Inverse<EpicShown, unknown, Toggled> = {
  kind: epicActions.epicStateToggled.type,
  plan(before) {
    const { epic, data, stateChange } = before.epic.page;
    if (epic === null || data === null || stateChange === 'sending') return null;
    if (!selectEpicPermissions(before).canUpdate) return null;
    const event = eventFor(epic.state);
    const done = event === 'close' ? 'closed' : 'reopened';
    return { name: `${done} ${epic.reference} “${epic.title}”`, back: { id: epic.id, state: stateAfter(event) } };
  },
  obstacle(now, { id, state }) {
    const { epic, data, stateChange } = now.epic.page;
    if (epic?.id !== id || data === null) return later('the epic is still being read');
    if (stateChange === 'sending') return later('the change is still being made');
    if (now.access.session.user === null) return gone('you are not signed in');
    if (!selectEpicPermissions(now).canUpdate) return gone('you may not change it any more');
    return epic.state === state ? null : gone('it was changed meanwhile');
  },
  edit: () => epicActions.epicStateToggled(),
  refusal: {
    type: epicActions.epicStateChangeFailed.type,
    concerns: (payload, { id }) => (payload as Partial<Toggled>).id === id,
  },
};

/** How a change of an epic's state is taken back. */
export const epicStateInverses = [toggle] as const;
