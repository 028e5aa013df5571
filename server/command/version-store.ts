/** Two texts of a description; one that was empty is ''. */
export interface TextPair {
  readonly before: string;
  readonly after: string;
}

/** The texts that descriptions had. They are written with the lines of activity that tell of them (`SystemNote.texts`). */
export interface VersionStore {
  /**
   * A version of this item's description, and the one before it, or before `startId`; deleted ones are passed over, and what nothing came before began empty.
   * Undefined: there is no such version, or it is deleted.
   */
  pair(itemId: number, id: number, startId: number | null): Promise<TextPair | undefined>;
  /** Deletes a version, and those before it down to `startId`. False: there is no such version. What is deleted already stays so. */
  delete(itemId: number, id: number, startId: number | null, now: string): Promise<boolean>;
}
