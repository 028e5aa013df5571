import { isTokenScope, lastExpiry } from '@espalier/core/access';
import { sql } from 'kysely';
import { createAccessToken, type NewToken } from '../auth/access-tokens.ts';
import { makeSignInLink, signInAddress } from '../auth/sign-in-link.ts';
import { BackupRefused, makeBackup, restoreBackup } from '../backup/backup.ts';
import type { OpenDatabase } from '../db/open-database.ts';
import { DiskFullError } from '../db/room.ts';
import type { Visibility } from '../db/place-tables.ts';
import type { Db } from '../db/types.ts';
import { ImportCancelled, ImportRefused } from '../import/faults.ts';
import { importPlanning, type ImportResult } from '../import/import-planning.ts';
import type { PlanningSource } from '../import/planning-source.ts';

/** What the command-line tools ask for. The file of an import or a restore follows its request; that of a backup comes before the result. */
export type AdminRequest =
  | { command: 'import'; visibility: Visibility; dryRun: boolean }
  | { command: 'token'; username: string; token?: NewToken }
  | { command: 'sign-in-link'; username: string }
  | { command: 'backup' }
  | { command: 'restore'; force: boolean };

export type AdminResult =
  | { command: 'import'; result: ImportResult }
  | { command: 'token'; token: string }
  | { command: 'sign-in-link'; link: string }
  | { command: 'backup' }
  | { command: 'restore'; takenAt: string };

/** A request that cannot be met for a reason that the person can put right. The message is for that person. */
export class AdminRefused extends Error {
  override name = 'AdminRefused';
}

/** What a command runs with; the same whether the server runs it for a tool or the tool by itself. */
export interface AdminContext {
  database: Pick<OpenDatabase, 'db' | 'kind' | 'copies'>;
  /** An ISO instant. */
  now: string;
  /** How people address the server, without a slash at its end. */
  baseUrl: string;
  /** The file of an import. */
  source?: PlanningSource | undefined;
  /** The file of a restore. */
  backup?: Uint8Array | undefined;
  /** Takes the file of a backup. */
  give?: ((backup: Uint8Array) => Promise<void>) | undefined;
  onProgress?: ((done: number, total: number) => void) | undefined;
  signal?: AbortSignal | undefined;
}

const VISIBILITIES: readonly unknown[] = ['private', 'internal', 'public'] satisfies Visibility[];

export const isVisibility = (value: unknown): value is Visibility => VISIBILITIES.includes(value);

/** Refusals whose words are for the person who asked. */
const REFUSALS = [BackupRefused, ImportRefused, ImportCancelled, DiskFullError];

/** Runs a command on an open database. */
export async function runAdminCommand(request: AdminRequest, context: AdminContext): Promise<AdminResult> {
  try {
    return await runCommand(request, context);
  } catch (error) {
    if (error instanceof Error && REFUSALS.some((kind) => error instanceof kind)) throw new AdminRefused(error.message);
    throw error;
  }
}

async function runCommand(request: AdminRequest, context: AdminContext): Promise<AdminResult> {
  const { database, now, source, onProgress, signal } = context;
  if (request.command === 'token') {
    const { username, token: asked = tokenOf({}, now.slice(0, 10)) } = request;
    const { token } = await createAccessToken(database.db, await findUser(database.db, username), asked, now);
    return { command: 'token', token };
  }
  if (request.command === 'sign-in-link') {
    const secret = await makeSignInLink(database.db, await findUser(database.db, request.username), now);
    return { command: 'sign-in-link', link: signInAddress(context.baseUrl, secret) };
  }
  if (request.command === 'backup') {
    await context.give?.(await makeBackup(database, now));
    return { command: 'backup' };
  }
  if (request.command === 'restore') {
    const takenAt = await restoreBackup(database, context.backup ?? new Uint8Array(), request);
    return { command: 'restore', takenAt };
  }
  if (source === undefined) throw new AdminRefused('The file of the import is missing.');
  const { visibility, dryRun } = request;
  const options = { now, visibility, dryRun, onProgress, signal };
  return { command: 'import', result: await importPlanning(database, source, options) };
}

/** RP-02.115: what a token is like where its maker did not say. */
export function tokenOf(given: Partial<NewToken>, today: string): NewToken {
  return { name: 'Made by npm run token', scope: 'api', expiresAt: lastExpiry(today), ...given };
}

function readNewToken(value: unknown): NewToken | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { name, scope, expiresAt } = value as Readonly<Record<string, unknown>>;
  if (typeof name !== 'string' || !isTokenScope(scope)) return undefined;
  return expiresAt === null || typeof expiresAt === 'string' ? { name, scope, expiresAt } : undefined;
}

/** The id of a person who may sign in. */
async function findUser(db: Db, username: string): Promise<number> {
  const user = await db
    .selectFrom('users')
    .select(['id', 'state'])
    .where(sql<boolean>`lower(username) = lower(${username})`)
    .executeTakeFirst();
  if (user === undefined) throw new AdminRefused(`There is no user "${username}".`);
  if (user.state === 'blocked') throw new AdminRefused(`The user "${username}" is blocked.`);
  return user.id;
}

/** A request that came as JSON; undefined where it is none. */
export function readAdminRequest(value: unknown): AdminRequest | undefined {
  if (typeof value !== 'object' || value === null || !('command' in value)) return undefined;
  if ('username' in value && typeof value.username === 'string') {
    const { command, username } = value;
    if (command === 'sign-in-link') return { command, username };
    const token = 'token' in value ? readNewToken(value.token) : undefined;
    if (command === 'token') return { command, username, ...(token && { token }) };
  }
  if (value.command === 'backup') return { command: 'backup' };
  if (value.command === 'restore' && 'force' in value) return { command: 'restore', force: value.force === true };
  if (value.command === 'import' && 'dryRun' in value && 'visibility' in value && isVisibility(value.visibility)) {
    return { command: 'import', visibility: value.visibility, dryRun: value.dryRun === true };
  }
  return undefined;
}
