import { EVERYWHERE } from '../access/viewer.ts';
import { Change } from '../command/change.ts';
import type { DeletePerson } from '../command/job.ts';
import type { PlanStore } from '../command/plan-store.ts';
import { announce } from '../note/comment.ts';
import { TOLD_AT_ONCE } from '../user/state.ts';
import { deleteMany } from '../work-item/delete-many.ts';
import { begin, FIRST_USER, PIECE } from './deletion.ts';

/** AP-09.103: deletes some of what a person wrote and leaves the rest to the next job; where nothing is left, the account. */
export async function deletePersonPiece(store: PlanStore, job: DeletePerson): Promise<void> {
  const { users, places, notes } = store;
  const { id, at } = job;
  await places.lock();
  await store.tree.lock();
  await users.lock();
  const known = await users.find([id, job.userId]);
  if (!known.has(id)) return;
  const by = known.has(job.userId) ? job.userId : FIRST_USER;
  const change = new Change(store, EVERYWHERE, by, at);
  // AP-09.104
  for (const groupId of await users.soleOwned(id, at)) {
    const place = { kind: 'group', id: groupId } as const;
    await places.mark(place, { on: at.slice(0, 10), by });
    await begin(store, place, by, at);
  }
  const items = new Set(await users.made(id, PIECE));
  if (items.size > 0) await deleteMany(change, [...items], (item) => items.has(item.id));
  const gone = items.size > 0 ? [] : await notes.deleteOf(id, PIECE);
  for (const { system, isLast, ...note } of gone)
    if (system) change.events.add('notes', note.itemId);
    else announce(change, 'deleted', note, isLast);
  const isLeft = items.size + gone.length > 0;
  if (!isLeft) change.events.add('assignees', ...(await users.delete(id, at, true)).slice(0, TOLD_AT_ONCE));
  await change.finish();
  if (isLeft) await store.later([job]);
}
