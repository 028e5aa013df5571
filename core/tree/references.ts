/** The field of references, as a form of a domain has it: what a person does in it, what is read for it, and what becomes of the field (TR-09, RL-01.3). */
import { queryName } from '../query/index.ts';
import { userAction, type Stamped } from '../store/action.ts';
import { keyIn, type Place } from '../store/place.ts';
import { parseReference, stateBadge, type ReferenceKind, type ReferenceContext } from '../work-item/rules.ts';
import {
  NOTHING_FOUND,
  NO_COMPLETION,
  chooseReference,
  foundNothing,
  leaveReferences,
  openCompletions,
  removeReference,
  takeCompletion,
  takeTitles,
  typeReferences,
  type Completion,
  type FieldPlace,
  type NamedItem,
  type ReferenceField,
} from './rules.ts';

/** What a person does in the field of a domain's form. */
export const fieldActions = (domain: string) => ({
  /** `caret` counts UTF-16 units; finished words become pending references. */
  referencesTyped: userAction<{ text: string; caret: number }>(`${domain}/referencesTyped`),
  /** The field lost the focus, or Enter: every word is finished. */
  referencesLeft: userAction(`${domain}/referencesLeft`),
  referenceRemoved: userAction<{ index: number }>(`${domain}/referenceRemoved`),
  /** An offered item takes the place of the word that is being typed. */
  completionChosen: userAction<{ reference: string }>(`${domain}/completionChosen`),
  /** The list of offered items is closed until the next key. */
  completionClosed: userAction(`${domain}/completionClosed`),
});

/** Where items are looked for. */
export interface CompletionPlace {
  readonly groupPath: string;
  readonly kind: ReferenceKind;
  /** Only what may be added to this epic of the group. */
  readonly parentIid?: string;
  /** A short reference means the group that is asked, and would mean something else in the form. */
  readonly writtenOut: boolean;
  /** Of a form over the page (WI-14.10). */
  readonly place?: Place;
}

export interface CompletionSearch extends CompletionPlace {
  readonly search: string;
}

/** References to items of one group or project. */
export interface ReferencesOf {
  readonly kind: ReferenceKind;
  readonly path: string;
  readonly iids: readonly number[];
}

/** What is read for the field of a domain's form. */
export const fieldReads = (domain: string) => ({
  completions: queryName<CompletionSearch, readonly Completion[]>(`${domain}/completions`, ({ place }) =>
    keyIn(place, ''),
  ),
  /** RL-02.3: what typed references mean. */
  references: queryName<ReferencesOf, readonly NamedItem[]>(
    `${domain}/references`,
    ({ kind, path }) => `${kind} ${path}`,
  ),
});

export type FieldActions = ReturnType<typeof fieldActions>;
export type FieldReads = ReturnType<typeof fieldReads>;

/** The field after an action of the person in it. The same one where the action is about something else. */
export function reduceTyping<F extends ReferenceField>(
  actions: FieldActions,
  field: F,
  action: Stamped,
  place: FieldPlace,
): F {
  if (actions.referencesTyped.match(action)) {
    return typeReferences(field, action.payload.text, action.payload.caret, place);
  }
  if (actions.referencesLeft.match(action)) return leaveReferences(field, place);
  if (actions.completionChosen.match(action)) return chooseReference(field, action.payload.reference, place);
  if (actions.completionClosed.match(action)) return { ...field, completion: NO_COMPLETION };
  if (actions.referenceRemoved.match(action)) return removeReference(field, action.payload.index);
  return field;
}

/** The field after an answer; `asks`: what it looks for, where there are several fields. TR-09.25: a search that failed offers nothing and says nothing; RL-02.3: what could not be looked up has no title. */
export function reduceAnswers<F extends ReferenceField>(
  { completions, references }: FieldReads,
  field: F,
  action: Stamped,
  asks: (search: CompletionSearch) => boolean = () => true,
): F {
  if (completions.received.match(action)) {
    return asks(action.payload.params) ? takeCompletion(field, action.payload.data) : field;
  }
  if (completions.failed.match(action)) return asks(action.payload.params) ? takeCompletion(field, null) : field;
  if (references.received.match(action)) return takeTitles(field, action.payload.params, action.payload.data);
  if (references.failed.match(action)) return takeTitles(field, action.payload.params, []);
  return field;
}

/** One item that is offered while a reference is being typed. */
export interface CompletionModel {
  readonly reference: string;
  readonly title: string;
  /** `Closed`; null for an open one. */
  readonly note: string | null;
}

/** What stands under a field of references. */
export interface CompletionsModel {
  /** TR-09.24: offered under the field; empty while the list is closed. */
  readonly completions: readonly CompletionModel[];
  /** What a screen reader is told about them; empty: nothing. */
  readonly completionsText: string;
  /** TR-09.31: what stands in the list where nothing was found; null: no list. */
  readonly nothing: string | null;
  /** RL-12.80: for what Enter takes an offered one; empty while a whole reference is typed, which means what it says. */
  readonly typed: string;
}

/** TR-09.24: what was found and is neither pending nor one of `taken`, which are references in any form; TR-09.26: and what is said of it. */
export function completionModels(
  field: ReferenceField,
  taken: readonly string[],
  context: ReferenceContext,
): CompletionsModel {
  const pending = field.references.map(({ text }) => text);
  const completions = openCompletions(field.completion.found, [...pending, ...taken], context).map(
    ({ reference, title, state }): CompletionModel => ({
      reference,
      title,
      note: state === 'closed' ? stateBadge(state) : null,
    }),
  );
  const { length } = completions;
  const nothing = foundNothing(field) ? NOTHING_FOUND : null;
  const many = `${length} ${length === 1 ? 'suggestion' : 'suggestions'}, use the arrow keys to choose.`;
  const typed = parseReference(field.input, context).ok ? '' : field.input.replace(/^[&#]/, '');
  return { completions, completionsText: length === 0 ? (nothing ?? '') : many, nothing, typed };
}
