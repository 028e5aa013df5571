import type { GlobalId, Person } from '../work-item/types.ts';
import type { Discussion, NoteAward, NoteReading, NotesFilter, NoteState, NoteSubject, Resolution } from './types.ts';
import { mutation } from '../mutation/index.ts';
import { serverAction, userAction } from '../store/action.ts';

interface Target {
  readonly target: GlobalId;
}

/** A comment on its way. */
export interface CommentAsked extends Target {
  /** Names it until the server does. */
  readonly id: string;
  readonly itemId: GlobalId;
  /** Null: it begins a discussion. */
  readonly discussionId: GlobalId | null;
  readonly author: Person;
  readonly body: string;
  readonly internal: boolean;
}

export interface CommentMade {
  /** Null: there was nothing but commands. */
  readonly note: { readonly discussionId: GlobalId; readonly note: NoteReading } | null;
  /** What came of its commands (core/quick-action). */
  readonly errors: readonly string[];
}

/** A comment gets another text. */
export interface EditAsked {
  readonly id: GlobalId;
  readonly itemId: GlobalId;
  readonly body: string;
  readonly internal: boolean;
}

export type NoteDeletion = Pick<EditAsked, 'id' | 'itemId'>;

export interface VersionDeletion extends NoteDeletion {
  /** What deletes it. */
  readonly path: string;
}

/** A discussion is resolved, by somebody of this name, or opened again (null). */
export interface ResolveAsked {
  readonly itemId: GlobalId;
  readonly id: GlobalId;
  readonly by: string | null;
}

export interface Resolved {
  readonly resolved: Resolution | null;
}

/** A reaction to a comment is given or taken back. */
export interface NoteReactionAsked extends NoteAward {
  readonly itemId: GlobalId;
  readonly id: GlobalId;
  readonly on: boolean;
}

export const noteActions = {
  opened: userAction<NoteSubject>('note/opened'),
  closed: userAction('note/closed'),
  retried: userAction('note/retried'),
  moreAsked: userAction('note/moreAsked'),
  filterChosen: userAction<{ filter: NotesFilter }>('note/filterChosen'),
  sortChosen: userAction<{ newestFirst: boolean }>('note/sortChosen'),
  /** Also by opening its form. `internal`: what it answers or edits is; absent: as it was. */
  typed: userAction<Target & { itemId: GlobalId; body: string; internal?: boolean }>('note/typed'),
  formClosed: userAction<Target>('note/formClosed'),
  /** What the form of this target says is sent: a comment, or a reply. */
  commented: mutation<CommentAsked, CommentMade, Target>('note/commented'),
  edited: mutation<EditAsked, NoteReading, Target>('note/edited'),
  deleted: mutation<NoteDeletion>('note/deleted'),
  /** The other way round than it is shown. */
  resolveToggled: mutation<ResolveAsked, Resolved, Omit<ResolveAsked, 'by'>>('note/resolveToggled'),
  /** The answer: whether the reaction is there by now. */
  reactionToggled: mutation<
    NoteReactionAsked,
    Pick<NoteReactionAsked, 'on'>,
    Pick<NoteReactionAsked, 'itemId' | 'id' | 'emoji'>
  >('note/reactionToggled'),
  folded: userAction<{ id: GlobalId; folded: boolean }>('note/folded'),
  /** What a version changed is shown, or not; asked again where it could not be read. */
  compared: userAction<{ id: GlobalId; shown: boolean }>('note/compared'),
  versionDeleted: mutation<VersionDeletion, null, NoteDeletion>('note/versionDeleted'),
  /** Its text is to stand in the form for the description. */
  restoreAsked: userAction<NoteDeletion>('note/restoreAsked'),
  /** The address names the note of this number; null: none. */
  addressed: userAction<{ number: number | null }>('note/addressed'),
};

export const noteAnswers = {
  /** WI-10.90: a page of a discussion's later notes, and the discussions with them. */
  threadRead: serverAction<{
    itemId: GlobalId;
    notes: readonly NoteReading[];
    discussions: readonly Discussion[];
    isWhole: boolean;
  }>('note/threadRead'),
  /** What the browser has kept of an earlier visit. */
  settingsRead: serverAction<Partial<Pick<NoteState, 'filter' | 'newestFirst' | 'seen'>>>('note/settingsRead'),
  diffAsked: serverAction<{ id: GlobalId }>('note/diffAsked'),
  /** Null: it could not be read. */
  diffRead: serverAction<{ id: GlobalId; html: string | null }>('note/diffRead'),
  /** The text of a version; null: it could not be read. */
  versionRead: serverAction<NoteDeletion & { description: string | null }>('note/versionRead'),
};
