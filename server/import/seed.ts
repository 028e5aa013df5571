import { sql } from 'kysely';
import type { OpenDatabase } from '../db/open-database.ts';
import type { Db } from '../db/types.ts';
import { colorDemoEpics, planningFileOf } from './demo-data.ts';
import { writeDemoTemplates } from './demo-templates.ts';
import { demoDataFile } from './fixtures.ts';
import type { PlanningFile } from './format.ts';
import { importDocument } from './import-planning.ts';
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
 * Fills an empty database with the demo data: the Kubernetes enhancements and the kitchen-sink group, both as of today.
 * A start that was ended in between goes on the next time; a database that holds anything else is left alone. Answers whether it wrote.
 */
export async function seedDemo(
  database: Pick<OpenDatabase, 'db' | 'kind'>,
  { now, onProgress }: SeedOptions,
): Promise<boolean> {
  const { db } = database;
  const state = await db.selectFrom('settings').select('value').where('key', '=', KEY).executeTakeFirst();
  if (state?.value === 'done' || (state === undefined && !(await isEmpty(db)))) return false;
  await remember(db, 'started');
  const file = planningFileOf((await readJsonFile(demoDataFile())) as PlanningFile, now.slice(0, 10));
  await importDocument(database, file, { now, visibility: 'public', inTurn: true, onProgress });
  await colorDemoEpics(db, file);
  await writeDemoTemplates(db, file, now);
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
