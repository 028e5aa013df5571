import { sql } from 'kysely';
import type { Db } from '../../db/types.ts';

/**
 * The next number in a group (epics) or a project (everything else). Numbers are never reused, not even after the last item was deleted:
 * a deletion records the highest one in the settings. The hierarchy lock must be held, so that two people never get the same number.
 */
export async function nextIid(
  tx: Db,
  owner: { readonly groupId: number } | { readonly projectId: number },
): Promise<number> {
  const given = iidSettingKey(owner);
  const inOwner =
    'groupId' in owner ? sql`group_id = ${owner.groupId} AND project_id IS NULL` : sql`project_id = ${owner.projectId}`;
  const { rows } = await sql<{ last: number }>`
    SELECT greatest(
      coalesce((SELECT max(iid) FROM work_items WHERE ${inOwner}), 0),
      coalesce((SELECT max((value #>> '{}')::int) FROM settings WHERE key IN (${given}, ${HELD + given})), 0)
    ) AS last
  `.execute(tx);
  return (rows[0]?.last ?? 0) + 1;
}

/** Remembers the numbers of items that are about to be deleted. */
export async function retireIids(tx: Db, ids: readonly number[]): Promise<void> {
  await sql`
    INSERT INTO settings (key, value)
    SELECT CASE WHEN project_id IS NULL THEN 'last_iid/group/' || group_id ELSE 'last_iid/project/' || project_id END, to_jsonb(max(iid))
    FROM work_items WHERE id = ANY(${[...ids]}::bigint[])
    GROUP BY 1
    ON CONFLICT (key) DO UPDATE
    SET value = to_jsonb(greatest((settings.value #>> '{}')::int, (excluded.value #>> '{}')::int))
  `.execute(tx);
}

/** The row of the settings that says which numbers have been given. */
export const iidSettingKey = (owner: { readonly groupId: number } | { readonly projectId: number }): string =>
  'groupId' in owner ? `last_iid/group/${owner.groupId}` : `last_iid/project/${owner.projectId}`;

/** Prefix of the keys under which an import reserves numbers; they are removed when it ends. */
const HELD = 'held/';

/** Makes new numbers start above these while an import is still writing rows that have them. Does not need the hierarchy lock: the order does not matter. */
export async function holdIids(tx: Db, iids: readonly { key: string; iid: number }[]): Promise<void> {
  for (const { key, iid } of iids) {
    await sql`
      INSERT INTO settings (key, value) VALUES (${HELD + key}, to_jsonb(${iid}::int))
      ON CONFLICT (key) DO UPDATE SET value = excluded.value`.execute(tx);
  }
}

/** Removes all reservations, including those left by an import that was killed: only one import runs at a time. */
export async function releaseIids(tx: Db): Promise<void> {
  await sql`DELETE FROM settings WHERE starts_with(key, ${HELD})`.execute(tx);
}
