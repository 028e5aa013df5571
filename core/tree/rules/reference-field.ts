/** A field in which references are gathered, to be added or linked together (TR-09, RL-01.3). Its words become tokens; what each token means is filled in as it is learnt. */
import type { OfferedItem, ReferenceContext, ReferenceKind, ReferenceToken } from '../../work-item/rules.ts';
import {
  addPendingReferences,
  referenceWords,
  parseReference,
  referenceKey,
  splitReferenceInput,
} from '../../work-item/rules.ts';
import type { Refusal } from './additions.ts';
import { type Completion, completionSearch } from './completion.ts';

export interface FieldCompletion {
  /** What is looked for by the word that is being typed; null: nothing, or the list was closed. */
  readonly search: string | null;
  readonly found: readonly Completion[];
  /** TR-09.31: it was looked for, and is nowhere. */
  readonly nothing?: true;
}

/** `not_found` and `conflict` are the specification's failure types; `text` is the server's own or ours. */
export interface FieldError {
  readonly type: 'not_found' | 'conflict' | 'message';
  readonly text: string;
  /** TR-09.32: what the server has against which token, by the token's text. */
  readonly refused?: readonly Refusal[];
}

export interface ReferenceField {
  readonly input: string;
  readonly references: readonly ReferenceToken[];
  readonly completion: FieldCompletion;
  readonly error: FieldError | null;
}

/** What a token means, by the number in its group or project. */
export interface NamedItem extends OfferedItem {
  readonly iid: number;
}

export interface FieldPlace {
  /** What a bare number means. */
  readonly context: ReferenceContext;
  /** Whether existing items are offered. */
  readonly completes: boolean;
}

export const NO_COMPLETION: FieldCompletion = { search: null, found: [] };

/** TR-09.23: what is found stays until something else is, so that the list does not flicker; with nothing to look for it goes. */
function withInput<F extends ReferenceField>(field: F, input: string, { context, completes }: FieldPlace): F {
  const search = completes ? completionSearch(input, context.kind) : null;
  if (search === field.completion.search) return { ...field, input };
  const completion = search === null ? NO_COMPLETION : { search, found: field.completion.found };
  return { ...field, input, completion };
}

function withWords<F extends ReferenceField>(field: F, words: readonly string[], input: string, place: FieldPlace): F {
  const references = addPendingReferences(field.references, words, place.context, field.completion.found);
  return withInput({ ...field, references }, input, place);
}

export function typeReferences<F extends ReferenceField>(field: F, text: string, caret: number, place: FieldPlace): F {
  const { words, touched } = splitReferenceInput(text, caret);
  if (words.length === 0) return { ...withInput(field, touched, place), input: text };
  return withWords(field, words, touched, place);
}

/** On leaving the field, and on sending, no word is being typed any more. */
export const leaveReferences = <F extends ReferenceField>(field: F, place: FieldPlace): F =>
  field.input === '' && field.completion === NO_COMPLETION
    ? field
    : withWords(field, referenceWords([field.input]), '', place);

/** A word that no reference looks like: a part of a title. */
const isTitleWord = ({ ok, text }: ReferenceToken): boolean => !ok && !/[#&!/\d]/.test(text);

/** TR-09.36: the words before it were what was looked for. */
export function chooseReference<F extends ReferenceField>(field: F, reference: string, place: FieldPlace): F {
  const last = field.references.findLastIndex((token) => !isTitleWord(token));
  return withWords({ ...field, references: field.references.slice(0, last + 1) }, [reference], '', place);
}

/** TR-09.21: the error goes with the last pending reference, or with the last one that it marks. */
export function removeReference<F extends ReferenceField>(field: F, index: number): F {
  const references = field.references.toSpliced(index, 1);
  const about = field.error?.refused === undefined ? references : references.filter(({ refused }) => refused);
  return { ...field, references, error: about.length === 0 ? null : field.error };
}

/** What was found for the word that is being typed; null: it could not be looked for. */
export function takeCompletion<F extends ReferenceField>(field: F, found: readonly Completion[] | null): F {
  const { search } = field.completion;
  return { ...field, completion: { search, found: found ?? [], ...(found?.length === 0 && { nothing: true }) } };
}

export const NOTHING_FOUND = 'Nothing found';

/** TR-09.31: whether what is typed was looked for and is nowhere. */
export const foundNothing = ({ completion: { search, nothing } }: ReferenceField): boolean =>
  search !== null && search !== '' && nothing === true;

/** RL-02.3: the items that tokens of one place mean. What was asked for and is not among them is known to nobody here. */
export function takeTitles<F extends ReferenceField>(
  field: F,
  { kind, path, iids }: { readonly kind: ReferenceKind; readonly path: string; readonly iids: readonly number[] },
  items: readonly NamedItem[],
): F {
  const known = new Map(items.map(({ iid, title, state }) => [iid, { title, state }]));
  const references = field.references.map((token) => {
    if (!token.ok || token.kind !== kind || token.path !== path || !iids.includes(token.iid)) return token;
    return { ...token, item: known.get(token.iid) ?? null };
  });
  return { ...field, references };
}

/** TR-09.32: a failed sending; what the server names stays, marked with its reason. */
export function markRefused<F extends ReferenceField>(field: F, error: FieldError | null): F {
  const reasons = new Map(error?.refused?.map(({ reference, reason }) => [reference, reason]));
  const references = field.references.map((token) => {
    const refused = reasons.get(token.text);
    return refused === undefined ? token : { ...token, refused };
  });
  return { ...field, references: reasons.size === 0 ? field.references : references, error };
}

/** What is sent is judged anew. The same list where nothing was marked. */
export function withoutMarks(references: readonly ReferenceToken[]): readonly ReferenceToken[] {
  if (!references.some(({ refused }) => refused !== undefined)) return references;
  return references.map(({ refused: _, ...token }): ReferenceToken => token);
}

export const NOTHING_ADDED = 'Nothing was added. What is marked cannot be: take it out, and try again.';

/**
 * TR-09.32: what a failure says of which token. `contexts`: what the short references in the server's words may mean. The failure as it is where it is not about
 * single references.
 */
export function refusedTokens(
  failure: FieldError,
  refusals: readonly Refusal[],
  references: readonly ReferenceToken[],
  contexts: readonly ReferenceContext[],
): FieldError {
  const refused = refusals.map(({ reference, reason }) => {
    const keys = contexts.map((context) => referenceKey(parseReference(reference, context)));
    const token = references.find((each) => each.text === reference || keys.includes(referenceKey(each)));
    return token === undefined ? null : { reference: token.text, reason };
  });
  const known = refused.filter((each) => each !== null);
  return known.length === 0 || known.length < refused.length
    ? failure
    : { ...failure, text: NOTHING_ADDED, refused: known };
}
