import type { Ports } from '../ports/index.ts';
import type { GlobalId } from '../work-item/types.ts';
import type { WorkItem } from '../work-item/entity.ts';
import type { RealtimeText } from './wire.ts';
import { all, call, fork, put, select, takeEvery, takeLatest, type SagaGenerator } from 'typed-redux-saga';
import { request } from '../store/effects.ts';
import { GroupPageOperation } from '../api/generated/operations.ts';
import { named, selectPlaceName, type FrameState } from '../frame/index.ts';
import { isUncertain } from '../store/index.ts';
import { hidden, observe, selectQuery } from '../query/index.ts';
import { epicActions, type PageRoute } from './actions.ts';
import { epicChanges, epicPage, routeOf } from './queries.ts';
import { epicsOf, isNewEpic, isPage, readEpics, type EpicRoot } from './state.ts';
import { recordKeys } from '../entities/index.ts';
import { withMeta, type AnyAction } from '../store/action.ts';
import { isOfItself, itemDeletion } from '../work-item/rules.ts';
import { noticeActions } from '../notice/index.ts';
import { workItemActions } from '../work-item/slice.ts';
import { dateFields } from '../work-item/dates.ts';
import { inPlace } from '../store/place.ts';
import { get } from '../table/index.ts';

/**
 * The page of an epic: the page that was opened last wins. A change of an epic, and a form, is sent once at a time: another attempt meanwhile is ignored, as its
 * button is disabled; those of other epics do not wait.
 */
export function* epicSaga(ports: Ports): Generator {
  yield* fork(watchEdits, ports);
  yield* fork(watchPage, ports);
}

/** EP-01.27: an open page is polled for changes until it is gone. */
const followed = (state: EpicRoot): readonly (PageRoute & { readonly endpoint: string })[] =>
  // mutant: over-epic-not-followed
  epicsOf(state).flatMap((epic) => {
    const route = routeOf(epic);
    const { data, deleted } = epic.page;
    if (route === null || data === null || deleted === true) return [];
    return selectQuery(state, epicPage, route).status === 'missing' ? [] : [{ ...route, endpoint: data.endpoint }];
  });

/** The epic of an address that is open; null until it was read. */
const idOf = (state: EpicRoot, route: PageRoute): GlobalId | null =>
  epicsOf(state).find((epic) => isPage(epic, route) && epic.page.id !== null)?.page.id ?? null;

const { epicPageOpened, epicPageRetried, epicPageOutdated } = epicActions;

/** Whether an action is about the epic of this address: it is done where that is shown, or names it. */
function concerns(route: PageRoute, action: AnyAction, state: EpicRoot): boolean {
  if (epicPageOutdated.match(action)) return (action.payload?.id ?? idOf(state, route)) === idOf(state, route);
  if (!epicPageOpened.match(action) && !epicPageRetried.match(action)) return true;
  return isPage(inPlace(state, action.meta.place).epic, route);
}

const opensOver = (action: AnyAction): boolean => epicPageOpened.match(action) && action.meta.place === 'over';

/** One page in each place: opening another one there, retrying or leaving aborts what is under way. */
function* watchPage(ports: Ports): SagaGenerator<void> {
  yield* all([
    observe(ports, epicPage, {
      params: (state: EpicRoot) => readEpics(state).flatMap((epic) => routeOf(epic) ?? []),
      concerns,
      opened: epicActions.epicPageOpened.type,
      changes: [epicActions.epicPageClosed.type, workItemActions.readAhead.type, ...OVER_ENDS],
      again: epicActions.epicPageRetried.type,
      stale: epicActions.epicPageOutdated.type,
    }),
    observe(ports, epicChanges, {
      params: followed,
      changes: [epicPage.received.type, epicPage.failed.type, ...ENDS],
      pushes: { topic: (state: EpicRoot, route) => idOf(state, route), follows: isOfItself },
    }),
    takeEvery(opensOver, function* () {
      // WI-14.10: what is read, listened to and typed of an item that was there ends with it.
      yield* put(workItemActions.overClosed());
    }),
    takeEvery(epicChanges.received.match, ({ payload: { params, data } }) => takeIn(params, data.text)),
    takeEvery(epicChanges.failed.match, function* ({ payload: { params, missing } }) {
      const { groupPath, iid } = params;
      if (missing) yield* put(hidden(epicPage, { groupPath, iid }));
    }),
  ]);
}

