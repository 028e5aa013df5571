import type { Invariant } from '@espalier/core/replay';
import type { ReplayArguments } from './arguments.ts';
import { pathToFileURL } from 'node:url';
import { INVARIANTS } from '@espalier/core/replay';
import { said, UsageError } from './arguments.ts';

/** The rules that a command asks. */
export interface AskedRules {
  readonly assert: readonly Invariant[];
  readonly bisect: Invariant | null;
  /** The file of each rule that is not built in. */
  readonly files: ReadonlyMap<Invariant, string>;
}

/** Reads the rules' files and finds the rules that are named. `path`: a file as the person meant it. Throws UsageError. */
export async function askedRules(
  { assert, bisect, rules }: Pick<ReplayArguments, 'assert' | 'bisect' | 'rules'>,
  path: (file: string) => string,
): Promise<AskedRules> {
  const known = new Map(Object.entries(INVARIANTS));
  const files = new Map<Invariant, string>();
  for (const name of rules) {
    const file = path(name);
    const rule = await ownRule(file, name);
    if (known.has(rule.name)) throw new UsageError(`--rule ${name}: there is a rule "${rule.name}" already.`);
    known.set(rule.name, rule);
    files.set(rule, file);
  }
  const named = (option: string, name: string): Invariant => {
    const rule = known.get(name);
    if (rule !== undefined) return rule;
    throw new UsageError(`${option}: there is no rule "${name}". There are: ${[...known.keys()].join(', ')}.`);
  };
  const asserted = assert.flatMap((name) => (name === 'all' ? [...known.values()] : [named('--assert', name)]));
  const isNamed = assert.length > 0 || bisect !== null;
  return {
    assert: isNamed ? [...new Set(asserted)] : [...files.keys()],
    bisect: bisect === null ? null : named('--bisect', bisect),
    files,
  };
}

async function ownRule(file: string, name: string): Promise<Invariant> {
  let rule: Partial<Invariant> | undefined;
  try {
    ({ default: rule } = (await import(pathToFileURL(file).href)) as { readonly default?: Partial<Invariant> });
  } catch (error) {
    throw new UsageError(`--rule ${name} cannot be loaded: ${said(error)}`);
  }
  const { name: own, about, check } = rule ?? {};
  if (typeof own !== 'string' || own === '' || typeof about !== 'string' || typeof check !== 'function') {
    throw new UsageError(`--rule ${name}: its default export should be { name, about, check(state, context) }.`);
  }
  return {
    name: own,
    about,
    // What the rule throws is its own fault, not the log's.
    check(state, context) {
      let faults: unknown;
      try {
        faults = check.call(rule, state, context);
      } catch (error) {
        throw new UsageError(`--rule ${name}: "${own}" throws after action ${context.seq}: ${said(error)}`);
      }
      if (Array.isArray(faults) && faults.every((fault) => typeof fault === 'string')) return faults;
      throw new UsageError(`--rule ${name}: "${own}" gives no list of texts after action ${context.seq}.`);
    },
  };
}
