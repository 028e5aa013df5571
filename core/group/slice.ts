import type { Load } from '../access/load.ts';
import { reducerOf } from '../access/reducer.ts';
import { serverEvent, userEvent } from '../store/action.ts';
import type { PlaceCounts } from './counts.ts';
import type { Group, GroupPageList, HomeList, PagedList, PageOf, Project } from './types.ts';

export interface GroupState {
  /** Everything read so far, by global id. */
  readonly groups: Readonly<Record<string, Group>>;
  readonly projects: Readonly<Record<string, Project>>;
  /** What they hold, by global id. Absent: not read yet. */
  readonly counts?: Readonly<Record<string, PlaceCounts>>;
  /** Groups whose nested rows are folded away on the home page. */
  readonly collapsed: Readonly<Record<string, true>>;
  readonly home: {
    /** As typed; lists answer to it once they are `ready`. */
    readonly search: string;
    readonly groups: PagedList;
    readonly projects: PagedList;
  };
  readonly page: {
    readonly fullPath: string | null;
    readonly status: Load;
    readonly error: string | null;
    readonly groupId: string | null;
    readonly parent: { readonly id: string; readonly name: string; readonly fullPath: string } | null;
    readonly subgroups: PagedList;
    readonly projects: PagedList;
  };
}

export const EMPTY_LIST: PagedList = {
  status: 'idle',
  ids: [],
  endCursor: null,
  hasMore: false,
  loadingMore: false,
  error: null,
};

export const initialGroupState: GroupState = {
  groups: {},
  projects: {},
  collapsed: {},
  home: { search: '', groups: EMPTY_LIST, projects: EMPTY_LIST },
  page: {
    fullPath: null,
    status: 'idle',
    error: null,
    groupId: null,
    parent: null,
    subgroups: EMPTY_LIST,
    projects: EMPTY_LIST,
  },
};

export interface GroupPageAnswer {
  readonly fullPath: string;
  readonly group: Group;
  readonly parent: GroupState['page']['parent'];
  /** Null: this list was not asked for. */
  readonly subgroups: PageOf<Group> | null;
  readonly projects: PageOf<Project> | null;
}

export const groupActions = {
  homeOpened: userEvent('group/homeOpened'),
  homeSearchChanged: userEvent<{ search: string }>('group/homeSearchChanged'),
  homeMoreRequested: userEvent<{ list: HomeList }>('group/homeMoreRequested'),
  homeRetried: userEvent<{ list: HomeList }>('group/homeRetried'),
  groupToggled: userEvent<{ id: string }>('group/groupToggled'),
  groupPageOpened: userEvent<{ fullPath: string }>('group/pageOpened'),
  groupPageMoreRequested: userEvent<{ list: GroupPageList }>('group/pageMoreRequested'),
  groupPageRetried: userEvent('group/pageRetried'),

  homeGroupsReceived: serverEvent<PageOf<Group> & { search: string }>('group/homeGroupsReceived'),
  homeProjectsReceived: serverEvent<PageOf<Project> & { search: string }>('group/homeProjectsReceived'),
  homeListFailed: serverEvent<{ list: HomeList; search: string; text: string }>('group/homeListFailed'),
  groupPageReceived: serverEvent<GroupPageAnswer>('group/pageReceived'),
  groupPageMissing: serverEvent<{ fullPath: string }>('group/pageMissing'),
  countsReceived: serverEvent<{ counts: Readonly<Record<string, PlaceCounts>> }>('group/countsReceived'),
  groupPageFailed: serverEvent<{ fullPath: string; text: string }>('group/pageFailed'),
};

const asked = (list: PagedList): PagedList => ({ ...list, status: 'loading', loadingMore: false, error: null });

const askedForMore = (list: PagedList): PagedList =>
  list.hasMore && !list.loadingMore ? { ...list, loadingMore: true, error: null } : list;

const failed = (list: PagedList, error: string): PagedList => ({
  ...list,
  status: list.loadingMore ? list.status : 'failed',
  loadingMore: false,
  error,
});

/** A page that follows what is known is added; the first replaces it; any other is out of date and dropped. */
function taken(list: PagedList, page: PageOf<{ readonly id: string }>): PagedList {
  if (page.after !== null && page.after !== list.endCursor) return list;
  const ids = page.nodes.map((node) => node.id);
  return {
    status: 'ready',
    ids: page.after === null ? ids : [...new Set([...list.ids, ...ids])],
    endCursor: page.endCursor,
    hasMore: page.hasMore,
    loadingMore: false,
    error: null,
  };
}

