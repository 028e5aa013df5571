import type { Award } from '../entity.ts';
import { listInWords } from '../rules/texts.ts';

/** How reactions are shown, and which are offered. */

/** Offered wherever one can react, whether or not anybody has given them. */
const VOTES: readonly string[] = ['thumbsup', 'thumbsdown'];

/** WI-07.62: what else is offered; the server takes every emoji that it knows. */
export const MORE_REACTIONS: readonly string[] = [
  'heart',
  'tada',
  'rocket',
  'eyes',
  'clap',
  'raised_hands',
  'fire',
  '100',
  'smile',
  'joy',
  'thinking',
  'confused',
  'disappointed',
  'white_check_mark',
];

/** WI-07.60: the emojis that are shown: the votes, then whatever else was given, the first one first. */
export const shownEmojis = (awards: readonly Award[]): readonly string[] => [
  ...new Set([...VOTES, ...awards.map(({ emoji }) => emoji)]),
];

/** So many people are named. */
const NAMED = 10;

/** WI-07.63: who has given a reaction, the viewer first: `You, Ada and 3 more`. Empty: nobody. */
export function givers(names: readonly string[], isOwn: boolean): string {
  const all = isOwn ? ['You', ...names] : names;
  const rest = all.length - NAMED;
  return listInWords(rest > 0 ? [...all.slice(0, NAMED), `${rest} more`] : all);
}
