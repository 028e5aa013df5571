import type { Load } from '../access/load.ts';
import { reducerOf } from '../access/reducer.ts';
import type { WorkItemRoute } from './actions.ts';
import { workItemActions } from './actions.ts';
import type { WorkItemDetails } from './page-data.ts';

/** The page that is open; `route` null: none. */
export interface WorkItemState {
  readonly route: WorkItemRoute | null;
  readonly status: Load;
  readonly error: string | null;
  readonly item: WorkItemDetails | null;
}

export const initialWorkItemState: WorkItemState = { route: null, status: 'idle', error: null, item: null };

export const sameRoute = (a: WorkItemRoute | null, b: WorkItemRoute): boolean =>
  a !== null && a.projectPath === b.projectPath && a.by === b.by && a.number === b.number;

export const workItemReducer = reducerOf(initialWorkItemState, (on) => {
  on(workItemActions.pageOpened, (_state, route) => ({ ...initialWorkItemState, route, status: 'loading' }));
  on(workItemActions.pageClosed, () => initialWorkItemState);
  on(workItemActions.pageRetried, (state) =>
    state.route === null ? state : { ...state, status: 'loading', error: null },
  );
  on(workItemActions.pageReceived, (state, { route, item }) =>
    sameRoute(state.route, route) ? { ...state, status: 'ready', error: null, item } : state,
  );
  on(workItemActions.pageMissing, (state, { route }) =>
    sameRoute(state.route, route) ? { ...initialWorkItemState, route, status: 'missing' } : state,
  );
  on(workItemActions.pageFailed, (state, { route, text }) =>
    sameRoute(state.route, route) ? { ...state, status: 'failed', error: text } : state,
  );
});
