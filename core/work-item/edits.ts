import type { Action } from '../store/action.ts';
import type { GlobalId, WorkItemType } from './types.ts';
import type { Root as AccessRoot } from '../access/select.ts';
import { eventFor, firstError, itemStateButton, itemUpdateError, stateAfter, type StateEvent } from './rules.ts';
import { itemAnswer, readingsOf, withKnownParent, type ItemAnswer } from './page-data.ts';
import {
  type Draft,
  type Shown,
  type Undo,
  define,
  gone,
  graphql,
  isPending,
  later,
  mutation,
} from '../mutation/index.ts';
import { type WorkItem, takeIn, type ItemRecords } from './entity.ts';
import { createSelector, lruMemoize } from 'reselect';
import { pageAlert } from './field-edit.ts';
import type { PageRoot } from './select.ts';
import type { RecordsRoot } from './shown.ts';
import { WorkItemEditOperation, type WorkItemEditMutation } from '../api/generated/operations.ts';
import { workItemId } from '../api/wire-parts.ts';
import { recordKeys, sameData } from '../entities/index.ts';
import { get } from '../table/index.ts';

/** The state of an item (WI-02); its other fields are in fields/. */

/** A change of the state of an item. It names the result, so that asking twice is asking once. */
export interface StateChange {
  readonly id: GlobalId;
  readonly event: StateEvent;
}

/** With the item's type, which names it in what is told. */
type Asked<C> = C & { readonly type: WorkItemType };

export const itemStateActions = {
  /** Closes or reopens the item of the page. The answer: what the item is by then. */
  changeAsked: mutation<Asked<StateChange>, ItemAnswer, StateChange | Asked<StateChange>>('itemState/changeAsked'),
};

const { changeAsked } = itemStateActions;

type Root = PageRoot & AccessRoot;

/** The item where this viewer may close or reopen it (WI-02.3); null otherwise. */
function changeableItem(root: Root, id: GlobalId): WorkItem | null {
  const item = get(root.confirmed.items, id);
  return root.access.session.user !== null && item?.permissions?.canUpdate === true ? item : null;
}

/** A change of the item is on its way. */
const isChanging = (root: Root, id: GlobalId): boolean => isPending(root, changeAsked, (asked) => asked.id === id);

/** WI-02.2: the button of the header; null without the right. */
export const selectStateToggle = createSelector(
  [changeableItem, isChanging],
  (item, loading) => (item === null ? null : { label: itemStateButton(item), event: eventFor(item.state), loading }),
  { memoize: lruMemoize, memoizeOptions: { maxSize: 2, resultEqualityCheck: sameData } },
);

export type StateToggle = NonNullable<ReturnType<typeof selectStateToggle>>;

/** A page with an item that can be closed, and reopened. `S`: the part of the state that it reads. */
interface StatePage<S extends Shown> {
  readonly noun: 'epic' | 'item';
  mayUpdate(state: S, id: GlobalId): boolean | undefined;
  isChanging(state: S, id: GlobalId): boolean;
  change(item: WorkItem, asked: StateChange): Action;
}

/** An item as the server last said; null where it is not known. */
const known = ({ confirmed }: RecordsRoot, id: GlobalId): WorkItem | null => get(confirmed.items, id) ?? null;

/** RP-02.216: closing is taken back by reopening, and the other way round, by the very request of the button. */
export const stateUndo = <P extends StateChange, S extends Shown & AccessRoot & RecordsRoot>(
  page: StatePage<S>,
): Undo<P, StateChange> => ({
  plan(before: S, { id, event }) {
    const item = known(before, id);
    if (item === null) return null;
    const done = event === 'close' ? 'closed' : 'reopened';
    return { name: `${done} ${item.reference} “${item.title}”`, undoData: { id, event } };
  },
  obstacle(now: S, { id, event }) {
    const item = known(now, id);
    const may = page.mayUpdate(now, id);
    if (item === null || may === undefined) return later(`the ${page.noun} is still being read`);
    if (page.isChanging(now, id)) return later('the change is still being made');
    if (now.access.session.user === null) return gone('you are not signed in');
    if (!may) return gone('you may not change it any more');
    return item.state === stateAfter(event) ? null : gone('it was changed meanwhile');
  },
  inverse: (now: S, { id, event }) =>
    page.change(known(now, id) as WorkItem, { id, event: eventFor(stateAfter(event)) }),
});

type Updated = NonNullable<WorkItemEditMutation['workItemUpdate']>;

/** WI-02.4: one change at a time; what is asked for meanwhile is ignored, as its button is disabled. */
const state = define(changeAsked, {
  scope: ({ id }) => `item state ${id}`,
  /** One that undoes another, or is made with others, comes complete. */
  accept(root: Root, given: StateChange | Asked<StateChange>) {
    if ('type' in given) return given;
    const { id, event } = given;
    const item = changeableItem(root, id);
    const isAsked = item !== null && item.state !== stateAfter(event) && !isChanging(root, id);
    return isAsked ? { id, event, type: item.type } : null;
  },
  invalidates: ({ id }) => recordKeys(id, ['state', 'closedAt']),
  request: (_, { id, event }) =>
    graphql(WorkItemEditOperation, {
      input: { id: workItemId(id), stateEvent: event === 'close' ? 'CLOSE' : 'REOPEN' },
    }),
  decode: ({ workItem }: Updated, _, { confirmed }: Root) =>
    workItem === null ? null : withKnownParent(confirmed, itemAnswer(workItem)),
  commit: (draft: Draft<ItemRecords>, answer) => takeIn(draft, readingsOf(answer)),
  error: ({ type }, { messages }) => pageAlert('page', itemUpdateError(type), firstError(messages)),
  undo: stateUndo<Asked<StateChange>, Root & Shown>({
    noun: 'item',
    mayUpdate: (now, id) => known(now, id)?.permissions?.canUpdate,
    isChanging,
    change: ({ type }, asked) => changeAsked({ ...asked, type }),
  }),
});

export const itemMutations = [state] as const;
