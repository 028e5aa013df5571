import { INVARIANTS } from '@espalier/core/replay';

export const USAGE = `Usage: npm run replay -- <log.jsonl> [options]

Replays an action log without a browser, compares every hash, and prints what it ends in.

  --until N            stop after action N
  --print WHAT         a path into the state, or a selector: tree.root.title, pending[0],
                       'confirmed.items["gid://gitlab/Epic/1"]', selectTreeRows, 'selectRowModel("gid://gitlab/Epic/1")'
  --diff A B           what differs between the states after actions A and B
  --assert RULE        whether a rule holds after every action; "all" for all of them
  --bisect RULE        the first action after which a rule fails
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
  /** Names of rules. */
  readonly assert: readonly string[];
  readonly bisect: string | null;
  readonly emitTest: { readonly file: string | null } | null;
  readonly keepTexts: boolean;
  readonly redact: string | null;
}

/** Arguments that mean nothing; the message says which. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

type Mutable = { -readonly [K in keyof ReplayArguments]: ReplayArguments[K] };

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

function rule(option: string, name: string): string {
  if (Object.hasOwn(INVARIANTS, name)) return name;
  throw new UsageError(`${option}: there is no rule "${name}". There are: ${Object.keys(INVARIANTS).join(', ')}.`);
}

const OPTIONS: Readonly<Record<string, (words: Words, into: Mutable) => void>> = {
  '--until': (words, into) => (into.until = words.number('--until')),
  '--print': (words, into) => (into.print = [...into.print, words.value('--print', 'a path or a selector')]),
  '--diff': (words, into) => (into.diff = [words.number('--diff'), words.number('--diff')]),
  '--assert': (words, into) => {
    const name = words.value('--assert', 'a rule');
    into.assert = [...into.assert, ...(name === 'all' ? Object.keys(INVARIANTS) : [rule('--assert', name)])];
  },
  '--bisect': (words, into) => (into.bisect = rule('--bisect', words.value('--bisect', 'a rule'))),
  '--emit-test': (words, into) => {
    const isFile = words.peek()?.endsWith('.test.ts') ?? false;
    into.emitTest = { file: isFile ? (words.next() ?? null) : null };
  },
  '--keep-texts': (_words, into) => (into.keepTexts = true),
  '--redact': (words, into) => (into.redact = words.value('--redact', 'a file')),
};

/** Throws UsageError. */
export function parseArguments(args: readonly string[]): ReplayArguments | 'help' {
  const files: string[] = [];
  const into: Mutable = {
    file: '',
    until: null,
    print: [],
    diff: null,
    assert: [],
    bisect: null,
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
    if (option !== undefined) option(words, into);
    else if (word.startsWith('-')) throw new UsageError(`There is no option ${word}.`);
    else files.push(word);
  }
  const [file] = files;
  if (file === undefined) throw new UsageError('Which log?');
  if (files.length > 1) throw new UsageError(`One log at a time, not ${files.length}: ${files.join(', ')}.`);
  if (into.keepTexts && into.emitTest === null) throw new UsageError('--keep-texts belongs to --emit-test.');
  return { ...into, file, assert: [...new Set(into.assert)] };
}
