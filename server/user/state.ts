import type { Viewer } from '../access/viewer.ts';
import { changePlan } from '../command/change.ts';
import { type Outcome, refuse } from '../command/outcome.ts';
import type { PlanStore } from '../command/plan-store.ts';
import type { StoredUser } from '../command/user-store.ts';
import { managed, USER_TEXTS } from './change.ts';

export const STATE_EVENTS = ['block', 'unblock', 'ban', 'unban', 'deactivate', 'activate'] as const;
export type StateEvent = (typeof STATE_EVENTS)[number];

type State = StoredUser['state'];

/** AP-09.31: what becomes of an account, and from which state; `else`: why not. What has happened already is done. */
const CHANGES: Readonly<
  Record<StateEvent, { readonly from: readonly State[]; readonly to: State; readonly else: (state: State) => string }>
> = {
  block: {
    from: ['active', 'deactivated', 'blocked'],
    to: 'blocked',
    else: (state) => `You cannot block ${state} users.`,
  },
  unblock: { from: ['blocked', 'active'], to: 'active', else: () => USER_TEXTS.unblocked },
  ban: { from: ['active'], to: 'banned', else: (state) => `You cannot ban ${state} users.` },
  unban: { from: ['banned'], to: 'active', else: (state) => `You cannot unban ${state} users.` },
  deactivate: { from: ['active', 'deactivated'], to: 'deactivated', else: () => USER_TEXTS.deactivated },
  activate: { from: ['deactivated', 'active'], to: 'active', else: () => USER_TEXTS.activated },
};

/** Who has been away for so long may be deactivated. Milliseconds. */
const AWAY = 90 * 24 * 60 * 60 * 1000;

/** AP-09.32: of so many items at once open pages are told. */
export const TOLD_AT_ONCE = 500;

/** AP-09.31: shuts a person out, or lets them in again. */
export function changeState(
  store: PlanStore,
  viewer: Viewer,
  { id, event }: { readonly id: number; readonly event: StateEvent },
  now: string,
): Promise<Outcome<null>> {
  return changePlan(store, viewer, now, async (change) => {
    const user = await managed(change, id);
    const { from, to, else: why } = CHANGES[event];
    if (to !== 'active' && id === change.userId) refuse(403, USER_TEXTS.self);
    if (!from.includes(user.state)) refuse(403, why(user.state));
    if (user.state === to) return null;
    if (event === 'deactivate' && isRecent(user, now)) refuse(403, USER_TEXTS.recent);
    await change.store.users.update(id, { state: to });
    if (to !== 'active') await change.store.users.signOut(id);
    if ([user.state, to].includes('banned'))
      change.events.add('confidential', ...(await change.store.users.authored(id, TOLD_AT_ONCE)));
    return null;
  });
}

const isRecent = ({ activeOn }: StoredUser, now: string): boolean =>
  activeOn !== null && Date.parse(now) - Date.parse(activeOn) < AWAY;
