import type { Owner } from './item.ts';
import type { Membership } from './member-store.ts';

/** An invitation that waits. */
export interface Invitation extends Membership {
  readonly id: number;
  /** In lower case. */
  readonly email: string;
  /** Whose invitation it is. */
  readonly createdBy: number;
}

export interface NewInvitation {
  readonly email: string;
  /** The secret of its link. */
  readonly token: string;
}

export interface KnownAddresses {
  /** Ids of people by their address. */
  readonly users: ReadonlyMap<string, number>;
  /** The addresses that are invited. */
  readonly invited: ReadonlySet<string>;
}

/** Invitations to groups and projects by address, which is in lower case everywhere. One that has lapsed, or whose membership would have ended, is none. */
export interface InvitationStore {
  /** Whom these addresses belong to, and which of them are invited here. */
  known(owner: Owner, emails: readonly string[], now: string): Promise<KnownAddresses>;
  /** One of the same address that is none any more gives way. Answers ids in the order given. @param lapsesOn the day (YYYY-MM-DD, UTC) from which on they are none */
  add(
    owner: Owner,
    invitations: readonly NewInvitation[],
    membership: Membership & { readonly lapsesOn: string },
    by: number,
    now: string,
  ): Promise<readonly number[]>;
  find(owner: Owner, email: string, now: string): Promise<Invitation | undefined>;
  /** By the secret of its link, with the place that it is to, whoever may see that. */
  byToken(token: string, now: string): Promise<{ readonly invitation: Invitation; readonly owner: Owner } | undefined>;
  /** @param by whose invitation it is from then on */
  change(id: number, membership: Membership, by: number): Promise<void>;
  remove(id: number): Promise<void>;
}
