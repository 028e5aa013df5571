import type { AddressInfo } from 'node:net';
import { openAdminSocket } from './admin/socket.ts';
import { createApp } from './app.ts';
import { firstSignInLink, nobodyCanSignIn, signInAddress } from './auth/sign-in-link.ts';
import type { Job } from './command/job.ts';
import { type Config, ConfigError, usableAddress } from './config.ts';
import { type DatabaseOptions, type OpenDatabase, openDatabase } from './db/connection.ts';
import { migrateToLatest } from './db/migrate.ts';
import { oneAtATime } from './db/one-at-a-time.ts';
import type { Tx } from './db/types.ts';
import { takeBackCutOff } from './import/pieces.ts';
import { seedDemo } from './import/seed.ts';
import { runCadences } from './iteration/schedule.ts';
import { openMailer } from './jobs/mailer.ts';
import { type Afterwards, openJobs, sendJobs } from './jobs/queue.ts';
import { mailInvitation, type Sending } from './member/invitation-mail.ts';
import { readMentions } from './note/mentions.ts';
import type { LogOptions } from './operation/request-log.ts';
import { deletePersonPiece } from './place/contributions.ts';
import { deleteMarked, deletePiece } from './place/deletion.ts';
import { dateItemsPiece } from './milestone/change.ts';
import { nameTreesPiece } from './place/move.ts';
import { sqlStore } from './store/sql/index.ts';
import { countPiece } from './store/sql/task-counts.ts';
import { tellPiece } from './tree/releases.ts';

/** Does what was left for later. */
async function doJob(
  tx: Tx,
  job: Job,
  sending: Sending | null,
  onError: (error: unknown) => void,
): Promise<Afterwards | undefined | void> {
  switch (job.kind) {
    case 'mailInvitation':
      // Without it, because it was configured when the job was left: who invites has the link.
      return sending === null ? undefined : mailInvitation(tx, job, sending);
    case 'tellReleased':
      return tellPiece(sqlStore(tx), job);
    case 'countTasks':
      return countPiece(tx, job);
    case 'readMentions':
      return readMentions(sqlStore(tx));
    case 'deleteMarked':
      return deleteMarked(sqlStore(tx), job, new Date().toISOString());
    case 'runCadences': {
      const errors = await runCadences(sqlStore(tx), job, new Date().toISOString());
      return async () => errors.forEach(onError);
    }
    case 'deletePlace':
      return deletePiece(sqlStore(tx), job);
    case 'deletePerson':
      return deletePersonPiece(sqlStore(tx), job);
    case 'nameTrees':
      return nameTreesPiece(sqlStore(tx), job);
    case 'dateItems':
      return dateItemsPiece(sqlStore(tx), job);
    case 'endMemberships':
      return sqlStore(tx).members.sweep(`${job.day}T00:00:00Z`);
  }
}

export interface StartOptions {
  readonly config: Config;
  readonly clientDir?: string;
  /** One line for the person at the terminal. */
  readonly say: (line: string) => void;
  readonly warn: (line: string) => void;
  /** Where the log goes; without it there is none. What is said above is never part of it. */
  readonly log?: LogOptions;
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
export async function start({ config, clientDir, say, warn, log, ...injected }: StartOptions): Promise<Running> {
  const { open = openDatabase, exit = (code) => process.exit(code) } = injected;
  const { databaseUrl, readUrls, dataDir, statementTimeoutMs } = config;
  const database = await open({ databaseUrl, readUrls, dataDir, statementTimeoutMs });
  let endJobs = async (): Promise<void> => undefined;
  try {
    await migrateToLatest(database.unhurried);
    // An import that was cut off.
    await takeBackCutOff({ ...database, db: database.unhurried });
    const locked = await nobodyCanSignIn(database.db);
    if (config.seed === 'demo') await fill(database, say);
    const app = await createApp({
      database,
      config,
      ...(clientDir !== undefined && { clientDir }),
      ...(log !== undefined && { log }),
    });
    database.onFatal((error) => {
      warn(`The database cannot be used any more: ${error.message}`);
      setTimeout(() => exit(1), LAST_WORDS_MS);
    });
    // What is for the person at the terminal comes first: the log begins with the first request.
    const { level } = app.log;
    app.log.level = 'error';
    await app.listen({ port: config.port, host: config.host }).catch((error: unknown) => {
      throw portError(error, config);
    });
    app.log.level = level;
    const { port } = app.server.address() as AddressInfo;
    const address = usableAddress(config.host, port);
    const publicAddress = config.publicUrl ?? address;
    const socket = await openAdminSocket({
      database: { ...database, db: database.unhurried },
      dataDir,
      baseUrl: publicAddress,
      onError: (error) => app.log.error({ err: error }, 'error'),
    });
    // What was written before mentions were kept (EP-12.42), and the iterations that were due meanwhile (AP-14.85).
    await sendJobs(database.unhurried, [
      { kind: 'readMentions' },
      { kind: 'runCadences', day: new Date().toISOString().slice(0, 10), first: true },
    ]);
    const beside = publicAddress === address ? '' : ` (listening on ${address}/)`;
    const onError = (error: unknown): void => app.log.error({ err: error }, 'error');
    const sending = config.mail && {
      db: database.unhurried,
      mailer: openMailer(config.mail),
      now: () => new Date().toISOString(),
      onError,
    };
    endJobs = await openJobs(database, (tx, job) => doJob(tx, job, sending ?? null, onError), onError);
    say(`Espalier is ready: ${publicAddress}/${beside}`);
    if (locked) {
      const link = await firstSignInLink(database, new Date().toISOString());
      if (link === null)
        say('No administrator has a password. `npm run sign-in-link` prints a link that signs you in once.');
      else say(`Sign in as root, once, within a day: ${signInAddress(publicAddress, link)}`);
    }
    return {
      address,
      stop: async () => {
        await app.close();
        await endJobs();
        await socket.close();
        await database.close();
      },
    };
  } catch (error) {
    await endJobs();
    await database.close().catch(() => undefined);
    throw error;
  }
}

/** Fills an empty database with the demo data; says so only when there is something to wait for. */
async function fill(database: OpenDatabase, say: (line: string) => void): Promise<void> {
  let told = false;
  const onProgress = () => {
    if (!told) say('Filling the empty database with demo data (once; SEED=none starts empty) …');
    told = true;
  };
  // Several servers that start together on an empty PostgreSQL: one fills it, the others find it full.
  await oneAtATime(database, 'espalier seed', () =>
    seedDemo({ ...database, db: database.unhurried }, { now: new Date().toISOString(), onProgress }),
  );
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
