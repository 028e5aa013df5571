import type { Owner } from './item.ts';
import type { Membership } from './member-store.ts';

/** Groups that are invited to a group or project. */
export interface GroupShareStore {
  /** Null where the group is invited already; one whose time there has ended is invited anew. Answers the id. */
  add(owner: Owner, withGroupId: number, membership: Membership, now: string): Promise<number | null>;
  /** Answers the role that the group has had; null where it is not invited. */
  remove(owner: Owner, withGroupId: number): Promise<number | null>;
}
