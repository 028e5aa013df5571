/** Comments and lines of activity of items. Its code comes with what shows it, its mutations too; what the planner wires is in domain.ts. */
import './mutations.ts';

export { noteActions } from './actions.ts';
export { NOTE_FILTERS, NOTE_TEXTS } from './texts.ts';
export { noteSaga } from './read.ts';
export {
  selectActivity,
  selectDiff,
  selectNoteForm,
  selectRestoring,
  selectWritten,
  type DiscussionModel,
  type NoteModel,
} from './select.ts';
export type { NotesFilter, NoteSubject } from './types.ts';
export type { UnreadLine } from './unread.ts';
