import type { Pending } from '../mutation/index.ts';
import type { WireError } from '../ports/index.ts';
import type { Stamped } from '../store/action.ts';
import type { ReferenceContext } from '../work-item/rules.ts';
import type { LinkForm, LinkState, LinkSubject } from './types.ts';
import {
  type FieldError,
  type FieldPlace,
  leaveReferences,
  markRefused,
  NO_COMPLETION,
  refusalsOf,
  refusedTokens,
  withoutMarks,
} from '../tree/rules.ts';
import { isPending } from '../mutation/index.ts';
import { PUT_BACK } from '../store/drafts.ts';
import { reduceAnswers, reduceTyping } from '../tree/references.ts';
import { linkActions } from './actions.ts';
import { linkReads } from './queries.ts';
import { linkFailure } from './rules.ts';

const emptyForm = (serial: number): LinkForm => ({
  serial,
  linkType: 'relates_to',
  input: '',
  references: [],
  completion: NO_COMPLETION,
  error: null,
});

/** What a bare number means beside this item. */
export const contextOf = ({ kind, ownerPath, groupPath }: LinkSubject): ReferenceContext =>
  kind === 'epic' ? { kind, groupPath } : { kind, groupPath, projectPath: ownerPath };

const placeOf = (subject: LinkSubject): FieldPlace => ({ context: contextOf(subject), completes: true });

/** The form as it is sent: with the words that still stand in its field as tokens. */
export const sentForm = (subject: LinkSubject, form: LinkForm): LinkForm =>
  leaveReferences({ ...form, references: withoutMarks(form.references) }, placeOf(subject));

/** RL-01.5: what the server says of a form that it refused, at the tokens that it names. */
function refusal(subject: LinkSubject, { references }: LinkForm, failure: WireError): FieldError {
  const { type, message } = linkFailure(subject.kind, failure);
  const error: FieldError = { type: type ?? 'message', text: message };
  return refusedTokens(error, refusalsOf(message), references, [contextOf(subject)]);
}

function reduceInput(subject: LinkSubject, form: LinkForm, action: Stamped): LinkForm {
  if (linkActions.typeChosen.match(action)) return { ...form, linkType: action.payload.linkType };
  if (linkActions.submitted.match(action)) {
    const sent = sentForm(subject, form);
    return sent.references.length === 0 ? sent : { ...sent, error: null };
  }
  return reduceTyping(linkActions, form, action, placeOf(subject));
}

/** What a form that is being sent is known by. */
export interface SendingRoot {
  readonly link: LinkState;
  readonly pending: readonly Pending[];
}

/** The form that is open is on its way. */
export const selectIsSending = ({ link: { form, subject }, pending }: SendingRoot): boolean =>
  form !== null &&
  isPending(
    { pending },
    linkActions.submitted,
    (asked) => asked.serial === form.serial && asked.subjectId === subject?.id,
  );

/** The form of the section: references become tokens, and are sent together. While they are on their way nothing of it changes. */
export function reduceForm(state: LinkState, action: Stamped, isSending: boolean): LinkState {
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
  if (linkActions.submitted.committed.match(action)) {
    return action.payload.asked.serial === form.serial ? { ...state, form: null } : state;
  }
  if (linkActions.submitted.refused.match(action)) {
    const { asked, failure } = action.payload;
    if (asked.serial !== form.serial) return state;
    const error = refusal(subject, form, failure);
    return { ...state, form: markRefused(form, error) };
  }
  const answered = reduceAnswers(linkReads, form, action);
  const next = isSending ? answered : reduceInput(subject, answered, action);
  return next === form ? state : { ...state, form: next };
}
