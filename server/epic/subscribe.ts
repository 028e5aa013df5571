import { sql } from 'kysely';
import type { Viewer } from '../access/viewer.ts';
import type { Db } from '../db/types.ts';
import { changePlan } from '../tree/change.ts';
import { denied, hidden, type Outcome } from '../tree/command.ts';
import { findEpic, may } from '../tree/items.ts';
import { subscribedSql } from './subscribed.ts';

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

/** EP-13.41: turns the viewer's subscription round. Answers whether there is one now. */
export function toggleEpicSubscription(
  db: Db,
  viewer: Viewer,
  input: { readonly groupPath: string; readonly iid: number },
  now: string,
): Promise<Outcome<boolean>> {
  return changePlan(db, viewer, now, async ({ tx, userId }) => {
    const epic = (await findEpic(tx, viewer, input.groupPath, input.iid)) ?? hidden();
    if (!may(viewer, 'subscribe', epic)) denied();
    const { rows } = await sql<{ subscribed: boolean }>`
      INSERT INTO subscriptions (work_item_id, user_id, subscribed)
      SELECT a.id, ${userId}::bigint, NOT ${sql.raw(subscribedSql(viewer, 'a'))} FROM work_items a WHERE a.id = ${epic.id}
      ON CONFLICT (work_item_id, user_id) DO UPDATE SET subscribed = NOT subscriptions.subscribed
      RETURNING subscribed
    `.execute(tx);
    return rows[0]?.subscribed ?? hidden();
  });
}
