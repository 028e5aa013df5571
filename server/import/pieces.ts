import { sql } from 'kysely';
import { alone, underWay } from '../db/alone.ts';
import type { OpenDatabase } from '../db/open-database.ts';
import type { Db, Tx } from '../db/types.ts';
import { ImportCancelled, ImportRefused } from './faults.ts';
import { holdIids, releaseIids } from '../store/sql/iids.ts';
import { lockHierarchy, lockHierarchyLate } from '../store/sql/lock.ts';
import { countNew, uncounted } from '../store/sql/item-counts.ts';
import { hideNewRows, isHiding, removeHidden, showNewRows } from './hidden-rows.ts';

/**
 * How an import runs on a database: in pieces between which others are served, and none of which anybody sees before the end.
 *
 * PostgreSQL has that by itself: one transaction. The embedded database has one session, and whoever holds a transaction open keeps everybody out;
 * there each piece is a transaction of its own, and the new rows are hidden until the last one shows them (docs/adr/0018-imports-in-pieces.md).
 */
export interface Pieces {
  /** Runs a piece that writes new rows only. */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Runs a piece and takes back what it wrote: what would it change of rows that are here? */
  rehearse<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** The first piece, which writes the places, and sets ids and numbers aside for new items. From here on `write` may add rows of these. */
  begin<T>(
    wanted: { items: number; iids: readonly { key: string; iid: number }[] },
    places: (tx: Tx) => Promise<T>,
  ): Promise<{ placed: T; itemIds: readonly number[] }>;
  /** The last piece: changes rows that are here, first beside others, then while nobody else changes the tree. With its end everybody sees everything. */
  finish<B, T>(beside: (tx: Tx) => Promise<B>, work: (tx: Tx, before: B) => Promise<T>): Promise<T>;
}

export interface PieceOptions {
  signal?: AbortSignal | undefined;
  /** Does everything and takes it back. */
  dryRun?: boolean | undefined;
  /** Where another import is under way it is waited for, instead of refusing this one. */
  inTurn?: boolean | undefined;
}

/** Work whose result is wanted and whose changes are not. */
class TakenBack extends Error {
  readonly result: unknown;

  constructor(result: unknown) {
    super('taken back');
    this.result = result;
  }
}

export function inPieces<T>(
  { db, kind }: Pick<OpenDatabase, 'db' | 'kind'>,
  options: PieceOptions,
  run: (pieces: Pieces) => Promise<T>,
): Promise<T> {
  if (kind === 'postgres') return inOneTransaction(db, options, run);
  return alone(db, 'import', () => inMany(db, options, run), options.inTurn === true ? undefined : busy);
}

/** Throws what a cancelled import ends with. */
export function goOn(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw new ImportCancelled();
}

async function inOneTransaction<T>(
  db: Db,
  { signal, dryRun, inTurn }: PieceOptions,
  run: (pieces: Pieces) => Promise<T>,
): Promise<T> {
  return takenBack(() =>
    db.transaction().execute(async (tx) => {
      await sql`SET LOCAL statement_timeout = 0`.execute(tx);
      await uncounted(tx);
      if (inTurn === true) await sql`SELECT pg_advisory_xact_lock(hashtextextended('espalier import', 0))`.execute(tx);
      if (!(await isOurTurn(tx))) throw busy('import');
      // In transactions of their own: everybody has to see at once what is held and what is not. Of other imports nothing is, while this one has its turn.
      const release = () => db.transaction().execute(releaseIids);
      await release();
      const write: Pieces['write'] = (work) => {
        goOn(signal);
        return work(tx);
      };
      let written: readonly number[] = [];
      const result = await run({
        write,
        async rehearse(work) {
          goOn(signal);
          await sql`SAVEPOINT rehearsal`.execute(tx);
          const seen = await work(tx);
          await sql`ROLLBACK TO SAVEPOINT rehearsal`.execute(tx);
          // Else each one lies within all that came before, and beyond 64 of them every reader has to ask which transaction they belong to.
          await sql`RELEASE SAVEPOINT rehearsal`.execute(tx);
          return seen;
        },
        async begin({ items, iids }, places) {
          await db.transaction().execute((other) => holdIids(other, iids));
          const placed = await write(places);
          const ids = await sql<{ id: number }>`
            SELECT nextval(pg_get_serial_sequence('work_items', 'id')) AS id FROM generate_series(1, ${items}::int)`.execute(
            tx,
          );
          written = ids.rows.map(({ id }) => id);
          return { placed, itemIds: written };
        },
        finish: (beside, work) =>
          write(async (inside) => {
            const before = await beside(inside);
            await lockHierarchyLate(inside);
            await countNew(inside, written);
            return work(inside, before);
          }),
      }).catch(async (error: unknown) => {
        // What could not be let go of now goes with the next import or start: the error that ended this one is the one to be told.
        await release().catch(() => undefined);
        throw error;
      });
      if (dryRun === true) {
        await release();
        throw new TakenBack(result);
      }
      await releaseIids(tx);
      return result;
    }),
  );
}

/** True once in all processes on a PostgreSQL, until the end of the transaction. */
async function isOurTurn(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`
    SELECT pg_try_advisory_xact_lock(hashtextextended('espalier import', 0)) AS free`.execute(tx);
  return rows[0]?.free === true;
}

/** At a start: takes back what an import that was cut off has left. */
export async function takeBackCutOff({ db, kind }: Pick<OpenDatabase, 'db' | 'kind'>): Promise<void> {
  await (kind === 'pglite' ? removeHidden(db) : db.transaction().execute(releaseUnlessImporting));
}

async function releaseUnlessImporting(tx: Tx): Promise<void> {
  if (await isOurTurn(tx)) await releaseIids(tx);
}

async function inMany<T>(db: Db, { signal, dryRun }: PieceOptions, run: (pieces: Pieces) => Promise<T>): Promise<T> {
  // Of an import that was cut off and could not be taken back, for want of room on the disk.
  if (await isHiding(db)) await removeHidden(db);
  const piece = <R>(work: (tx: Tx) => Promise<R>): Promise<R> => {
    goOn(signal);
    return db.transaction().execute(async (tx) => {
      await sql`SET LOCAL search_path TO public`.execute(tx);
      await uncounted(tx);
      return work(tx);
    });
  };
  const rehearse: Pieces['rehearse'] = (work) =>
    takenBack(() =>
      piece(async (tx) => {
        throw new TakenBack(await work(tx));
      }),
    );
  let begun = false;
  let written: readonly number[] = [];
  try {
    const result = await run({
      write: piece,
      rehearse,
      async begin({ items, iids }, places) {
        const { placed, rows } = await piece(async (tx) =>
          hideNewRows(tx, items, async () => {
            await holdIids(tx, iids);
            return places(tx);
          }),
        );
        begun = true;
        const [first] = rows.work_items;
        written = Array.from({ length: items }, (_, index) => first + index);
        return { placed, itemIds: written };
      },
      finish: (beside, work) =>
        (dryRun === true ? rehearse : piece)(async (tx) => {
          const before = await beside(tx);
          await lockHierarchy(tx);
          await countNew(tx, written);
          const seen = await work(tx, before);
          await showNewRows(tx);
          return seen;
        }),
    });
    if (dryRun === true) await removeHidden(db);
    return result;
  } catch (error) {
    if (begun) await removeHidden(db);
    throw error;
  }
}

async function takenBack<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof TakenBack) return error.result as T;
    throw error;
  }
}

const busy = (running: 'import' | 'restore'): ImportRefused =>
  new ImportRefused([{ path: '', message: underWay(running === 'import' ? 'Another import' : 'A restore') }]);
