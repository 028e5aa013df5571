import type { GlobalId, WorkItemType } from './types.ts';
import type { ProjectWorkItemPageQuery, WorkItemPageQuery } from '../api/generated/operations.ts';
import type { Operation } from '../ports/index.ts';
import { reducerOf, serverAction, userAction } from '../store/action.ts';
import { ProjectWorkItemPageOperation, WorkItemPageOperation } from '../api/generated/operations.ts';
import { failureText, isHidden } from '../access/failures.ts';
import { epicOf, named, type EpicOver } from '../frame/index.ts';
import { mutation } from '../mutation/index.ts';
import { query } from '../query/index.ts';
import { itemAnswer, type EpicInstead, type ItemAnswer } from './page-data.ts';
import { WORK_ITEM_TEXTS, globalId } from './rules.ts';

/** The address of a work item: `/-/issues/7` and `/-/work_items/7?iid_path=true` count within the project, `/-/work_items/7` and `?work_item_id=7` overall. */
export interface WorkItemRoute {
  /** Null: whichever project has it. */
  readonly projectPath: string | null;
  readonly by: 'iid' | 'id';
  /** Decimal, positive. */
  readonly number: string;
}

export interface ItemDeletion {
  readonly id: GlobalId;
  readonly type: WorkItemType;
  readonly parentId: GlobalId | null;
  /** Where whoever is on its page goes on. */
  readonly listPath: string;
}

/** Where an item is shown: as the page, or over another page (WI-14); the last one is in front. */
export const ITEM_PLACES = ['page', 'over'] as const;
export type ItemPlace = (typeof ITEM_PLACES)[number];

/** WI-14.1: the modal covers the page; the panel stands beside it. */
export type OverKind = 'modal' | 'panel';

export const workItemActions = {
  pageOpened: userAction<WorkItemRoute>('workItem/pageOpened'),
  pageClosed: userAction('workItem/pageClosed'),
  pageRetried: userAction('workItem/pageRetried'),
  overOpened: userAction<WorkItemRoute & { readonly as: OverKind }>('workItem/overOpened'),
  overClosed: userAction('workItem/overClosed'),
  overRetried: userAction('workItem/overRetried'),
  /** WI-17.1: the pointer rests on a link to it. An epic is read in its own domain. */
  readAhead: userAction<WorkItemRoute | EpicOver>('workItem/readAhead'),
  /** Something of the item has changed: where it is open it is read again, and stays as it is meanwhile. */
  pageOutdated: serverAction<{ readonly id: GlobalId }>('workItem/pageOutdated'),
  /** The question before it was answered. */
  deleteConfirmed: mutation<ItemDeletion, true, Pick<ItemDeletion, 'id'>>('workItem/deleteConfirmed'),
};

/** After these another item may be shown in a place. */
export const ITEM_LEAVINGS = [
  workItemActions.pageOpened.type,
  workItemActions.pageClosed.type,
  workItemActions.overOpened.type,
  workItemActions.overClosed.type,
] as const;

/** WI-01.24: milliseconds between readings of an open page where the server names no interval. */
export const ITEM_INTERVAL = 30_000;

type PageAnswer = WorkItemPageQuery | ProjectWorkItemPageQuery;

const nodeIn = (answer: PageAnswer) =>
  'project' in answer ? (answer.project?.workItems?.nodes?.[0] ?? null) : answer.workItem;

/** WI-01.21: an address names its own project; another project's item is not there. */
function foundIn(answer: PageAnswer, { projectPath }: WorkItemRoute) {
  const node = nodeIn(answer);
  const owner = node?.project?.fullPath;
  return owner !== undefined && (projectPath ?? owner).toLowerCase() === owner.toLowerCase() ? node : null;
}

