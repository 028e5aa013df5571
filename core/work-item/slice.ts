import { reducerOf } from '../store/action.ts';
import type { WorkItemRoute } from './actions.ts';
import { workItemActions } from './actions.ts';
import type { GlobalId } from './types.ts';
import { workItemPage } from './queries.ts';

/** The page that is open; `route` null: none. */
export interface WorkItemState {
  readonly route: WorkItemRoute | null;
  /** Of its item, once it was read. */
  readonly id: GlobalId | null;
}

export const initialWorkItemState: WorkItemState = { route: null, id: null };

export const sameRoute = (a: WorkItemRoute | null, b: WorkItemRoute): boolean =>
  a !== null && a.projectPath === b.projectPath && a.by === b.by && a.number === b.number;

export const workItemReducer = reducerOf(initialWorkItemState, (on) => {
  on(workItemActions.pageOpened, (state, route) => (sameRoute(state.route, route) ? state : { route, id: null }));
  on(workItemActions.pageClosed, () => initialWorkItemState);
  on(workItemPage.received, (state, { params: route, data: { item } }) =>
    sameRoute(state.route, route) ? { route, id: item.id } : state,
  );
  on(workItemPage.failed, (state, { params: route, missing }) =>
    missing && sameRoute(state.route, route) ? { route, id: null } : state,
  );
});
