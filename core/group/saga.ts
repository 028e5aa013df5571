import { all, call, fork, put, select, takeEvery, takeLatest } from 'typed-redux-saga';
import { ask } from '../access/effects.ts';
import { failureText } from '../access/session.ts';
import { GroupPageOperation, HomeGroupsOperation, HomeProjectsOperation } from '../api/generated/operations.ts';
import type { Ports } from '../ports/index.ts';
import { sleep } from '../store/effects.ts';
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

function* readGroups({ graphql }: Ports, search: string, after: string | null): Generator {
  const reply = yield* ask(() => graphql.request(HomeGroupsOperation, homeVariables(search, after)));
  if (reply.ok) {
    yield* put(groupActions.homeGroupsReceived({ search, ...pageOf<Group>(reply.data.groups, after) }));
    return;
  }
  const text = failureText(reply.error, GROUP_TEXTS.homeGroupsFailed);
  yield* put(groupActions.homeListFailed({ list: 'groups', search, text }));
}

function* readProjects({ graphql }: Ports, search: string, after: string | null): Generator {
  const reply = yield* ask(() => graphql.request(HomeProjectsOperation, homeVariables(search, after)));
  if (reply.ok) {
    yield* put(groupActions.homeProjectsReceived({ search, ...pageOf<Project>(reply.data.projects, after) }));
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

function* loadGroupPage({ graphql }: Ports): Generator {
  const { page } = yield* select(groupState);
  const { fullPath } = page;
  if (fullPath === null) return;
  const variables = pageVariables(page, fullPath);
  const reply = yield* ask(() => graphql.request(GroupPageOperation, variables));
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
  yield* put(
    groupActions.groupPageReceived({
      fullPath,
      group: own,
      parent,
      subgroups: variables.withGroups ? pageOf<Group>(descendantGroups, variables.groupsAfter) : null,
      projects: variables.withProjects ? pageOf<Project>(projects, variables.projectsAfter) : null,
    }),
  );
}
