/** Comments and lines of activity (`system`), as commands see them. */
export interface StoredNote {
  readonly id: number;
  readonly itemId: number;
  readonly authorId: number;
  readonly body: string;
  readonly system: boolean;
  readonly internal: boolean;
  /** The id of the note that began its discussion, which may be deleted by now. */
  readonly discussionId: number;
}

export interface NewComment extends Pick<StoredNote, 'itemId' | 'authorId' | 'body' | 'internal'> {
  /** Null: it begins a discussion. */
  readonly discussionId: number | null;
}

export interface GoneNote extends Omit<StoredNote, 'authorId' | 'body'> {
  readonly isLast: boolean;
}

/** Methods return what nobody asked about may read, too: commands ask the rules. */
export interface NoteStore {
  find(id: number): Promise<StoredNote | undefined>;
  /** The oldest note that is left of a discussion. */
  firstOf(discussionId: number): Promise<StoredNote | undefined>;
  /** Returns the id. */
  add(comment: NewComment, now: string): Promise<number>;
  /** Gives another item the comments of one, as they are: by whom, when, in which discussions. */
  copy(fromItem: number, toItem: number): Promise<void>;
  edit(id: number, body: string, userId: number, now: string): Promise<void>;
  /** Of a discussion whose first note goes, the next one stands first, and is resolved as that was. Is nothing left of the discussion? */
  delete(id: number): Promise<boolean>;
  /** The same of what a person wrote, lines of activity too, at most so many of each. */
  deleteOf(userId: number, most: number): Promise<readonly GoneNote[]>;
  /** By whom it is resolved; null: by nobody any more. False: it was, or was not, before. */
  resolve(discussionId: number, userId: number | null, now: string): Promise<boolean>;
}
