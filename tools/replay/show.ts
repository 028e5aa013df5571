import type { RootState } from '@espalier/core';
import * as core from '@espalier/core';
import { said, UsageError } from './arguments.ts';

/** Characters of a printed value. */
const LONGEST = 2000;
/** Characters of a value within a line. */
const LONGEST_IN_LINE = 120;
/** Entries of a table that are printed. */
const ENTRIES = 20;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const isTable = (value: object): value is core.Table<unknown> =>
  'size' in value && 'root' in value && isObject(value.root) && ('hashes' in value.root || 'branch' in value.root);

const count = new Intl.NumberFormat('en-US').format;

/** Tables as what is in them, by key. */
function plain(value: unknown): unknown {
  if (!isObject(value)) return value;
  if (Array.isArray(value)) return value.map(plain);
  if (!isTable(value)) return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, plain(part)]));
  const shown: [string, unknown][] = [];
  for (const [key, part] of core.entries(value)) {
    if (shown.length === ENTRIES) break;
    shown.push([key, plain(part)]);
  }
  const rest = value.size - shown.length;
  return Object.fromEntries(rest > 0 ? [...shown, ['…', `${count(rest)} more entries`]] : shown);
}

const cut = (text: string, longest: number): string =>
  text.length <= longest ? text : `${text.slice(0, longest)}… (cut: ${count(text.length)} characters)`;

/** A value over several lines, cut where it is long. */
export const showValue = (value: unknown): string => cut(JSON.stringify(plain(value), null, 2) ?? 'undefined', LONGEST);

/** A value within a line. */
export const showInLine = (value: unknown): string => cut(JSON.stringify(plain(value)) ?? 'nothing', LONGEST_IN_LINE);

/** `a.b`, `a[0]`, `a["any key"]`; keys without dots also as they are: `a.gid://gitlab/Epic/1.title`. */
function stepsOf(path: string): readonly string[] {
  const steps: string[] = [];
  const step = /\.?([^.[\]]+)|\[(\d+|"(?:[^"\\]|\\.)*")\]/gy;
  while (step.lastIndex < path.length) {
    const match = step.exec(path);
    if (match === null) throw new UsageError(`"${path}" is no path: a.b, a[0] and a["key"] are.`);
    steps.push(match[1] ?? String(JSON.parse(match[2] ?? '')));
  }
  return steps;
}

const namesIn = (value: unknown): string => {
  if (!isObject(value)) return `it is ${showInLine(value)}`;
  const names = isTable(value) ? [...core.entries(value)].map(([key]) => key) : Object.keys(value);
  return names.length === 0
    ? 'it is empty'
    : `there ${names.length === 1 ? 'is' : 'are'} ${cut(names.join(', '), 400)}`;
};

function follow(state: RootState, path: string): unknown {
  let value: unknown = state;
  let walked = 'the state';
  for (const step of stepsOf(path)) {
    const part = isObject(value)
      ? isTable(value)
        ? core.get(value, step)
        : Object.hasOwn(value, step)
          ? (value as Readonly<Record<string, unknown>>)[step]
          : undefined
      : undefined;
    if (part === undefined) throw new UsageError(`There is no "${step}" in ${walked}: ${namesIn(value)}.`);
    value = part;
    walked = walked === 'the state' ? step : `${walked}.${step}`;
  }
  return value;
}

type Selector = (state: RootState, ...args: unknown[]) => unknown;

function selectorNamed(name: string): Selector {
  const found = Object.entries(core).find(([other]) => other === name)?.[1];
  if (typeof found === 'function' && name.startsWith('select')) return found as Selector;
  const names = Object.keys(core).filter((other) => other.startsWith('select'));
  throw new UsageError(`There is no selector "${name}". There are: ${names.join(', ')}.`);
}

function argumentsIn(text: string): unknown[] {
  try {
    return JSON.parse(`[${text}]`) as unknown[];
  } catch {
    throw new UsageError(`The arguments of a selector are JSON, not ${text}.`);
  }
}

/** What a path leads to or a selector gives. Throws UsageError where there is no such thing. */
export function lookUp(state: RootState, what: string): unknown {
  const [, name, args = ''] = /^(select[A-Z]\w*)(?:\((.*)\))?$/s.exec(what) ?? [];
  if (name === undefined) return follow(state, what);
  const selector = selectorNamed(name);
  try {
    return selector(state, ...argumentsIn(args));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${what} gives nothing here: ${said(error)}. Arguments go in parentheses, as JSON.`);
  }
}
