/** "The child stands directly before `before` under the parent", or, where `before` is gone, directly after `after` (TR-14.13, TR-14.14). */
export interface MoveIntent {
  readonly childId: string;
  /** The parent at the time of the move. */
  readonly fromParentId: string;
  readonly parentId: string;
  /** Null: nothing of its kind comes below it. */
  readonly before: string | null;
  /** Null: nothing of its kind stands above it. */
  readonly after: string | null;
  /** The new parent, where the tree does not show it. */
  readonly outside?: { readonly title: string };
}
