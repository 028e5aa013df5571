import type { Person } from '../work-item/types.ts';
import type { RoadmapRoot } from './types.ts';
import { nodesOf } from '../api/wire-parts.ts';
import {
  SearchEpicsOperation,
  SearchGroupLabelsOperation,
  SearchGroupMilestonesOperation,
  SearchGroupUsersOperation,
} from '../api/generated/operations.ts';
import { query, selectQuery, type Request } from '../query/index.ts';
import { roadmapAlert } from './actions.ts';
import { roadmapReads } from './reads.ts';
import { SUGGESTION_ERRORS } from './texts.ts';
import { createSelector } from 'reselect';
import { suggestionsAsked } from './asked.ts';
import type { Operation, Ports } from '../ports/index.ts';
import {
  DEFAULT_EMOJIS,
  EMOJI_WILDCARDS,
  FILTER_KINDS,
  NO_FILTERS,
  emojiTitle,
  filterValue,
  isFiltered,
  searchEmojis,
  searchText,
  withToken,
  type FieldValue,
  type FieldValues,
  type SearchedKey,
  type Filters,
  type FilterToken,
} from '../filter/rules.ts';
import { store, storedList } from '../store/index.ts';

/** Milliseconds after the last keystroke before a search is sent. */
export const SUGGESTION_DELAY = 250;
/** Values offered for a token. */
export const SUGGESTIONS = 20;

/** RM-03.7: of each token the latest search wins; the first list comes at once, later ones when no key was pressed for a while. */
export const suggestions = query(roadmapReads.suggestions, {
  request: ({ key, fullPath, search }) => FINDERS[key].request(fullPath, search.trim()),
  decode: (answer: unknown, { key, search }) => once(FINDERS[key].options(answer, search.trim())),
  delay: ({ search }) => (search === '' ? 0 : SUGGESTION_DELAY),
  hides: () => false,
  /** RM-03.8 */
  alert: ({ messages }, { key }) => roadmapAlert(SUGGESTION_ERRORS[key], messages[0] ?? null),
});

/** Members of several groups, and labels of the same title, are offered once. */
const once = (list: readonly FieldValue[]): readonly FieldValue[] => [
  ...new Map(list.map((each) => [each.value, each])).values(),
];

/** The request for the values of a token, and the values in its answer. */
interface Finder {
  request(fullPath: string, search: string): Request<unknown, Record<string, unknown>>;
  options(answer: unknown, search: string): readonly FieldValue[];
}

function found<A, V>(
  operation: Operation<A, V>,
  variables: (fullPath: string, search: string) => NoInfer<V>,
  options: (answer: A) => readonly FieldValue[],
): Finder {
  return {
    request: (fullPath, search) => [operation, variables(fullPath, search)] as unknown as ReturnType<Finder['request']>,
    options: (answer) => options(answer as A),
  };
}

const option = (value: string, title: string, rest: Partial<FieldValue> = {}): FieldValue => ({
  value,
  title,
  detail: null,
  color: null,
  ...rest,
});

const person = ({ username, name }: Pick<Person, 'username' | 'name'>): FieldValue =>
  option(username, name, { detail: `@${username}` });

const emoji = (name: string): FieldValue => option(name, emojiTitle(name));

const asked = (fullPath: string, search: string) => ({
  fullPath,
  first: SUGGESTIONS,
  ...(search === '' ? {} : { search }),
});

/** RM-03.9: a number is the beginning of an iid, anything else is looked for in titles. */
function epicsAsked(fullPath: string, search: string) {
  const iidStartsWith = /^&?([1-9][0-9]{0,8})$/.exec(search)?.[1];
  return iidStartsWith === undefined
    ? { ...asked(fullPath, search), state: 'all' as const }
    : { ...asked(fullPath, ''), state: 'all' as const, iidStartsWith };
}

