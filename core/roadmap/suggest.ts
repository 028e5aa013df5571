import type { Operation } from '../ports/index.ts';
import type { Request } from '../query/index.ts';
import type { Suggestion, SuggestionKey, RoadmapRoot, Suggestions } from './types.ts';
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

/** Milliseconds of silence after the last keystroke before a search is sent. */
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
const once = (list: readonly Suggestion[]): readonly Suggestion[] => [
  ...new Map(list.map((each) => [each.value, each])).values(),
];

/** What is asked for the values of a token, and the values that an answer offers. */
interface Finder {
  request(fullPath: string, search: string): Request<unknown, Record<string, unknown>>;
  options(answer: unknown, search: string): readonly Suggestion[];
}

function found<A, V>(
  operation: Operation<A, V>,
  variables: (fullPath: string, search: string) => NoInfer<V>,
  options: (answer: A) => readonly Suggestion[],
): Finder {
  return {
    request: (fullPath, search) => [operation, variables(fullPath, search)] as unknown as ReturnType<Finder['request']>,
    options: (answer) => options(answer as A),
  };
}

const suggestion = (value: string, title: string, rest: Partial<Suggestion> = {}): Suggestion => ({
  value,
  title,
  detail: null,
  avatarUrl: null,
  color: null,
  ...rest,
});

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

const FINDERS: Readonly<Record<SuggestionKey, Finder>> = {
  author: found(SearchGroupUsersOperation, asked, ({ group }) =>
    nodesOf(group?.groupMembers).flatMap(({ user }) =>
      user === null
        ? []
        : [suggestion(user.username, user.name, { detail: `@${user.username}`, avatarUrl: user.avatarUrl })],
    ),
  ),
  label: found(SearchGroupLabelsOperation, asked, ({ group }) =>
    nodesOf(group?.labels).map(({ title, color }) => suggestion(title, title, { color })),
  ),
  milestone: found(SearchGroupMilestonesOperation, asked, ({ group }) =>
    nodesOf(group?.milestones).map(({ title }) => suggestion(title, title)),
  ),
  epic: found(SearchEpicsOperation, epicsAsked, ({ group }) =>
    nodesOf(group?.epics).map(({ iid, title, reference }) => suggestion(iid, title ?? '', { detail: reference })),
  ),
  /** RL-08.2, RL-08.3: the server gives all names; which of them fit is decided here. */
  reaction: {
    request: () => ({ method: 'GET', path: '/-/autocomplete/award_emojis' }),
    options: (answer, search) =>
      searchEmojis(
        (answer as readonly { readonly name: string }[]).map(({ name }) => name),
        search,
      )
        .slice(0, SUGGESTIONS)
        .map((name) => suggestion(name, emojiTitle(name))),
  },
};

const DEFAULT_REACTIONS: readonly Suggestion[] = [...EMOJI_WILDCARDS, ...DEFAULT_EMOJIS].map((name) => ({
  value: name,
  title: emojiTitle(name),
  detail: null,
  avatarUrl: null,
  color: null,
}));

function suggestionsStatus(root: RoadmapRoot, key: SuggestionKey): Suggestions['status'] {
  const { status } = selectQuery(root, roadmapReads.suggestions, suggestionsAsked(root.roadmap, key));
  return status === 'missing' ? 'failed' : status;
}

/** RM-03.7, RM-03.12, RL-08.1: what may be chosen for a token; the viewer is the first author, and before anything is typed emojis are the default ones. */
export const selectSuggestions: (root: RoadmapRoot, key: SuggestionKey) => Suggestions = createSelector(
  [
    (root: RoadmapRoot, key: SuggestionKey) => root.roadmap.suggestions[key],
    suggestionsStatus,
    (_: RoadmapRoot, key: SuggestionKey) => key,
    (root: RoadmapRoot) => root.roadmap.config?.user ?? null,
  ],
  (found, status, key, user) => {
    const suggestions: Suggestions = {
      search: found.search ?? '',
      status,
      options: status === 'failed' ? [] : found.options,
    };
    const search = suggestions.search.trim().toLowerCase();
    if (key === 'reaction' && search === '') return { ...suggestions, status: 'ready', options: DEFAULT_REACTIONS };
    if (key !== 'author' || user === null) return suggestions;
    if (!`${user.name} @${user.username}`.toLowerCase().includes(search)) return suggestions;
    const own: Suggestion = {
      value: user.username,
      title: user.name,
      detail: `@${user.username}`,
      avatarUrl: user.avatarUrl,
      color: null,
    };
    return { ...suggestions, options: [own, ...suggestions.options.filter(({ value }) => value !== own.value)] };
  },
);
