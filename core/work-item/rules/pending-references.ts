import type { OfferedItem, ReferenceContext, ReferenceToken } from './references.ts';
import { parseReference, referenceKey } from './references.ts';

export interface SplitInput {
  /** The finished words, in order. */
  readonly words: readonly string[];
  /** The word that the caret is in or at an end of; empty where it is in none. It stays in the field. */
  readonly touched: string;
}

/** TR-09.1: the input is split at white space; the word at the caret is still being typed. `caret` counts UTF-16 units. */
export function splitReferenceInput(input: string, caret: number): SplitInput {
  const words: string[] = [];
  let touched = '';
  for (const match of input.matchAll(/\S+/g)) {
    const word = match[0];
    if (touched === '' && caret >= match.index && caret <= match.index + word.length) touched = word;
    else words.push(word);
  }
  return { words, touched };
}

/** TR-09.1: on submit and on leaving the field, no word is being typed any more. */
export const allWords = (input: string): readonly string[] => input.match(/\S+/g) ?? [];

/**
 * TR-09.3: new words behind the pending ones; a reference that is pending already is ignored. Same list if nothing is new. `offered`: what was offered
 * meanwhile, whose title and state are kept with its reference (RL-02.2).
 */
export function addPendingReferences(
  pending: readonly ReferenceToken[],
  words: readonly string[],
  context: ReferenceContext,
  offered: readonly (OfferedItem & { readonly reference: string })[] = [],
): readonly ReferenceToken[] {
  const keys = new Set(pending.map(referenceKey));
  const added: ReferenceToken[] = [];
  for (const word of words) {
    const token = parseReference(word, context);
    const key = referenceKey(token);
    if (keys.has(key)) continue;
    keys.add(key);
    const known = offered.find(({ reference }) => referenceKey(parseReference(reference, context)) === key);
    added.push(token.ok && known ? { ...token, item: { title: known.title, state: known.state } } : token);
  }
  return added.length === 0 ? pending : [...pending, ...added];
}
