import type { GlobalId } from './types.ts';
import type { ProjectWorkItemPageQuery, WorkItemPageQuery } from '../api/generated/operations.ts';
import type { Operation } from '../ports/index.ts';
import { reducerOf, userAction } from '../store/action.ts';
import { ProjectWorkItemPageOperation, WorkItemPageOperation } from '../api/generated/operations.ts';
import { failureText, isHidden } from '../access/failures.ts';
import { named } from '../frame/index.ts';
import { query } from '../query/index.ts';
import { itemAnswer, type ItemAnswer } from './page-data.ts';
import { WORK_ITEM_TEXTS, globalId } from './rules.ts';

/** The address of a work item's page: `/-/issues/7` and `/-/work_items/7?iid_path=true` count within the project, `/-/work_items/7` overall. */
export interface WorkItemRoute {
  readonly projectPath: string;
  readonly by: 'iid' | 'id';
  /** Decimal, positive. */
  readonly number: string;
}

export const workItemActions = {
  pageOpened: userAction<WorkItemRoute>('workItem/pageOpened'),
  pageClosed: userAction('workItem/pageClosed'),
  pageRetried: userAction('workItem/pageRetried'),
};

/** WI-01.24: milliseconds between readings of an open page where the server names no interval. */
export const ITEM_INTERVAL = 30_000;

type PageAnswer = WorkItemPageQuery | ProjectWorkItemPageQuery;

/** WI-01.21: an address names its own project; another project's item is not there. */
function foundIn(answer: PageAnswer, { projectPath }: WorkItemRoute) {
  const node = 'project' in answer ? (answer.project?.workItems?.nodes?.[0] ?? null) : answer.workItem;
  return node?.project?.fullPath.toLowerCase() === projectPath.toLowerCase() ? node : null;
}

export const workItemPage = query<WorkItemRoute, PageAnswer, ItemAnswer>('workItem/page', {
  key: ({ projectPath, by, number }) => `${projectPath} ${by} ${number}`,
  request: ({ projectPath, by, number }) => [
    (by === 'id' ? WorkItemPageOperation : ProjectWorkItemPageOperation) as Operation<PageAnswer, object>,
    by === 'id' ? { id: globalId('WorkItem', number) } : { projectPath, iid: number },
  ],
  decode: (answer, route) => {
    const node = foundIn(answer, route);
    return node && itemAnswer(node);
  },
  also: function* (_item, route, answer) {
    const fullName = foundIn(answer, route)?.project?.nameWithNamespace;
    if (fullName !== undefined) yield* named({ fullPath: route.projectPath, fullName });
  },
  hides: isHidden,
  poll: { fallback: ITEM_INTERVAL },
  failure: (error) => failureText(error, WORK_ITEM_TEXTS.fetch),
});

/** The page that is open; `route` null: none. */
export interface WorkItemPageState {
  readonly route: WorkItemRoute | null;
  /** Of its item, once it was read. */
  readonly id: GlobalId | null;
}

export const initialWorkItemPage: WorkItemPageState = { route: null, id: null };

export const sameRoute = (a: WorkItemRoute | null, b: WorkItemRoute): boolean =>
  a !== null && a.projectPath === b.projectPath && a.by === b.by && a.number === b.number;

export const workItemReducer = reducerOf(initialWorkItemPage, (on) => {
  on(workItemActions.pageOpened, (state, route) => (sameRoute(state.route, route) ? state : { route, id: null }));
  on(workItemActions.pageClosed, () => initialWorkItemPage);
  on(workItemPage.received, (state, { params: route, data: { item } }) =>
    sameRoute(state.route, route) ? { route, id: item.id } : state,
  );
  on(workItemPage.failed, (state, { params: route, missing }) =>
    missing && sameRoute(state.route, route) ? { route, id: null } : state,
  );
});