export const workItemPage = query<WorkItemRoute, PageAnswer, ItemAnswer | EpicInstead>('workItem/page', {
  key: ({ projectPath, by, number }) => `${projectPath ?? ''} ${by} ${number}`,
  request: ({ projectPath, by, number }) => [
    (by === 'id' ? WorkItemPageOperation : ProjectWorkItemPageOperation) as Operation<PageAnswer, object>,
    by === 'id' ? { id: globalId('WorkItem', number) } : { projectPath, iid: number },
  ],
  decode: (answer, route) => {
    const named = nodeIn(answer);
    const epic = named?.workItemType.name === 'Epic' ? epicOf(named.reference) : null;
    if (epic !== null) return { epic };
    const node = foundIn(answer, route);
    return node && itemAnswer(node);
  },
  also: function* (_item, route, answer) {
    const project = foundIn(answer, route)?.project;
    if (project) yield* named({ fullPath: route.projectPath ?? project.fullPath, fullName: project.nameWithNamespace });
  },
  hides: isHidden,
  poll: { fallback: ITEM_INTERVAL },
  // mutant: item-overtaken
  overtakes: true,
  failure: (error) => failureText(error, WORK_ITEM_TEXTS.fetch),
});

/** An item that is open; `route` null: none. */
export interface OpenItem {
  readonly route: WorkItemRoute | null;
  /** Once it was read. */
  readonly id: GlobalId | null;
  /** WI-14.14: what the number turned out to be of. */
  readonly epic?: EpicOver;
}

export interface WorkItemsState {
  readonly page: OpenItem;
  readonly over: OpenItem;
  readonly overAs: OverKind;
  /** WI-17.1: read ahead of being opened. */
  readonly ahead: OpenItem;
}

const NONE: OpenItem = { route: null, id: null };

export const initialWorkItems: WorkItemsState = { page: NONE, over: NONE, overAs: 'modal', ahead: NONE };

/** What is read: where an item is shown, and the one that may be shown next. */
export const OPENINGS = [...ITEM_PLACES, 'ahead'] as const;

export const sameRoute = (a: WorkItemRoute | null, b: WorkItemRoute): boolean =>
  a !== null && a.projectPath === b.projectPath && a.by === b.by && a.number === b.number;

const routeOf = ({ projectPath, by, number }: WorkItemRoute): WorkItemRoute => ({ projectPath, by, number });

/** With what was found in each opening of this address. */
function withFound(state: WorkItemsState, route: WorkItemRoute, found: Omit<OpenItem, 'route'>): WorkItemsState {
  const isNew = ({ id, epic }: OpenItem) => id !== found.id || epic?.iid !== found.epic?.iid;
  const openings = OPENINGS.filter((name) => sameRoute(state[name].route, route) && isNew(state[name]));
  return openings.reduce((now, name) => ({ ...now, [name]: { route: now[name].route, ...found } }), state);
}

export const workItemReducer = reducerOf(initialWorkItems, (on) => {
  on(workItemActions.pageOpened, (state, route) =>
    sameRoute(state.page.route, route) ? state : { ...state, page: { route: routeOf(route), id: null }, ahead: NONE },
  );
  on(workItemActions.pageClosed, (state) => ({ ...state, page: NONE }));
  on(workItemActions.overOpened, (state, { as, ...route }) =>
    sameRoute(state.over.route, route) && state.overAs === as
      ? state
      : { ...state, over: { route: routeOf(route), id: null }, overAs: as, ahead: NONE },
  );
  on(workItemActions.overClosed, (state) => (state.over === NONE ? state : { ...state, over: NONE }));
  on(workItemActions.readAhead, (state, asked) => {
    if ('groupPath' in asked) return state.ahead === NONE ? state : { ...state, ahead: NONE };
    const isRead = OPENINGS.some((name) => sameRoute(state[name].route, asked));
    return isRead ? state : { ...state, ahead: { route: routeOf(asked), id: null } };
  });
  // WI-14.6
  on(workItemActions.deleteConfirmed.committed, (state, { asked }) =>
    state.over.id === asked.id ? { ...state, over: NONE } : state,
  );
  on(workItemPage.received, (state, { params, data }) =>
    withFound(state, params, 'epic' in data ? { id: null, ...data } : { id: data.item.id }),
  );
  on(workItemPage.failed, (state, { params, missing }) => (missing ? withFound(state, params, { id: null }) : state));
});
