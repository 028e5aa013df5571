import type { ActionLog, Invariant, ReplayResult, RuleFault } from '@espalier/core/replay';
import type { ReplayArguments } from './arguments.ts';
import type { AskedRules } from './rules.ts';
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import {
  bisect,
  checkLog,
  checkRules,
  createPlayer,
  diffStates,
  invariantNamed,
  printLog,
  redact,
  replay,
} from '@espalier/core/replay';
import { listActions, summary } from './describe.ts';
import { parseArguments, said, USAGE, UsageError } from './arguments.ts';
import { emit, type EmittedTest } from './emit.ts';
import { NotReadable, readable, readLog } from './read-log.ts';
import { askedRules } from './rules.ts';
import { lookUp, showInLine, showValue } from './show.ts';

/** What the tool sees of the world. */
export interface Terminal {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
}

/** 0 all is well, 1 a rule or a hash fails, 2 not understood, 3 not a log that can be read. */
export type ReplayExit = 0 | 1 | 2 | 3;

/** Changes of a difference that are printed. */
const CHANGES = 200;

/** `npm run replay`. */
export async function replayCommand(terminal: Terminal): Promise<ReplayExit> {
  try {
    const args = parseArguments(terminal.args);
    if (args === 'help') {
      terminal.out(USAGE);
      return 0;
    }
    return await run(args, terminal);
  } catch (error) {
    if (error instanceof UsageError) {
      terminal.err(`${error.message}\nnpm run replay -- --help says more.`);
      return 2;
    }
    if (error instanceof NotReadable) {
      terminal.err(error.message);
      return 3;
    }
    throw error;
  }
}

type Say = (line: string) => void;

async function run(args: ReplayArguments, terminal: Terminal): Promise<ReplayExit> {
  // npm changes the directory; paths are relative to where the command was typed.
  const path = (file: string): string => resolve(terminal.env['INIT_CWD'] ?? terminal.cwd, file);
  const rules = await askedRules(args, path);
  const log = await readLog(path(args.file), args.file);
  try {
    return await answer(log, args, rules, terminal, path);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    // What a log makes the core throw is the log's fault.
    throw readable(error, args.file);
  }
}

async function answer(
  log: ActionLog,
  args: ReplayArguments,
  rules: AskedRules,
  terminal: Terminal,
  path: (file: string) => string,
): Promise<ReplayExit> {
  const first = log.segments[0]?.checkpoint.seq ?? 0;
  if (args.until !== null && args.until < first) {
    throw new UsageError(`--until: the log begins after action ${first}; what came before was not kept.`);
  }
  if (args.until !== null && args.until > log.end.seq) {
    throw new UsageError(`--until: the log ends with action ${log.end.seq}; nothing came after it.`);
  }
  // The test alone is what a script wants to catch.
  const say = args.emitTest?.file === null ? terminal.err : terminal.out;
  const result = replay(log, { until: untilOf(args) });
  const asksRules = rules.assert.length > 0 || rules.bisect !== null;
  const isAsked = args.print.length > 0 || args.list !== null || args.diff !== null || asksRules;
  if (isAsked || args.emitTest !== null || args.redact !== null) sayMismatch(result, say);
  else for (const line of summary(log, result)) say(line);

  if (args.list !== null) for (const line of listActions(log, args.list, args.until ?? undefined)) say(line);
  for (const what of args.print) say(showValue(lookUp(result.state, what)));
  if (args.diff !== null) sayDifference(log, args.diff, say);
  let failing = sayRules(log, args, rules, say);
  if (args.emitTest !== null) {
    if (!asksRules) failing = firstFailing(log, args);
    if (failing === null) say('No rule fails, so there is nothing to emit.');
    else {
      const file = rules.files.get(failing) ?? null;
      await sayTest(emit(log, { invariant: failing, file }, args, terminal.cwd, path), terminal.out, say);
    }
  }
  if (args.redact !== null) {
    const target = path(args.redact);
    if (target === path(args.file)) throw new UsageError('--redact writes another file than the log itself.');
    await write(target, printLog(redact(log)));
    say(`Wrote ${args.redact}.`);
  }
  return result.mismatch !== null || failing !== null ? 1 : 0;
}

async function sayTest({ file, text, lines }: EmittedTest, out: Say, say: Say): Promise<void> {
  if (file === null) out(text.trimEnd());
  else await write(file, text);
  for (const line of lines) say(line);
}

async function write(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text);
  } catch (error) {
    throw new UsageError(`${file} cannot be written: ${said(error)}`);
  }
}

function sayMismatch({ mismatch }: ReplayResult, say: Say): void {
  if (mismatch === null) return;
  const { seq, expected, found } = mismatch;
  say(`The state after action ${seq} has hash ${found}, but ${expected} was recorded.`);
}

function sayDifference(log: ActionLog, [from, to]: readonly [number, number], say: Say): void {
  const player = createPlayer(log);
  for (const seq of [from, to]) {
    if (seq < player.first || seq > player.last) {
      throw new UsageError(
        `--diff: the log has the states after actions ${player.first} to ${player.last}, not ${seq}.`,
      );
    }
  }
  const changes = diffStates(player.stateAt(from), player.stateAt(to));
  if (changes.length === 0) say(`The states after actions ${from} and ${to} are the same.`);
  for (const { path, before, after } of changes.slice(0, CHANGES)) {
    say(`${path}: ${showInLine(before)} → ${showInLine(after)}`);
  }
  if (changes.length > CHANGES) say(`… and ${changes.length - CHANGES} more changes.`);
}

const untilOf = ({ until }: ReplayArguments): number => until ?? Infinity;

/** Says how the rules fare that were asked about; gives the first one that fails. */
function sayRules(log: ActionLog, args: ReplayArguments, rules: AskedRules, say: Say): Invariant | null {
  const { bisect: wanted, assert } = rules;
  const culprit = wanted === null ? null : bisect(log, wanted, untilOf(args));
  if (culprit !== null) sayFault(log, culprit, 'fails first after', say);
  else if (wanted !== null) say(`${wanted.name} holds after every action.`);
  const { faults, states } = checkRules(log, assert, untilOf(args));
  for (const { name } of assert) {
    const fault = faults.find(({ rule }) => rule === name);
    if (fault === undefined) say(`${name} holds in ${states} states.`);
    else sayFault(log, fault, 'fails after', say);
  }
  if (culprit !== null) return wanted;
  return assert.find(({ name }) => name === faults[0]?.rule) ?? null;
}

function sayFault(log: ActionLog, { rule, seq, texts }: RuleFault, fails: string, say: Say): void {
  say(`${rule} ${fails} ${actionText(log, seq)}`);
  for (const text of texts) say(`  ${text}`);
}

function firstFailing(log: ActionLog, args: ReplayArguments): Invariant | null {
  const [fault] = checkLog(log, undefined, untilOf(args)).faults;
  return fault === undefined ? null : invariantNamed(fault.rule);
}

function actionText(log: ActionLog, seq: number): string {
  const { action } = createPlayer(log).actionAt(seq) ?? {};
  if (action === undefined) return `the checkpoint at ${seq}, with which the log begins:`;
  return `action ${seq}, ${action.type} ${showInLine(action.payload)}:`;
}
