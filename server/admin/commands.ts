import { sql } from 'kysely';
import type { Db, Visibility } from '../db/types.ts';
import { ImportRefused } from '../import/faults.ts';
import { importPlanning, type ImportResult } from '../import/import-planning.ts';
import { createAccessToken } from './tokens.ts';

/** What the command-line tools ask for. */
export type AdminRequest =
  { command: 'import'; document: unknown; visibility: Visibility } | { command: 'token'; username: string };

export type AdminResult = { command: 'import'; result: ImportResult } | { command: 'token'; token: string };

/** A request that cannot be met for a reason that the person can put right. The message is for that person. */
export class AdminRefused extends Error {
  override name = 'AdminRefused';
}

const VISIBILITIES: readonly unknown[] = ['private', 'internal', 'public'] satisfies Visibility[];

export const isVisibility = (value: unknown): value is Visibility => VISIBILITIES.includes(value);

/** Runs a command on an open database; the same whether the server runs it for a tool or the tool by itself. `now`: an ISO instant. */
export async function runAdminCommand(
  db: Db,
  request: AdminRequest,
  now: string,
  onProgress?: (done: number, total: number) => void,
): Promise<AdminResult> {
  if (request.command === 'token') return { command: 'token', token: await makeToken(db, request.username, now) };
  try {
    const { document, visibility } = request;
    return { command: 'import', result: await importPlanning(db, document, { now, visibility, onProgress }) };
  } catch (error) {
    if (error instanceof ImportRefused) throw new AdminRefused(error.message);
    throw error;
  }
}

async function makeToken(db: Db, username: string, now: string): Promise<string> {
  const user = await db
    .selectFrom('users')
    .select(['id', 'state'])
    .where(sql<boolean>`lower(username) = lower(${username})`)
    .executeTakeFirst();
  if (user === undefined) throw new AdminRefused(`There is no user "${username}".`);
  if (user.state === 'blocked') throw new AdminRefused(`The user "${username}" is blocked.`);
  return createAccessToken(db, user.id, `Made by npm run token`, now);
}

/** A request that came as JSON; undefined where it is none. */
export function readAdminRequest(value: unknown): AdminRequest | undefined {
  if (typeof value !== 'object' || value === null || !('command' in value)) return undefined;
  if (value.command === 'token' && 'username' in value && typeof value.username === 'string') {
    return { command: 'token', username: value.username };
  }
  if (value.command === 'import' && 'document' in value && 'visibility' in value && isVisibility(value.visibility)) {
    return { command: 'import', document: value.document, visibility: value.visibility };
  }
  return undefined;
}
