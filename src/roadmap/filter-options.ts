import type { FilterKey, FilterOperator, Filters, FilterToken } from '@espalier/core/filter';
import { emojiTitle, filterKind, offeredKinds, operatorsOf } from '@espalier/core/filter';
import { OPERATORS } from '@espalier/core/work-item';
import type { Suggestion, SuggestionKey, Suggestions } from '@espalier/core/roadmap';

/** What of a token has been chosen so far; null: the text is a search or the beginning of a token's name. */
export interface Draft {
  readonly key: FilterKey;
  /** Null while it is to be chosen. */
  readonly operator: FilterOperator | null;
}

/** One line of the list below the field. */
export interface Option {
  readonly key: string;
  readonly title: string;
  readonly detail: string | null;
  readonly color: string | null;
  readonly pick: Pick;
}

export type Pick =
  | { readonly kind: 'search' }
  | { readonly kind: 'key'; readonly key: FilterKey }
  | { readonly kind: 'operator'; readonly operator: FilterOperator }
  | { readonly kind: 'value'; readonly value: string };

/** RL-12.2 */
const operatorWord = (operator: FilterOperator): string =>
  OPERATORS.find(({ value }) => value === operator)?.description ?? operator;

const SEARCHED: Readonly<Record<FilterKey, SuggestionKey | null>> = {
  author: 'author',
  label: 'label',
  milestone: 'milestone',
  epic: 'epic',
  reaction: 'reaction',
  confidential: null,
  in: null,
};

/** The values of a token that are looked for on the server; null for the others. */
export const searchedBy = (draft: Draft | null): SuggestionKey | null =>
  draft === null || draft.operator === null ? null : SEARCHED[draft.key];

const FIXED: Readonly<Partial<Record<FilterKey, readonly (readonly [value: string, title: string])[]>>> = {
  confidential: [
    ['true', 'Yes'],
    ['false', 'No'],
  ],
  in: [
    ['TITLE', 'Titles'],
    ['DESCRIPTION', 'Descriptions'],
  ],
};

const WRITTEN: Readonly<Partial<Record<FilterKey, (value: string) => string>>> = {
  author: (value) => `@${value}`,
  epic: (value) => `&${value}`,
  reaction: emojiTitle,
};

const titleOf = (key: FilterKey, value: string): string =>
  WRITTEN[key]?.(value) ?? FIXED[key]?.find(([known]) => known === value)?.[1] ?? value;

/** `Author is ada`, `Label is not bug` */
export const tokenText = ({ key, operator, value }: FilterToken): string =>
  `${draftText({ key, operator })} ${titleOf(key, value)}`;

export const draftText = ({ key, operator }: Draft): string =>
  `${filterKind(key).title}${operator === null ? '' : ` ${operatorWord(operator)}`}`;

/** A search of before, in words. */
export const filtersText = ({ tokens, search }: Filters): string =>
  [...tokens.map(tokenText), ...(search === '' ? [] : [`“${search}”`])].join(', ');

const option = (key: string, title: string, pick: Pick, rest: Partial<Suggestion> = {}): Option => ({
  key,
  title,
  detail: rest.detail ?? null,
  color: rest.color ?? null,
  pick,
});

const fits = (title: string, text: string): boolean => title.toLowerCase().includes(text.trim().toLowerCase());

/** RM-03: what can be chosen next. */
export function optionsOf(
  draft: Draft | null,
  text: string,
  suggestions: Suggestions | null,
  signedIn: boolean,
): readonly Option[] {
  if (draft === null) {
    const search = text.trim() === '' ? [] : [option('search', `Search for “${text.trim()}”`, { kind: 'search' })];
    const kinds = offeredKinds(signedIn).filter(({ title }) => fits(title, text));
    return [...search, ...kinds.map(({ key, title }) => option(key, title, { kind: 'key', key }))];
  }
  if (draft.operator === null) {
    return operatorsOf(draft.key).map((operator) =>
      option(operator, operatorWord(operator), { kind: 'operator', operator }),
    );
  }
  const fixed = FIXED[draft.key];
  if (fixed !== undefined) {
    return fixed
      .filter(([, title]) => fits(title, text))
      .map(([value, title]) => option(value, title, { kind: 'value', value }));
  }
  return (suggestions?.options ?? []).map((suggestion) =>
    option(suggestion.value, suggestion.title, { kind: 'value', value: suggestion.value }, suggestion),
  );
}
