import { anonymous } from '../access/viewer.ts';
import { Change } from '../command/change.ts';
import type { Named } from '../command/item.ts';
import type { PlanStore } from '../command/plan-store.ts';
import { releasedNotes } from '../note/wording.ts';

/** EP-06.44: as many children are told at once that their parent is gone; of more all are told afterwards. */
export const RELEASED_AT_ONCE = 500;

/** Told in one transaction, in which nobody waits long for a row of theirs. */
const PIECE = 200;

/** The child says that it has lost its parent, which is being deleted. */
export function tellReleased(change: Change, parent: Named, child: Named): void {
  const { onChild } = releasedNotes(parent, child);
  change.note(child, onChild.action, onChild.body);
  change.edited(child.id);
  change.events.add('parent', child.id);
}

/** Tells some of the children whose telling was postponed. False: there are none. */
export function tellSome(store: PlanStore, most = PIECE): Promise<boolean> {
  return store.transaction(async (inside) => {
    const released = await inside.tree.takeReleased(most);
    if (released === null) return false;
    const { parent, children, userId, at } = released;
    const change = new Change(inside, anonymous, userId, at);
    for (const child of children) tellReleased(change, parent, child);
    await change.finish();
    return true;
  });
}