const byId = <T extends { readonly id: string }>(known: Readonly<Record<string, T>>, nodes: readonly T[]) =>
  nodes.length === 0 ? known : { ...known, ...Object.fromEntries(nodes.map((node) => [node.id, node])) };

type Home = GroupState['home'];
type Page = GroupState['page'];

const withHome = (state: GroupState, change: Partial<Home>): GroupState => ({
  ...state,
  home: { ...state.home, ...change },
});
const withPage = (state: GroupState, change: Partial<Page>): GroupState => ({
  ...state,
  page: { ...state.page, ...change },
});
const stoppedMore = (list: PagedList): PagedList => (list.loadingMore ? { ...list, loadingMore: false } : list);

export const groupReducer = reducerOf(initialGroupState, (on) => {
  on(groupActions.homeOpened, (state) =>
    withHome(state, { groups: asked(state.home.groups), projects: asked(state.home.projects) }),
  );
  on(groupActions.homeSearchChanged, (state, { search }) =>
    withHome(state, { search, groups: asked(state.home.groups), projects: asked(state.home.projects) }),
  );
  on(groupActions.homeRetried, (state, { list }) => {
    const known = state.home[list];
    return withHome(state, { [list]: known.status === 'failed' ? asked(known) : askedForMore(known) });
  });
  on(groupActions.homeMoreRequested, (state, { list }) => withHome(state, { [list]: askedForMore(state.home[list]) }));
  on(groupActions.homeGroupsReceived, (state, page) => {
    if (page.search !== state.home.search.trim()) return state;
    return withHome({ ...state, groups: byId(state.groups, page.nodes) }, { groups: taken(state.home.groups, page) });
  });
  on(groupActions.homeProjectsReceived, (state, page) => {
    if (page.search !== state.home.search.trim()) return state;
    const projects = taken(state.home.projects, page);
    return withHome({ ...state, projects: byId(state.projects, page.nodes) }, { projects });
  });
  on(groupActions.homeListFailed, (state, { list, search, text }) =>
    search === state.home.search.trim() ? withHome(state, { [list]: failed(state.home[list], text) }) : state,
  );
  on(groupActions.groupToggled, (state, { id }) => {
    const { [id]: was, ...others } = state.collapsed;
    return { ...state, collapsed: was === undefined ? { ...others, [id]: true } : others };
  });

  on(groupActions.groupPageOpened, (state, { fullPath }) =>
    state.page.fullPath === fullPath && state.page.status === 'ready'
      ? state
      : withPage(state, { ...initialGroupState.page, fullPath, status: 'loading' }),
  );
  on(groupActions.groupPageRetried, (state) =>
    withPage(state, { status: state.page.status === 'failed' ? 'loading' : state.page.status, error: null }),
  );
  on(groupActions.groupPageMoreRequested, (state, { list }) =>
    withPage(state, { [list]: askedForMore(state.page[list]), error: null }),
  );
  on(groupActions.groupPageReceived, (state, { fullPath, group, parent, subgroups, projects }) => {
    const { page } = state;
    if (fullPath !== page.fullPath) return state;
    const known = {
      ...state,
      groups: byId(state.groups, [group, ...(subgroups?.nodes ?? [])]),
      projects: byId(state.projects, projects?.nodes ?? []),
    };
    return withPage(known, {
      status: 'ready',
      error: null,
      groupId: group.id,
      parent,
      subgroups: subgroups === null ? page.subgroups : taken(page.subgroups, subgroups),
      projects: projects === null ? page.projects : taken(page.projects, projects),
    });
  });
  on(groupActions.countsReceived, (state, { counts }) => ({ ...state, counts: { ...state.counts, ...counts } }));
  on(groupActions.groupPageMissing, (state, { fullPath }) =>
    fullPath === state.page.fullPath ? withPage(state, { status: 'missing' }) : state,
  );
  on(groupActions.groupPageFailed, (state, { fullPath, text }) => {
    const { page } = state;
    if (fullPath !== page.fullPath) return state;
    return withPage(state, {
      status: page.status === 'ready' ? 'ready' : 'failed',
      error: text,
      subgroups: stoppedMore(page.subgroups),
      projects: stoppedMore(page.projects),
    });
  });
});
