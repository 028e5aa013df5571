import { type FirstRunInput, firstRunFaults, trimFirstRun } from '@espalier/core/access';
import { sql } from 'kysely';
import type { Db } from '../db/types.ts';

/** True while there is no group and nobody but root. */
export async function isFirstRun(db: Db): Promise<boolean> {
  const { rows } = await sql<{ open: boolean }>`SELECT NOT EXISTS (SELECT 1 FROM groups)
    AND NOT EXISTS (SELECT 1 FROM users WHERE username <> 'root') AS open`.execute(db);
  return rows[0]?.open === true;
}

/** Faults by field: `{ 'group.path': ["can't be blank"] }`. */
export type FirstRunErrors = Readonly<Record<string, readonly string[]>>;

/** RP-02.106: reads the whole form and names every fault. */
export function readFirstRun(body: unknown): FirstRunInput | { readonly errors: FirstRunErrors } {
  const text = (part: string, name: string): string => {
    const value = fieldsOf(fieldsOf(body)[part])[name];
    return typeof value === 'string' ? value : '';
  };
  const input = trimFirstRun({
    group: { name: text('group', 'name'), path: text('group', 'path') },
    project: { name: text('project', 'name'), path: text('project', 'path') },
    user: { name: text('user', 'name'), username: text('user', 'username'), password: text('user', 'password') },
  });
  const faults = Object.entries(firstRunFaults(input));
  return faults.length === 0 ? input : { errors: Object.fromEntries(faults.map(([field, fault]) => [field, [fault]])) };
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** Makes the person (an administrator and Owner), the group and the project in one transaction; null if somebody was faster. */
export async function createFirstRun(db: Db, input: FirstRunInput, passwordHash: string, now: string) {
  return db.transaction().execute(async (tx) => {
    await sql`SELECT pg_advisory_xact_lock(4357, 1)`.execute(tx);
    if (!(await isFirstRun(tx))) return null;
    const { group: newGroup, project, user: person } = input;
    const user = await sql<{ id: number }>`INSERT INTO users (username, name, password_hash, admin, created_at)
      VALUES (${person.username}, ${person.name}, ${passwordHash}, true, ${now}::timestamptz) RETURNING id`.execute(tx);
    const userId = Number(user.rows[0]?.id);
    const group = await sql<{
      id: number;
    }>`INSERT INTO groups (path, full_path, name, full_name, visibility, created_at)
      VALUES (${newGroup.path}, ${newGroup.path}, ${newGroup.name}, ${newGroup.name}, 'private', ${now}::timestamptz)
      RETURNING id`.execute(tx);
    const groupId = Number(group.rows[0]?.id);
    await sql`UPDATE groups SET traversal_ids = ARRAY[id] WHERE id = ${groupId}`.execute(tx);
    await sql`INSERT INTO projects (group_id, path, full_path, name, visibility, last_activity_at, created_at)
      VALUES (${groupId}, ${project.path}, ${`${newGroup.path}/${project.path}`}, ${project.name}, 'private', ${now}::timestamptz, ${now}::timestamptz)`.execute(
      tx,
    );
    await sql`INSERT INTO memberships (user_id, group_id, access_level) VALUES (${userId}, ${groupId}, 50)`.execute(tx);
    return { userId, groupPath: newGroup.path };
  });
}
