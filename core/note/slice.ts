import type { AnyAction } from '../store/action.ts';
import type { WireError } from '../ports/index.ts';
import { ITEM_PLACES, type ItemPlace } from '../work-item/slice.ts';
import type { GlobalId } from '../work-item/types.ts';
import type { NoteForm, NoteState } from './types.ts';
import { placeOf, reducerOf } from '../store/action.ts';
import { noteActions, noteAnswers } from './actions.ts';
import { canSend, NOTE_ERRORS } from './rules.ts';

/** Where the activity of this item is shown: in front, if in both places; null: nowhere. */
export const shownIn = (state: NoteState, id: GlobalId): ItemPlace | null =>
  ITEM_PLACES.findLast((place) => state[place]?.id === id) ?? null;

const withForm = (state: NoteState, form: NoteForm): NoteState => ({
  ...state,
  forms: { ...state.forms, [form.target]: form },
});

function withoutForm(state: NoteState, target: GlobalId): NoteState {
  if (state.forms[target] === undefined) return state;
  const { [target]: _, ...forms } = state.forms;
  return { ...state, forms };
}

/** WI-10.68: a text is in a form again, above what was written there since. */
function withText(state: NoteState, target: GlobalId, { itemId, body, error }: Omit<NoteForm, 'target'>): NoteState {
  const since = state.forms[target]?.body ?? '';
  return withForm(state, { itemId, target, body: canSend(since) ? `${body}\n\n${since}` : body, error });
}

const refused = ({ messages }: WireError): string => messages[0] ?? NOTE_ERRORS.refused;

/** A text that has lost its place, in the form of its item. */
export const withStray = (state: NoteState, stray: NoteForm): NoteState => {
  const left = withoutForm(state, stray.target);
  return canSend(stray.body) ? withText(left, stray.itemId, stray) : left;
};

const initial: NoteState = { page: null, over: null, filter: 'ALL_NOTES', newestFirst: false, forms: {} };

const { opened, closed, typed, formClosed, commented, edited, deleted, filterChosen, sortChosen } = noteActions;

export const noteReducer: (state: NoteState | undefined, action: AnyAction) => NoteState = reducerOf(initial, (on) => {
  on(opened, (state, subject, meta) => ({ ...state, [placeOf(meta)]: subject }));
  on(closed, (state, _, meta) => ({ ...state, [placeOf(meta)]: null }));
  on(filterChosen, (state, { filter }) => ({ ...state, filter }));
  on(sortChosen, (state, { newestFirst }) => ({ ...state, newestFirst }));
  on(noteAnswers.settingsRead, (state, settings) => ({ ...state, ...settings }));
  on(typed, (state, form) => withForm(state, { ...form, error: null }));
  on(formClosed, (state, { target }) => withoutForm(state, target));
  on(commented, (state, { target }) => withoutForm(state, target));
  on(edited, (state, { target }) => withoutForm(state, target));
  on(commented.refused, (state, { asked, failure }) =>
    withText(state, asked.target, { ...asked, error: refused(failure) }),
  );
  on(edited.refused, (state, { asked, failure }) => withText(state, asked.id, { ...asked, error: refused(failure) }));
  on(deleted, (state, { id }) => withoutForm(state, id));
});
