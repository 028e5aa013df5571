import { type RawBuilder, sql } from 'kysely';
import type { EventKind, Events, NoteChange } from '../command/events.ts';
import type { Db } from '../db/types.ts';

/** PostgreSQL refuses a notification of 8000 bytes; 300 ids of up to 19 digits stay below. */
const idsInOneNotification = 300;
/** So many changes of notes, each of three ids and some words, do as well. */
const NOTES_IN_ONE_NOTIFICATION = 50;

/** So many changes of notes stand with the event of their kind. */
const TOGETHER = 20;
/** The kinds of events about comments: whether those are internal. */
const NOTE_KINDS: Partial<Record<EventKind, boolean>> = { notes: false, internalNotes: true };

/** The channel that says that somebody has been signed out: whoever holds sockets looks whose. */
export const SIGN_OUTS = 'espalier_sign_outs';

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
 * The end of a `WITH` statement that writes events and notifies the channel `espalier_events` (JSON `{ workItemIds, kind }`, of single
 * notes `{ workItemIds, kind, notes }`). The database delivers a notification when the transaction commits and drops it with a rollback, so nothing is ever
 * announced that did not happen.
 * Events older than 30 days go with the same statement, at most once an hour.
 */
export function announcing(events: Events, notes: readonly NoteChange[], now: string): RawBuilder<unknown> {
  const rows = [...events].flatMap(([kind, ids]) => [...ids].map((id) => ({ id, kind })));
  const messages: string[] = [];
  const others = new Set(notes);
  for (const [kind, ids] of events) {
    const all = [...ids];
    const own = notes.filter(({ itemId, internal }) => ids.has(itemId) && NOTE_KINDS[kind] === internal);
    // WI-10.98: in one message, so that no batch has the one without the other.
    if (own.length > 0 && own.length <= TOGETHER && all.length <= TOGETHER) {
      messages.push(JSON.stringify({ workItemIds: all, kind, notes: own }));
      for (const note of own) others.delete(note);
      continue;
    }
    for (let at = 0; at < all.length; at += idsInOneNotification) {
      messages.push(JSON.stringify({ workItemIds: all.slice(at, at + idsInOneNotification), kind }));
    }
  }
  const left = [...others];
  for (let at = 0; at < left.length; at += NOTES_IN_ONE_NOTIFICATION) {
    const some = left.slice(at, at + NOTES_IN_ONE_NOTIFICATION);
    messages.push(JSON.stringify({ workItemIds: [], kind: 'notes', notes: some }));
  }
  return sql`written AS (
      INSERT INTO events (work_item_id, kind, created_at)
      SELECT e.id, e.kind, ${now}::timestamptz
      FROM unnest(${rows.map((row) => row.id)}::bigint[], ${rows.map((row) => row.kind)}::text[]) AS e (id, kind)
    )${pruning(now)}
    SELECT pg_notify('espalier_events', message) FROM unnest(${messages}::text[]) AS message`;
}

/** A query that notifies of lines of activity, each a note: `noted` has their `id` and `work_item_id`. */
export const announcingLines = (noted: RawBuilder<unknown>): RawBuilder<unknown> => sql`
    SELECT pg_notify('espalier_events', json_build_object('workItemIds', '[]'::json, 'kind', 'notes', 'notes', json_agg(
      json_build_object('id', n.id, 'itemId', n.work_item_id, 'what', 'created', 'internal', false, 'discussionId', n.id) ORDER BY n.id
    ))::text)
    FROM (SELECT id, work_item_id, (row_number() OVER (ORDER BY id) - 1) / ${NOTES_IN_ONE_NOTIFICATION}::bigint AS part FROM ${noted} x) n
    GROUP BY n.part`;

/** Events alone. */
export async function writeEvents(tx: Db, events: Events, now: string): Promise<void> {
  if (events.size > 0) await sql`WITH ${announcing(events, [], now)}`.execute(tx);
}

/** What a deleted item was, as far as the rules of access ask: numbers, no text. */
export interface Gone {
  readonly id: number;
  readonly group: number;
  readonly project: number | null;
  readonly confidential: boolean;
  readonly author: number;
  readonly assignees: readonly number[] | null;
}

/** So many assignees are told of; a notification has room for no more than some hundreds. */
const assigneesInOneNotification = 200;

/**
 * AP-07.9: notifies `espalier_events` of what items are that are about to be deleted, `{ workItemIds, kind: 'deleted', gone }`, so that who could see them can be told.
 * One notification for each; the events themselves are written by `writeEvents`.
 */
export async function announceGone(tx: Db, ids: readonly number[]): Promise<void> {
  await sql`
    SELECT pg_notify('espalier_events', json_build_object(
      'workItemIds', json_build_array(w.id), 'kind', 'deleted', 'gone', json_build_array(json_build_object(
        'id', w.id, 'group', w.group_id, 'project', w.project_id, 'confidential', w.confidential, 'author', w.author_id,
        'assignees', (SELECT json_agg(x.user_id) FROM (SELECT user_id FROM work_item_people p
          WHERE p.work_item_id = w.id AND p.role = 'assignee' ORDER BY p.place LIMIT ${assigneesInOneNotification}) x)
      )))::text)
    FROM work_items w WHERE w.id = ANY(${[...ids]}::bigint[])`.execute(tx);
}
