import { call, put, select } from 'typed-redux-saga';
import { ask } from '../access/effects.ts';
import { failureText } from '../access/session.ts';
import { GroupEpicsOperation } from '../api/generated/operations.ts';
import type { Ports } from '../ports/index.ts';
import { named } from '../frame/index.ts';
import { sleep } from '../store/effects.ts';
import { listVariables } from '../work-item/list/reading.ts';
import { epicActions } from './actions.ts';
import type { EpicState } from './slice.ts';
import { EPIC_TEXTS } from './texts.ts';
import { epicList } from './wire.ts';

/** Milliseconds of silence after the last keystroke before a search is sent (GitLab's general debounce). */
export const SEARCH_DELAY = 250;

/** Reads the list that is asked for; started anew by every new question, so that the latest one wins. */
export function* loadEpicList({ clock, graphql }: Ports): Generator {
  const { groupPath, query, shown } = yield* select((state: { epic: EpicState }) => state.epic.list);
  if (groupPath === null) return;
  if (shown !== null && shown.search !== query.search) yield* call(sleep, clock, SEARCH_DELAY);
  const reply = yield* ask(() => graphql.request(GroupEpicsOperation, listVariables(groupPath, query)));
  if (reply.ok) {
    const { group } = reply.data;
    if (group === null) yield* put(epicActions.epicListMissing({ groupPath }));
    else {
      yield* named(group);
      yield* put(epicActions.epicListReceived({ groupPath, query, ...epicList(group) }));
    }
  } else if (reply.error.status === 404) {
    yield* put(epicActions.epicListMissing({ groupPath }));
  } else {
    const text = failureText(reply.error, EPIC_TEXTS.listFailed);
    yield* put(epicActions.epicListFailed({ groupPath, query, text }));
  }
}
