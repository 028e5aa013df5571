import type { Stamped } from '../store/action.ts';
import type { ReferenceContext } from '../work-item/rules.ts';
import type { LinkForm, LinkState, LinkSubject } from './types.ts';
import {
  chooseReference,
  type FieldPlace,
  leaveReferences,
  markRefused,
  NO_COMPLETION,
  removeReference,
  takeCompletion,
  takeTitles,
  typeReferences,
  withoutMarks,
} from '../tree/rules.ts';
import { PUT_BACK } from '../store/drafts.ts';
import { linkActions, linkAnswers } from './actions.ts';

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

const placeOf = (subject: LinkSubject): FieldPlace => ({ context: contextOf(subject), completes: true });

/** What a form sends: its tokens, and the words that still stand in its field. */
export const sentReferences = (subject: LinkSubject, form: LinkForm): LinkForm['references'] =>
  leaveReferences(form, placeOf(subject)).references;

/** What is asked for with another key is another request. */
const changed = (form: LinkForm, next: LinkForm): LinkForm =>
  form.references === next.references && form.linkType === next.linkType ? next : { ...next, key: null };

function reduceInput(subject: LinkSubject, form: LinkForm, action: Stamped): LinkForm {
  const place = placeOf(subject);
  if (linkActions.typeChosen.match(action)) return { ...form, linkType: action.payload.linkType };
  if (linkActions.referencesTyped.match(action)) {
    return typeReferences(form, action.payload.text, action.payload.caret, place);
  }
  if (linkActions.referencesLeft.match(action)) return leaveReferences(form, place);
  if (linkActions.completionChosen.match(action)) return chooseReference(form, action.payload.reference, place);
  if (linkActions.completionClosed.match(action)) return { ...form, completion: NO_COMPLETION };
  if (linkActions.referenceRemoved.match(action)) return removeReference(form, action.payload.index);
  if (linkActions.submitted.match(action)) {
    const sent = leaveReferences({ ...form, references: withoutMarks(form.references) }, place);
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
    const serial = state.serial + 1;
    if (action.payload?.restored !== true) return { ...state, serial, form: emptyForm(serial) };
    return { ...state, serial, form: { ...emptyForm(serial), restored: true }, announcement: PUT_BACK };
  }
  if (form === null) return state;
  if (linkActions.formClosed.match(action)) return { ...state, form: null };
  if (linkAnswers.added.match(action)) return action.payload.serial === form.serial ? { ...state, form: null } : state;
  if (linkAnswers.refused.match(action)) {
    const { serial, error, answered } = action.payload;
    if (serial !== form.serial) return state;
    const settled = { ...form, submitting: false, key: answered ? null : form.key };
    return { ...state, form: markRefused(settled, error) };
  }
  if (linkAnswers.completionRead.match(action)) {
    return action.payload.serial === form.serial ? { ...state, form: takeCompletion(form, action.payload) } : state;
  }
  if (linkAnswers.referencesRead.match(action)) {
    return action.payload.serial === form.serial ? { ...state, form: takeTitles(form, action.payload.items) } : state;
  }
  if (form.submitting) return state;
  const next = reduceInput(subject, form, action);
  if (next === form) return state;
  return { ...state, form: linkActions.submitted.match(action) ? next : changed(form, next) };
}
