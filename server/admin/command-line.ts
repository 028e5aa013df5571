import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { isTokenScope, lastExpiry, TOKEN_SCOPES, tokenFaults } from '@espalier/core/access';
import type { NewToken } from '../auth/access-tokens.ts';
import { ConfigError, readConfig, usableAddress } from '../config.ts';
import { DirectoryLockedError } from '../db/directory-lock.ts';
import { CannotOpenError } from '../db/open-database.ts';
import type { Visibility } from '../db/place-tables.ts';
import { ImportRefused } from '../import/faults.ts';
import type { ImportResult } from '../import/import-planning.ts';
import { readPlanningFile, sizeOf } from '../import/read-file.ts';
import type { PlanningSink } from '../import/spool.ts';
import { runOnData } from './client.ts';
import { AdminRefused, isVisibility, tokenOf } from './commands.ts';
import { type ProgressStream, showProgress } from './progress.ts';

/** What a command-line tool sees of the world. */
export interface Terminal {
  args: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
  cwd: string;
  out: (line: string) => void;
  err: ProgressStream;
  /** Ctrl+C. */
  signal?: AbortSignal;
}

/** Exit codes: 0 done, 1 refused or failed, 2 not understood. */
export type ExitCode = 0 | 1 | 2;

const IMPORT_USAGE = `Usage: npm run import -- <file> [--visibility private|internal|public] [--dry-run]

Imports a planning data file (fixtures/README.md describes the format): all of it or nothing. Ctrl+C takes it back.
--dry-run does the same, takes it back at the end, and says what would have changed.
New groups and projects are private unless --visibility says otherwise; those that exist stay as they are.
The data goes to DATABASE_URL, else into DATA_DIR (./data), whether or not the server runs.`;

const TOKEN_USAGE = `Usage: npm run token -- <username> [--name <name>] [--expires <YYYY-MM-DD>|never] [--scope read_api|api]

Prints a new personal access token of that user as its last line. It is shown this once.
It may do what the user may (--scope read_api: only read), and works for a year unless --expires says otherwise.`;

const LINK_USAGE = `Usage: npm run sign-in-link [-- <username>]

Prints a link that signs that user in, once, within a day; without a name the administrator root.`;

/** `npm run import`. */
export async function importCommand(terminal: Terminal): Promise<ExitCode> {
  const parsed = parseImport(terminal.args);
  if (parsed === 'help') return help(terminal, IMPORT_USAGE);
  if (typeof parsed === 'string') return misunderstood(terminal, parsed, IMPORT_USAGE);
  return reporting(terminal, 'Nothing was imported.', async () => {
    // npm changes the directory; the file is meant from where the person stands.
    const file = resolve(terminal.env['INIT_CWD'] ?? terminal.cwd, parsed.file);
    // Before a database is opened, or even made.
    await sizeOf(file);
    const { signal } = terminal;
    const reading = showProgress(terminal.err, 'Reading');
    const importing = showProgress(terminal.err, 'Importing');
    let name = '';
    const feed = async (sink: PlanningSink): Promise<void> => {
      const set: PlanningSink['set'] = (field, value) => {
        if (field === 'dataset') name = nameOf(value);
        return sink.set(field, value);
      };
      const add: PlanningSink['add'] = (list, rows) => sink.add(list, rows);
      await readPlanningFile(file, { set, add }, { onProgress: reading.update, signal }).finally(reading.end);
    };
    const { visibility, dryRun } = parsed;
    const target = { ...targetOf(terminal), feed, onProgress: importing.update, ...(signal && { signal }) };
    const answer = await runOnData({ command: 'import', visibility, dryRun }, target).finally(importing.end);
    if (answer.command === 'import') for (const line of summary(name, dryRun, answer.result)) terminal.out(line);
  });
}

const nameOf = (dataset: unknown): string =>
  typeof dataset === 'object' && dataset !== null && 'name' in dataset ? String(dataset.name) : '';

/** `npm run token`. */
export async function tokenCommand(terminal: Terminal): Promise<ExitCode> {
  const parsed = parseToken(terminal.args, new Date().toISOString().slice(0, 10));
  if (parsed === 'help') return help(terminal, TOKEN_USAGE);
  if (typeof parsed === 'string') return misunderstood(terminal, parsed, TOKEN_USAGE);
  return reporting(terminal, 'No token was made.', async () => {
    const answer = await runOnData({ command: 'token', ...parsed }, targetOf(terminal));
    if (answer.command === 'token') terminal.out(answer.token);
  });
}

