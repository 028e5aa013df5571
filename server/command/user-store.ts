import type { Preferences } from '../auth/preferences.ts';
import type { UserProfile, UserState } from '../db/place-tables.ts';

/** An account. */
export interface StoredUser {
  readonly id: number;
  readonly username: string;
  readonly name: string;
  readonly email: string | null;
  readonly admin: boolean;
  readonly state: UserState;
  /** Nobody's: what deleted people have written falls to it. */
  readonly isGhost: boolean;
  /** The last day (YYYY-MM-DD, UTC) on which they signed in or a token of theirs was used; null: never. */
  readonly activeOn: string | null;
}

/** What a person says that they are doing. */
export interface Status {
  readonly emoji: string | null;
  readonly message: string | null;
  readonly busy: boolean;
  /** The instant from which on there is none; null: it stays. */
  readonly until: string | null;
}

/** What can be written. `profile`: of its parts those that are named; an empty text takes one away. */
export type UserFields = Partial<
  Pick<StoredUser, 'username' | 'name' | 'email' | 'admin' | 'state'> & {
    /** As `auth/secrets` makes it. */
    readonly passwordHash: string;
    readonly note: string | null;
    readonly profile: UserProfile;
    readonly preferences: Partial<Preferences>;
    readonly status: Status;
  }
>;

export type NewUser = UserFields & Pick<StoredUser, 'username' | 'name' | 'email'>;

/** People. */
export interface UserStore {
  /** Until the transaction ends nobody else makes, changes or deletes people. Take it before reading what a decision depends on. */
  lock(): Promise<void>;
  /** Those of them who exist, by their ids. */
  find(ids: readonly number[]): Promise<ReadonlyMap<number, StoredUser>>;
  /** Whether somebody other than `but` has this username, or this address, in any case. */
  taken(wanted: Pick<UserFields, 'username' | 'email'>, but: number): Promise<{ username: boolean; email: boolean }>;
  /** Answers the id. */
  insert(user: NewUser, by: number, now: string): Promise<number>;
  update(id: number, fields: UserFields): Promise<void>;
  /** The items of projects that they have made, at most so many, those first that were changed last. */
  authored(id: number, most: number): Promise<readonly number[]>;
  /** All items that they have made, at most so many. */
  made(id: number, most: number): Promise<readonly number[]>;
  /** The groups of which they are Owner and nobody else who is active and whose membership does not end. */
  soleOwned(id: number, now: string): Promise<readonly number[]>;
  /**
   * Deletes an account. What they have written, and how much time they have spent, falls to the ghost, which is made if there is none; what they kept for themselves goes
   * with them. Answers the ids of the items that they had assigned. `hard`: of what is left of theirs only edits of what others wrote fall to the ghost.
   */
  delete(id: number, now: string, hard?: boolean): Promise<readonly number[]>;
  /** Ends the person's sessions and unused sign-in links, with the commit at once wherever a page of theirs is open. Tokens stay. */
  signOut(id: number): Promise<void>;
  /** Ends one of the person's sessions by its number, or all but the one with this CSRF token. Answers how many have ended; open pages are told as above. */
  endSessions(id: number, which: { readonly session: number } | { readonly but: string | null }): Promise<number>;
}
