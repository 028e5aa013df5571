import type { Viewer } from '../access/viewer.ts';
import { changePlan } from '../command/change.ts';
import { type Outcome, refuse } from '../command/outcome.ts';
import type { PlanStore } from '../command/plan-store.ts';
import { managed, USER_TEXTS } from './change.ts';
import { TOLD_AT_ONCE } from './state.ts';

/** The account with which every database begins: what an import names no author of is its. */
const FIRST = 1;

/** AP-09.40: deletes an account. What the person has written stays, as the ghost's; `hard` (AP-09.102): it goes as well, afterwards. */
export function deleteUser(
  store: PlanStore,
  viewer: Viewer,
  { id, hard = false }: { readonly id: number; readonly hard?: boolean },
  now: string,
): Promise<Outcome<null>> {
  return changePlan(store, viewer, now, async (change) => {
    const { users } = change.store;
    const user = await managed(change, id);
    if (id === change.userId) refuse(403, USER_TEXTS.self);
    if (id === FIRST) refuse(403, USER_TEXTS.first);
    if (hard) {
      await users.signOut(id);
      if (user.state !== 'banned') await users.update(id, { state: 'blocked' });
      await change.store.later([{ kind: 'deletePerson', id, userId: change.userId, at: now }]);
      return null;
    }
    if ((await users.soleOwned(id, now)).length > 0) refuse(409, USER_TEXTS.soleOwner);
    // What was hidden with a banned person is shown again: the ghost is not banned.
    const shown = user.state === 'banned' ? await users.authored(id, TOLD_AT_ONCE) : [];
    await users.signOut(id);
    const assigned = await users.delete(id, now);
    change.events.add('confidential', ...shown);
    change.events.add('assignees', ...assigned.slice(0, TOLD_AT_ONCE));
    return null;
  });
}
