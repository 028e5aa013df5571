import { open, readFile, rename, rm } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { NOT_EMBEDDED } from '../backup/backup.ts';
import { codeOf } from '../db/open-database.ts';
import { runOnData } from './client.ts';
import { type ExitCode, help, misunderstood, reporting, targetOf, type Terminal } from './command-line.ts';
import { AdminRefused } from './commands.ts';

const BACKUP_USAGE = `Usage: npm run backup -- <file>

Writes a backup of the embedded database into a new file, while the server runs or while it does not. The file holds everything: keep it as you keep
the data directory.`;

const RESTORE_USAGE = `Usage: npm run restore -- <file> [--force]

Puts the database of a backup in the place of the embedded one, while the server runs or while it does not: all of it or nothing.
Where there are data already, --force is needed, and they are gone.`;

/** `npm run backup`. */
export async function backupCommand(terminal: Terminal): Promise<ExitCode> {
  const [name, ...rest] = terminal.args;
  if (name === '--help' || name === '-h') return help(terminal, BACKUP_USAGE);
  if (name === undefined) return misunderstood(terminal, 'Into which file?', BACKUP_USAGE);
  if (name.startsWith('-')) return misunderstood(terminal, `There is no option ${name}.`, BACKUP_USAGE);
  if (rest.length > 0) return misunderstood(terminal, `One file, not ${String(rest.length + 1)}.`, BACKUP_USAGE);
  return reporting(terminal, 'No backup was made.', async () => {
    const target = targetOf(terminal);
    if (target.databaseUrl !== undefined) throw new AdminRefused(NOT_EMBEDDED.backup);
    const file = resolve(terminal.env['INIT_CWD'] ?? terminal.cwd, name);
    if (existsSync(file)) throw new AdminRefused(`There is a file ${file} already.`);
    // Whole or not at all: it gets its name at the end.
    const partial = `${file}.partial`;
    const out = await open(partial, 'w', 0o600).catch((error: unknown) => {
      throw new AdminRefused(`Cannot write ${file} (${codeOf(error) || String(error)}).`);
    });
    let size = 0;
    try {
      const give = async (bytes: Uint8Array): Promise<void> => {
        // Unlike `write` it goes on until everything is written, of whatever size.
        await out.appendFile(bytes);
        size += bytes.length;
      };
      await runOnData({ command: 'backup' }, { ...target, give });
      await out.sync();
      await out.close();
      await rename(partial, file);
    } catch (error) {
      await out.close().catch(() => undefined);
      await rm(partial, { force: true });
      throw error;
    }
    terminal.out(`Backed up to ${file} (${(size / 1024 / 1024).toFixed(1)} MB).`);
  });
}

/** `npm run restore`. */
export async function restoreCommand(terminal: Terminal): Promise<ExitCode> {
  if (terminal.args.some((arg) => arg === '--help' || arg === '-h')) return help(terminal, RESTORE_USAGE);
  const force = terminal.args.includes('--force');
  const [name, ...rest] = terminal.args.filter((arg) => arg !== '--force');
  if (name === undefined) return misunderstood(terminal, 'From which file?', RESTORE_USAGE);
  if (name.startsWith('-')) return misunderstood(terminal, `There is no option ${name}.`, RESTORE_USAGE);
  if (rest.length > 0) return misunderstood(terminal, `One file, not ${String(rest.length + 1)}.`, RESTORE_USAGE);
  return reporting(terminal, 'Nothing was restored.', async () => {
    const target = targetOf(terminal);
    if (target.databaseUrl !== undefined) throw new AdminRefused(NOT_EMBEDDED.restore);
    const file = resolve(terminal.env['INIT_CWD'] ?? terminal.cwd, name);
    const backup = await readFile(file).catch((error: unknown) => {
      throw new AdminRefused(`Cannot read ${file} (${codeOf(error) || String(error)}).`);
    });
    const answer = await runOnData({ command: 'restore', force }, { ...target, backup });
    if (answer.command === 'restore') terminal.out(`Restored what was backed up on ${answer.takenAt}.`);
  });
}
