import type { Award } from '../entity.ts';
import type { GlobalId } from '../types.ts';
import { emojiLook } from '../rules/emojis.ts';
import { listInWords } from '../rules/texts.ts';

/** How reactions are shown, and which are offered. */

/** Offered wherever one can react, whether or not anybody has given them. */
export const VOTES: readonly string[] = ['thumbsup', 'thumbsdown'];

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
export const shownEmojis = (awards: readonly Award[], always = VOTES): readonly string[] => [
  ...new Set([...always, ...awards.map(({ emoji }) => emoji)]),
];

/** So many people are named. */
const NAMED = 10;

/** WI-07.63: who has given a reaction, the viewer first: `You, Ada and 3 more`. Empty: nobody. */
export function givers(names: readonly string[], isOwn: boolean): string {
  const all = isOwn ? ['You', ...names] : names;
  const rest = all.length - NAMED;
  return listInWords(rest > 0 ? [...all.slice(0, NAMED), `${rest} more`] : all);
}

const title = (emoji: string): string => emoji.replaceAll('_', ' ');

/** Reactions as a bar shows them. `name` null: nobody knows the giver; `viewer` null: nobody is signed in; `always`: offered whether or not they were given. */
export function reactionsOf(
  awards: readonly (Award & { readonly name: string | null })[],
  viewer: GlobalId | null,
  always: readonly string[],
) {
  const mayReact = viewer !== null;
  const reactions = shownEmojis(awards, always).map((emoji) => {
    const given = awards.filter((award) => award.emoji === emoji);
    const isOwn = given.some(({ userId }) => userId === viewer);
    const names = given.flatMap(({ userId, name }) => (userId === viewer || name === null ? [] : name));
    return {
      emoji,
      look: emojiLook(emoji) ?? emoji,
      title: title(emoji),
      count: given.length,
      isOwn,
      /** WI-07.63: empty where nobody has given it. */
      who: givers(names, isOwn),
    };
  });
  return {
    mayReact,
    /** A visitor has nothing to press: what nobody has given is not there. */
    reactions: mayReact ? reactions : reactions.filter(({ count }) => count > 0),
    /** WI-07.62: what the bar does not show yet. */
    more: mayReact
      ? [...new Set([...VOTES, ...MORE_REACTIONS])]
          .filter((emoji) => !reactions.some((each) => each.emoji === emoji))
          .map((emoji) => ({ emoji, text: `${emojiLook(emoji) ?? ''} ${title(emoji)}`.trim() }))
      : [],
  };
}

export type ShownReactions = ReturnType<typeof reactionsOf>;
