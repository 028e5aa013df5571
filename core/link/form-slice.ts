import type { Pending } from '../mutation/index.ts';
import type { WireError } from '../ports/index.ts';
import type { Stamped } from '../store/action.ts';
import type { ReferenceContext } from '../work-item/rules.ts';
import { ITEM_PLACES, type ItemPlace } from '../work-item/slice.ts';
import type { LinkForm, LinkState, LinkSubject, OpenSection } from './types.ts';
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
import { sameData } from '../entities/index.ts';
import { isPending } from '../mutation/index.ts';
import { placeOf, withPart } from '../store/action.ts';
import { NOTICE } from '../notice/index.ts';
import { reduceAnswers, reduceTyping, type CompletionPlace } from '../tree/references.ts';
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

const fieldOf = (subject: LinkSubject): FieldPlace => ({ context: contextOf(subject), completes: true });

/** RL-01.3: a completion comes from the group; beside an item of a project a short reference means the group no more. */
export const completionPlace = ({ groupPath, kind }: LinkSubject): CompletionPlace => ({
  groupPath,
  kind,
  writtenOut: kind === 'issue',
});

/** The form as it is sent: with the words that still stand in its field as tokens. */
export const sentForm = (subject: LinkSubject, form: LinkForm): LinkForm =>
  leaveReferences({ ...form, references: withoutMarks(form.references) }, fieldOf(subject));

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
  return reduceTyping(linkActions, form, action, fieldOf(subject));
}

/** What a form that is being sent is known by. */
export interface SendingRoot {
  readonly link: LinkState;
  readonly pending: readonly Pending[];
}

/** The form that is open in this section is on its way. */
export const selectIsSending = ({ link, pending }: SendingRoot, place: ItemPlace): boolean => {
  const { form, subject } = link[place];
  return (
    form !== null &&
    isPending(
      { pending },
      linkActions.submitted,
      (asked) => asked.serial === form.serial && asked.subjectId === subject?.id,
    )
  );
};

/** The forms of the sections: references become tokens, and are sent together. While they are on their way nothing of a form changes. */
export function reduceForms(state: LinkState, action: Stamped, before: SendingRoot): LinkState {
  const about = placeOf(action.meta);
  if (linkActions.formOpened.match(action)) return withForm(state, about, action.payload?.restored === true);
  return ITEM_PLACES.reduce((now, place) => {
    const { subject, form } = now[place];
    if (subject === null || form === null) return now;
    const isTyped = place === about && !selectIsSending(before, place);
    const next =
      place === about && linkActions.formClosed.match(action) ? null : reduceForm(subject, form, action, isTyped);
    return next === form ? now : withPart(now, place, { form: next });
  }, state);
}

function withForm(state: LinkState, place: ItemPlace, restored: boolean): LinkState {
  const { subject, form }: OpenSection = state[place];
  if (form !== null || subject?.canRelate !== true) return state;
  const serial = state.serial + 1;
  const opened = emptyForm(serial);
  const change = restored
    ? { form: { ...opened, restored: true as const }, announcement: NOTICE.putBack }
    : { form: opened };
  return { ...withPart(state, place, change), serial };
}

/** An answer is about the form that it names, or about whichever asks the same. */
function reduceForm(subject: LinkSubject, form: LinkForm, action: Stamped, isTyped: boolean): LinkForm | null {
  if (linkActions.submitted.committed.match(action)) {
    return action.payload.asked.serial === form.serial ? null : form;
  }
  if (linkActions.submitted.refused.match(action)) {
    const { asked, failure } = action.payload;
    return asked.serial === form.serial ? markRefused(form, refusal(subject, form, failure)) : form;
  }
  const { search } = form.completion;
  const answered = reduceAnswers(linkReads, form, action, (asked) =>
    sameData(asked, { ...completionPlace(subject), search }),
  );
  return isTyped ? reduceInput(subject, answered, action) : answered;
}
