import { issueList } from './list/issues.ts';
import type { AnyAction, Stamped } from '../store/action.ts';
import type { Step } from '../store/domain.ts';
import { entries, get, type Table } from '../table/index.ts';
import { withItems, type ItemRecords, type WorkItem } from './entity.ts';
import type { PageRoot } from './select.ts';
import type { Ports } from '../ports/index.ts';
import { isAnyOf } from '@reduxjs/toolkit';
import { leftOpenBy } from '../mutation/index.ts';
import { observe } from '../query/index.ts';
import { fork } from 'typed-redux-saga';
import { itemEdits } from './fields/actions.ts';
import {
  ITEM_LEAVINGS,
  OPENINGS,
  sameRoute,
  workItemActions,
  workItemPage,
  workItemReducer,
  type ItemPlace,
  type WorkItemRoute,
  type WorkItemsState,
} from './slice.ts';
import type { GlobalId } from './types.ts';
import { globalId, isOfItself, isOfItsName } from './rules.ts';
import { deletion, watchDeletions } from './deletion.ts';
import { itemMutations, itemStateActions } from './edits.ts';
import { readingsOf, withKnownParent } from './page-data.ts';

export type * from './types.ts';
export * from './rules.ts';
export { samePlace, type ListPlace, type ListQuery } from './list/list.ts';
export { issueList, type IssueListQuery } from './list/issues.ts';
export { ITEM_PLACES, workItemActions, type ItemPlace, type OverKind, type WorkItemRoute } from './slice.ts';
export type { ItemReading, WorkItem } from './entity.ts';
export { itemStateActions, selectStateToggle, type StateToggle } from './edits.ts';
export type { ShownLabelForm } from './shown-label-form.ts';
export {
  isCovered,
  isEpicOver,
  isOpenIn,
  selectIsPeeking,
  selectFrontItem,
  selectItemPageParts,
  selectItemReading,
  selectItemTop,
  type ItemTop,
  selectOverKind,
  selectWorkItem,
  selectWorkItemModel,
  type WorkItemModel,
} from './select.ts';

/** The pages, and whose children the trees beside them show. */
interface TreesRoot extends PageRoot {
  readonly confirmed: PageRoot['confirmed'] & { readonly parents: Table<GlobalId> };
}

/** One item in each place: opening another there, trying again or leaving gives up the read. */
const watchItems = (ports: Ports) =>
  observe(ports, workItemPage, {
    params: ({ workItem }: TreesRoot) => OPENINGS.flatMap((name) => workItem[name].route ?? []),
    concerns(route, action, { workItem }) {
      const place = placeOf(action);
      if (place !== null) return sameRoute(workItem[place].route, route);
      const id = leftOpen(action);
      return id === null || id === idOf(workItem, route);
    },
    opened: [workItemActions.pageOpened.type, workItemActions.overOpened.type],
    changes: [workItemActions.pageClosed.type, workItemActions.overClosed.type, workItemActions.readAhead.type],
    again: [workItemActions.pageRetried.type, workItemActions.overRetried.type],
    pushes: {
      topic: idToHear,
      // mutant: item-push-ignored
      follows: isOfItself,
      beside: {
        topic: parentToHear,
        follows: isOfItsName,
      },
    },
    // WI-02.6, WI-15.6: where the answer to a change cannot be read the item is read again, for it may have been made.
    // mutant: item-doubt-stays
    stale: (action: AnyAction) => leftOpen(action) !== null,
  });

function* workItemSaga(ports: Ports): Generator {
  yield* fork(watchDeletions, ports);
  yield* watchItems(ports);
}

const idOf = (openings: WorkItemsState, route: WorkItemRoute): GlobalId | null =>
  OPENINGS.map((name) => openings[name]).find((each) => sameRoute(each.route, route))?.id ?? null;

