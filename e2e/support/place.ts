import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';

/** What holds a server's data: the database embedded in the product, or the PostgreSQL of TEST_DATABASE_URL. */
export type Engine = 'embedded' | 'postgres';

const { TEST_DATABASE_URL: postgres = '' } = process.env;

/** PostgreSQL where there is one: it starts in no time, is copied without its empty pages, and answers several times as fast. */
export const quickEngine: Engine = postgres === '' ? 'embedded' : 'postgres';

export interface Place {
  readonly dataDir: string;
  /** Empty: the database is embedded, and in the directory. */
  readonly databaseUrl: string;
}

/** A place that whoever made it takes away again. */
export interface OwnPlace extends Place {
  remove(): Promise<void>;
}

export const emptyPlace = async (engine: Engine): Promise<OwnPlace> =>
  engine === 'embedded' ? newPlace('') : newDatabase('');

/** A copy to change at will. */
export async function copyOf({ dataDir, databaseUrl }: Place): Promise<OwnPlace> {
  if (databaseUrl !== '') return newDatabase(` TEMPLATE ${nameIn(databaseUrl)}`);
  const copy = newPlace('');
  cpSync(dataDir, copy.dataDir, { recursive: true });
  return copy;
}

/** Whether it is still there: a PostgreSQL of one test run is gone with it. */
export async function isThere({ databaseUrl }: Place): Promise<boolean> {
  if (databaseUrl === '') return true;
  const { rowCount } = await ask('SELECT FROM pg_database WHERE datname = $1', [nameIn(databaseUrl)]);
  return rowCount === 1;
}

async function newDatabase(template: string): Promise<OwnPlace> {
  const name = `espalier_e2e_${randomBytes(6).toString('hex')}`;
  await ask(`CREATE DATABASE ${name}${template}`);
  const url = new URL(postgres);
  url.pathname = `/${name}`;
  return newPlace(url.href);
}

function newPlace(databaseUrl: string): OwnPlace {
  const place = { dataDir: mkdtempSync(path.join(os.tmpdir(), 'espalier-e2e-')), databaseUrl };
  return { ...place, remove: () => removePlace(place) };
}

export async function removePlace({ dataDir, databaseUrl }: Place): Promise<void> {
  if (databaseUrl !== '') await ask(`DROP DATABASE IF EXISTS ${nameIn(databaseUrl)} WITH (FORCE)`);
  rmSync(dataDir, { recursive: true, force: true });
}

const nameIn = (databaseUrl: string): string => new URL(databaseUrl).pathname.slice(1);

async function ask(statement: string, values: readonly string[] = []): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: postgres });
  await client.connect();
  try {
    return await client.query(statement, [...values]);
  } finally {
    await client.end();
  }
}
