import { sql } from 'kysely';
import type { Tx } from '../db/types.ts';

/** One line of activity: the text that follows the author's name. */
export interface SystemNote {
  readonly workItemId: number;
  /** Short key for the icon and for filters, for example `title`. */
  readonly action: string;
  readonly body: string;
}

/** Writes all system notes of a change in one statement. */
export async function writeSystemNotes(
  tx: Tx,
  authorId: number,
  notes: readonly SystemNote[],
  now: string,
): Promise<void> {
  if (notes.length === 0) return;
  await sql`
    INSERT INTO notes (work_item_id, author_id, body, system, action, created_at, updated_at)
    SELECT n.work_item_id, ${authorId}::bigint, n.body, true, n.action, ${now}::timestamptz, ${now}::timestamptz
    FROM unnest(${notes.map((n) => n.workItemId)}::bigint[], ${notes.map((n) => n.body)}::text[],
      ${notes.map((n) => n.action)}::text[]) WITH ORDINALITY AS n (work_item_id, body, action, place)
    ORDER BY n.place
  `.execute(tx);
}
