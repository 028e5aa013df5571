/** Linking existing items, as the server decides it (facts 1.8), and what the client says of a failure. */
import type { ReferenceKind } from '../work-item/rules.ts';
import type { AddFailure, AdditionPlan } from '../tree/rules.ts';
import { addFailure, resolveAddition } from '../tree/rules.ts';

/** Links of one item at most, of all types and both directions. */
export const LINK_LIMIT = 100;

/** What the server knows of an item that is to be linked. */
export interface LinkCandidate<Id> {
  readonly id: Id;
  /** The link that there is between the two already. */
  readonly link: StoredLink<Id> | null;
  readonly isParentOrChild: boolean;
  /** Links that it has. */
  readonly links: number;
}

interface LinkVerdict {
  /** This very link is there already. */
  readonly attached: boolean;
  readonly errors: readonly string[];
}

const refused = (error: string): LinkVerdict => ({ attached: false, errors: [error] });

/**
 * RL-01.5 to RL-01.9: may the two be linked? `subject.links` counts what the subject has and what the same request adds before. A cycle of
 * blockers is no error (RL-01.20).
 */
function linkVerdict<Id>(
  kind: ReferenceKind,
  type: LinkType,
  subject: { readonly id: Id; readonly links: number },
  other: LinkCandidate<Id>,
): LinkVerdict {
  if (other.id === subject.id) return refused('cannot be related to itself');
  const { link } = other;
  if (link !== null) {
    const asked = storedLink(type, subject.id, other.id);
    const isOpposite = link.sourceId !== asked.sourceId;
    // What only relates has no direction.
    if (link.type === asked.type && (link.type === 'relates_to' || !isOpposite)) return { attached: true, errors: [] };
    return refused(isOpposite ? `is already related to this ${kind}` : 'is already related');
  }
  if (other.isParentOrChild) return refused('is a parent or child of this work item');
  if (subject.links >= LINK_LIMIT || other.links >= LINK_LIMIT) {
    return refused(`This ${kind} would exceed the maximum number of linked ${kind}s (${LINK_LIMIT}).`);
  }
  return { attached: false, errors: [] };
}

/** A word of the request. `candidate` null: nothing there that the viewer may see and relate. */
export interface LinkWord<Id> {
  /** As it is named in a refusal. */
  readonly reference: string;
  readonly candidate: LinkCandidate<Id> | null;
}

/**
 * RL-01.5: what becomes of a request, with the order of checks that children have (TR-09.5 to TR-09.8): all linked already 409, none usable 404, any
 * refused 422 and nothing is linked; else the new ones are, once each.
 */
export function resolveLinks<Id>(
  kind: ReferenceKind,
  type: LinkType,
  subject: { readonly id: Id; readonly links: number },
  words: readonly LinkWord<Id>[],
): AdditionPlan<Id> {
  const judged = new Map<Id, LinkVerdict>();
  let { links } = subject;
  const candidates = words.map(({ reference, candidate }) => {
    if (candidate === null) return { reference, id: null, attached: false, errors: [] };
    const { id } = candidate;
    // A word that means the same as an earlier one says nothing new.
    if (judged.has(id)) return { reference, id, attached: judged.get(id)?.attached ?? false, errors: [] };
    const verdict = linkVerdict(kind, type, { id: subject.id, links }, candidate);
    judged.set(id, verdict);
    if (!verdict.attached && verdict.errors.length === 0) links += 1;
    return { reference, id, ...verdict };
  });
  return resolveAddition(kind, candidates);
}

const NOTES = { relates_to: 'as related to', blocks: 'as blocking', is_blocked_by: 'as blocked by' } as const;

/** RL-01.10: the line in an item's activity, behind the author's name. */
export const linkedNote = (kind: ReferenceKind, type: LinkType, reference: string): string =>
  `marked this ${kind} ${NOTES[type]} ${reference}`;

export const unlinkedNote = (reference: string): string => `removed the relation with ${reference}`;

export const LINKING_FAILED = 'Something went wrong while adding linked items. Please try again.';

/** RL-04.1: 404 has a text by type; the server's own words come first. */
export const linkFailure = (
  kind: ReferenceKind,
  answer: { readonly status?: number; readonly messages: readonly unknown[] },
): AddFailure => addFailure(kind, answer, LINKING_FAILED);

/** How an item is linked to another one, said from the one item's side (facts 1.8). */
export type LinkType = 'relates_to' | 'blocks' | 'is_blocked_by';

/** What the form offers, in its order. */
export const LINK_TYPES: readonly LinkType[] = ['relates_to', 'blocks', 'is_blocked_by'];

export const isLinkType = (value: unknown): value is LinkType => LINK_TYPES.some((type) => type === value);

/** How a link is kept: `is_blocked_by` is the other side of `blocks`. */
export interface StoredLink<Id> {
  readonly type: 'relates_to' | 'blocks';
  readonly sourceId: Id;
  readonly targetId: Id;
}

/** RL-01.2: the link as it is kept, of what was asked for from the subject's side. */
export function storedLink<Id>(type: LinkType, subjectId: Id, otherId: Id): StoredLink<Id> {
  // mutant: link-turned-around
  return type === 'is_blocked_by'
    ? { type: 'blocks', sourceId: otherId, targetId: subjectId }
    : { type, sourceId: subjectId, targetId: otherId };
}

/** RL-01.2: what a kept link means to one of its two items. */
export function linkTypeFor<Id>({ type, sourceId }: StoredLink<Id>, subjectId: Id): LinkType {
  // mutant: link-other-side
  return type === 'blocks' && sourceId !== subjectId ? 'is_blocked_by' : type;
}

/** `blocker` blocks `blocked`. */
export interface BlockingEdge<Id> {
  readonly blocker: Id;
  readonly blocked: Id;
}

function reachable<Id>(from: Id, next: ReadonlyMap<Id, readonly Id[]>): ReadonlySet<Id> {
  const seen = new Set<Id>();
  const open = [from];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const id of next.get(at) ?? []) {
      if (seen.has(id)) continue;
      seen.add(id);
      open.push(id);
    }
  }
  return seen;
}

function grouped<Id>(edges: readonly (readonly [Id, Id])[]): ReadonlyMap<Id, readonly Id[]> {
  const map = new Map<Id, Id[]>();
  for (const [from, to] of edges) map.set(from, [...(map.get(from) ?? []), to]);
  return map;
}

/**
 * RL-01.20: the items that wait for the subject and for which it waits too: every link between two of them is part of a cycle. The subject is
 * among them; empty without a cycle.
 */
export function blockingCycle<Id>(edges: readonly BlockingEdge<Id>[], subjectId: Id): ReadonlySet<Id> {
  const below = reachable(subjectId, grouped(edges.map(({ blocker, blocked }) => [blocker, blocked] as const)));
  if (!below.has(subjectId)) return new Set();
  const above = reachable(subjectId, grouped(edges.map(({ blocker, blocked }) => [blocked, blocker] as const)));
  return new Set([...below].filter((id) => above.has(id)));
}
