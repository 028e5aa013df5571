import type { SagaGenerator } from 'typed-redux-saga';
import { all, put, select, takeEvery } from 'typed-redux-saga';
import { recordKeys } from '../entities/index.ts';
import type { Ports } from '../ports/index.ts';
import { hidden, observe, selectQuery, type QueryRoot } from '../query/index.ts';
import { withMeta } from '../store/action.ts';
import { dateFields } from '../work-item/dates.ts';
import type { ItemRecords } from '../work-item/entity.ts';
import type { WorkItem } from '../work-item/types.ts';
import type { PageRoute } from './actions.ts';
import { epicActions } from './actions.ts';
import { epicChanges, epicPage, openRoute } from './queries.ts';
import { selectEpic } from './select.ts';
import type { EpicState } from './slice.ts';
import type { RealtimeText } from './types.ts';

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
