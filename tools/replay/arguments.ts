import { parseArgs } from 'node:util';
import { INVARIANTS } from '@espalier/core/replay';

export const USAGE = `Usage: npm run replay -- <log.jsonl> [options]

Replays an action log without a browser, compares every hash, and prints what it ends in.

  --until N            stop after action N
  --list               the actions, one per line: number, seconds since the first one, origin, type, payload
  --from N             with --list: from action N on
  --type TYPE          with --list: only actions of that type or domain: tree/childMoved, tree, 'tree/children*'; may be repeated
  --origin ORIGIN      with --list: only those of "user" or "server"
  --about TEXT         with --list: only those whose payload or meta, as JSON, has this text in it, such as an id
  --print WHAT         a path into the state, or a selector: tree.root.title, pending[0],
                       'confirmed.items["gid://gitlab/Epic/1"]', selectTreeRows, 'selectRowModel("gid://gitlab/Epic/1")'
  --diff A B           what differs between the states after actions A and B
  --assert RULE        whether a rule holds after every action; "all" for all of them
  --bisect RULE        the first action after which a rule fails
  --rule FILE.mjs      a rule of your own, the file's default export: { name, about, check(state, context) }.
                       Asserted, or known by its name to --assert and --bisect; may be repeated
  --emit-test [FILE]   a jest test of what fails, shrunk to the fewest actions and redacted; FILE ends in .test.ts, default: printed
  --keep-texts         with --emit-test: not redacted
  --redact FILE        writes the log with pseudonyms for every text
  --help               this text

Rules: ${Object.keys(INVARIANTS).join(', ')}.
Exit code: 0 all is well, 1 a rule or a hash fails, 2 not understood, 3 not a log that can be read.`;

export interface ReplayArguments {
  readonly file: string;
  readonly until: number | null;
  readonly print: readonly string[];
  readonly diff: readonly [from: number, to: number] | null;
  readonly list: ListFilter | null;
  /** Names of rules, "all" among them. */
  readonly assert: readonly string[];
  readonly bisect: string | null;
  /** Files of rules. */
  readonly rules: readonly string[];
  readonly emitTest: { readonly file: string | null } | null;
  readonly keepTexts: boolean;
  readonly redact: string | null;
}

/** Which actions are listed. */
export interface ListFilter {
  readonly from: number;
  /** Types, domains, or either with `*` in it; none: all. */
  readonly types: readonly string[];
  readonly origin: string | null;
  readonly about: string | null;
}

/** Arguments that mean nothing; the message says which. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** What an error says, whatever was thrown. */
export const said = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const text = { type: 'string' } as const;
const texts = { type: 'string', multiple: true } as const;
const flag = { type: 'boolean' } as const;

const OPTIONS = {
  until: text,
  list: flag,
  from: text,
  type: texts,
  origin: text,
  about: text,
  print: texts,
  diff: texts,
  assert: texts,
  bisect: text,
  rule: texts,
  'emit-test': text,
  'keep-texts': flag,
  redact: text,
  help: { type: 'boolean', short: 'h' },
} as const;
const OF_LIST = ['from', 'type', 'origin', 'about'] as const;
const ORIGINS: readonly string[] = ['user', 'server'];

function parsed(args: readonly string[]) {
  // `--until=5` is `--until 5`, `--diff 1 2` is `--diff 1 --diff 2`, and only the name of a test is the file of --emit-test.
  const words = args.flatMap((arg) => /^(--[a-z-]+)=(.*)$/s.exec(arg)?.slice(1) ?? [arg]);
  const plain = words.flatMap((word, at) => {
    if (words[at - 2] === '--diff') return ['--diff', word];
    return word === '--emit-test' && words[at + 1]?.endsWith('.test.ts') !== true ? [word, ''] : [word];
  });
  try {
    return parseArgs({ args: plain, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    // Node's own words, up to its advice about arguments that look like options.
    const [message = ''] = (error as Error).message.split(/\. |\n/);
    throw new UsageError(`${message.replace(/\.$/, '')}.`);
  }
}

function seqOf(option: string, word: string): number {
  if (/^\d{1,15}$/.test(word)) return Number(word);
  throw new UsageError(`${option} needs the number of an action, not "${word}".`);
}

function differenceOf(words: readonly string[]): readonly [from: number, to: number] {
  const [from, to] = words;
  if (from === undefined || to === undefined) throw new UsageError('--diff needs the numbers of two actions.');
  return [seqOf('--diff', from), seqOf('--diff', to)];
}

/** Throws UsageError. */
export function parseArguments(args: readonly string[]): ReplayArguments | 'help' {
  const { values, positionals } = parsed(args);
  if (values.help === true) return 'help';
  const [file, ...others] = positionals;
  if (file === undefined) throw new UsageError('Which log?');
  if (others.length > 0) {
    throw new UsageError(`One log at a time, not ${positionals.length}: ${positionals.join(', ')}.`);
  }
  const { list = false, origin = null, 'emit-test': test, 'keep-texts': keepTexts = false } = values;
  if (keepTexts && test === undefined) throw new UsageError('--keep-texts belongs to --emit-test.');
  const filtered = OF_LIST.find((option) => values[option] !== undefined);
  if (filtered !== undefined && !list) throw new UsageError(`--${filtered} belongs to --list.`);
  if (origin !== null && !ORIGINS.includes(origin)) {
    throw new UsageError(`--origin is one of ${ORIGINS.join(', ')}, not "${origin}".`);
  }
  const from = values.from === undefined ? 0 : seqOf('--from', values.from);
  return {
    file,
    until: values.until === undefined ? null : seqOf('--until', values.until),
    list: list ? { from, types: values.type ?? [], origin, about: values.about ?? null } : null,
    print: values.print ?? [],
    diff: values.diff === undefined ? null : differenceOf(values.diff),
    assert: values.assert ?? [],
    bisect: values.bisect ?? null,
    rules: values.rule ?? [],
    emitTest: test === undefined ? null : { file: test === '' ? null : test },
    keepTexts,
    redact: values.redact ?? null,
  };
}
