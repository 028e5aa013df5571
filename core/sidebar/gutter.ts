import { reducerOf, type AnyAction } from '../store/action.ts';
import type { Step } from '../store/domain.ts';
import { sidebarActions, sidebarAnswers } from './actions.ts';
import { isSmallScreen } from './rules/gutter.ts';
import type { Sidebars, GutterState } from './state.ts';

export const selectCollapsed = ({ gutter }: Pick<Sidebars, 'gutter'>): boolean => gutter.collapsed;

const reducer = reducerOf<GutterState>({ collapsed: false }, (on) => {
  on(sidebarAnswers.gutterRead, (state, { collapsed }) => (state.collapsed === collapsed ? state : { collapsed }));
  on(sidebarActions.gutterToggled, ({ collapsed }) => ({ collapsed: !collapsed }));
});

/** The width of the screen where a sidebar opens; null for any other action. What a page has open is not folded away by what is opened over it. */
export function widthOf(action: AnyAction, { sidebar }: Sidebars): number | null {
  if (!sidebarActions.sidebarOpened.match(action)) return null;
  return action.meta.place === 'over' && sidebar.open ? null : action.payload.width;
}

/** What the planner wires. */
export const gutterDomain = {
  name: 'gutter',
  reducer,
  /** EP-15.3 */
  afterReduce(gutter: GutterState, action: AnyAction, { before }: Step<Sidebars>): GutterState {
    const width = widthOf(action, before);
    return width !== null && isSmallScreen(width) && !gutter.collapsed ? { collapsed: true } : gutter;
  },
} as const;
