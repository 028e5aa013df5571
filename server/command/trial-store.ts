import type { Trial } from '@espalier/core/manage/rules';

/** What an Owner tells whoever runs the site of themselves. */
export interface SalesContact {
  readonly firstName: string;
  readonly lastName: string;
  readonly companyName: string;
  readonly comment: string;
}

export interface KeptContact extends SalesContact {
  readonly userId: number;
  readonly username: string;
  /** An instant. */
  readonly createdAt: string;
}

/** Trials, each of a top-level group. */
export interface TrialStore {
  /** Null: there has been none. */
  of(groupId: number): Promise<Trial | null>;
  /** False where there is or has been one. */
  begin(groupId: number, trial: Trial): Promise<boolean>;
  /** In place of the one that there is; null: as if there had been none. */
  put(groupId: number, trial: Trial | null): Promise<void>;
  /** Keeps what a person asks in place of what they have asked before. */
  contact(groupId: number, userId: number, contact: SalesContact, now: string): Promise<void>;
  /** The latest first. */
  contacts(groupId: number): Promise<readonly KeptContact[]>;
}
