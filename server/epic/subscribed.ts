import type { Viewer } from '../access/viewer.ts';

/** EP-13.40: does the viewer follow the item `a`? By decision; without one, who takes part in it: its author, its people, who wrote a note on it. */
export function subscribedSql({ userId }: Viewer, a: string): string {
  if (userId === null) return 'FALSE';
  const decided = `(SELECT s.subscribed FROM subscriptions s WHERE s.work_item_id = ${a}.id AND s.user_id = ${userId})`;
  const people = `EXISTS (SELECT 1 FROM work_item_people x WHERE x.work_item_id = ${a}.id AND x.user_id = ${userId})`;
  const wrote = `EXISTS (SELECT 1 FROM notes n WHERE n.work_item_id = ${a}.id AND n.author_id = ${userId} AND NOT n.system)`;
  return `coalesce(${decided}, ${a}.author_id = ${userId} OR ${people} OR ${wrote})`;
}
