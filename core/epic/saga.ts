import type { SagaGenerator } from 'typed-redux-saga';
import type { Ports } from '../ports/index.ts';
import type { QueryRoot } from '../query/index.ts';
import type { PageRoute } from './actions.ts';
import type { ItemRecords } from '../work-item/entity.ts';
import type { WorkItem } from '../work-item/types.ts';
import type { EpicState } from './slice.ts';
import type { RealtimeText } from './wire.ts';
import { all, fork, put, select, takeEvery } from 'typed-redux-saga';
import { hidden, observe, selectQuery } from '../query/index.ts';
import { epicActions } from './actions.ts';
import { epicChanges, epicPage, openRoute } from './queries.ts';
import { watchEdits } from './saga-edit.ts';
import { recordKeys } from '../entities/index.ts';
import { withMeta } from '../store/action.ts';
import { dateFields } from '../work-item/dates.ts';
import { selectEpic } from './select.ts';

/**
 * The page of an epic: of several the latest wins. The change of one epic, and one form, is sent once at a time: what is asked for while it is
 * under way is ignored, as its button is disabled; those of others go beside it.
 */
export function* epicSaga(ports: Ports): Generator {
  yield* fork(watchEdits, ports);
  yield* fork(watchPage, ports);
}

interface Root extends QueryRoot {
  readonly epic: EpicState;
  readonly confirmed: ItemRecords;
}

/** EP-01.27: a page that is there is followed until it has gone. */
function followed(state: Root): (PageRoute & { readonly endpoint: string }) | null {
  const route = openRoute(state);
  const { data, deleted } = state.epic.page;
  if (route === null || data === null || deleted === true) return null;
  return selectQuery(state, epicPage, route).status === 'missing' ? null : { ...route, endpoint: data.endpoint };
}

/** One page at a time: opening another, trying again or leaving gives up what was under way. */
export function* watchPage(ports: Ports): SagaGenerator<void> {
  yield* all([
    observe(ports, epicPage, {
      params: openRoute,
      opened: epicActions.epicPageOpened.type,
      changes: epicActions.epicPageClosed.type,
      again: epicActions.epicPageRetried.type,
      stale: epicActions.epicPageOutdated.type,
    }),
    observe(ports, epicChanges, {
      params: followed,
      changes: [epicPage.received.type, epicPage.failed.type, ...ENDS],
    }),
    takeEvery(epicChanges.received.match, ({ payload: { data } }) => takeIn(data.text)),
    takeEvery(epicChanges.failed.match, function* ({ payload: { missing } }) {
      const route = yield* select(openRoute);
      if (missing && route !== null) yield* put(hidden(epicPage, route));
    }),
  ]);
}

const ENDS = [
  epicActions.epicPageOpened.type,
  epicActions.epicPageClosed.type,
  epicActions.epicDeletionConfirmed.committed.type,
];

/** What a new version may have changed beside the text. */
const VERSIONED: readonly (keyof WorkItem)[] = [
  ...(['state', 'closedAt', 'confidential', 'labels'] as const),
  ...dateFields('start'),
  ...dateFields('due'),
];

/** EP-01.23, EP-01.25: takes in newer text, and has the rest of the page read again if the epic was edited, or if that is owed. */
function* takeIn(text: RealtimeText | null): Generator {
  const root: Root = yield* select((state: Root) => state);
  const epic = selectEpic(root);
  const isNewer = text !== null && epic !== null && text.lockVersion > epic.lockVersion;
  if (isNewer) {
    // EP-01.28: what was read before, for whatever place, may be older.
    const invalidates = recordKeys(epic.id, [...Object.keys(text), ...VERSIONED]);
    yield* put(withMeta(epicActions.epicRefreshed({ id: epic.id, ...text }), { invalidates }));
  }
  // mutant: page-refreshed-in-part
  if (isNewer || root.epic.page.owed) yield* put(epicActions.epicPageOutdated());
}
