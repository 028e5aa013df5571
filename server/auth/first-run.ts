import { sql } from 'kysely';
import type { Db } from '../db/types.ts';

/** What the first-run page sends: the first group, project and person of an empty Espalier. */
export interface FirstRun {
  readonly group: { readonly name: string; readonly path: string };
  readonly project: { readonly name: string; readonly path: string };
  readonly user: { readonly name: string; readonly username: string; readonly password: string };
}

/** True while there is no group and nobody but root. */
export async function isFirstRun(db: Db): Promise<boolean> {
  const { rows } = await sql<{ open: boolean }>`SELECT NOT EXISTS (SELECT 1 FROM groups)
    AND NOT EXISTS (SELECT 1 FROM users WHERE username <> 'root') AS open`.execute(db);
  return rows[0]?.open === true;
}

const FIELDS = [
  'group.name',
  'group.path',
  'project.name',
  'project.path',
  'user.name',
  'user.username',
  'user.password',
] as const;
const PATHS: ReadonlySet<string> = new Set(['group.path', 'project.path', 'user.username']);
const TEXT_MAX = 255;
const PASSWORD_MIN = 8;

/** Faults by field: `{ 'group.path': ["can't be blank"] }`. */
export type FirstRunErrors = Readonly<Record<string, readonly string[]>>;

/** Checks the whole form and names every fault. */
export function readFirstRun(body: unknown): FirstRun | { readonly errors: FirstRunErrors } {
  const errors: Record<string, string[]> = {};
  const values: Record<string, string> = {};
  for (const field of FIELDS) {
    const raw = lookUp(body, field);
    const value = typeof raw === 'string' ? (field === 'user.password' ? raw : raw.trim()) : '';
    const fault = faultOf(field, value);
    if (fault !== null) errors[field] = [fault];
    values[field] = value;
  }
  if (Object.keys(errors).length > 0) return { errors };
  const get = (field: (typeof FIELDS)[number]) => values[field] ?? '';
  return {
    group: { name: get('group.name'), path: get('group.path') },
    project: { name: get('project.name'), path: get('project.path') },
    user: { name: get('user.name'), username: get('user.username'), password: get('user.password') },
  };
}

function faultOf(field: (typeof FIELDS)[number], value: string): string | null {
  if (value === '') return "can't be blank";
  if (value.length > TEXT_MAX) return `is too long (maximum is ${TEXT_MAX} characters)`;
  if (value.includes('\0')) return 'is not valid';
  if (PATHS.has(field) && !isPath(value)) {
    return "can contain only letters, digits, '_', '-' and '.', and must not start or end with '-' or '.'";
  }
  if (field === 'user.username' && value.toLowerCase() === 'root') return 'has already been taken';
  if (field === 'group.path' && RESERVED.has(value.toLowerCase())) return 'is a reserved name';
  if (field === 'user.password' && value.length < PASSWORD_MIN)
    return `is too short (minimum is ${PASSWORD_MIN} characters)`;
  return null;
}

/** First parts of addresses that belong to the product. */
const RESERVED: ReadonlySet<string> = new Set(['groups', 'api', 'assets', 'cable', 'dashboard']);

function lookUp(body: unknown, field: string): unknown {
  let value: unknown = body;
  for (const part of field.split('.')) {
    value = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[part] : undefined;
  }
  return value;
}

function isPath(text: string): boolean {
  return /^[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?$/i.test(text);
}

/** Makes the person (an administrator and Owner), the group and the project in one transaction; null if somebody was faster. */
export async function createFirstRun(db: Db, input: FirstRun, passwordHash: string, now: string) {
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
