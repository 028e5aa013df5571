import { enabledIn, type Choice } from './tabs.ts';

/** The rules of controls that come later than the first page: tokens, options, amounts. */

/** RL-07.4: the chosen value where it is an enabled option, else the last valid one before it, else the first enabled. */
export function segmentValue<K extends string>(
  options: readonly Choice<K>[],
  asked: string | null,
  before: string | null,
): K | undefined {
  const enabled = enabledIn(options);
  const find = (value: string | null) => enabled.find(({ key }) => key === value)?.key;
  return find(asked) ?? find(before) ?? enabled[0]?.key;
}

/** RL-09.1: what can still be chosen: nothing that is chosen already. */
export const withoutChosen = <T extends { readonly key: string }>(
  items: readonly T[],
  chosen: readonly { readonly key: string }[],
): readonly T[] => items.filter(({ key }) => !chosen.some((other) => other.key === key));

/** RL-09.2: a custom token is accepted where that is allowed, there is a text, and the list offers nothing for it. */
export const mayAddOwn = (text: string, allowed: boolean, offered: readonly unknown[]): boolean =>
  allowed && offered.length === 0 && text.trim() !== '';

/** RL-12.80: what Enter takes where nothing is marked: what is called like the text, else the first in which it stands. What was offered for an earlier text is passed over. */
export function firstFor<T>(
  offered: readonly T[],
  textsOf: (one: T) => readonly (string | undefined)[],
  typed: string,
): T | undefined {
  const text = typed.trim().toLowerCase();
  if (text === '') return undefined;
  const find = (fits: (own: string) => boolean) =>
    offered.find((one) => textsOf(one).some((own) => own !== undefined && fits(own.toLowerCase())));
  return find((own) => own === text) ?? find((own) => own.includes(text));
}

/** RL-09.3: the keys that remove a token: both on the token itself, Backspace in the empty text after the tokens. */
export const removesToken = (key: string, inText: boolean): boolean =>
  key === 'Backspace' || (key === 'Delete' && !inText);

/** BD-12.2: how far a bar is filled, 0 to 100. Without a sensible maximum the maximum is 100. */
export function progressPercent(value: number, max?: number): number {
  const limit = max !== undefined && Number.isFinite(max) && max > 0 ? max : 100;
  const part = Number.isFinite(value) ? value / limit : 0;
  return Math.min(Math.max(part, 0), 1) * 100;
}

/** BD-12.3: splits people into visible avatars and an overflow count, which is never 1. */
export function stacked<P>(
  people: readonly P[],
  places: number,
): { readonly shown: readonly P[]; readonly more: number } {
  if (people.length <= places + 1) return { shown: people, more: 0 };
  return { shown: people.slice(0, places), more: people.length - places };
}

/** BD-11.7: options are indented by their depth, from 1 to 6 steps; those of no depth are not. */
export const indentSteps = (depth: number | undefined): number =>
  depth === undefined || !(depth >= 1) ? 0 : Math.min(Math.trunc(depth), 6);

const INPUT_TYPES: ReadonlySet<string> = new Set(
  'text password email number url tel search range color date time datetime datetime-local month week'.split(' '),
);

/** BD-12.1: an input type of the list; anything else falls back to text. */
export const inputType = (type: string): string => (INPUT_TYPES.has(type) ? type : 'text');
