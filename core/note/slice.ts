import type { AnyAction } from '../store/action.ts';
import type { WireError } from '../ports/index.ts';
import { ITEM_PLACES, type ItemPlace } from '../work-item/slice.ts';
import type { GlobalId } from '../work-item/types.ts';
import type { NoteForm, NoteState, VersionDiff } from './types.ts';
import { placeOf, reducerOf } from '../store/action.ts';
import { noteActions, noteAnswers } from './actions.ts';
import { canSend, NOTE_ERRORS } from './rules.ts';

/** Where the activity of this item is shown: in front, if in both places; null: nowhere. */
export const shownIn = (state: NoteState, id: GlobalId): ItemPlace | null =>
  ITEM_PLACES.findLast((place) => state[place]?.id === id) ?? null;

export const withForm = (state: NoteState, form: NoteForm): NoteState => ({
  ...state,
  forms: { ...state.forms, [form.target]: form },
});

function withoutForm(state: NoteState, target: GlobalId): NoteState {
  if (state.forms[target] === undefined) return state;
  const { [target]: _, ...forms } = state.forms;
  return { ...state, forms };
}

/** WI-10.68: a text is in a form again, above what was written there since; one of both internal, both are (WI-10.86). */
function withText(
  state: NoteState,
  target: GlobalId,
  { itemId, body, internal, error }: Omit<NoteForm, 'target'>,
): NoteState {
  const since = state.forms[target];
  const isMore = since !== undefined && canSend(since.body);
  return withForm(state, {
    ...{ itemId, target, error },
    body: isMore ? `${body}\n\n${since.body}` : body,
    internal: internal || since?.internal === true,
  });
}

const refused = ({ messages }: WireError): string => messages.join('\n') || NOTE_ERRORS.refused;

/** A text that has lost its place, in the form of its item. */
export const withStray = (state: NoteState, stray: NoteForm): NoteState => {
  const left = withoutForm(state, stray.target);
  return canSend(stray.body) ? withText(left, stray.itemId, stray) : left;
};

const initial: NoteState = {
  ...{ page: null, over: null, filter: 'ALL_NOTES', newestFirst: false, forms: {} },
  ...{ folds: {}, versions: {}, restoring: null, addressed: null },
};

const { opened, closed, typed, formClosed, commented, edited, deleted, filterChosen, sortChosen } = noteActions;
const { resolveToggled, folded, addressed, compared, restoreAsked } = noteActions;

const NO_DIFF: VersionDiff = { shown: false, status: 'idle', html: '' };

const withDiff = (state: NoteState, id: GlobalId, change: Partial<VersionDiff>): NoteState => ({
  ...state,
  versions: { ...state.versions, [id]: { ...NO_DIFF, ...state.versions[id], ...change } },
});

export const noteReducer: (state: NoteState | undefined, action: AnyAction) => NoteState = reducerOf(initial, (on) => {
  on(opened, (state, subject, meta) => ({ ...state, [placeOf(meta)]: subject }));
  on(closed, (state, _, meta) => ({ ...state, [placeOf(meta)]: null, versions: {}, restoring: null }));
  on(filterChosen, (state, { filter }) => ({ ...state, filter }));
  on(sortChosen, (state, { newestFirst }) => ({ ...state, newestFirst }));
  on(noteAnswers.settingsRead, (state, settings) => ({ ...state, ...settings }));
  on(typed, (state, { internal, ...form }) =>
    withForm(state, { ...form, internal: internal ?? state.forms[form.target]?.internal ?? false, error: null }),
  );
  on(formClosed, (state, { target }) => withoutForm(state, target));
  on(commented, (state, { target }) => withoutForm(state, target));
  on(edited, (state, { target }) => withoutForm(state, target));
  on(commented.refused, (state, { asked, failure }) =>
    withText(state, asked.target, { ...asked, error: refused(failure) }),
  );
  on(edited.refused, (state, { asked, failure }) => withText(state, asked.id, { ...asked, error: refused(failure) }));
  on(deleted, (state, { id }) => withoutForm(state, id));
  on(folded, (state, { id, folded: isFolded }) => ({ ...state, folds: { ...state.folds, [id]: isFolded } }));
  // WI-10.83: what was opened by hand folds when it is resolved.
  on(resolveToggled, (state, { id }) => {
    const { [id]: _, ...folds } = state.folds;
    return { ...state, folds };
  });
  on(compared, (state, { id, shown }) => withDiff(state, id, { shown }));
  on(noteAnswers.diffAsked, (state, { id }) => withDiff(state, id, { status: 'loading' }));
  on(noteAnswers.diffRead, (state, { id, html }) =>
    withDiff(state, id, html === null ? { status: 'failed' } : { status: 'ready', html }),
  );
  on(restoreAsked, (state, { id }) => ({ ...state, restoring: id }));
  on(noteAnswers.versionRead, (state) => ({ ...state, restoring: null }));
  on(addressed, (state, { number }) => ({ ...state, addressed: number }));
});
