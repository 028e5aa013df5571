import type { SagaGenerator } from 'typed-redux-saga';
import { all, call, cancel, fork, put, race, select, take, takeLatest } from 'typed-redux-saga';
import type { Reply } from '../access/effects.ts';
import { ask } from '../access/effects.ts';
import { failureText, isHidden } from '../access/session.ts';
import type { EpicPageQuery } from '../api/generated/operations.ts';
import { EpicPageOperation } from '../api/generated/operations.ts';
import { named } from '../frame/index.ts';
import { poll } from '../polling/index.ts';
import type { Answer, Ports, WireError } from '../ports/index.ts';
import { abortable, isWireError } from '../store/effects.ts';
import type { PageRoute } from './actions.ts';
import { epicActions } from './actions.ts';
import { epicPageData, isOneVersion, readInitialData } from './page-data.ts';
import type { EpicState } from './slice.ts';
import { EPIC_TEXTS } from './texts.ts';
import { epicDetails, realtimeText } from './wire.ts';

type Root = { readonly epic: EpicState };

/** EP-01.23: milliseconds before the first reading of `realtime_changes`, and between readings where the server names no interval. */
export const REALTIME = { first: 2_000, fallback: 30_000 } as const;

export const openRoute = ({ epic: { page } }: Root): PageRoute | null =>
  page.groupPath === null || page.iid === null ? null : { groupPath: page.groupPath, iid: page.iid };

/** One page at a time: opening another, trying again or leaving gives up what was under way. Starts by what the state says is open. */
export function* watchPage(ports: Ports): Generator {
  for (;;) {
    const route = yield* select(openRoute);
    const status = yield* select(({ epic }: Root) => epic.page.status);
    const open = route !== null && (status === 'loading' || status === 'ready');
    const visit = open ? yield* fork(visitPage, ports, route) : null;
    yield* take([epicActions.epicPageOpened.type, epicActions.epicPageRetried.type, epicActions.epicPageClosed.type]);
    if (visit !== null) yield* cancel(visit);
  }
}

/** A page that is open. `behind`: what it shows may be older than the version that it names, so it is read again at the next look. */
interface Visit {
  readonly ports: Ports;
  readonly route: PageRoute;
  behind: boolean;
}

function* visitPage(ports: Ports, route: PageRoute): Generator {
  const visit: Visit = { ports, route, behind: false };
  if (!(yield* loadPage(visit))) return;
  // EP-01.27: not before the page is there: one that failed and then was read by the way would be followed by nobody.
  yield* takeLatest(epicActions.epicPageOutdated.type, loadAgain, visit);
  yield* race({
    changes: call(poll, ports, {
      read: () => readChanges(visit),
      failed: (error: unknown) => changesFailed(route, error),
      ...REALTIME,
    }),
    gone: call(untilGone),
  });
}

/** EP-05.25: another epic's deletion is not this page's. */
function* untilGone(): Generator {
  for (;;) {
    const action = yield* take([epicActions.epicPageMissing.type, epicActions.epicDeleted.type]);
    const id = yield* select(({ epic }: Root) => epic.page.epic?.id);
    if (!epicActions.epicDeleted.match(action) || action.payload.id === id) return;
  }
}

type PageAnswer = { readonly initial?: unknown; readonly meta?: unknown } | null;

/** EP-01.25: a reading of which nothing comes is owed until one succeeds. */
function* loadAgain(visit: Visit): SagaGenerator<void> {
  visit.behind = true;
  yield* loadPage(visit);
}

/** EP-01.21: reads page data and epic together; true once the page can be shown. */
function* loadPage(visit: Visit): SagaGenerator<boolean> {
  const { graphql, rest, log } = visit.ports;
  const { route } = visit;
  const { groupPath, iid } = route;
  const path = `/groups/${groupPath}/-/epics/${iid}.json`;
  const { page, answer } = yield* all({
    page: call(ask<PageAnswer>, () => rest.request<PageAnswer>({ method: 'GET', path })),
    answer: call(ask<EpicPageQuery>, () => graphql.request(EpicPageOperation, { fullPath: groupPath, iid })),
  });
  const failure = failureOf(page) ?? (answer.ok ? null : answer.error);
  if (failure !== null) {
    const text = failureText(failure, EPIC_TEXTS.pageFailed);
    yield* put(isHidden(failure) ? epicActions.epicPageMissing(route) : epicActions.epicPageFailed({ ...route, text }));
    return false;
  }
  const group = answer.ok ? answer.data.group : null;
  if (group === null || group.epic === null) {
    yield* put(epicActions.epicPageMissing(route));
    return false;
  }
  const { initial, meta } = pageJson(page, (error) => log.error(`Epic page ${path}: ${error}`));
  const data = epicPageData(initial, meta, route);
  const epic = epicDetails(group, group.epic, data.lockVersion);
  visit.behind = !isOneVersion(initial, meta, epic);
  yield* named(group);
  yield* put(epicActions.epicPageReceived({ ...route, data, epic }));
  return true;
}

/** AP-06.20: page data that cannot be parsed keeps nobody from the epic. */
const failureOf = (page: Reply<PageAnswer>): WireError | null =>
  page.ok || page.error.kind === 'malformed' ? null : page.error;

function pageJson(page: Reply<PageAnswer>, report: (error: string) => void) {
  const parts = page.ok ? page.data : null;
  const [initial, meta] = [readInitialData(parts?.initial), readInitialData(parts?.meta)];
  for (const { error } of [initial, meta]) if (error !== null) report(error);
  return { initial: initial.data, meta: meta.data };
}

/** EP-01.23: takes in newer text, and reads the rest of the page again if the epic was edited. */
function* readChanges(visit: Visit): SagaGenerator<Answer<unknown>> {
  const endpoint = (yield* select(({ epic }: Root) => epic.page.data?.endpoint)) ?? '';
  const answer = yield* call(() =>
    abortable(visit.ports.rest.request<unknown>({ method: 'GET', path: `${endpoint}/realtime_changes` })),
  );
  const change = realtimeText(answer.data);
  const known = yield* select(({ epic }: Root) => epic.page.epic);
  const isNewer = change !== null && known !== null && change.lockVersion > known.lockVersion;
  if (isNewer) yield* put(epicActions.epicRefreshed({ id: known.id, ...change }));
  if (isNewer || visit.behind) yield* loadAgain(visit);
  return answer;
}

function* changesFailed(route: PageRoute, error: unknown): Generator {
  if (!isWireError(error)) throw error;
  if (isHidden(error)) yield* put(epicActions.epicPageMissing(route));
}
