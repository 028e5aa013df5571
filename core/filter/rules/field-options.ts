import type { FilterKey, FilterOperator, Filters, FilterToken, SearchedKey } from './tokens.ts';
import { OPERATORS, SEARCH_TEXTS } from '../../work-item/rules.ts';
import { emojiTitle } from '../../work-item/rules/emojis.ts';
import { filterKind, offeredKinds, operatorsOf } from './tokens.ts';

export interface TokenDraft {
  readonly key: FilterKey;
  /** Null while it is to be chosen. */
  readonly operator: FilterOperator | null;
}

/** One line of the list below the field. */
export interface FieldOption extends Omit<FieldValue, 'value'> {
  readonly key: string;
  readonly pick: FieldPick;
}

export type FieldPick =
  | { readonly kind: 'search' }
  | { readonly kind: 'key'; readonly key: FilterKey }
  | { readonly kind: 'operator'; readonly operator: FilterOperator }
  | { readonly kind: 'value'; readonly value: string };

/** A value that the server offers for a token. */
export interface FieldValue {
  /** What the token takes: a username, a title, an iid, the name of an emoji. */
  readonly value: string;
  readonly title: string;
  /** Beside the title: `@ada`, `group&12`. */
  readonly detail: string | null;
  readonly color: string | null;
}

/** The values that were found for `search`. */
export interface FieldValues {
  readonly search: string;
  readonly status: 'idle' | 'loading' | 'ready' | 'failed';
  readonly options: readonly FieldValue[];
}

type Fixed = readonly (readonly [value: string, title: string])[];

const FIXED: Readonly<Record<Exclude<FilterKey, SearchedKey>, Fixed>> = {
  confidential: [
    ['true', 'Yes'],
    ['false', 'No'],
  ],
  in: [
    ['TITLE', 'Titles'],
    ['DESCRIPTION', 'Descriptions'],
  ],
};

const isSearched = (key: FilterKey): key is SearchedKey => !Object.hasOwn(FIXED, key);

/** The token whose values are looked up on the server; null if there is none, or its values are fixed. */
export const searchedBy = (draft: TokenDraft | null): SearchedKey | null =>
  draft !== null && draft.operator !== null && isSearched(draft.key) ? draft.key : null;

/** RL-12.2 */
const operatorWord = (operator: FilterOperator): string =>
  OPERATORS.find(({ value }) => value === operator)?.description ?? operator;

function titleOf(key: FilterKey, value: string): string {
  if (key === 'author') return `@${value}`;
  if (key === 'epic') return `&${value}`;
  if (key === 'reaction') return emojiTitle(value);
  return isSearched(key) ? value : (FIXED[key].find(([known]) => known === value)?.[1] ?? value);
}

/** `Author`, `Label is not` */
export const draftText = ({ key, operator }: TokenDraft): string =>
  `${filterKind(key).title}${operator === null ? '' : ` ${operatorWord(operator)}`}`;

/** `Author is @ada`, `Label is not bug` */
export const tokenText = ({ key, operator, value }: FilterToken): string =>
  `${draftText({ key, operator })} ${titleOf(key, value)}`;

/** `Label is bug, “two words”` */
export const filtersText = ({ tokens, search }: Filters): string =>
  [...tokens.map(tokenText), ...(search === '' ? [] : [`“${search}”`])].join(', ');

const option = (key: string, title: string, pick: FieldPick): FieldOption => ({
  key,
  title,
  detail: null,
  color: null,
  pick,
});

const fits = (title: string, text: string): boolean => title.toLowerCase().includes(text.trim().toLowerCase());

/** RL-09.4: what can be chosen next; without a draft a search for the text, or a token by its name. */
export function fieldOptions(
  draft: TokenDraft | null,
  text: string,
  { values, signedIn }: { readonly values: FieldValues | null; readonly signedIn: boolean },
): readonly FieldOption[] {
  if (draft === null) {
    const words = text.trim();
    const search = words === '' ? [] : [option('search', `Search for “${words}”`, { kind: 'search' })];
    const kinds = offeredKinds(signedIn).filter(({ title }) => fits(title, text));
    return [...search, ...kinds.map(({ key, title }) => option(key, title, { kind: 'key', key }))];
  }
  // RL-12.51
  if (draft.operator === null) {
    return operatorsOf(draft.key).map((operator) =>
      option(operator, operatorWord(operator), { kind: 'operator', operator }),
    );
  }
  if (!isSearched(draft.key)) {
    return FIXED[draft.key]
      .filter(([, title]) => fits(title, text))
      .map(([value, title]) => option(value, title, { kind: 'value', value }));
  }
  return (values?.options ?? []).map(({ value, ...shown }) => ({
    ...shown,
    key: value,
    pick: { kind: 'value', value },
  }));
}

/** RL-12.50: what an empty list says; `failure` is why the values could not be looked up. */
export const emptyListText = (values: FieldValues | null, failure: string | null): string =>
  values?.status === 'failed' && failure !== null
    ? failure
    : SEARCH_TEXTS[values?.status === 'loading' ? 'searching' : 'noMatches'];
