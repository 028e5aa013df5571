import { sql } from 'kysely';
import type { Db, Tx } from '../db/types.ts';

/** What a command answers: done, or refused with an HTTP status and the texts for the user. A refused command changed nothing. */
export type Outcome<T> = { readonly ok: true; readonly value: T } | Refused;

export interface Refused {
  readonly ok: false;
  /** 401, 403, 404, 409 or 422. */
  readonly status: number;
  readonly errors: readonly string[];
}

/** GitLab's text for what is missing and equally for what may not be known. */
export const hiddenText =
  "The resource that you are attempting to access does not exist or you don't have permission to perform this action";

/** Thrown inside a command to undo its transaction; never leaves `runCommand`. */
export class Refusal extends Error {
  readonly status: number;
  readonly errors: readonly string[];
  constructor(status: number, errors: readonly string[]) {
    super(errors.join(' '));
    this.name = 'Refusal';
    this.status = status;
    this.errors = errors;
  }
}

export function refuse(status: number, ...errors: string[]): never {
  throw new Refusal(status, errors);
}

/** Missing, or not to be known: the same answer. */
export function hidden(): never {
  refuse(404, hiddenText);
}

/** Readable, but not to be changed by this person. Over GraphQL it is the same text as for hidden things. */
export function denied(): never {
  refuse(403, hiddenText);
}

/** A deadlock has two sides; each further try meets a rarer one. */
const attempts = 4;

/**
 * Runs a command in one transaction; inside another transaction it becomes a part of that one, which survives a refusal. Conflicts that
 * PostgreSQL resolves by aborting one side (deadlock, serialisation) are tried again; values that it cannot store are refused with 422.
 */
export async function runCommand<T>(db: Db, run: (tx: Tx) => Promise<T>): Promise<Outcome<T>> {
  try {
    return { ok: true, value: db.isTransaction ? await withSavepoint(db as Tx, run) : await transact(db, run) };
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, status: error.status, errors: error.errors };
    const code = sqlState(error);
    const text = code === undefined ? undefined : unstorable[code];
    if (text === undefined) throw error;
    return { ok: false, status: 422, errors: [text] };
  }
}

/** Runs a transaction, and again where PostgreSQL aborts it in favour of another one. */
export async function transact<T>(db: Db, run: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(run);
    } catch (error) {
      const code = sqlState(error);
      if ((code !== '40001' && code !== '40P01') || attempt >= attempts) throw error;
    }
  }
}

/** SQLSTATEs that only a value from outside can cause, once every value is bound and typed. */
const unstorable: Readonly<Record<string, string>> = {
  '22003': 'A number is out of range',
  '22021': 'Text must not contain null characters',
  '22P05': 'Text must not contain null characters',
  '22008': 'A date is out of range',
};

export function sqlState(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}

async function withSavepoint<T>(tx: Tx, run: (tx: Tx) => Promise<T>): Promise<T> {
  await sql`SAVEPOINT command`.execute(tx);
  try {
    const value = await run(tx);
    await sql`RELEASE SAVEPOINT command`.execute(tx);
    return value;
  } catch (error) {
    await sql`ROLLBACK TO SAVEPOINT command`.execute(tx);
    throw error;
  }
}
