import type { LinkType } from '@espalier/core/link/rules';

/** A link beside the tree: the source blocks, or is related to, the target. */
export interface StoredLink {
  readonly type: Exclude<LinkType, 'is_blocked_by'>;
  readonly sourceId: number;
  readonly targetId: number;
}

export interface LinkStore {
  /** How many links each of these items has. */
  counts(ids: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /** The links between one item and others, by the other item's id. */
  between(id: number, others: readonly number[]): Promise<ReadonlyMap<number, StoredLink & { readonly id: number }>>;
  /** A link by its id, if it belongs to this item. */
  find(linkId: number, itemId: number): Promise<StoredLink | undefined>;
  /** Returns the links with their ids, in the order given. */
  insert(links: readonly StoredLink[], now: string): Promise<readonly (StoredLink & { readonly id: number })[]>;
  delete(linkId: number): Promise<void>;
  /** RL-01.19: the items that are linked to these, and their parents: both show whether something is blocked. */
  neighbours(ids: readonly number[]): Promise<readonly number[]>;
}
