/** RL-09.1: what can still be chosen: nothing that is chosen already. */
export const withoutChosen = <T extends { readonly key: string }>(
  items: readonly T[],
  chosen: readonly { readonly key: string }[],
): readonly T[] => items.filter(({ key }) => !chosen.some((other) => other.key === key));

/** RL-09.2: an own token is taken where that is allowed, a text is there, and the list offers nothing for it. */
export const mayAddOwn = (text: string, allowed: boolean, offered: readonly unknown[]): boolean =>
  allowed && offered.length === 0 && text.trim() !== '';

/** RL-09.3: the keys that take a token away: on the token itself both, in the empty text behind the tokens Backspace. */
export const removesToken = (key: string, inText: boolean): boolean =>
  key === 'Backspace' || (key === 'Delete' && !inText);
