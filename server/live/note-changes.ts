import type { NoteChange } from '../command/events.ts';
import type { Registry, Subscription } from './registry.ts';

/** What may concern each of those who listen to notes, in the order of its happening; the same to the same note is there once. */
export function changesByListener(
  notes: readonly NoteChange[],
  registry: Registry,
): ReadonlyMap<Subscription, readonly NoteChange[]> {
  const once = new Map(notes.map((note) => [`${note.what} ${note.id}`, note]));
  const found = new Map<Subscription, NoteChange[]>();
  for (const note of once.values()) {
    for (const subscription of registry.ofItem(note.itemId)) {
      const { topic } = subscription.plan;
      if (!('notes' in topic) || topic.notes !== note.what) continue;
      const known = found.get(subscription);
      if (known === undefined) found.set(subscription, [note]);
      else known.push(note);
    }
  }
  return found;
}
