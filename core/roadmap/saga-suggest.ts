import type { SagaGenerator } from 'typed-redux-saga';
import type { Reply } from '../access/effects.ts';
import type { Ports } from '../ports/index.ts';
import type { Stamped } from '../store/action.ts';
import type { RoadmapSlices } from './saga-ask.ts';
import type { Suggestion, SuggestionKey } from './types.ts';
import { call, put, select, takeLatest } from 'typed-redux-saga';
import { ask } from '../access/effects.ts';
import { nodesOf } from '../api/wire-parts.ts';
import { emojiTitle, searchEmojis } from '../filter/rules.ts';
import {
  SearchEpicsOperation,
  SearchGroupLabelsOperation,
  SearchGroupMilestonesOperation,
  SearchGroupUsersOperation,
} from '../api/generated/operations.ts';
import { withNotice } from '../store/action.ts';
import { sleep } from '../store/effects.ts';
import { roadmapActions, roadmapAlert, roadmapAnswers } from './actions.ts';
import { selectRoadmap } from './saga-ask.ts';
import { SUGGESTION_ERRORS } from './texts.ts';

/** Milliseconds of silence after the last keystroke before a search is sent. */
export const SUGGESTION_DELAY = 250;
/** Values offered for a token. */
export const SUGGESTIONS = 20;

const KEYS: readonly SuggestionKey[] = ['author', 'label', 'milestone', 'epic', 'reaction'];

/** RM-03.6: of each token the latest search wins; the first list comes at once, later ones when no key was pressed for a while. */
export function* watchSuggestions(ports: Ports): Generator {
  for (const key of KEYS) {
    const asks = (action: { readonly type: string }) =>
      roadmapActions.suggestionsAsked.match(action) && action.payload.key === key;
    yield* takeLatest(asks, (action: { readonly type: string }) =>
      suggest(ports, (action as Stamped<{ key: SuggestionKey; search: string }>).payload),
    );
  }
}

function* suggest(ports: Ports, { key, search }: { readonly key: SuggestionKey; readonly search: string }): Generator {
  if (search !== '') yield* call(sleep, ports.clock, SUGGESTION_DELAY);
  const fullPath = yield* select((state: RoadmapSlices) => selectRoadmap(state).config?.fullPath);
  if (fullPath === undefined) return;
  const reply = yield* FINDERS[key](ports, fullPath, search.trim());
  if (reply.ok) {
    yield* put(roadmapAnswers.suggestionsRead({ key, search, options: reply.data }));
    return;
  }
  // RM-03.8
  const alert = roadmapAlert(SUGGESTION_ERRORS[key], reply.error.messages[0] ?? null);
  yield* put(withNotice(roadmapAnswers.suggestionsFailed({ key, search }), alert));
}

type Finder = (ports: Ports, fullPath: string, search: string) => SagaGenerator<Reply<readonly Suggestion[]>>;

const suggestion = (value: string, title: string, rest: Partial<Suggestion> = {}): Suggestion => ({
  value,
  title,
  detail: null,
  avatarUrl: null,
  color: null,
  ...rest,
});

const mapped = <T>(reply: Reply<T>, map: (data: T) => readonly Suggestion[]): Reply<readonly Suggestion[]> =>
  reply.ok ? { ...reply, data: once(map(reply.data)) } : reply;

const emojiSuggestions = (emojis: readonly { readonly name: string }[], search: string): readonly Suggestion[] => {
  const names = emojis.map(({ name }) => name);
  return searchEmojis(names, search)
    .slice(0, SUGGESTIONS)
    .map((name) => suggestion(name, emojiTitle(name)));
};

/** Members of several groups, and labels of the same title, are offered once. */
const once = (list: readonly Suggestion[]): readonly Suggestion[] => [
  ...new Map(list.map((each) => [each.value, each])).values(),
];

const asked = (fullPath: string, search: string) => ({
  fullPath,
  first: SUGGESTIONS,
  ...(search === '' ? {} : { search }),
});

const FINDERS: Readonly<Record<SuggestionKey, Finder>> = {
  *author({ graphql }, fullPath, search) {
    const reply = yield* ask(() => graphql.request(SearchGroupUsersOperation, asked(fullPath, search)));
    return mapped(reply, ({ group }) =>
      nodesOf(group?.groupMembers).flatMap(({ user }) =>
        user === null
          ? []
          : [suggestion(user.username, user.name, { detail: `@${user.username}`, avatarUrl: user.avatarUrl })],
      ),
    );
  },
  *label({ graphql }, fullPath, search) {
    const reply = yield* ask(() => graphql.request(SearchGroupLabelsOperation, asked(fullPath, search)));
    return mapped(reply, ({ group }) =>
      nodesOf(group?.labels).map(({ title, color }) => suggestion(title, title, { color })),
    );
  },
  *milestone({ graphql }, fullPath, search) {
    const reply = yield* ask(() => graphql.request(SearchGroupMilestonesOperation, asked(fullPath, search)));
    return mapped(reply, ({ group }) => nodesOf(group?.milestones).map(({ title }) => suggestion(title, title)));
  },
  /** RM-03.9: a number is the beginning of an iid, anything else is looked for in titles. */
  *epic({ graphql }, fullPath, search) {
    const number = /^&?([1-9][0-9]{0,8})$/.exec(search)?.[1];
    const { search: text, ...rest } = asked(fullPath, search);
    const variables = number === undefined ? { ...rest, ...(text === undefined ? {} : { search: text }) } : rest;
    const reply = yield* ask(() =>
      graphql.request(SearchEpicsOperation, {
        ...variables,
        state: 'all' as const,
        ...(number === undefined ? {} : { iidStartsWith: number }),
      }),
    );
    return mapped(reply, ({ group }) =>
      nodesOf(group?.epics).map(({ iid, title, reference }) => suggestion(iid, title ?? '', { detail: reference })),
    );
  },
  /** RL-08.2, RL-08.3: names only; which of them fit is decided here. */
  *reaction({ rest }, _, search) {
    // RL-08.1: the default list needs no server.
    if (search === '') return { ok: true, data: [], headers: {} };
    const reply = yield* ask(() =>
      rest.request<readonly { readonly name: string }[]>({ method: 'GET', path: '/-/autocomplete/award_emojis' }),
    );
    return mapped(reply, (emojis) => emojiSuggestions(emojis, search));
  },
};
