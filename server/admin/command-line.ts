import { resolve } from 'node:path';
import { ConfigError, readConfig } from '../config.ts';
import { DirectoryLockedError } from '../db/directory-lock.ts';
import { CannotOpenError } from '../db/open-database.ts';
import type { Visibility } from '../db/types.ts';
import { ImportRefused } from '../import/faults.ts';
import type { ImportResult } from '../import/import-planning.ts';
import { readJsonFile } from '../import/read-file.ts';
import { validatePlanningFile } from '../import/validate.ts';
import { runOnData } from './client.ts';
import { AdminRefused, isVisibility } from './commands.ts';
import { type ProgressStream, showProgress } from './progress.ts';

/** What a command-line tool sees of the world. */
export interface Terminal {
  args: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
  cwd: string;
  out: (line: string) => void;
  err: ProgressStream;
}

/** Exit codes: 0 done, 1 refused or failed, 2 not understood. */
type ExitCode = 0 | 1 | 2;

const IMPORT_USAGE = `Usage: npm run import -- <file> [--visibility private|internal|public]

Imports a planning data file (fixtures/planning/README.md describes the format): all of it or nothing.
New groups and projects are private unless --visibility says otherwise; those that exist stay as they are.
The data goes to DATABASE_URL, else into DATA_DIR (./data), whether or not the server runs.`;

const TOKEN_USAGE = `Usage: npm run token -- <username>

Prints a new personal access token of that user as its last line. It is shown this once.`;

/** `npm run import`. */
export async function importCommand(terminal: Terminal): Promise<ExitCode> {
  const parsed = parseImport(terminal.args);
  if (parsed === 'help') return help(terminal, IMPORT_USAGE);
  if (typeof parsed === 'string') return misunderstood(terminal, parsed, IMPORT_USAGE);
  return reporting(terminal, 'Nothing was imported.', async () => {
    // npm changes the directory; the file is meant from where the person stands.
    const file = resolve(terminal.env['INIT_CWD'] ?? terminal.cwd, parsed.file);
    const document = validatePlanningFile(await readJsonFile(file));
    const progress = showProgress(terminal.err, 'Importing');
    const request = { command: 'import' as const, document, visibility: parsed.visibility };
    const answer = await runOnData(request, { ...targetOf(terminal), onProgress: progress.update }).finally(
      progress.end,
    );
    if (answer.command === 'import')
      for (const line of summary(document.dataset.name, answer.result)) terminal.out(line);
  });
}

/** `npm run token`. */
export async function tokenCommand(terminal: Terminal): Promise<ExitCode> {
  const [username, ...rest] = terminal.args;
  if (username === '--help' || username === '-h') return help(terminal, TOKEN_USAGE);
  if (username === undefined || username === '') return misunderstood(terminal, 'Whose token?', TOKEN_USAGE);
  if (rest.length > 0) return misunderstood(terminal, `One user name, not ${String(rest.length + 1)}.`, TOKEN_USAGE);
  return reporting(terminal, 'No token was made.', async () => {
    const answer = await runOnData({ command: 'token', username }, targetOf(terminal));
    if (answer.command === 'token') terminal.out(answer.token);
  });
}

function targetOf(terminal: Terminal): Parameters<typeof runOnData>[1] {
  const { databaseUrl, dataDir } = readConfig(terminal.env);
  return {
    databaseUrl,
    dataDir: resolve(terminal.cwd, dataDir),
    onWait: () => terminal.err.write('Waiting for another process that is using the data directory …\n'),
  };
}

function parseImport(args: readonly string[]): { file: string; visibility: Visibility } | string {
  let visibility: Visibility = 'private';
  const files: string[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? '';
    if (arg === '--help' || arg === '-h') return 'help';
    if (arg === '--visibility' || arg.startsWith('--visibility=')) {
      const value = arg.includes('=') ? arg.slice(arg.indexOf('=') + 1) : args[(at += 1)];
      if (!isVisibility(value)) return `--visibility must be private, internal or public, not "${value ?? ''}".`;
      visibility = value;
    } else if (arg.startsWith('-')) return `There is no option ${arg}.`;
    else files.push(arg);
  }
  const [file] = files;
  if (file === undefined) return 'Which file?';
  return files.length === 1 ? { file, visibility } : `One file at a time, not ${String(files.length)}.`;
}

function summary(name: string, result: ImportResult): string[] {
  const rows = Object.entries(result).map(([kind, { total, created, changed }]) => {
    const same = total - created - changed;
    const parts = [`${String(created)} new`, `${String(changed)} changed`, `${String(same)} as they were`];
    return `  ${kind.padEnd(11)}${String(total).padStart(6)}  (${parts.join(', ')})`;
  });
  return [`Imported ${name}:`, ...rows];
}

async function reporting(terminal: Terminal, nothing: string, run: () => Promise<void>): Promise<ExitCode> {
  try {
    await run();
    return 0;
  } catch (error) {
    const plain = [ImportRefused, AdminRefused, ConfigError, DirectoryLockedError, CannotOpenError].some(
      (kind) => error instanceof kind,
    );
    const words = error instanceof Error ? (plain ? error.message : (error.stack ?? error.message)) : String(error);
    terminal.err.write(`${words}\n${nothing}\n`);
    return 1;
  }
}

function help(terminal: Terminal, usage: string): ExitCode {
  terminal.out(usage);
  return 0;
}

function misunderstood(terminal: Terminal, problem: string, usage: string): ExitCode {
  terminal.err.write(`${problem}\n\n${usage}\n`);
  return 2;
}
