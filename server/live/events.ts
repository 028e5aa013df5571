import { sql } from 'kysely';
import type { Events } from '../command/events.ts';
import type { Db } from '../db/types.ts';

/** PostgreSQL refuses a notification of 8000 bytes; 300 ids of up to 19 digits stay below. */
const idsInOneNotification = 300;

/** Events are kept for 30 days, and old ones are looked for at most once an hour. Milliseconds. */
const keptFor = 30 * 24 * 60 * 60 * 1000;
const pruneEvery = 60 * 60 * 1000;
/** When this process last looked, as an instant of its callers' clock. A rollback only puts it off. */
let prunedAt = -Infinity;

/** The part of the statement that removes old events, when it is due. Rows that another process is removing are left to it. */
function pruning(now: string) {
  const at = Date.parse(now);
  if (at - prunedAt < pruneEvery) return sql``;
  prunedAt = at;
  return sql`, pruned AS (
        DELETE FROM events WHERE id IN (
          SELECT id FROM events WHERE created_at < ${new Date(at - keptFor).toISOString()}::timestamptz FOR UPDATE SKIP LOCKED
        )
      )`;
}

/**
 * Writes events and notifies the channel `espalier_events` (JSON `{ workItemIds, kind }`). The database delivers a notification
 * when the transaction commits and drops it with a rollback, so nothing is ever announced that did not happen.
 * Events older than 30 days go with the same statement, at most once an hour.
 */
export async function writeEvents(tx: Db, events: Events, now: string): Promise<void> {
  const rows = [...events].flatMap(([kind, ids]) => [...ids].map((id) => ({ id, kind })));
  if (rows.length === 0) return;
  const messages: string[] = [];
  for (const [kind, ids] of events) {
    const all = [...ids];
    for (let at = 0; at < all.length; at += idsInOneNotification) {
      messages.push(JSON.stringify({ workItemIds: all.slice(at, at + idsInOneNotification), kind }));
    }
  }
  await sql`
    WITH written AS (
      INSERT INTO events (work_item_id, kind, created_at)
      SELECT e.id, e.kind, ${now}::timestamptz
      FROM unnest(${rows.map((row) => row.id)}::bigint[], ${rows.map((row) => row.kind)}::text[]) AS e (id, kind)
    )${pruning(now)}
    SELECT pg_notify('espalier_events', message) FROM unnest(${messages}::text[]) AS message
  `.execute(tx);
}