/** WI-01.27: also before it was read, where its address or a row names it. */
const idToHear = ({ workItem, confirmed }: PageRoot, route: WorkItemRoute): GlobalId | null =>
  idOf(workItem, route) ?? idByAddress(confirmed, route);

/** RP-02.320: a tree that shows the item knows its parent before the item was read. */
function parentToHear(state: TreesRoot, route: WorkItemRoute): GlobalId | null {
  const id = idToHear(state, route) ?? '';
  const read = get(state.confirmed.items, id)?.parentId;
  return read === undefined ? (get(state.confirmed.parents, id) ?? null) : read;
}

const { pageOpened, pageRetried, overOpened, overRetried } = workItemActions;

/** The place that an action opens, or reads again. */
const placeOf = (action: AnyAction): ItemPlace | null =>
  isAnyOf(pageOpened, pageRetried)(action) ? 'page' : isAnyOf(overOpened, overRetried)(action) ? 'over' : null;

const CHANGES = [itemStateActions.changeAsked, ...Object.values(itemEdits)];

/** The item that an action leaves to be read again; null: none. */
const leftOpen = (action: AnyAction): GlobalId | null =>
  workItemActions.pageOutdated.match(action) ? action.payload.id : leftOpenBy(CHANGES, action);

/** WI-17.2: the item of an address, where everything that a page shows of it is known. */
function knownWhole(records: ItemRecords, route: WorkItemRoute): GlobalId | null {
  const item = get(records.items, idByAddress(records, route) ?? '');
  if (item === undefined || item.type === 'epic') return null;
  const { id, projectPath: owner, descriptionHtml, widgets, permissions } = item;
  const isWhole = [owner, descriptionHtml, widgets, permissions].every((fact) => fact !== undefined);
  return isWhole && (route.projectPath ?? owner)?.toLowerCase() === owner?.toLowerCase() ? id : null;
}

/** WI-01.27: an address names its item by the number of all; whatever has shown one that it names by that of the project knows its reference. */
function idByAddress({ items }: ItemRecords, { projectPath, by, number }: WorkItemRoute): GlobalId | null {
  if (by === 'id') return globalId('Issue', number);
  const named = `${projectPath ?? ''}#${number}`.toLowerCase();
  const isIt = ({ iid, type, reference }: WorkItem): boolean =>
    iid === number && type !== 'epic' && reference.toLowerCase() === named;
  return [...entries(items)].find(([, item]) => isIt(item))?.[0] ?? null;
}

function afterReduce(state: WorkItemsState, action: Stamped, { after }: Step<PageRoot>): WorkItemsState {
  const place = pageOpened.match(action) ? 'page' : overOpened.match(action) ? 'over' : null;
  if (place === null) return state;
  const { route, id } = state[place];
  if (route === null || id !== null) return state;
  const known = knownWhole(after.confirmed, route);
  return known === null ? state : { ...state, [place]: { route, id: known } };
}

/** What the planner wires: the items that are open under `workItem`. Nothing here is optimistic: they are read. */
export const workItemDomain = {
  name: 'workItem',
  reducer: workItemReducer,
  afterReduce,
  saga: workItemSaga,
  mutations: [...itemMutations, deletion],
  // mutant: item-refreshed-without-labels
  reduceConfirmed<C extends ItemRecords>(confirmed: C, action: Stamped): C {
    const data = workItemPage.received.match(action) ? action.payload.data : null;
    return data !== null && 'item' in data
      ? withItems(confirmed, readingsOf(withKnownParent(confirmed, data)))
      : confirmed;
  },
  // mutant: over-item-not-held
  holds: ({ workItem, confirmed: { items } }: PageRoot) =>
    OPENINGS.flatMap((name) => workItem[name].id ?? []).flatMap((id) => [id, get(items, id)?.parentId ?? id]),
  leaves: ITEM_LEAVINGS,
} as const;

/** The list of the issues of a group or project, under `issueList`; read only. */
export const issueListDomain = issueList.domain;
