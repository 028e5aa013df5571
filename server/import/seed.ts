import { sql } from 'kysely';
import type { OpenDatabase } from '../db/open-database.ts';
import type { Db } from '../db/types.ts';
import { demoDataFile } from './fixtures.ts';
import { importPlanning } from './import-planning.ts';
import { makeKitchenSink } from './kitchen-sink.ts';
import { readJsonFile } from './read-file.ts';

export interface SeedOptions {
  /** An ISO instant. */
  now: string;
  onProgress?: (done: number, total: number) => void;
}

const KEY = 'seed';

/** No group and nobody but the administrator. */
export async function isEmpty(db: Db): Promise<boolean> {
  const { rows } = await sql<{ empty: boolean }>`
    SELECT NOT EXISTS (SELECT FROM groups) AND NOT EXISTS (SELECT FROM users WHERE id <> 1) AS empty`.execute(db);
  return rows[0]?.empty === true;
}

/**
 * Fills an empty database with the demo data: the Kubernetes enhancements and the kitchen-sink group. A start that was ended in between
 * goes on the next time; a database that holds anything else is left alone. Answers whether it wrote.
 */
export async function seedDemo({ db }: Pick<OpenDatabase, 'db'>, { now, onProgress }: SeedOptions): Promise<boolean> {
  const state = await db.selectFrom('settings').select('value').where('key', '=', KEY).executeTakeFirst();
  if (state?.value === 'done' || (state === undefined && !(await isEmpty(db)))) return false;
  await remember(db, 'started');
  await importPlanning(db, await readJsonFile(demoDataFile()), { now, visibility: 'public', onProgress });
  await makeKitchenSink(db, now);
  await remember(db, 'done');
  return true;
}

async function remember(db: Db, state: 'started' | 'done'): Promise<void> {
  const value = JSON.stringify(state);
  await db
    .insertInto('settings')
    .values({ key: KEY, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}
