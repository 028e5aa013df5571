import type { Viewer } from '../access/viewer.ts';
import type { Owner } from './item.ts';

export interface Membership {
  /** 10 Guest … 50 Owner. */
  readonly level: number;
  /** The day (YYYY-MM-DD, UTC) from which on it is none any more; null: it does not end. */
  readonly expiresAt: string | null;
}

/** A person and their roles in a group or project and above it. What has ended is none. */
export interface PersonAround {
  readonly id: number;
  readonly username: string;
  /** In the group or project itself. */
  readonly own: Membership | null;
  /** The highest of those in the groups above. `groupName` is null where the viewer may not see that group. */
  readonly inherited: { readonly level: number; readonly groupName: string | null } | null;
}

/** How many people there are in a top-level group and all that is below it: those with a role, also by an invited group, and those whose invitation waits. Blocked people are not counted. */
export interface Seats {
  /** How many there may be; null: as many as there are. */
  readonly limit: number | null;
  readonly taken: number;
  /** BD-13.6: the limit is not in force. */
  readonly onTrial: boolean;
  /** Those who were asked for and are counted already: ids and addresses. */
  readonly seated: ReadonlySet<number | string>;
  /** Of the top-level group; null where the viewer may not see it. */
  readonly groupName: string | null;
}

export interface NewMember extends Membership {
  readonly userId: number;
}

/** Members of groups and projects by a role of their own, not by a group that is invited. Of a project the owner's `project_id` is set. */
export interface MemberStore {
  /** Until the transaction ends nobody else changes members anywhere in the owner's tree of groups. Take it before reading what a decision depends on. */
  lock(owner: Owner): Promise<void>;
  /** Those of these people who exist, by their ids. */
  around(
    viewer: Viewer,
    owner: Owner,
    userIds: readonly number[],
    now: string,
  ): Promise<ReadonlyMap<number, PersonAround>>;
  /** Gives people a role here, and so answers who has asked for access. Who has one gets this one instead and stays whose member they were; one that has ended begins anew. */
  put(owner: Owner, members: readonly NewMember[], by: number, now: string): Promise<void>;
  /** Takes a person's role away, with `below` also those in all groups and projects below, and so the invitations that they have sent there. Answers how many roles. */
  end(owner: Owner, userId: number, below: boolean): Promise<number>;
  /**
   * Those of these people without whom a group would have no Owner: who are one in the group (with `below`, or in a group below it) where nobody else is who
   * is active and whose membership does not end, there or above. A project has none.
   */
  ownersAlone(owner: Owner, userIds: readonly number[], below: boolean, now: string): Promise<ReadonlySet<number>>;
  seats(
    viewer: Viewer,
    owner: Owner,
    asked: { readonly userIds: readonly number[]; readonly emails: readonly string[] },
    now: string,
  ): Promise<Seats>;
  /** Of a top-level group. */
  setLimit(owner: Owner, limit: number | null): Promise<void>;
  /** Takes a person off all items of the group and what is below it, or of the project, archived projects left alone. Answers the ids of these items. */
  unassign(owner: Owner, userId: number): Promise<readonly number[]>;
  /** Deletes what has ended by this instant, invitations of groups and people among it. */
  sweep(now: string): Promise<void>;
}
