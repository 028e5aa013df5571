import { call, put, select } from 'typed-redux-saga';
import { ask } from '../access/effects.ts';
import { failureText } from '../access/session.ts';
import { GroupEpicsOperation } from '../api/generated/operations.ts';
import type { Ports } from '../ports/index.ts';
import { sleep } from '../store/effects.ts';
import { searchTerm } from '../work-item/rules.ts';
import { epicActions } from './actions.ts';
import type { EpicListQuery } from './list-query.ts';
import { EPIC_LIST_PAGE } from './list-query.ts';
import type { EpicState } from './slice.ts';
import { EPIC_TEXTS } from './texts.ts';
import { epicList } from './wire.ts';

/** Milliseconds of silence after the last keystroke before a search is sent (GitLab's general debounce). */
export const SEARCH_DELAY = 250;

/**
 * RL-12.20: the search goes out as RL-12.3 says. RL-12.43: no labels are no condition. A page before a cursor is the last one of what
 * lies before it.
 */
export const listVariables = (fullPath: string, { search, state, sort, labels, after, before }: EpicListQuery) => ({
  fullPath,
  search: searchTerm(search),
  state,
  sort,
  labelName: labels.length === 0 ? null : labels,
  ...(before === null ? { first: EPIC_LIST_PAGE, after } : { last: EPIC_LIST_PAGE, before }),
});

/** Reads the list that is asked for; started anew by every new question, so that the latest one wins. */
export function* loadEpicList({ clock, graphql }: Ports): Generator {
  const { groupPath, query, shown } = yield* select((state: { epic: EpicState }) => state.epic.list);
  if (groupPath === null) return;
  if (shown !== null && shown.search !== query.search) yield* call(sleep, clock, SEARCH_DELAY);
  const reply = yield* ask(() => graphql.request(GroupEpicsOperation, listVariables(groupPath, query)));
  if (reply.ok) {
    const { group } = reply.data;
    if (group === null) yield* put(epicActions.epicListMissing({ groupPath }));
    else yield* put(epicActions.epicListReceived({ groupPath, query, ...epicList(group) }));
  } else if (reply.error.status === 404) {
    yield* put(epicActions.epicListMissing({ groupPath }));
  } else {
    const text = failureText(reply.error, EPIC_TEXTS.listFailed);
    yield* put(epicActions.epicListFailed({ groupPath, query, text }));
  }
}
