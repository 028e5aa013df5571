import { all, put, takeEvery, type SagaGenerator } from 'typed-redux-saga';
import { request } from '../store/effects.ts';
import { placeCounts, type PlaceCountsJson } from '../api/rest.ts';
import type { Ports } from '../ports/index.ts';
import { observe } from '../query/index.ts';
import { countsOf } from './counts.ts';
import { groupPage, homeGroups, homeProjects } from './queries.ts';
import { homeSearch, type Root } from './select.ts';
import { groupActions } from './slice.ts';
import type { HomeList } from './rules.ts';

/** Home and the page of a group are read while they are shown; the counts of their rows are read alongside. */
export function* groupSaga(ports: Ports): Generator {
  yield* all([
    observe(ports, homeGroups, home('groups')),
    observe(ports, homeProjects, home('projects')),
    observe(ports, groupPage, {
      params: ({ group: { page } }: Pick<Root, 'group'>) =>
        page.fullPath === null ? null : { fullPath: page.fullPath },
      opened: groupActions.groupPageOpened.type,
      again: groupActions.groupPageRetried.type,
      more: groupActions.groupPageMoreRequested.type,
      moreOf: (next, action) => {
        if (!groupActions.groupPageMoreRequested.match(action)) return null;
        const { list } = action.payload;
        return next[list] === null ? null : { subgroups: null, projects: null, [list]: next[list] };
      },
    }),
    takeEvery(homeGroups.received.match, ({ payload: { data } }) => readCounts(ports, { groups: data.nodes })),
    takeEvery(homeProjects.received.match, ({ payload: { data } }) => readCounts(ports, { projects: data.nodes })),
    takeEvery(groupPage.received.match, ({ payload: { data } }) =>
      readCounts(ports, {
        groups: [data.group, ...(data.subgroups?.nodes ?? [])],
        projects: data.projects?.nodes ?? [],
      }),
    ),
  ]);
}

function home(list: HomeList) {
  const isOf = (retried: typeof groupActions.homeRetried) => (action: { readonly type: string }) =>
    retried.match(action) && action.payload.list === list;
  return {
    params: homeSearch,
    opened: [groupActions.homeOpened.type, groupActions.homeSearchChanged.type],
    again: isOf(groupActions.homeRetried),
    more: isOf(groupActions.homeMoreRequested),
  };
}

/** RP-02.270: the lists are shown without waiting for the counts. */
function* readCounts(
  { rest }: Ports,
  { groups = [], projects = [] }: { readonly groups?: readonly HasId[]; readonly projects?: readonly HasId[] },
): SagaGenerator<void> {
  if (groups.length + projects.length === 0) return;
  const counts = placeCounts(groups.map(numberOf), projects.map(numberOf));
  const result = yield* request<PlaceCountsJson | null>(() => rest.request(counts));
  if (result.ok && result.data !== null) yield* put(groupActions.countsReceived({ counts: countsOf(result.data) }));
}

interface HasId {
  readonly id: string;
}

const numberOf = ({ id }: HasId): string => id.slice(id.lastIndexOf('/') + 1);
