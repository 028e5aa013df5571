import { sql } from 'kysely';
import type { Viewer } from '../access/viewer.ts';
import type { Db } from '../db/types.ts';
import { changePlan } from '../tree/change.ts';
import { denied, hidden, type Outcome } from '../tree/command.ts';
import { findEpic, may } from '../tree/items.ts';

/** Subscribes the viewer to an epic, or ends it. It is the viewer's own matter: no note, no event, no new lock version. Answers the epic's id. */
export function setEpicSubscription(
  db: Db,
  viewer: Viewer,
  input: { readonly groupPath: string; readonly iid: number; readonly subscribed: boolean },
  now: string,
): Promise<Outcome<number>> {
  return changePlan(db, viewer, now, async (change) => {
    const epic = (await findEpic(change.tx, viewer, input.groupPath, input.iid)) ?? hidden();
    if (!may(viewer, 'subscribe', epic)) denied();
    await sql`
      INSERT INTO subscriptions (work_item_id, user_id, subscribed) VALUES (${epic.id}, ${change.userId}, ${input.subscribed})
      ON CONFLICT (work_item_id, user_id) DO UPDATE SET subscribed = excluded.subscribed
    `.execute(change.tx);
    return epic.id;
  });
}
