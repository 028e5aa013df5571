import type { NotesPage } from './lists.ts';
import type { NoteAwards, NotesFilter, NoteState, NoteSubject } from './types.ts';
import { queryName } from '../query/index.ts';

/** What is asked for. */
export interface NotesOf extends NoteSubject {
  readonly filter: NotesFilter;
  readonly newestFirst: boolean;
}

export const notesOf = ({ filter, newestFirst }: NoteState, { id, epic }: NoteSubject): NotesOf => ({
  id,
  epic,
  filter,
  newestFirst,
});

export { notesKey } from '../work-item/extras/notes.ts';

const FILTERS: readonly NotesFilter[] = ['ALL_NOTES', 'ONLY_COMMENTS', 'ONLY_ACTIVITY'];

/** The query record (read.ts) comes with the code that shows it. */
export const notesRead = queryName<NotesOf, NotesPage, string>(
  'note/list',
  // Numbers: a redacted log keeps them.
  ({ id, filter, newestFirst }) => `${id} ${FILTERS.indexOf(filter)} ${Number(newestFirst)}`,
);

/** The same of the reactions to an item's comments (WI-10.88). */
export const awardsKey = (id: string): string => `note-awards/${id}`;

/** Its record is in awards.ts. */
export const awardsRead = queryName<NoteSubject, readonly NoteAwards[]>('note/awards', ({ id }) => id);
