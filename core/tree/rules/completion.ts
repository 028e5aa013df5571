/** TR-09: which existing items are offered while a reference is being typed. */
import type { ReferenceContext, ReferenceKind } from '../../work-item/rules.ts';
import { parseReference, referenceKey } from '../../work-item/rules.ts';

/** Specification, section 9: longer words are not looked for. */
export const COMPLETION_MAX = 20;

/** Milliseconds without a key before items are looked for (GitLab's general debounce). */
export const COMPLETION_DEBOUNCE = 250;

/** TR-09.23: one that can be added, found by its number or by words in its title. */
export interface Completion {
  /** As the form takes it: short only where it means the same to the form's endpoint. */
  readonly reference: string;
  readonly title: string;
  readonly state: 'opened' | 'closed';
}

const SIGNS: Readonly<Record<ReferenceKind, string>> = { epic: '&', issue: '#' };

/**
 * TR-09.23: what to look for while `word` is being typed. After the sign of the kind a number or the beginning of a word of the title, alone the
 * sign for the latest items; a word without the sign means the same. Null: nothing, for a path, an address, the other kind's sign, or a word that is too long.
 */
export function completionSearch(word: string, kind: ReferenceKind): string | null {
  const sign = SIGNS[kind];
  const text = word.startsWith(sign) ? word.slice(sign.length) : word;
  if (word === '' || text.length > COMPLETION_MAX) return null;
  return /[/:;&#]/.test(text) ? null : text;
}

/** TR-09.24: without those that are pending, the parent, and its children. `taken` holds references in any form. */
export function openCompletions(
  found: readonly Completion[],
  taken: readonly string[],
  context: ReferenceContext,
): readonly Completion[] {
  const key = (reference: string): string => referenceKey(parseReference(reference, context));
  const keys = new Set(taken.map(key));
  return found.filter(({ reference }) => !keys.has(key(reference)));
}
