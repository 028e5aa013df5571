import type { GlobalId } from '../work-item/types.ts';
import type { AnyAction } from '../store/action.ts';
import type { TextForm, TextState } from './types.ts';
import { reducerOf } from '../store/action.ts';
import { formActions, textEvents } from './form-actions.ts';
import { isWritten } from './rules/written.ts';

/** Whether its form is open. */
export const isTextOpen = ({ text }: { readonly text: TextState }, id: GlobalId): boolean => text[id] !== undefined;

const taken = (state: TextState, form: TextForm): TextState => ({ ...state, [form.id]: form });

function changed(state: TextState, id: GlobalId, change: Partial<TextForm>): TextState {
  const form = state[id];
  return form === undefined ? state : taken(state, { ...form, ...change });
}

function without(state: TextState, { id }: { readonly id: GlobalId }): TextState {
  const { [id]: form, ...rest } = state;
  return form === undefined ? state : rest;
}

const { titleTyped, descriptionTyped, typeChosen, cancelAsked, continued, discarded, putBack, saved } = formActions;

/** What a person does in a form. What is worked out of it comes from the saga, as its code comes with the form. */
export const textReducer: (state: TextState | undefined, action: AnyAction) => TextState = reducerOf({}, (on) => {
  for (const event of [textEvents.begun, textEvents.merged, putBack]) on(event, taken);
  for (const event of [textEvents.closed, discarded]) on(event, without);
  on(titleTyped, (state, { id, text }) => changed(state, id, { title: text, field: 'title' }));
  on(descriptionTyped, (state, { id, text }) => changed(state, id, { description: text, field: 'description' }));
  on(typeChosen, (state, { id, type }) => changed(state, id, { type }));
  on(cancelAsked, (state, { id }) => changed(state, id, { asking: true }));
  on(continued, (state, { id }) => changed(state, id, { asking: false }));
  on(saved, (state, { id }) => changed(state, id, { failure: null }));
});

/** IE-02.45: something is written in a form that is asked about before the page is left. A chosen type is meant to be left with. */
export const selectIsWriting = ({ text }: { readonly text: TextState }): boolean =>
  Object.values(text).some((form) => form.done !== true && form.type === undefined && isWritten(form));
