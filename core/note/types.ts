import type { Award, ItemRecords } from '../work-item/entity.ts';
import type { ItemPlace } from '../work-item/slice.ts';
import type { GlobalId, Instant, Person } from '../work-item/types.ts';
import type { Table } from '../table/index.ts';

export type NotesFilter = 'ALL_NOTES' | 'ONLY_COMMENTS' | 'ONLY_ACTIVITY';

/** An item whose activity is shown. */
export interface NoteSubject {
  readonly id: GlobalId;
  /** How an epic is found; null: an item of a project, found by its id. */
  readonly epic: { readonly fullPath: string; readonly iid: string } | null;
}

/** A reaction, with the name of who gave it. */
export interface NoteAward extends Award {
  readonly name: string;
}

/** The reactions to a note, the first one first. */
export interface NoteAwards {
  readonly id: GlobalId;
  readonly awards: readonly NoteAward[];
}

/** A comment, or a line of activity (`system`). */
export interface Note {
  readonly id: GlobalId;
  readonly author: GlobalId | null;
  /** Of the author where the item is, `Developer`; null: none, or not told. Absent in older logs. */
  readonly role?: string | null;
  readonly body: string;
  /** As the server rendered and sanitised it; null: it is on its way there. */
  readonly bodyHtml: string | null;
  /** Null: it is on its way to the server. */
  readonly createdAt: Instant | null;
  readonly editedAt: Instant | null;
  readonly editedBy: GlobalId | null;
  readonly system: boolean;
  readonly icon: string | null;
  readonly internal: boolean;
  /** Absent: they were not read yet. */
  readonly awards?: readonly NoteAward[];
  /** The viewer may edit and delete it. */
  readonly canAdmin: boolean;
  /** The viewer may resolve its discussion. */
  readonly canResolve: boolean;
  /** Of a line that tells of a changed description; null: there is none, or it was deleted. */
  readonly version: NoteVersion | null;
}

/** A text that a description had. */
export interface NoteVersion {
  /** What answers what it changed. */
  readonly diffPath: string;
  /** What deletes it; null: the viewer may not, or it is on its way. */
  readonly deletePath: string | null;
}

/** What a version changed, as far as somebody has asked for it. */
export interface VersionDiff {
  readonly shown: boolean;
  readonly status: 'idle' | 'loading' | 'ready' | 'failed';
  /** The server's own HTML: escaped texts and spans. */
  readonly html: string;
}

/** The same, as a reading brings it. */
export interface NoteReading extends Omit<Note, 'author' | 'editedBy'> {
  readonly author: Person | null;
  readonly editedBy: Person | null;
}

/** A discussion is resolved. */
export interface Resolution {
  /** Null: it is on its way to the server. */
  readonly at: Instant | null;
  /** The name; null: a deleted user. */
  readonly by: string | null;
}

/** Notes that belong together, the first one first. */
export interface Discussion {
  readonly id: GlobalId;
  readonly notes: readonly GlobalId[];
  /** It was begun here, and no reading has brought it yet. */
  readonly own?: true;
  /** Absent: it is open. */
  readonly resolved?: Resolution;
  /** WI-10.90: its later notes were not read; the cursor at which they begin. */
  readonly more?: string;
}

/** The notes, and the discussions of each item by its id as far as they were read; absent until then. */
export interface NotesConfirmed extends ItemRecords {
  readonly notes: Table<Note>;
  readonly discussions: Table<readonly Discussion[]>;
}

/** A text that is being written. */
export interface NoteForm {
  readonly itemId: GlobalId;
  /** An item: a comment on it; a discussion: a reply; a note: its text. */
  readonly target: GlobalId;
  readonly body: string;
  /** A reply, or an edit, is as its discussion. */
  readonly internal: boolean;
  /** Why it was refused. */
  readonly error: string | null;
}

/** WI-10.60: the item of the page, and the one over it. */
export interface NoteState extends Readonly<Record<ItemPlace, NoteSubject | null>> {
  readonly filter: NotesFilter;
  readonly newestFirst: boolean;
  /** By their targets. They stay where their item is left. */
  readonly forms: Readonly<Record<GlobalId, NoteForm>>;
  /** By their discussions: folded, or not, by hand. */
  readonly folds: Readonly<Record<GlobalId, boolean>>;
  /** IE-07.61: by their lines of activity. */
  readonly versions: Readonly<Record<GlobalId, VersionDiff>>;
  /** IE-07.65: the line of activity whose version is read, to be restored. */
  readonly restoring: GlobalId | null;
  /** WI-10.65: the number of the note that the address names. */
  readonly addressed: number | null;
  /** WI-10.91: of the items that are shown, how far they were read when the viewer was there before; an item without is seen for the first time. */
  readonly seen?: readonly Seen[];
}

/** The newest note that the viewer was shown of an item is of this time; empty: there was none. */
export interface Seen {
  readonly id: GlobalId;
  readonly at: Instant | '';
}
