import type { Action } from './action.ts';

/** The text of a form in one place: plain data. */
export interface Typed {
  /** What the form belongs to: a group, an epic. */
  readonly place: string;
  /** Null: the form is open, and there is nothing in it that a person would miss. */
  readonly data: unknown;
}

/** How the draft of one form survives the end of its tab (RP-02.36); defined by the form's domain. `S`: the part of the state that it reads. */
export interface DraftKind<S = never> {
  /** Its name in the storage: permanent. */
  readonly form: string;
  /** What is typed now; null where the form is not open, or is on its way. The same object for the same state, as far as that is cheap. */
  typed(state: S): Typed | null;
  /** The actions that restore what was kept; null while its place is not open, or something else is typed there. */
  restore(state: S, kept: Typed): readonly Action[] | null;
  /** The person has sent the form or discarded it. Leaving the page keeps its texts. */
  isDone(action: Action, place: string): boolean;
}

/** `typed` of a form that is one object of the state, memoised by that object. */
export function typedIn<F extends object>(make: (form: F) => unknown) {
  const made = new WeakMap<F, Typed>();
  return (form: F, place: string): Typed => {
    const known = made.get(form);
    if (known?.place === place) return known;
    const typed = { place, data: make(form) };
    made.set(form, typed);
    return typed;
  };
}

/** What was typed into a field of references, to be typed in again. */
export interface TypedReferences {
  readonly references: readonly string[];
  readonly input: string;
}

export const referencesIn = (form: {
  readonly references: readonly { readonly text: string }[];
  readonly input: string;
}): TypedReferences | null =>
  form.references.length === 0 && form.input.trim() === ''
    ? null
    : { references: form.references.map(({ text }) => text), input: form.input };

/** The word at the end is still being typed. */
export function retyped({ references, input }: TypedReferences): { readonly text: string; readonly caret: number } {
  const text = [...references, input.trim()].join(' ');
  return { text, caret: text.length };
}
