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

type Writable<T> = { -readonly [K in keyof T]: T[K] };
interface Parsed extends Writable<Omit<ReplayArguments, 'list'>> {
  list: boolean;
  readonly filter: Writable<ListFilter>;
  /** The last option that only --list knows. */
  filtered: string | null;
}

/** Takes what follows an option. */
class Words {
  readonly #words: readonly string[];
  #at = 0;

  constructor(words: readonly string[]) {
    this.#words = words;
  }

  next(): string | undefined {
    return this.#words[this.#at++];
  }

  peek(): string | undefined {
    return this.#words[this.#at];
  }

  value(option: string, what: string): string {
    const word = this.next();
    if (word === undefined || word === '' || word.startsWith('--')) throw new UsageError(`${option} needs ${what}.`);
    return word;
  }

  number(option: string): number {
    const word = this.value(option, 'the number of an action');
    if (!/^\d{1,15}$/.test(word)) throw new UsageError(`${option} needs the number of an action, not "${word}".`);
    return Number(word);
  }
}

const ORIGINS: readonly string[] = ['user', 'server'];

const OPTIONS: Readonly<Record<string, (words: Words, into: Parsed) => void>> = {
  '--until': (words, into) => (into.until = words.number('--until')),
  '--list': (_words, into) => (into.list = true),
  '--from': (words, { filter }) => (filter.from = words.number('--from')),
  '--type': (words, { filter }) => (filter.types = [...filter.types, words.value('--type', 'a type or a domain')]),
  '--origin': (words, { filter }) => {
    const origin = words.value('--origin', 'an origin');
    if (!ORIGINS.includes(origin)) throw new UsageError(`--origin is one of ${ORIGINS.join(', ')}, not "${origin}".`);
    filter.origin = origin;
  },
  '--about': (words, { filter }) => (filter.about = words.value('--about', 'a text')),
  '--print': (words, into) => (into.print = [...into.print, words.value('--print', 'a path or a selector')]),
  '--diff': (words, into) => (into.diff = [words.number('--diff'), words.number('--diff')]),
  '--assert': (words, into) => (into.assert = [...into.assert, words.value('--assert', 'a rule')]),
  '--bisect': (words, into) => (into.bisect = words.value('--bisect', 'a rule')),
  '--rule': (words, into) => (into.rules = [...into.rules, words.value('--rule', 'a file')]),
  '--emit-test': (words, into) => {
    const isFile = words.peek()?.endsWith('.test.ts') ?? false;
    into.emitTest = { file: isFile ? (words.next() ?? null) : null };
  },
  '--keep-texts': (_words, into) => (into.keepTexts = true),
  '--redact': (words, into) => (into.redact = words.value('--redact', 'a file')),
};
const OF_LIST: readonly string[] = ['--from', '--type', '--origin', '--about'];

/** Throws UsageError. */
export function parseArguments(args: readonly string[]): ReplayArguments | 'help' {
  const files: string[] = [];
  const into: Parsed = {
    file: '',
    until: null,
    list: false,
    filter: { from: 0, types: [], origin: null, about: null },
    filtered: null,
    print: [],
    diff: null,
    assert: [],
    bisect: null,
    rules: [],
    emitTest: null,
    keepTexts: false,
    redact: null,
  };
  // `--until=5` and `--until 5` are the same.
  const words = new Words(
    args.flatMap((arg) => {
      const [, option, value] = /^(--[a-z-]+)=(.*)$/s.exec(arg) ?? [];
      return option === undefined || value === undefined ? [arg] : [option, value];
    }),
  );
  for (let word = words.next(); word !== undefined; word = words.next()) {
    if (word === '--help' || word === '-h') return 'help';
    const option = Object.hasOwn(OPTIONS, word) ? OPTIONS[word] : undefined;
    if (OF_LIST.includes(word)) into.filtered = word;
    if (option !== undefined) option(words, into);
    else if (word.startsWith('-')) throw new UsageError(`There is no option ${word}.`);
    else files.push(word);
  }
  const [file] = files;
  if (file === undefined) throw new UsageError('Which log?');
  if (files.length > 1) throw new UsageError(`One log at a time, not ${files.length}: ${files.join(', ')}.`);
  if (into.keepTexts && into.emitTest === null) throw new UsageError('--keep-texts belongs to --emit-test.');
  const { list, filter, filtered, ...rest } = into;
  if (filtered !== null && !list) throw new UsageError(`${filtered} belongs to --list.`);
  return { ...rest, file, list: list ? filter : null };
}
