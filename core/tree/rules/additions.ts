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

/** TR-09.6: the reason of what is not there for the viewer, or is nothing that can be added. */
export const noMatching = (kind: ReferenceKind): string => `no matching ${kind} found`;

/** `{ref} cannot be added: {reason}` for each reason of each reference, joined by `. `. */
export function cannotBeAdded(
  refusals: readonly { readonly reference: string; readonly errors: readonly string[] }[],
): string {
  const sentences = refusals.flatMap(({ reference, errors }) =>
    errors.map((error) => `${reference} cannot be added: ${error}`),
  );
  return sentences.map((sentence, i) => (i < sentences.length - 1 ? sentence.replace(/\.$/, '') : sentence)).join('. ');
}

/** What is said against one reference. */
export interface Refusal {
  readonly reference: string;
  readonly reason: string;
}

/** TR-09.32: reads back what `cannotBeAdded` says, each reference once; empty where the message is of another form. */
export function refusalsOf(message: string): readonly Refusal[] {
  const [before, ...parts] = message.split(/(?:^|\. )(\S+) cannot be added: /);
  if (before !== '') return [];
  const reasons = new Map<string, string>();
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [reference = '', reason = ''] = [parts[at], parts[at + 1]];
    const earlier = reasons.get(reference);
    reasons.set(reference, earlier === undefined ? reason : `${earlier}. ${reason}`);
  }
  return [...reasons].map(([reference, reason]) => ({ reference, reason }));
}

/**
 * TR-09.5: all attached already → 409; TR-09.6: nothing usable → 404, TR-09.7: any refused or unknown → 422, and nothing is added, with the reason of each;
 * TR-09.8: else the new ones are added, once each, and what is attached among them is passed over.
 */
export function resolveAddition<Id>(
  kind: ReferenceKind,
  candidates: readonly AdditionCandidate<Id>[],
): AdditionPlan<Id> {
  if (candidates.length === 0) return { status: 404, message: `${NAMES[kind]} cannot be found.`, add: [] };
  const fresh = candidates.filter(({ id, attached }) => id !== null && !attached);
  const refusals = candidates.flatMap(({ reference, id, attached, errors }, at) => {
    const isRepeated = candidates.findIndex((other) => other.id === null && other.reference === reference) !== at;
    if (id === null && isRepeated) return [];
    if (id === null) return [{ reference, errors: [noMatching(kind)] }];
    return attached || errors.length === 0 ? [] : [{ reference, errors }];
  });
  if (refusals.length > 0) {
    return { status: fresh.length === 0 ? 404 : 422, message: cannotBeAdded(refusals), add: [] };
  }
  if (fresh.length === 0) return { status: 409, message: alreadyAssigned(kind), add: [] };
  return { status: 200, add: [...new Set(fresh.flatMap(({ id }) => (id === null ? [] : [id])))] };
}
