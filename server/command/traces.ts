import type { Events, NoteChange } from './events.ts';

/** What a change leaves behind, whatever it was. */
export interface Traces {
  /** These items were edited: their `lock_version` rises by one. An edit that is told late does not take the time of a later one back. */
  readonly edited: readonly number[];
  /** Lines of activity, in this order. */
  readonly notes: readonly SystemNote[];
  readonly authorId: number;
  /** What is announced. A database announces the lines of activity besides, each as a note. */
  readonly events: Events;
  /** What happened to comments, announced too. */
  readonly comments: readonly NoteChange[];
}

/** One line of activity: the text that follows the author's name. */
export interface SystemNote {
  readonly itemId: number;
  /** Short key for the icon and for filters, for example `title`. */
  readonly action: string;
  readonly body: string;
  /** IE-07.50: of a description that was changed, by one line for each item: both texts are kept as its versions, the one before only where there is no version yet. */
  readonly texts?: { readonly before: string | null; readonly after: string | null };
}
