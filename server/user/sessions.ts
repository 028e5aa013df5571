import type { Viewer } from '../access/viewer.ts';
import { type Change, changePlan } from '../command/change.ts';
import { denied, hidden, type Outcome, refuse } from '../command/outcome.ts';
import type { PlanStore } from '../command/plan-store.ts';
import { USER_TEXTS } from './change.ts';

/** AP-09.56: ends one of a person's sessions, one's own or by an administrator. */
export function endSession(
  store: PlanStore,
  viewer: Viewer,
  { userId, session }: { readonly userId: number; readonly session: number },
  now: string,
): Promise<Outcome<null>> {
  return changePlan(store, viewer, now, async (change) => {
    await whose(change, userId);
    if ((await change.store.users.endSessions(userId, { session })) === 0) hidden();
    return null;
  });
}

/** AP-09.56: ends a person's sessions, but for the one with this CSRF token. Answers how many. */
export function endSessions(
  store: PlanStore,
  viewer: Viewer,
  { userId, but }: { readonly userId: number; readonly but: string | null },
  now: string,
): Promise<Outcome<number>> {
  return changePlan(store, viewer, now, async (change) => {
    await whose(change, userId);
    return change.store.users.endSessions(userId, { but });
  });
}

async function whose({ store, viewer, userId }: Change, wanted: number): Promise<void> {
  if (wanted === userId) return;
  if (!viewer.admin) denied();
  if (!(await store.users.find([wanted])).has(wanted)) refuse(404, USER_TEXTS.missing);
}
