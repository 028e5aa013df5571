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
