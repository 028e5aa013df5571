/** The description of an item (`noteId` null), or a comment on it. */
export interface TextName {
  readonly itemId: number;
  readonly noteId: number | null;
}

/** Whom texts mention, by their usernames in lower case; there need be no such people. */
export interface MentionStore {
  /** Keeps whom a text mentions, instead of those whom it mentioned before. */
  keep(name: TextName, usernames: readonly string[]): Promise<void>;
  /** Texts that may mention somebody, of which nothing was ever kept: at most so many, which nobody else is looking at. */
  unread(limit: number): Promise<readonly (TextName & { readonly text: string })[]>;
}
