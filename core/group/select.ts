import { createSelector } from 'reselect';
import type { Load } from '../access/load.ts';
import type { PlaceCounts } from './counts.ts';
import type { HomeGroupRow } from './rules.ts';
import { GROUP_TEXTS, nestGroups } from './rules.ts';
import type { GroupState } from './slice.ts';
import type { Group, PagedList, Project } from './types.ts';

interface Root {
  readonly group: GroupState;
}

/** RP-02.270: null while it is not known. */
export const selectPlaceCounts = (state: Root, id: string): PlaceCounts | null => state.group.counts?.[id] ?? null;

interface ListView {
  readonly status: Load;
  readonly hasMore: boolean;
  readonly loadingMore: boolean;
  readonly error: string | null;
}

const home = (state: Root): GroupState['home'] => state.group.home;
const page = (state: Root): GroupState['page'] => state.group.page;
const groups = (state: Root): GroupState['groups'] => state.group.groups;
const projects = (state: Root): GroupState['projects'] => state.group.projects;

const found = <T>(ids: readonly string[], table: Readonly<Record<string, T>>): T[] =>
  ids.flatMap((id) => table[id] ?? []);

const viewOf = ({ status, hasMore, loadingMore, error }: PagedList): ListView => ({
  status,
  hasMore,
  loadingMore,
  error,
});

export const selectHomeSearch = (state: Root): string => state.group.home.search;

export const selectHomeGroups = createSelector(
  [(state: Root) => state.group.home.groups, groups, (state: Root) => state.group.collapsed],
  (list, table, collapsed): ListView & { readonly rows: readonly HomeGroupRow[] } => ({
    ...viewOf(list),
    rows: nestGroups(found(list.ids, table), (id) => collapsed[id] === true),
  }),
);

export const selectHomeProjects = createSelector(
  [(state: Root) => state.group.home.projects, projects],
  (list, table): ListView & { readonly projects: readonly Project[] } => ({
    ...viewOf(list),
    projects: found(list.ids, table),
  }),
);

/** What to say where both lists have come and are empty; null otherwise. */
export const selectHomeEmpty = createSelector(
  [home],
  ({ search, groups: g, projects: p }): { readonly title: string; readonly hint: string } | null => {
    const empty = [g, p].every((list) => list.status === 'ready' && list.ids.length === 0);
    if (!empty) return null;
    return search.trim() === '' ? GROUP_TEXTS.nothingYet : GROUP_TEXTS.nothingFound;
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
  [page, groups, projects],
  (state, groupTable, projectTable): GroupPageView => ({
    status: state.status,
    error: state.error,
    fullPath: state.fullPath,
    group: state.groupId === null ? null : (groupTable[state.groupId] ?? null),
    parent: state.parent,
    subgroups: found(state.subgroups.ids, groupTable),
    projects: found(state.projects.ids, projectTable),
    moreSubgroups: state.subgroups.hasMore,
    moreProjects: state.projects.hasMore,
    loadingMore: state.subgroups.loadingMore || state.projects.loadingMore,
  }),
);
