import type { ItemPlace } from '../work-item/slice.ts';
import type { DraftKind, Typed } from '../store/drafts.ts';
import type { NotesRoot } from './mutations.ts';
import type { NoteForm, NoteState } from './types.ts';
import { noteActions } from './actions.ts';
import { canSend } from './rules.ts';
import { PLACES } from './slice.ts';

type Data = readonly Pick<NoteForm, 'target' | 'body'>[];

function dataOf(forms: NoteState['forms'], itemId: string): Data | null {
  const written = Object.values(forms).filter((form) => form.itemId === itemId && canSend(form.body));
  return written.length === 0 ? null : written.map(({ target, body }) => ({ target, body }));
}

/** WI-10.71: what is written about the item of one place is kept by that item. */
function inPlace(place: ItemPlace): DraftKind<NotesRoot> {
  let last: { readonly forms: NoteState['forms']; readonly typed: Typed } | null = null;
  return {
    form: 'notes',
    typed({ note }) {
      const id = note[place]?.id;
      if (id === undefined) return null;
      if (last?.forms !== note.forms || last.typed.place !== id)
        last = { forms: note.forms, typed: { place: id, data: dataOf(note.forms, id) } };
      return last.typed;
    },
    restore({ note }, { place: itemId, data }) {
      if (note[place]?.id !== itemId || dataOf(note.forms, itemId) !== null) return null;
      return (data as Data).map(({ target, body }) => noteActions.typed({ itemId, target, body }));
    },
    isDone: () => false,
  };
}

export const noteDrafts: readonly DraftKind[] = PLACES.map(inPlace);
