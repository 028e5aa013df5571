import type { SidebarState } from './types.ts';
import { epicActions } from '../epic/actions.ts';
import { sidebarActions } from './actions.ts';
import { foldSidebar } from './fields.ts';
import { sidebarMutations } from './mutations.ts';
import { sidebarReducer } from './slice.ts';

/** What the planner wires. */
export const sidebarDomain = {
  name: 'sidebar',
  reducer: sidebarReducer,
  mutations: sidebarMutations,
  foldConfirmed: foldSidebar,
  holds: ({ sidebar: { id } }: { readonly sidebar: SidebarState }) => (id === null ? [] : [id]),
  leaves: [sidebarActions.sidebarClosed.type, epicActions.epicPageOpened.type, epicActions.epicPageClosed.type],
} as const;
