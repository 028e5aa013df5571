import { ITEM_PLACES, type ItemPlace } from '../work-item/slice.ts';
import type { DraftKind, Typed } from '../store/drafts.ts';
import type { NotesRoot } from './mutations.ts';
import type { NoteForm, NoteState } from './types.ts';
import { get } from '../table/index.ts';
import { noteActions } from './actions.ts';
import { canSend } from './rules.ts';

type Notes = NotesRoot['confirmed']['notes'];
type Data = readonly (Pick<NoteForm, 'target' | 'body'> & { readonly internal?: true })[];

/** What a form for an edit begins with was not written in it. */
function dataOf({ forms }: NoteState, notes: Notes, itemId: string): Data | null {
  const written = Object.values(forms).filter(
    ({ target, body, ...form }) => form.itemId === itemId && canSend(body) && get(notes, target)?.body !== body,
  );
  return written.length === 0
    ? null
    : written.map(({ target, body, internal }) => ({ target, body, ...(internal && { internal }) }));
}

/** WI-10.71: what is written about the item of one place is kept by that item. */
function inPlace(place: ItemPlace): DraftKind<NotesRoot> {
  let last: { readonly forms: NoteState['forms']; readonly notes: Notes; readonly typed: Typed } | null = null;
  return {
    form: 'notes',
    typed({ note, confirmed: { notes } }) {
      const id = note[place]?.id;
      if (id === undefined) return null;
      const { forms } = note;
      if (last?.forms !== forms || last.notes !== notes || last.typed.place !== id)
        last = { forms, notes, typed: { place: id, data: dataOf(note, notes, id) } };
      return last.typed;
    },
    restore({ note, confirmed }, { place: itemId, data }) {
      if (note[place]?.id !== itemId || dataOf(note, confirmed.notes, itemId) !== null) return null;
      return (data as Data).map((form) => noteActions.typed({ itemId, ...form }));
    },
    isDone: () => false,
  };
}

export const noteDrafts: readonly DraftKind[] = ITEM_PLACES.map(inPlace);
