import type { NotesFilter } from './types.ts';

export const NOTE_TEXTS = {
  heading: 'Activity',
  failed: 'Something went wrong while fetching the activity. Please try again.',
  refused: 'Your comment could not be submitted! Please check your network connection and try again.',
  notDeleted: 'Something went wrong when deleting a comment. Please try again.',
  deletion: 'Are you sure you want to delete this comment?',
  internal: 'This internal note will always remain confidential',
  deletedAuthor: 'A deleted user',
} as const;

export const NOTE_FILTERS: Readonly<Record<NotesFilter, string>> = {
  ALL_NOTES: 'All activity',
  ONLY_COMMENTS: 'Comments only',
  ONLY_ACTIVITY: 'History only',
};

export const isNotesFilter = (text: string | null): text is NotesFilter =>
  text !== null && Object.hasOwn(NOTE_FILTERS, text);

/** WI-10.66: an empty comment is not sent. */
export const canSend = (body: string): boolean => body.trim() !== '';

/** WI-10.65: `note_12`; null: the server has not named it yet. */
export function noteAnchor(id: string): string | null {
  const number = /\/Note\/(\d+)$/.exec(id)?.[1];
  return number === undefined ? null : `note_${number}`;
}