/** After these nothing may be over the page, or something else. */
const OVER_ENDS = [workItemActions.overOpened.type, epicActions.epicDeletionConfirmed.committed.type];

const ENDS = [epicActions.epicPageOpened.type, epicActions.epicPageClosed.type, ...OVER_ENDS];

/** What a new version may have changed besides the text. */
const VERSIONED: readonly (keyof WorkItem)[] = [
  ...(['state', 'closedAt', 'confidential', 'labels'] as const),
  ...dateFields('start'),
  ...dateFields('due'),
];

/** EP-01.23: takes newer text in, and refreshes the rest of the page if the epic was edited. */
function* takeIn(route: PageRoute, text: RealtimeText | null): Generator {
  const epic = yield* select((state: EpicRoot) => get(state.confirmed.items, idOf(state, route) ?? ''));
  const isNewer = text !== null && epic !== undefined && text.lockVersion > (epic.lockVersion ?? Infinity);
  if (!isNewer) return;
  // EP-01.28: anything read before, by whatever page, may be older.
  const invalidates = recordKeys(epic.id, [...Object.keys(text), ...VERSIONED]);
  yield* put(withMeta(epicActions.epicRefreshed({ id: epic.id, ...text }), { invalidates }));
  // mutant: page-refreshed-in-part
  yield* put(epicPageOutdated({ id: epic.id }));
}

/** What follows the answers to the edits of a page. */
function* watchEdits(ports: Ports): Generator {
  yield* all([
    takeEvery(mayHaveChanged, function* (action) {
      yield* put(epicPageOutdated({ id: (action as Changed).payload.asked.id }));
    }),
    takeLatest(epicActions.newEpicOpened.type, nameNewEpicPlace, ports),
    takeEvery(epicActions.newEpicSubmitted.committed.match, function* ({ payload: { asked, answer } }) {
      // EP-04.26: unless the form was left.
      if (yield* select(({ epic }: EpicRoot) => isNewEpic(epic, asked))) yield* visit(ports, answer);
    }),
    takeEvery(epicActions.epicDeletionConfirmed.committed.match, function* ({ payload: { asked, answer } }) {
      // EP-05: unless the person has gone to another page.
      if (yield* select(({ epic }: EpicRoot) => isPage(epic, asked))) yield* visit(ports, answer);
      else yield* put(noticeActions.raised({ kind: 'toast', text: itemDeletion('epic').done, scope: 'page' }));
    }),
  ]);
}

type Changed =
  ReturnType<typeof epicActions.epicStateToggled.committed> | ReturnType<typeof epicActions.epicStateToggled.refused>;

/** EP-03.23: the page is refreshed after a change of state, also if its outcome is uncertain. */
const mayHaveChanged = (action: AnyAction): boolean =>
  epicActions.epicStateToggled.committed.match(action) ||
  (epicActions.epicStateToggled.refused.match(action) && isUncertain(action.payload.failure));

const visit = ({ navigation }: Ports, address: string) => call([navigation, navigation.visit], address);

/** RP-03.403: a form that is opened by its address has read nothing of its group, so its name is read here. */
function* nameNewEpicPlace({ graphql }: Ports): Generator {
  const { groupPath } = yield* select(({ epic }: EpicRoot) => epic.newEpic);
  if (groupPath === null) return;
  const known = yield* select((state: { readonly frame?: FrameState }) => selectPlaceName(state, groupPath));
  if (known !== null) return;
  const lists = { withGroups: false, withProjects: false };
  const reply = yield* request(() => graphql.request(GroupPageOperation, { fullPath: groupPath, ...lists }));
  if (reply.ok && reply.data.group !== null) yield* named(reply.data.group);
}
