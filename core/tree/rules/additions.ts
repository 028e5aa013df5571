/** Adding existing items to an epic, as the server decides it (TR-09.5 to TR-09.8). */
import type { ReferenceKind } from '../../work-item/rules.ts';

export interface AdditionCandidate<Id> {
  /** The reference as it was sent; errors are shown behind it. */
  readonly reference: string;
  /** Null: nothing there that the viewer may see and an epic may hold. */
  readonly id: Id | null;
  /** Already a direct child of this epic. */
  readonly attached: boolean;
  /** Why the linking rules refuse it; empty: they do not. */
  readonly errors: readonly string[];
}

export type AdditionPlan<Id> =
  | { readonly status: 200; readonly add: readonly Id[] }
  | { readonly status: 404 | 409 | 422; readonly message: string; readonly add: readonly [] };

const NAMES = { epic: 'Epic', issue: 'Issue' } as const;

export const alreadyAssigned = (kind: ReferenceKind): string => `${NAMES[kind]}(s) already assigned`;

export const noMatching = (kind: ReferenceKind): string =>
  `No matching ${kind} found. Make sure that you are adding a valid ${kind} URL.`;

/** `{ref} cannot be added: {reason}` for each reason of each reference, joined by `. `. */
export function cannotBeAdded(
  refusals: readonly { readonly reference: string; readonly errors: readonly string[] }[],
): string {
  const sentences = refusals.flatMap(({ reference, errors }) =>
    errors.map((error) => `${reference} cannot be added: ${error}`),
  );
  return sentences.map((sentence, i) => (i < sentences.length - 1 ? sentence.replace(/\.$/, '') : sentence)).join('. ');
}

/**
 * TR-09.5: all attached already → 409; TR-09.6: none usable → 404; TR-09.7: any refused → 422 and nothing is added; TR-09.8: else
 * the new ones are added, once each, and what is attached or unknown among them is passed over.
 */
export function resolveAddition<Id>(
  kind: ReferenceKind,
  candidates: readonly AdditionCandidate<Id>[],
): AdditionPlan<Id> {
  const known = candidates.filter(({ id }) => id !== null);
  if (known.length === 0) return { status: 404, message: noMatching(kind), add: [] };
  const fresh = known.filter(({ attached }) => !attached);
  if (fresh.length === 0) {
    return known.length === candidates.length
      ? { status: 409, message: alreadyAssigned(kind), add: [] }
      : { status: 404, message: noMatching(kind), add: [] };
  }
  const refusals = fresh.filter(({ errors }) => errors.length > 0);
  if (refusals.length > 0) return { status: 422, message: cannotBeAdded(refusals), add: [] };
  return { status: 200, add: [...new Set(fresh.flatMap(({ id }) => (id === null ? [] : [id])))] };
}
