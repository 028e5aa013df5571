import { sql } from 'kysely';
import type { Db, Tx } from '../db/types.ts';
import { releaseIids } from '../store/sql/iids.ts';

/**
 * Rows of an import into the embedded database that nobody sees yet. While it runs, the session looks for its tables in the schema `settled` first,
 * where a view of each table leaves out the ids of the new rows; the pieces of the import look in `public`. To show the rows is to drop the schema.
 * A process that is killed leaves the schema behind, and the next start removes the rows.
 */

/** Tables in which others could come upon a new row by itself, those first that refer to others. Everything else hangs on a row of these. */
const TABLES = ['work_items', 'milestones', 'labels', 'projects', 'groups', 'users'] as const;
type HidingTable = (typeof TABLES)[number];

/** First and last id of the new rows of each table. */
export type NewRows = Record<HidingTable, [number, number]>;

/** What an import that is cut off has to be taken back with, in the settings. */
interface Mark {
  rows: NewRows;
}

const KEY = 'import';
/** Rows removed at once. */
const PIECE = 1000;

export async function isHiding(db: Db): Promise<boolean> {
  const { rows } = await sql<{ hiding: boolean }>`SELECT to_regnamespace('settled') IS NOT NULL AS hiding`.execute(db);
  return rows[0]?.hiding === true;
}

/** Writes the first new rows, sets ids aside for so many items, and hides all of them. One session: between the two looks at a sequence nobody takes an id. */
export async function hideNewRows<T>(
  tx: Tx,
  newItems: number,
  write: () => Promise<T>,
): Promise<{ placed: T; rows: NewRows }> {
  const before = await lastIds(tx);
  const placed = await write();
  if (newItems > 0) {
    await sql`SELECT setval(pg_get_serial_sequence('work_items', 'id'), ${before.work_items + newItems}::bigint)`.execute(
      tx,
    );
  }
  const after = await lastIds(tx);
  const rows = Object.fromEntries(TABLES.map((table) => [table, [before[table] + 1, after[table]]])) as NewRows;
  const mark: Mark = { rows };
  await tx
    .insertInto('settings')
    .values({ key: KEY, value: JSON.stringify(mark) })
    .execute();
  await sql`CREATE SCHEMA settled`.execute(tx);
  for (const table of TABLES) {
    const [first, last] = rows[table];
    await sql`CREATE VIEW ${sql.table(`settled.${table}`)} AS SELECT * FROM ${sql.table(`public.${table}`)}
      WHERE id NOT BETWEEN ${sql.lit(first)} AND ${sql.lit(last)}`.execute(tx);
  }
  await sql`SET search_path TO settled, public`.execute(tx);
  return { placed, rows };
}

/** With the end of this transaction the new rows are there. */
export async function showNewRows(tx: Tx): Promise<void> {
  await releaseIids(tx);
  await tx.deleteFrom('settings').where('key', '=', KEY).execute();
  await sql`DROP SCHEMA settled CASCADE`.execute(tx);
  await sql`RESET search_path`.execute(tx);
}

/** Takes an import back that was cancelled, refused or, found at a start, cut off. In pieces: others go on meanwhile. */
export async function removeHidden(db: Db): Promise<void> {
  const mark = await readMark(db);
  if (mark === undefined) return;
  const { rows } = mark;
  const piece = (work: (tx: Tx) => Promise<void>): Promise<void> =>
    db.transaction().execute(async (tx) => {
      await sql`SET LOCAL search_path TO public`.execute(tx);
      // What refers to a hidden row is hidden as well, and goes in the same piece: nothing has to be looked for.
      await sql`SET LOCAL session_replication_role TO replica`.execute(tx);
      await work(tx);
    });
  const [first, last] = rows.work_items;
  for (let from = first; from <= last; from += PIECE) {
    await piece((tx) => removeItems(tx, from, Math.min(from + PIECE - 1, last)));
  }
  await piece(async (tx) => {
    for (const table of TABLES.filter((name) => name !== 'work_items')) {
      const [low, high] = rows[table];
      await sql`DELETE FROM ${sql.table(table)} WHERE id BETWEEN ${low}::bigint AND ${high}::bigint`.execute(tx);
    }
    await showNewRows(tx);
  });
}

/** Tables that hang on items, with the columns that name them. */
const HANGING: readonly [string, string][] = [
  ['parent_links', 'child_id'],
  ['work_item_links', 'source_id'],
  ['work_item_labels', 'work_item_id'],
  ['work_item_people', 'work_item_id'],
  ['external_refs', 'work_item_id'],
  ['rollups', 'work_item_id'],
  ['item_descriptions', 'work_item_id'],
  ['work_items', 'id'],
];

async function removeItems(tx: Tx, first: number, last: number): Promise<void> {
  for (const [table, column] of HANGING) {
    await sql`DELETE FROM ${sql.table(table)} WHERE ${sql.ref(column)} BETWEEN ${first}::bigint AND ${last}::bigint`.execute(
      tx,
    );
  }
}

/** The last id that each table has given out. */
async function lastIds(tx: Tx): Promise<Record<HidingTable, number>> {
  const found = {} as Record<HidingTable, number>;
  for (const table of TABLES) {
    const { rows } = await sql<{ last: number }>`
      SELECT coalesce(pg_sequence_last_value(pg_get_serial_sequence(${table}, 'id')::regclass), 0) AS last`.execute(tx);
    found[table] = rows[0]?.last ?? 0;
  }
  return found;
}

async function readMark(db: Db): Promise<Mark | undefined> {
  const mark = await db.selectFrom('settings').select('value').where('key', '=', KEY).executeTakeFirst();
  return mark?.value as Mark | undefined;
}
