import type { Stamped } from '../store/action.ts';
import type { ReferenceContext } from '../work-item/rules.ts';
import type { LinkForm, LinkState, LinkSubject } from './types.ts';
import { completionSearch } from '../tree/rules.ts';
import { addPendingReferences, allWords, splitReferenceInput } from '../work-item/rules.ts';
import { linkActions, linkAnswers } from './actions.ts';

const NO_COMPLETION: LinkForm['completion'] = { search: null, found: [] };

const emptyForm = (serial: number): LinkForm => ({
  serial,
  linkType: 'relates_to',
  input: '',
  references: [],
  completion: NO_COMPLETION,
  submitting: false,
  key: null,
  error: null,
});

/** What a bare number means beside this item. */
export const contextOf = ({ kind, ownerPath, groupPath }: LinkSubject): ReferenceContext =>
  kind === 'epic' ? { kind, groupPath } : { kind, groupPath, projectPath: ownerPath };

/** TR-09.23 for links: the list of what was found stays while its question is the same. */
function withInput(subject: LinkSubject, form: LinkForm, input: string): LinkForm {
  const search = completionSearch(input, subject.kind);
  const completion = search === null ? NO_COMPLETION : { search, found: form.completion.found };
  return { ...form, input, completion };
}

function withWords(subject: LinkSubject, form: LinkForm, words: readonly string[], touched: string): LinkForm {
  const references = addPendingReferences(form.references, words, contextOf(subject), form.completion.found);
  return withInput(subject, { ...form, references }, touched);
}

/** What a form sends: its tokens, and the words that still stand in its field. */
export const sentReferences = (subject: LinkSubject, form: LinkForm): LinkForm['references'] =>
  addPendingReferences(form.references, allWords(form.input), contextOf(subject));

/** What is asked for with another key is another request. */
const changed = (form: LinkForm, next: LinkForm): LinkForm =>
  form.references === next.references && form.linkType === next.linkType ? next : { ...next, key: null };

function reduceInput(subject: LinkSubject, form: LinkForm, action: Stamped): LinkForm {
  if (linkActions.typeChosen.match(action)) return { ...form, linkType: action.payload.linkType };
  if (linkActions.referencesTyped.match(action)) {
    const { words, touched } = splitReferenceInput(action.payload.text, action.payload.caret);
    if (words.length === 0) return { ...withInput(subject, form, touched), input: action.payload.text };
    return withWords(subject, form, words, touched);
  }
  if (linkActions.referencesLeft.match(action)) {
    return form.input === '' && form.completion === NO_COMPLETION
      ? form
      : withWords(subject, form, allWords(form.input), '');
  }
  if (linkActions.completionChosen.match(action)) return withWords(subject, form, [action.payload.reference], '');
  if (linkActions.completionClosed.match(action)) return { ...form, completion: NO_COMPLETION };
  if (linkActions.referenceRemoved.match(action)) {
    const references = form.references.toSpliced(action.payload.index, 1);
    // TR-09.21 for links: the error goes with the last pending reference.
    return { ...form, references, error: references.length === 0 ? null : form.error };
  }
  if (linkActions.submitted.match(action)) {
    const sent = withWords(subject, form, allWords(form.input), '');
    if (sent.references.length === 0) return sent;
    const key = (sent.references === form.references ? form.key : null) ?? action.meta.id ?? null;
    return { ...sent, completion: NO_COMPLETION, submitting: true, error: null, key };
  }
  return form;
}

/** The form of the section: references become tokens, and are sent together. While they are on their way nothing of it changes. */
export function reduceForm(state: LinkState, action: Stamped): LinkState {
  const { subject, form } = state;
  if (subject === null) return state;
  if (linkActions.formOpened.match(action)) {
    if (form !== null || !subject.canRelate) return state;
    return { ...state, serial: state.serial + 1, form: emptyForm(state.serial + 1) };
  }
  if (form === null) return state;
  if (linkActions.formClosed.match(action)) return { ...state, form: null };
  if (linkAnswers.added.match(action)) return action.payload.serial === form.serial ? { ...state, form: null } : state;
  if (linkAnswers.refused.match(action)) {
    const { serial, error, answered } = action.payload;
    if (serial !== form.serial) return state;
    return { ...state, form: { ...form, submitting: false, error, key: answered ? null : form.key } };
  }
  if (linkAnswers.completionRead.match(action)) {
    const { serial, search, found } = action.payload;
    if (serial !== form.serial || search !== form.completion.search) return state;
    return { ...state, form: { ...form, completion: { search, found } } };
  }
  if (form.submitting) return state;
  const next = reduceInput(subject, form, action);
  if (next === form) return state;
  return { ...state, form: linkActions.submitted.match(action) ? next : changed(form, next) };
}
