import { createSelector } from 'reselect';
import type { Load } from '../access/failures.ts';
import { selectQuery, type Queries, type QueryState } from '../query/index.ts';
import type { PlaceCounts } from './counts.ts';
import type { HomeGroupRow, Group, Project } from './rules.ts';
import { GROUP_TEXTS, nestGroups } from './rules.ts';
import { groupPage, homeGroups, homeProjects, type GroupPageCursor } from './queries.ts';
import type { GroupState } from './slice.ts';

interface Root {
  readonly group: GroupState;
  readonly queries: Queries;
}

/** The parameters of home's queries; null: it is not open. */
export const homeSearch = ({ group: { home } }: Pick<Root, 'group'>) =>
  home.open ? { search: home.search.trim() } : null;

/** RP-02.270: null until they are known. */
export const selectPlaceCounts = (state: Pick<Root, 'group'>, id: string): PlaceCounts | null =>
  state.group.counts?.[id] ?? null;

interface ListView {
  readonly status: Load;
  readonly hasMore: boolean;
  readonly loadingMore: boolean;
  readonly error: string | null;
}

const page = (state: Root): GroupState['page'] => state.group.page;
const groups = (state: Root): GroupState['groups'] => state.group.groups;
const projects = (state: Root): GroupState['projects'] => state.group.projects;
const groupsRead = (state: Root): QueryState => selectQuery(state, homeGroups, homeSearch(state));
const projectsRead = (state: Root): QueryState => selectQuery(state, homeProjects, homeSearch(state));

const found = <T>(ids: readonly string[], table: Readonly<Record<string, T>>): T[] =>
  ids.flatMap((id) => table[id] ?? []);

const viewOf = ({ status, next, loadingMore, error }: QueryState): ListView => ({
  status,
  hasMore: next !== null,
  loadingMore,
  error,
});

export const selectHomeSearch = (state: Root): string => state.group.home.search;

export const selectHomeGroups = createSelector(
  [groupsRead, (state: Root) => state.group.home.groups, groups, (state: Root) => state.group.collapsed],
  (read, ids, table, collapsed): ListView & { readonly rows: readonly HomeGroupRow[] } => ({
    ...viewOf(read),
    rows: nestGroups(found(ids, table), (id) => collapsed[id] === true),
  }),
);

export const selectHomeProjects = createSelector(
  [projectsRead, (state: Root) => state.group.home.projects, projects],
  (read, ids, table): ListView & { readonly projects: readonly Project[] } => ({
    ...viewOf(read),
    projects: found(ids, table),
  }),
);

/** What to say when both lists have arrived and are empty; null otherwise. */
export const selectHomeEmpty = createSelector(
  [(state: Root) => state.group.home, groupsRead, projectsRead],
  (home, ...reads): { readonly title: string; readonly hint: string } | null => {
    const empty = home.groups.length + home.projects.length === 0;
    if (!empty || !reads.every((read) => viewOf(read).status === 'ready')) return null;
    return home.search.trim() === '' ? GROUP_TEXTS.nothingYet : GROUP_TEXTS.nothingFound;
  },
);

export interface GroupPageView {
  readonly status: Load;
  readonly error: string | null;
  readonly fullPath: string | null;
  readonly group: Group | null;
  readonly parent: GroupState['page']['parent'];
  readonly subgroups: readonly Group[];
  readonly projects: readonly Project[];
  readonly moreSubgroups: boolean;
  readonly moreProjects: boolean;
  readonly loadingMore: boolean;
}

export const selectGroupPage = createSelector(
  [
    (state: Root) => {
      const { fullPath } = state.group.page;
      return selectQuery(state, groupPage, fullPath === null ? null : { fullPath });
    },
    page,
    groups,
    projects,
  ],
  ({ status, error, next, loadingMore }, shown, groupTable, projectTable): GroupPageView => ({
    status,
    error,
    fullPath: shown.fullPath,
    group: shown.groupId === null ? null : (groupTable[shown.groupId] ?? null),
    parent: shown.parent,
    subgroups: found(shown.subgroups, groupTable),
    projects: found(shown.projects, projectTable),
    moreSubgroups: (next as GroupPageCursor | null)?.subgroups != null,
    moreProjects: (next as GroupPageCursor | null)?.projects != null,
    loadingMore,
  }),
);
