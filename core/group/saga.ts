import type { SagaGenerator } from 'typed-redux-saga';
import { all, call, fork, put, select, takeEvery, takeLatest } from 'typed-redux-saga';
import { ask } from '../access/effects.ts';
import { failureText } from '../access/session.ts';
import { GroupPageOperation, HomeGroupsOperation, HomeProjectsOperation } from '../api/generated/operations.ts';
import { named } from '../frame/index.ts';
import type { Ports } from '../ports/index.ts';
import { placeCounts } from '../api/rest.ts';
import type { PlaceCountsJson } from '../api/rest.ts';
import { sleep } from '../store/effects.ts';
import { countsOf } from './counts.ts';
import { GROUP_TEXTS, SEARCH_DELAY } from './rules.ts';
import type { GroupState } from './slice.ts';
import { groupActions } from './slice.ts';
import type { Group, GroupPageList, PageOf, Project } from './types.ts';

type ActionOf<K extends keyof typeof groupActions> = ReturnType<(typeof groupActions)[K]>;

const groupState = (state: { group: GroupState }): GroupState => state.group;

interface Connection<T> {
  readonly nodes: readonly (T | null)[] | null;
  readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean };
}

function pageOf<T>(connection: Connection<T> | null | undefined, after: string | null): PageOf<T> {
  return {
    after,
    nodes: (connection?.nodes ?? []).filter((node): node is T => node !== null),
    endCursor: connection?.pageInfo.endCursor ?? null,
    hasMore: connection?.pageInfo.hasNextPage ?? false,
  };
}

/**
 * Home: of several searches the latest wins, sent after a pause in typing. Further pages: never two fetches of one page; an answer to
 * another search or to another page than the list waits for is dropped by the reducer. Group page: the latest path wins.
 */
export function* groupSaga(ports: Ports): Generator {
  const flying = new Set<string>();
  yield* all([
    takeLatest([groupActions.homeOpened.type, groupActions.homeSearchChanged.type], searchHome, ports),
    takeEvery([groupActions.homeMoreRequested.type, groupActions.homeRetried.type], loadHomeList, ports, flying),
    takeLatest(
      [groupActions.groupPageOpened.type, groupActions.groupPageRetried.type, groupActions.groupPageMoreRequested.type],
      loadGroupPage,
      ports,
    ),
  ]);
}

function* searchHome(ports: Ports, action: { type: string }): Generator {
  if (groupActions.homeSearchChanged.match(action)) yield* call(sleep, ports.clock, SEARCH_DELAY);
  const { home } = yield* select(groupState);
  const search = home.search.trim();
  yield* fork(readGroups, ports, search, null);
  yield* fork(readProjects, ports, search, null);
}

function* loadHomeList(ports: Ports, flying: Set<string>, { payload }: ActionOf<'homeMoreRequested'>): Generator {
  const { home } = yield* select(groupState);
  const { loadingMore, status, endCursor } = home[payload.list];
  const after = loadingMore ? endCursor : null;
  const search = home.search.trim();
  const question = JSON.stringify([payload.list, search, after]);
  if ((!loadingMore && status !== 'loading') || flying.has(question)) return;
  flying.add(question);
  try {
    yield* call(payload.list === 'groups' ? readGroups : readProjects, ports, search, after);
  } finally {
    flying.delete(question);
  }
}

const homeVariables = (search: string, after: string | null) => ({ search: search === '' ? null : search, after });

function* readGroups(ports: Ports, search: string, after: string | null): Generator {
  const reply = yield* ask(() => ports.graphql.request(HomeGroupsOperation, homeVariables(search, after)));
  if (reply.ok) {
    const page = pageOf<Group>(reply.data.groups, after);
    yield* put(groupActions.homeGroupsReceived({ search, ...page }));
    yield* call(readCounts, ports, { groups: page.nodes });
    return;
  }
  const text = failureText(reply.error, GROUP_TEXTS.homeGroupsFailed);
  yield* put(groupActions.homeListFailed({ list: 'groups', search, text }));
}

function* readProjects(ports: Ports, search: string, after: string | null): Generator {
  const reply = yield* ask(() => ports.graphql.request(HomeProjectsOperation, homeVariables(search, after)));
  if (reply.ok) {
    const page = pageOf<Project>(reply.data.projects, after);
    yield* put(groupActions.homeProjectsReceived({ search, ...page }));
    yield* call(readCounts, ports, { projects: page.nodes });
    return;
  }
  const text = failureText(reply.error, GROUP_TEXTS.homeProjectsFailed);
  yield* put(groupActions.homeListFailed({ list: 'projects', search, text }));
}

/** Which lists of the group page are to be read, and from where. All of them where nothing in particular is waited for. */
function pageVariables(page: GroupState['page'], fullPath: string) {
  const first = page.status !== 'ready' || !(page.subgroups.loadingMore || page.projects.loadingMore);
  const cursor = (list: GroupPageList): string | null => (page[list].loadingMore ? page[list].endCursor : null);
  return {
    fullPath,
    groupsAfter: cursor('subgroups'),
    projectsAfter: cursor('projects'),
    withGroups: first || page.subgroups.loadingMore,
    withProjects: first || page.projects.loadingMore,
  };
}

function* loadGroupPage(ports: Ports): Generator {
  const { page } = yield* select(groupState);
  const { fullPath } = page;
  if (fullPath === null) return;
  const variables = pageVariables(page, fullPath);
  const reply = yield* ask(() => ports.graphql.request(GroupPageOperation, variables));
  if (!reply.ok) {
    const text = failureText(reply.error, GROUP_TEXTS.pageFailed);
    yield* put(
      reply.error.status === 404
        ? groupActions.groupPageMissing({ fullPath })
        : groupActions.groupPageFailed({ fullPath, text }),
    );
    return;
  }
  const { group } = reply.data;
  if (group === null) {
    yield* put(groupActions.groupPageMissing({ fullPath }));
    return;
  }
  const { parent, descendantGroups, projects, ...own } = group;
  yield* named(own);
  const lists = {
    subgroups: variables.withGroups ? pageOf<Group>(descendantGroups, variables.groupsAfter) : null,
    projects: variables.withProjects ? pageOf<Project>(projects, variables.projectsAfter) : null,
  };
  yield* put(groupActions.groupPageReceived({ fullPath, group: own, parent, ...lists }));
  const { subgroups, projects: below } = lists;
  yield* call(readCounts, ports, { groups: [own, ...(subgroups?.nodes ?? [])], projects: below?.nodes ?? [] });
}

/** RP-02.270: the lists are there without them. */
function* readCounts(
  { rest }: Ports,
  { groups = [], projects = [] }: { readonly groups?: readonly HasId[]; readonly projects?: readonly HasId[] },
): SagaGenerator<void> {
  if (groups.length + projects.length === 0) return;
  const request = placeCounts(groups.map(numberOf), projects.map(numberOf));
  const reply = yield* ask<PlaceCountsJson | null>(() => rest.request(request));
  if (reply.ok && reply.data !== null) yield* put(groupActions.countsReceived({ counts: countsOf(reply.data) }));
}

interface HasId {
  readonly id: string;
}

const numberOf = ({ id }: HasId): string => id.slice(id.lastIndexOf('/') + 1);