const FINDERS: Readonly<Record<SearchedKey, Finder>> = {
  author: found(SearchGroupUsersOperation, asked, ({ group }) =>
    nodesOf(group?.groupMembers).flatMap(({ user }) => (user === null ? [] : [person(user)])),
  ),
  label: found(SearchGroupLabelsOperation, asked, ({ group }) =>
    nodesOf(group?.labels).map(({ title, color }) => option(title, title, { color })),
  ),
  milestone: found(SearchGroupMilestonesOperation, asked, ({ group }) =>
    nodesOf(group?.milestones).map(({ title }) => option(title, title)),
  ),
  epic: found(SearchEpicsOperation, epicsAsked, ({ group }) =>
    nodesOf(group?.epics).map(({ iid, title, reference }) => option(iid, title ?? '', { detail: reference })),
  ),
  /** RL-08.2, RL-08.3: the server returns all names; they are searched here. */
  reaction: {
    request: () => ({ method: 'GET', path: '/-/autocomplete/award_emojis' }),
    options(answer, search) {
      const names = (answer as readonly { readonly name: string }[]).map(({ name }) => name);
      return searchEmojis(names, search).slice(0, SUGGESTIONS).map(emoji);
    },
  },
};

const DEFAULT_REACTIONS: readonly FieldValue[] = [...EMOJI_WILDCARDS, ...DEFAULT_EMOJIS].map(emoji);

function suggestionsStatus(root: RoadmapRoot, key: SearchedKey): FieldValues['status'] {
  const { status } = selectQuery(root, roadmapReads.suggestions, suggestionsAsked(root.roadmap, key));
  return status === 'missing' ? 'failed' : status;
}

/** RM-03.7, RM-03.12, RL-08.1: what may be chosen for a token; the viewer is the first author, and before anything is typed emojis are the default ones. */
export const selectSuggestions: (root: RoadmapRoot, key: SearchedKey) => FieldValues = createSelector(
  [
    (root: RoadmapRoot, key: SearchedKey) => root.roadmap.suggestions[key],
    suggestionsStatus,
    (_: RoadmapRoot, key: SearchedKey) => key,
    (root: RoadmapRoot) => root.roadmap.config?.user ?? null,
  ],
  (found, status, key, user): FieldValues => {
    const search = found.search ?? '';
    const words = search.trim().toLowerCase();
    if (key === 'reaction' && words === '') return { search, status: 'ready', options: DEFAULT_REACTIONS };
    const options = status === 'failed' ? [] : found.options;
    if (key !== 'author' || user === null || !`${user.name} @${user.username}`.toLowerCase().includes(words)) {
      return { search, status, options };
    }
    return { search, status, options: [person(user), ...options.filter(({ value }) => value !== user.username)] };
  },
);

/** RM-03.10: the key under which the last searches are kept, and how many of them. */
export const RECENT_KEY = 'epics';
export const RECENT_MAX = 10;

/** The stored searches, latest first. An unreadable one is skipped without affecting the others. */
export const recentSearches = (ports: Ports): readonly Filters[] =>
  storedList(ports, RECENT_KEY).flatMap(filtersOf).slice(0, RECENT_MAX);

export const keepSearches = (ports: Ports, recent: readonly Filters[]): void =>
  store(ports, RECENT_KEY, recent.length === 0 ? null : JSON.stringify(recent));

/** RM-03.11: repeating a search moves it to the front. */
export function withSearch(recent: readonly Filters[], filters: Filters): readonly Filters[] {
  if (!isFiltered(filters)) return recent;
  const text = JSON.stringify(filters);
  return [filters, ...recent.filter((other) => JSON.stringify(other) !== text)].slice(0, RECENT_MAX);
}

function filtersOf(value: unknown): Filters[] {
  const { tokens, search } = (value ?? {}) as { readonly [K in keyof Filters]?: unknown };
  let filters: Filters = { ...NO_FILTERS, search: typeof search === 'string' ? searchText([search]) : '' };
  for (const token of Array.isArray(tokens) ? tokens.flatMap(tokenOf) : []) filters = withToken(filters, token);
  return isFiltered(filters) ? [filters] : [];
}

function tokenOf(token: unknown): FilterToken[] {
  const { key, operator, value } = (token ?? {}) as { readonly [K in keyof FilterToken]?: unknown };
  const kind = FILTER_KINDS.find((each) => each.key === key);
  const kept = kind === undefined || typeof value !== 'string' ? null : filterValue(kind.key, value);
  if (kind === undefined || kept === null) return [];
  return [{ key: kind.key, operator: operator === '!=' ? '!=' : '=', value: kept }];
}
