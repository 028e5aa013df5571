import type { AnyAction } from '../store/action.ts';
import type { ItemPlace } from '../work-item/slice.ts';
import type { GlobalId } from '../work-item/types.ts';
import type { NoteForm, NoteState } from './types.ts';
import { placeOf, reducerOf } from '../store/action.ts';
import { noteActions, noteAnswers } from './actions.ts';
import { canSend, NOTE_ERRORS } from './rules.ts';

export const PLACES = ['page', 'over'] as const;

/** Where the activity of this item is shown: in front, if in both places; null: nowhere. */
export const shownIn = (state: NoteState, id: GlobalId): ItemPlace | null =>
  (['over', 'page'] as const).find((place) => state[place]?.id === id) ?? null;

const withForm = (state: NoteState, form: NoteForm): NoteState => ({
  ...state,
  forms: { ...state.forms, [form.target]: form },
});

function withoutForm(state: NoteState, target: GlobalId): NoteState {
  if (state.forms[target] === undefined) return state;
  const { [target]: _, ...forms } = state.forms;
  return { ...state, forms };
}

/** WI-10.68: what was refused is in its form again, above what was written since. */
function refused(
  state: NoteState,
  target: GlobalId,
  { itemId, body }: Pick<NoteForm, 'itemId' | 'body'>,
  why?: string,
) {
  const since = state.forms[target]?.body ?? '';
  const error = why ?? NOTE_ERRORS.refused;
  return withForm(state, { itemId, target, body: canSend(since) ? `${body}\n\n${since}` : body, error });
}

/** A text that has lost its place, behind what is written in the form of its item. */
export function withStray(state: NoteState, { itemId, target, body, error }: NoteForm): NoteState {
  const own = state.forms[itemId];
  const texts = [own?.body ?? '', body].filter(canSend);
  const form = { itemId, target: itemId, body: texts.join('\n\n'), error: error ?? own?.error ?? null };
  return texts.length === 0 ? withoutForm(state, target) : withForm(withoutForm(state, target), form);
}

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
  on(commented.refused, (state, { asked, failure }) => refused(state, asked.target, asked, failure.messages[0]));
  on(edited.refused, (state, { asked, failure }) => refused(state, asked.id, asked, failure.messages[0]));
  on(deleted, (state, { id }) => withoutForm(state, id));
});
