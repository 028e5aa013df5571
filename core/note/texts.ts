import type { NotesFilter } from './types.ts';

/** Of the section; those of refusals are in rules.ts. */
export const NOTE_TEXTS = {
  heading: 'Activity',
  failed: 'Something went wrong while fetching the activity. Please try again.',
  commands: 'Not all quick actions could be applied.',
  deletion: 'Are you sure you want to delete this comment?',
  internal: 'This internal note will always remain confidential',
  compare: 'Compare with previous version',
  diffFailed: 'Something went wrong while fetching the description changes. Please try again.',
  deleteVersion: 'Remove description history',
  versionDeletion: 'Are you sure you want to remove this version of the description? Nobody can read it any more.',
  restore: 'Restore this version',
  notRestored: 'Something went wrong while fetching this version of the description. Please try again.',
  commits: 'Toggle commit list',
  deletedAuthor: 'A deleted user',
  unread: 'New since your last visit',
  unreadAbove: 'Above: new since your last visit',
} as const;

export const NOTE_FILTERS: Readonly<Record<NotesFilter, string>> = {
  ALL_NOTES: 'All activity',
  ONLY_COMMENTS: 'Comments only',
  ONLY_ACTIVITY: 'History only',
};

export const isNotesFilter = (text: string | null): text is NotesFilter =>
  text !== null && Object.hasOwn(NOTE_FILTERS, text);

/** WI-10.65: `note_12`; null: the server has not named it yet. */
export function noteAnchor(id: string): string | null {
  const number = /\/Note\/(\d+)$/.exec(id)?.[1];
  return number === undefined ? null : `note_${number}`;
}

/** WI-10.83: of the button that folds and unfolds a discussion. `more`: there are others, which nobody has counted. */
export function foldText(replies: number, folded: boolean, more = false): string {
  if (replies === 0) return folded ? 'Show thread' : 'Hide thread';
  const counted = `${more ? 'More than ' : ''}${replies} ${replies === 1 ? 'reply' : 'replies'}`;
  return folded ? counted : 'Collapse replies';
}
