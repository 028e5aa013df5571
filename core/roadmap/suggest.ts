import type { Operation } from '../ports/index.ts';
import type { Request } from '../query/index.ts';
import type { FieldValue, FieldValues, SearchedKey } from '../filter/rules.ts';
import type { Person } from '../work-item/types.ts';
import type { RoadmapRoot } from './types.ts';
import { nodesOf } from '../api/wire-parts.ts';
import { emojiTitle, searchEmojis, DEFAULT_EMOJIS, EMOJI_WILDCARDS } from '../filter/rules.ts';
import {
  SearchEpicsOperation,
  SearchGroupLabelsOperation,
  SearchGroupMilestonesOperation,
  SearchGroupUsersOperation,
} from '../api/generated/operations.ts';
import { query, selectQuery } from '../query/index.ts';
import { roadmapAlert } from './actions.ts';
import { roadmapReads } from './reads.ts';
import { SUGGESTION_ERRORS } from './texts.ts';
import { createSelector } from 'reselect';
import { suggestionsAsked } from './asked.ts';

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
