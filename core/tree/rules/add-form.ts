/** The forms that add and create children, as the client decides them (TR-09 to TR-12, TR-19). */
import type { ReferenceKind } from '../../work-item/rules.ts';
import { firstError, HTTP } from '../../work-item/rules.ts';
import type { ReferenceField } from './reference-field.ts';
import { TREE_ERRORS } from './texts.ts';

export type AddFailureType = 'not_found' | 'conflict';

export interface AddFailure {
  /** Null: only the server's message, or nothing, is known. */
  readonly type: AddFailureType | null;
  readonly message: string;
}

/** What an early server says, exactly, where a parent is too deep. */
export const HIERARCHY_TOO_DEEP = 'Epic hierarchy level too deep';
export const MAX_CHILD_EPICS = 'This epic already has the maximum number of child epics.';

const NOT_FOUND = { issue: 'Issue cannot be found.', epic: 'Epic cannot be found.' } as const;

/**
 * TR-09.10: 404 is `not_found`; 409 or 422 with exactly the too-deep text is `conflict`, with its own message; TR-09.11: any other message of the
 * server is shown before a text of ours, `fallback`.
 */
export function addFailure(
  kind: ReferenceKind,
  answer: { readonly status?: number; readonly messages: readonly unknown[] },
  fallback: string = TREE_ERRORS.addChild,
): AddFailure {
  const message = firstError(answer.messages);
  const refusedStatus = answer.status === HTTP.CONFLICT || answer.status === HTTP.UNPROCESSABLE;
  if (refusedStatus && message === HIERARCHY_TOO_DEEP) return { type: 'conflict', message: MAX_CHILD_EPICS };
  if (answer.status === HTTP.NOT_FOUND) return { type: 'not_found', message: message ?? NOT_FOUND[kind] };
  return { type: null, message: message ?? fallback };
}

/** TR-09.4: the button works while something is typed or pending, and nothing is being sent. */
export const canSubmitAdd = ({ input, references }: ReferenceField, submitting: boolean): boolean =>
  !submitting && (references.length > 0 || input.trim() !== '');

/**
 * TR-10.2: the parent's own group comes first, unless the search text does not occur in its name; the groups found follow, each
 * once.
 */
export function groupOptions<G extends { readonly id: string | number; readonly name: string }>(
  own: G,
  found: readonly G[],
  search: string,
): readonly G[] {
  const text = search.trim().toLowerCase();
  const others = found.filter(({ id }) => id !== own.id);
  return text === '' || own.name.toLowerCase().includes(text) ? [own, ...others] : others;
}

/** TR-09.9: the answer of an addition is the whole list, newest first; the first `count` are the ones added. */
export const takeFirst = <T>(issuables: readonly T[], count: number): readonly T[] => issuables.slice(0, count);

/** TR-19.6 */
export const TITLE_HINT = 'Maximum of 255 characters';

/** TR-19.7: items offered for adding exclude the parent and its children. */
export function workItemCandidates<W extends { readonly id: string }>(
  found: readonly W[],
  taken: { readonly parentId: string; readonly childIds: readonly string[] },
): readonly W[] {
  const excluded = new Set([taken.parentId, ...taken.childIds]);
  return found.filter(({ id }) => !excluded.has(id));
}

/** What an item made under a parent takes over from it. */
export interface Inherited {
  readonly confidential: boolean;
  readonly milestoneId: string | null;
  readonly iterationId: string | null;
}

/** TR-19.8: confidentiality and milestone come from the parent, the iteration too where iterations are on. */
export const inheritedFields = (parent: Inherited, iterations: boolean): Inherited => ({
  confidential: parent.confidential,
  milestoneId: parent.milestoneId,
  iterationId: iterations ? parent.iterationId : null,
});
