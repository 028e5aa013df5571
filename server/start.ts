import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { openAdminSocket } from './admin/socket.ts';
import { createApp } from './app.ts';
import { makeSignInLink } from './auth/sessions.ts';
import { type Config, ConfigError, usableAddress } from './config.ts';
import { type DatabaseOptions, type OpenDatabase, openDatabase } from './db/connection.ts';
import { migrateToLatest } from './db/migrate.ts';
import type { Db } from './db/types.ts';
import { oneAtATime } from './db/one-at-a-time.ts';
import { seedDemo } from './import/seed.ts';

export interface StartOptions {
  readonly config: Config;
  readonly clientDir?: string;
  /** One line for the person at the terminal. */
  readonly say: (line: string) => void;
  readonly warn: (line: string) => void;
  /** Ends the process after a fatal error of the database. */
  readonly exit?: (code: number) => void;
  /** For tests: opens another database than the configured one. */
  readonly open?: (options: DatabaseOptions) => Promise<OpenDatabase>;
}

export interface Running {
  readonly address: string;
  /** Finishes the requests in flight, then closes the database. */
  stop(): Promise<void>;
}

/** After a fatal error of the database requests are answered with 503 for this long, then the process ends. */
const LAST_WORDS_MS = 1000;

/** Opens the database, brings it up to date, fills an empty one, listens. What fails says so in its message. */
export async function start({ config, clientDir, say, warn, ...injected }: StartOptions): Promise<Running> {
  const { open = openDatabase, exit = (code) => process.exit(code) } = injected;
  const database = await open({ databaseUrl: config.databaseUrl, dataDir: config.dataDir });
  try {
    await migrateToLatest(database.db);
    const locked = await nobodyCanSignIn(database.db);
    if (config.seed === 'demo') await fill(database, say);
    const onError = (error: unknown) => warn(error instanceof Error ? (error.stack ?? error.message) : String(error));
    const app = await createApp({
      database,
      config,
      ...(clientDir !== undefined && { clientDir }),
      onError,
    });
    database.onFatal((error) => {
      warn(`The database cannot be used any more: ${error.message}`);
      setTimeout(() => exit(1), LAST_WORDS_MS);
    });
    await app.listen({ port: config.port, host: config.host }).catch((error: unknown) => {
      throw portError(error, config);
    });
    const socket = await openAdminSocket({ database, dataDir: config.dataDir, onError });
    const { port } = app.server.address() as AddressInfo;
    const address = usableAddress(config.host, port);
    const link = locked ? await makeSignInLink(database.db, 1, new Date().toISOString()) : null;
    say(`Espalier is ready: ${address}/`);
    if (link !== null) say(`Sign in as root, once, within a day: ${address}/-/sign-in?token=${link}`);
    return {
      address,
      stop: async () => {
        await app.close();
        await socket.close();
        await database.close();
      },
    };
  } catch (error) {
    await database.close().catch(() => undefined);
    throw error;
  }
}

/** Until an administrator has a password, every start offers a link: there is no other way in. */
async function nobodyCanSignIn(db: Db): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`SELECT NOT EXISTS
    (SELECT 1 FROM users WHERE admin AND state = 'active' AND password_hash IS NOT NULL) AS locked`.execute(db);
  return rows[0]?.locked === true;
}

/** Fills an empty database with the demo data; says so only when there is something to wait for. */
async function fill(database: OpenDatabase, say: (line: string) => void): Promise<void> {
  let told = false;
  const onProgress = () => {
    if (!told) say('Filling the empty database with demo data (once; SEED=none starts empty) …');
    told = true;
  };
  // Several servers that start together on an empty PostgreSQL: one fills it, the others find it full.
  await oneAtATime(database, 'espalier seed', () => seedDemo(database, { now: new Date().toISOString(), onProgress }));
}

function portError(error: unknown, { host, port }: Config): unknown {
  const code = (error as { code?: unknown }).code;
  if (code === 'EADDRINUSE')
    return new ConfigError(
      `Port ${port} on ${host} is in use. Stop the other program, or choose another port with PORT.`,
    );
  if (code === 'EACCES')
    return new ConfigError(`Port ${port} on ${host} may not be used by this user. Choose another one with PORT.`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new ConfigError(`This machine has no address ${host}. Choose another one with HOST.`);
  return error;
}
