/** What is offered at the caret. */
export interface Choice {
  readonly key: string;
  /** What is written where it is chosen: `@ada`, `~"to do"`. */
  readonly written: string;
  readonly label: string;
  readonly hint: string | null;
  /** Of a label. */
  readonly color?: string;
  /** Of an emoji. */
  readonly emoji?: string;
  /** Of a person; null: none is known. */
  readonly avatarUrl?: string | null;
}
