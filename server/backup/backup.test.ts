import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { openDatabase } from '../db/connection.ts';
import { migrateToLatest } from '../db/migrate.ts';
import type { OpenDatabase } from '../db/open-database.ts';
import { type BuiltModules, buildForTest } from '../db/testing-build.ts';
import { importDocument } from '../import/import-planning.ts';
import { inPieces } from '../import/pieces.ts';
import { smallFile } from '../import/testing-file.ts';
import { everyRow } from '../import/testing-rows.ts';
import { settle } from '../tree/testing.ts';
import { makeBackup, restoreBackup } from './backup.ts';

/** Databases in directories, as the product opens them: making one takes seconds, and longer on a busy machine. */
const TEN_MINUTES = 600_000;
const NOW = '2026-11-23T12:00:00.000Z';
let built: BuiltModules;
let home: string;
const opened: OpenDatabase[] = [];
beforeAll(async () => {
  built = await buildForTest({ 'pglite-worker': 'server/db/pglite-worker.ts' });
  home = mkdtempSync(join(tmpdir(), 'espalier-backup-'));
}, TEN_MINUTES);
afterAll(async () => {
  for (const database of opened) await database.close();
  rmSync(home, { recursive: true, force: true });
  built.remove();
}, TEN_MINUTES);

async function open(name: string): Promise<OpenDatabase> {
  const worker = pathToFileURL(join(built.directory, 'pglite-worker.js'));
  const database = await openDatabase({ dataDir: join(home, name), worker, queryTimeoutMs: TEN_MINUTES });
  opened.push(database);
  await migrateToLatest(database.db);
  return database;
}

test(
  'RP-02.450 RP-02.451 RP-02.452 a backup taken while people write holds all that was acknowledged before it, and is restored whole or not at all, and beside no import',
  async () => {
    const source = await open('source');
    await importDocument(source, smallFile(), { now: NOW, visibility: 'public' });
    const write = (n: number) =>
      source.db
        .insertInto('settings')
        .values({ key: `written/${String(n)}`, value: '1' })
        .execute();
    let written = 0;
    let writing = true;
    const writer = (async () => {
      while (writing) await write((written += 1));
    })();
    while (written < 50) await sql`SELECT 1`.execute(source.db);
    const acknowledged = written - 1;
    const backup = await makeBackup(source, NOW);
    writing = false;
    await writer;
    expect(written).toBeGreaterThan(acknowledged + 1);
    expect(readdirSync(join(home, 'source')).filter((name) => name.startsWith('pgdata'))).toEqual(['pgdata']);

    const target = await open('target');
    const heard: string[] = [];
    await target.listen('news', (payload) => heard.push(payload));
    expect(await restoreBackup(target, backup, { force: false })).toBe(NOW);
    const { rows } = await sql<{ n: number }>`
      SELECT substring(key from 9)::int AS n FROM settings WHERE key LIKE 'written/%' ORDER BY 1`.execute(target.db);
    const found = rows.map(({ n }) => n);
    // One after the other, up to some moment after the beginning.
    expect(found).toEqual(Array.from({ length: found.length }, (_, index) => index + 1));
    expect(found.length).toBeGreaterThanOrEqual(acknowledged);
    // Counts, dates and links are those that counting anew gives; the next import of the same file finds everything.
    const before = await everyRow(target.db);
    await settle(target.db);
    expect(await everyRow(target.db)).toEqual(before);
    const again = await importDocument(target, smallFile(), { now: NOW, visibility: 'public' });
    expect(again.epics).toEqual({ total: 2, created: 0, changed: 0 });
    await target.notify('news', 'still heard');
    await sql`SELECT 1`.execute(target.db);
    expect(heard).toEqual(['still heard']);

    // Refusals, each of which leaves what is there.
    const kept = await everyRow(target.db);
    const refused = async (file: Uint8Array, force: boolean, words: string): Promise<void> => {
      await expect(restoreBackup(target, file, { force })).rejects.toThrow(words);
      expect(await everyRow(target.db)).toEqual(kept);
    };
    const changed = (change: object, image = backup.subarray(backup.indexOf(0x0a) + 1)): Uint8Array => {
      const header = JSON.parse(Buffer.from(backup.subarray(0, backup.indexOf(0x0a))).toString()) as object;
      return Buffer.concat([Buffer.from(`${JSON.stringify({ ...header, ...change })}\n`), image]);
    };
    await refused(backup, false, 'With --force the backup takes their place');
    await refused(Buffer.from('{"schemaVersion":1}\n'), true, 'The file is not a backup made by npm run backup.');
    await refused(new Uint8Array(5000), true, 'The file is not a backup made by npm run backup.');
    await refused(backup.subarray(0, backup.length - 1), true, 'The backup is damaged or not whole');
    await refused(changed({ espalierBackup: 2, version: '9.0.0' }), true, 'of a newer version of Espalier (9.0.0)');
    await refused(changed({ migrations: ['900-later'] }), true, 'of a newer version of Espalier');
    await refused(changed({ postgres: 19 }), true, 'files of a PostgreSQL 19');
    // Half-way: an archive that is none, and one whose database is turned down at the end.
    await expect(target.copies?.exchange(new Uint8Array(100), () => Promise.resolve())).rejects.toThrow('Cannot open');
    const turnedDown = target.copies?.exchange(backup.subarray(backup.indexOf(0x0a) + 1), () =>
      Promise.reject(new Error('turned down')),
    );
    await expect(turnedDown).rejects.toThrow('turned down');
    // And one that was good, and can not be opened in its place.
    const lacking = target.copies?.exchange(backup.subarray(backup.indexOf(0x0a) + 1), () => {
      rmSync(join(home, 'target', 'pgdata.incoming', 'global', 'pg_filenode.map'));
      return Promise.resolve();
    });
    await expect(lacking).rejects.toThrow('Cannot open');
    expect(await everyRow(target.db)).toEqual(kept);
    expect(existsSync(join(home, 'target', 'pgdata.incoming'))).toBe(false);

    // Beside an import: between its pieces the database holds half of it.
    await inPieces(target, {}, () => refused(backup, true, 'An import is under way. Try again when it has ended.'));
    const restoring = restoreBackup(target, backup, { force: true });
    await expect(inPieces(target, {}, () => Promise.resolve())).rejects.toThrow('A restore is under way.');
    await restoring;
    await target.close();
    opened.splice(opened.indexOf(target), 1);
    const reopened = await open('target');
    expect((await everyRow(reopened.db)).filter((row) => row.startsWith('work_items '))).toHaveLength(3);
  },
  TEN_MINUTES,
);
