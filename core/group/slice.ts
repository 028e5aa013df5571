import { serverAction, userAction, reducerOf, withPart } from '../store/action.ts';
import type { PlaceCounts } from './counts.ts';
import { groupPage, homeGroups, homeProjects, type GroupPageAnswer } from './queries.ts';
import type { Group, GroupPageList, HomeList, PageOf, Project } from './rules.ts';

export interface GroupState {
  /** Everything read so far, by global id. */
  readonly groups: Readonly<Record<string, Group>>;
  readonly projects: Readonly<Record<string, Project>>;
  /** What they hold, by global id. Absent: not read yet. */
  readonly counts: Readonly<Record<string, PlaceCounts>>;
  /** Groups that are collapsed on the home page. */
  readonly collapsed: Readonly<Record<string, true>>;
  readonly home: {
    readonly open: boolean;
    /** As typed. */
    readonly search: string;
    /** Ids in their order. */
    readonly groups: readonly string[];
    readonly projects: readonly string[];
  };
  readonly page: {
    readonly fullPath: string | null;
    readonly groupId: string | null;
    readonly parent: GroupPageAnswer['parent'];
    readonly subgroups: readonly string[];
    readonly projects: readonly string[];
  };
}

export const initialGroupState: GroupState = {
  groups: {},
  projects: {},
  counts: {},
  collapsed: {},
  home: { open: false, search: '', groups: [], projects: [] },
  page: { fullPath: null, groupId: null, parent: null, subgroups: [], projects: [] },
};

export const groupActions = {
  homeOpened: userAction('group/homeOpened'),
  homeSearchChanged: userAction<{ search: string }>('group/homeSearchChanged'),
  homeMoreRequested: userAction<{ list: HomeList }>('group/homeMoreRequested'),
  homeRetried: userAction<{ list: HomeList }>('group/homeRetried'),
  groupToggled: userAction<{ id: string }>('group/groupToggled'),
  groupPageOpened: userAction<{ fullPath: string }>('group/pageOpened'),
  groupPageMoreRequested: userAction<{ list: GroupPageList }>('group/pageMoreRequested'),
  groupPageRetried: userAction('group/pageRetried'),

  countsReceived: serverAction<{ counts: Readonly<Record<string, PlaceCounts>> }>('group/countsReceived'),
};

/** The first page replaces the list, a further one is appended. */
function taken(ids: readonly string[], { nodes }: PageOf<{ readonly id: string }>, after: unknown): readonly string[] {
  const more = nodes.map(({ id }) => id);
  return after === null ? more : [...new Set([...ids, ...more])];
}

const byId = <T extends { readonly id: string }>(known: Readonly<Record<string, T>>, nodes: readonly T[]) =>
  nodes.length === 0 ? known : { ...known, ...Object.fromEntries(nodes.map((node) => [node.id, node])) };

export const groupReducer = reducerOf(initialGroupState, (on) => {
  on(groupActions.homeOpened, (state) => (state.home.open ? state : withPart(state, 'home', { open: true })));
  on(groupActions.homeSearchChanged, (state, { search }) => withPart(state, 'home', { open: true, search }));
  on(homeGroups.received, (state, { data, cursor }) => ({
    ...withPart(state, 'home', { groups: taken(state.home.groups, data, cursor) }),
    groups: byId(state.groups, data.nodes),
  }));
  on(homeProjects.received, (state, { data, cursor }) => ({
    ...withPart(state, 'home', { projects: taken(state.home.projects, data, cursor) }),
    projects: byId(state.projects, data.nodes),
  }));
  on(groupActions.groupToggled, (state, { id }) => {
    const { [id]: was, ...others } = state.collapsed;
    return { ...state, collapsed: was === undefined ? { ...others, [id]: true } : others };
  });

  on(groupActions.groupPageOpened, (state, { fullPath }) =>
    state.page.fullPath === fullPath ? state : { ...state, page: { ...initialGroupState.page, fullPath } },
  );
  on(groupPage.received, (state, { params, data: { group, parent, subgroups, projects }, cursor }) => {
    const { page } = state;
    if (params.fullPath !== page.fullPath) return state;
    return {
      ...state,
      groups: byId(state.groups, [group, ...(subgroups?.nodes ?? [])]),
      projects: byId(state.projects, projects?.nodes ?? []),
      page: {
        ...page,
        groupId: group.id,
        parent,
        subgroups: subgroups === null ? page.subgroups : taken(page.subgroups, subgroups, cursor),
        projects: projects === null ? page.projects : taken(page.projects, projects, cursor),
      },
    };
  });
  on(groupActions.countsReceived, (state, { counts }) => withPart(state, 'counts', counts));
});
