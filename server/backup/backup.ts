import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { alone, underWay } from '../db/alone.ts';
import type { Copies } from '../db/copies.ts';
import { migrations, migrateToLatest } from '../db/migrate.ts';
import type { OpenDatabase } from '../db/open-database.ts';
import type { Db } from '../db/types.ts';
import { removeHidden } from '../import/hidden-rows.ts';
import { isEmpty } from '../import/seed.ts';
import { VERSION } from '../version.ts';

/**
 * A backup of the embedded database: a line of JSON that says what it is, and after it the archive of the database's files. It can be restored into this
 * version and later ones, which bring it up to date, as long as they have the same PostgreSQL inside.
 */
interface Header {
  espalierBackup: 1;
  version: string;
  takenAt: string;
  /** The major version of the PostgreSQL whose files these are. */
  postgres: number;
  migrations: string[];
  /** Of the archive. */
  bytes: number;
  sha256: string;
}

/** A backup that cannot be made or restored, for a reason that the person can put right. */
export class BackupRefused extends Error {
  override name = 'BackupRefused';
}

export const NOT_EMBEDDED = {
  backup:
    'The data are in the PostgreSQL of DATABASE_URL. Back them up with pg_dump --format=custom (docs/operating.md).',
  restore: 'The data are in the PostgreSQL of DATABASE_URL. Restore them with pg_restore (docs/operating.md).',
} as const;

export async function makeBackup(
  { db, copies }: Pick<OpenDatabase, 'db' | 'copies'>,
  now: string,
): Promise<Uint8Array> {
  if (copies === undefined) throw new BackupRefused(NOT_EMBEDDED.backup);
  const applied = await appliedMigrations(db);
  const postgres = await majorVersion(db);
  const image = await copies.image();
  const header: Header = {
    espalierBackup: 1,
    version: VERSION,
    takenAt: now,
    postgres,
    migrations: applied,
    bytes: image.length,
    sha256: sha256(image),
  };
  return Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), image]);
}

/** Puts the database of a backup in the place of the one that is open: all of it, or, with `BackupRefused`, nothing. Answers when it was taken. */
export async function restoreBackup(
  { db, copies }: Pick<OpenDatabase, 'db' | 'copies'>,
  file: Uint8Array,
  { force }: { force: boolean },
): Promise<string> {
  if (copies === undefined) throw new BackupRefused(NOT_EMBEDDED.restore);
  // An import that went on in the other database would write the rest of its rows into it.
  return alone(
    db,
    'restore',
    () => restore(db, copies, file, force),
    (running) => new BackupRefused(underWay(running === 'import' ? 'An import' : 'Another restore')),
  );
}

async function restore(db: Db, copies: Copies, file: Uint8Array, force: boolean): Promise<string> {
  const { header, image } = readBackup(file);
  const here = await majorVersion(db);
  if (header.postgres !== here) {
    throw new BackupRefused(
      `The backup holds the files of a PostgreSQL ${String(header.postgres)}, and this version of Espalier has a PostgreSQL ${String(here)} inside. ` +
        `Restore it with Espalier ${header.version}.`,
    );
  }
  if (!force && !(await isEmpty(db))) {
    throw new BackupRefused(
      'There are data here already. With --force the backup takes their place, and they are gone.',
    );
  }
  await copies.exchange(image, async (next) => {
    await migrateToLatest(next);
    // An import that was under way when the backup was taken.
    await removeHidden(next);
    if ((await next.selectFrom('users').select('id').limit(1).execute()).length === 0)
      throw new BackupRefused('The database in the backup holds nobody, not even the administrator.');
  });
  return header.takenAt;
}

function readBackup(file: Uint8Array): { header: Header; image: Uint8Array } {
  const noBackup = (): BackupRefused => new BackupRefused('The file is not a backup made by npm run backup.');
  const end = file.subarray(0, 64 * 1024).indexOf(0x0a);
  if (end === -1) throw noBackup();
  let header: Partial<Header> | null;
  try {
    header = JSON.parse(Buffer.from(file.subarray(0, end)).toString('utf8')) as Partial<Header> | null;
  } catch {
    throw noBackup();
  }
  if (typeof header !== 'object' || header === null || !('espalierBackup' in header)) throw noBackup();
  const { version = 'unknown', migrations: theirs } = header;
  const unknown = Array.isArray(theirs) ? theirs.find((name) => !Object.hasOwn(migrations, name)) : undefined;
  if (header.espalierBackup !== 1 || unknown !== undefined) {
    throw new BackupRefused(
      `The backup is of a newer version of Espalier (${version}), which this one (${VERSION}) cannot read. Restore it with that version.`,
    );
  }
  const image = file.subarray(end + 1);
  if (image.length !== header.bytes || sha256(image) !== header.sha256) {
    throw new BackupRefused('The backup is damaged or not whole: it is not what was written when it was made.');
  }
  return { header: header as Header, image };
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

async function appliedMigrations(db: Db): Promise<string[]> {
  const made = await sql<{ made: boolean }>`SELECT to_regclass('kysely_migration') IS NOT NULL AS made`.execute(db);
  if (made.rows[0]?.made !== true) throw new BackupRefused('There are no data here yet.');
  const { rows } = await sql<{ name: string }>`SELECT name FROM kysely_migration ORDER BY name`.execute(db);
  return rows.map(({ name }) => name);
}

async function majorVersion(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT current_setting('server_version_num')::int / 10000 AS n`.execute(db);
  return rows[0]?.n ?? 0;
}
