/** What a reaction is to: an item or a note; the other is null. */
export type Awardable =
  { readonly itemId: number; readonly noteId: null } | { readonly itemId: null; readonly noteId: number };

/** A reaction. */
export interface GivenAward {
  readonly userId: number;
  readonly name: string;
}

export interface Award extends GivenAward {
  readonly id: number;
}

export interface AwardStore {
  /** Returns the id; null: the person has given this one already. */
  add(on: Awardable, award: GivenAward, now: string): Promise<number | null>;
  /** Gives another item the reactions of one. */
  copy(fromItem: number, toItem: number): Promise<void>;
  /** False: the person has not given it. */
  remove(on: Awardable, award: GivenAward): Promise<boolean>;
  /** A reaction to this item or note, whoever gave it. */
  find(on: Awardable, id: number): Promise<Award | undefined>;
}