/** `npm run sign-in-link`. */
export async function signInLinkCommand(terminal: Terminal): Promise<ExitCode> {
  const [username = 'root', ...rest] = terminal.args;
  if (username === '--help' || username === '-h') return help(terminal, LINK_USAGE);
  if (username.startsWith('-')) return misunderstood(terminal, `There is no option ${username}.`, LINK_USAGE);
  if (rest.length > 0) return misunderstood(terminal, `One user name, not ${String(rest.length + 1)}.`, LINK_USAGE);
  return reporting(terminal, 'No link was made.', async () => {
    const answer = await runOnData({ command: 'sign-in-link', username }, targetOf(terminal));
    if (answer.command === 'sign-in-link') terminal.out(answer.link);
  });
}

export function targetOf(terminal: Terminal): Parameters<typeof runOnData>[1] {
  const { databaseUrl, dataDir, publicUrl, host, port } = readConfig(terminal.env);
  return {
    databaseUrl,
    baseUrl: publicUrl ?? usableAddress(host, port),
    dataDir: resolve(terminal.cwd, dataDir),
    onWait: () => terminal.err.write('Waiting for another process that is using the data directory …\n'),
  };
}

function parseImport(args: readonly string[]): { file: string; visibility: Visibility; dryRun: boolean } | string {
  let dryRun = false;
  let visibility: Visibility = 'private';
  const files: string[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? '';
    if (arg === '--help' || arg === '-h') return 'help';
    if (arg === '--visibility' || arg.startsWith('--visibility=')) {
      const value = arg.includes('=') ? arg.slice(arg.indexOf('=') + 1) : args[(at += 1)];
      if (!isVisibility(value)) return `--visibility must be private, internal or public, not "${value ?? ''}".`;
      visibility = value;
    } else if (arg === '--dry-run') dryRun = true;
    else if (arg.startsWith('-')) return `There is no option ${arg}.`;
    else files.push(arg);
  }
  const [file] = files;
  if (file === undefined) return 'Which file?';
  return files.length === 1 ? { file, visibility, dryRun } : `One file at a time, not ${String(files.length)}.`;
}

function parseToken(args: readonly string[], today: string): { username: string; token: NewToken } | string {
  const text = { type: 'string' } as const;
  let parsed;
  try {
    const options = { name: text, expires: text, scope: text, help: { type: 'boolean', short: 'h' } } as const;
    parsed = parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    return `${(error as Error).message.split('. ')[0] ?? ''}.`;
  }
  const { values, positionals } = parsed;
  if (values.help === true) return 'help';
  const [username, ...rest] = positionals;
  if (username === undefined || username === '') return 'Whose token?';
  if (rest.length > 0) return `One user name, not ${String(rest.length + 1)}.`;
  const { scope = 'api', expires } = values;
  if (!isTokenScope(scope)) return `--scope must be ${TOKEN_SCOPES.join(' or ')}, not "${scope}".`;
  const token = tokenOf({ scope, ...(values.name !== undefined && { name: values.name.trim() }) }, today);
  const faults = tokenFaults({ name: token.name, expiresAt: expires ?? lastExpiry(today) }, today);
  if (faults.name !== undefined) return `--name ${faults.name}.`;
  if (expires === 'never') return { username, token: { ...token, expiresAt: null } };
  if (faults.expiresAt !== undefined) return `--expires ${faults.expiresAt} (YYYY-MM-DD, or never).`;
  return { username, token: { ...token, ...(expires !== undefined && { expiresAt: expires }) } };
}

function summary(name: string, dryRun: boolean, result: ImportResult): string[] {
  const rows = Object.entries(result).map(([kind, { total, created, changed }]) => {
    const same = total - created - changed;
    const parts = [`${String(created)} new`, `${String(changed)} changed`, `${String(same)} as they were`];
    return `  ${kind.padEnd(11)}${String(total).padStart(6)}  (${parts.join(', ')})`;
  });
  return dryRun
    ? [`An import of ${name} would write:`, ...rows, 'Nothing was written.']
    : [`Imported ${name}:`, ...rows];
}

export async function reporting(terminal: Terminal, nothing: string, run: () => Promise<void>): Promise<ExitCode> {
  try {
    await run();
    return 0;
  } catch (error) {
    const plain = [ImportRefused, AdminRefused, ConfigError, DirectoryLockedError, CannotOpenError].some(
      (kind) => error instanceof kind,
    );
    const words = error instanceof Error ? (plain ? error.message : (error.stack ?? error.message)) : String(error);
    // Whatever it broke off with.
    if (terminal.signal?.aborted === true) terminal.err.write(`Cancelled. ${nothing}\n`);
    else terminal.err.write(`${words}\n${nothing}\n`);
    return 1;
  }
}

export function help(terminal: Terminal, usage: string): ExitCode {
  terminal.out(usage);
  return 0;
}

export function misunderstood(terminal: Terminal, problem: string, usage: string): ExitCode {
  terminal.err.write(`${problem}\n\n${usage}\n`);
  return 2;
}
