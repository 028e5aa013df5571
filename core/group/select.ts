import { createSelector } from 'reselect';
import { selectQuery, type Queries, type QueryState } from '../query/index.ts';
import type { PlaceCounts } from './counts.ts';
import { GROUP_TEXTS, nestGroups } from './rules.ts';
import { groupPage, homeGroups, homeProjects, type GroupPageCursor } from './queries.ts';
import type { GroupState } from './slice.ts';

/** The state as this domain reads it. */
export interface Root {
  readonly group: GroupState;
  readonly queries: Queries;
}

/** The parameters of home's queries; null: it is not open. */
export const homeSearch = ({ group: { home } }: Pick<Root, 'group'>) =>
  home.open ? { search: home.search.trim() } : null;

/** RP-02.270: null until they are known. */
export const selectPlaceCounts = (state: Pick<Root, 'group'>, id: string): PlaceCounts | null =>
  state.group.counts[id] ?? null;

const groups = (state: Root): GroupState['groups'] => state.group.groups;
const projects = (state: Root): GroupState['projects'] => state.group.projects;
const groupsRead = (state: Root): QueryState => selectQuery(state, homeGroups, homeSearch(state));
const projectsRead = (state: Root): QueryState => selectQuery(state, homeProjects, homeSearch(state));

const found = <T>(ids: readonly string[], table: Readonly<Record<string, T>>): T[] =>
  ids.flatMap((id) => table[id] ?? []);

const viewOf = ({ status, next, loadingMore, error }: QueryState) => ({
  status,
  hasMore: next !== null,
  loadingMore,
  error,
});

export const selectHomeSearch = (state: Root): string => state.group.home.search;

export const selectHomeGroups = createSelector(
  [groupsRead, (state: Root) => state.group.home.groups, groups, (state: Root) => state.group.collapsed],
  (read, ids, table, collapsed) => ({
    ...viewOf(read),
    rows: nestGroups(found(ids, table), (id) => collapsed[id] === true),
  }),
);

export const selectHomeProjects = createSelector(
  [projectsRead, (state: Root) => state.group.home.projects, projects],
  (read, ids, table) => ({ ...viewOf(read), projects: found(ids, table) }),
);

/** What to say when both lists have arrived and are empty; null otherwise. */
export const selectHomeEmpty = createSelector(
  [(state: Root) => state.group.home, groupsRead, projectsRead],
  (home, ...reads) => {
    const empty = home.groups.length + home.projects.length === 0;
    if (!empty || !reads.every((read) => viewOf(read).status === 'ready')) return null;
    return home.search.trim() === '' ? GROUP_TEXTS.nothingYet : GROUP_TEXTS.nothingFound;
  },
);

export const selectGroupPage = createSelector(
  [
    ({ group: { page } }: Root) => page,
    groups,
    projects,
    (state: Root) => {
      const { fullPath } = state.group.page;
      return selectQuery(state, groupPage, fullPath === null ? null : { fullPath });
    },
  ],
  ({ fullPath, groupId, parent, ...ids }, groupTable, projectTable, { status, error, next, loadingMore }) => {
    const more = next as GroupPageCursor | null;
    return {
      status,
      error,
      fullPath,
      group: groupId === null ? null : (groupTable[groupId] ?? null),
      parent,
      subgroups: found(ids.subgroups, groupTable),
      projects: found(ids.projects, projectTable),
      moreSubgroups: more?.subgroups != null,
      moreProjects: more?.projects != null,
      loadingMore,
    };
  },
);
