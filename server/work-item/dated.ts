import { type Outcome, refuse, runCommand } from '../command/outcome.ts';
import type { PlanStore } from '../command/plan-store.ts';

/** Runs an edit that answers an item's id, which then says that it was changed at this instant; undefined: at that of the edit. */
export function dated(
  store: PlanStore,
  at: string | undefined,
  edit: (store: PlanStore) => Promise<Outcome<number>>,
): Promise<Outcome<number>> {
  if (at === undefined) return edit(store);
  return runCommand(store, async (inside) => {
    const outcome = await edit(inside);
    if (!outcome.ok) return refuse(outcome.status, ...outcome.errors);
    await inside.items.update(outcome.value, { updated_at: at });
    return outcome.value;
  });
}
