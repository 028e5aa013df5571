import { anonymous } from '../access/viewer.ts';
import { Change } from '../command/change.ts';
import type { Named } from '../command/item.ts';
import type { PlanStore } from '../command/plan-store.ts';
import type { TellReleased } from '../command/job.ts';
import { releasedNotes } from '../note/wording.ts';

/** EP-06.44: as many children are told at once that their parent is gone; of more all are told afterwards. */
export const RELEASED_AT_ONCE = 500;

/** Told in one job, during which nobody waits long for a row of theirs. */
const PIECE = 200;

/** The child says that it has lost its parent, which is being deleted. */
export function tellReleased(change: Change, parent: Named, child: Named): void {
  const { onChild } = releasedNotes(parent, child);
  change.note(child, onChild.action, onChild.body);
  change.edited(child.id);
  change.events.add('parent', child.id);
}

/** Has all children of these items, which are being deleted, told afterwards. */
export async function tellReleasedLater({ store, userId, now: at }: Change, ids: readonly number[]): Promise<void> {
  const released = await store.tree.idsOutside(ids);
  const jobs = released.flatMap(({ parent, childIds }) =>
    Array.from({ length: Math.ceil(childIds.length / PIECE) }, (_, index) => {
      const piece = childIds.slice(index * PIECE, (index + 1) * PIECE);
      return { kind: 'tellReleased' as const, parent, childIds: piece, userId, at };
    }),
  );
  await store.later(jobs);
}

/** Does such a job. Who is gone by now says nothing. */
export async function tellPiece(store: PlanStore, { parent, childIds, userId, at }: TellReleased): Promise<void> {
  const change = new Change(store, anonymous, userId, at);
  for (const child of (await store.items.named(childIds)).values()) tellReleased(change, parent, child);
  await change.finish();
}
