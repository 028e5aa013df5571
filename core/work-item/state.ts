import type { NoticeDraft } from '../store/action.ts';
import type { StateEvent } from './rules.ts';
import type { GlobalId, WorkItemType } from './types.ts';
import type { ItemAnswer, PageItem } from './page-data.ts';
import type { Draft, Pending, Shown, Undo } from '../mutation/index.ts';
import type { AccessState } from '../access/slice.ts';
import type { WorkItemPageState } from './slice.ts';
import type { ItemRecords } from './entity.ts';
import type { WorkItemStateUpdateMutation } from '../api/generated/operations.ts';
import { eventFor, firstError, itemStateButton, itemUpdateError, stateAfter } from './rules.ts';
import { itemAnswer, readingsOf } from './page-data.ts';
import { define, gone, graphql, isPending, later, mutation } from '../mutation/index.ts';
import { takeIn } from './entity.ts';
import { createSelector } from 'reselect';
import { selectWorkItem } from './select.ts';
import { WorkItemStateUpdateOperation } from '../api/generated/operations.ts';
import { recordKeys } from '../entities/index.ts';

export { selectItemPageParts, type ItemPageParts } from './features.ts';

/** A change of the state of the page's item. It names the result, so that asking twice is asking once. */
export interface StateChange {
  readonly id: GlobalId;
  readonly event: StateEvent;
}

/** The same, with the item's type, which names it in what is told. */
export interface AskedChange extends StateChange {
  readonly type: WorkItemType;
}

export const itemStateActions = {
  /** Closes or reopens the item of the page. The answer: what the item is by then. */
  changeAsked: mutation<AskedChange, ItemAnswer, StateChange>('itemState/changeAsked'),
};

/** An alert on the item's page; the server's own words below the sentence. */
export const itemStateAlert = (text: string, detail: string | null): NoticeDraft => ({
  kind: 'danger',
  text,
  dismissible: true,
  ...(detail === null || detail === text ? {} : { detail }),
  scope: 'page',
});

/** The state as this domain reads it. */
export interface ItemStateRoot {
  readonly access: AccessState;
  readonly workItem: WorkItemPageState;
  readonly confirmed: ItemRecords;
  readonly pending: readonly Pending[];
}

/** The page's item where this viewer may close or reopen it (WI-02.3); null otherwise. */
export function changeableItem(root: ItemStateRoot): PageItem | null {
  const item = selectWorkItem(root);
  return root.access.session.user !== null && item?.permissions.canUpdate === true ? item : null;
}

/** A change is on its way, of whatever item: they go one after the other. */
const isChanging = (root: ItemStateRoot): boolean => isPending(root, itemStateActions.changeAsked);

export interface StateToggle {
  /** `Close issue`, `Reopen task`. */
  readonly label: string;
  readonly event: StateEvent;
  readonly loading: boolean;
}

/** WI-02.2: the button of the page's header; null without the right. */
export const selectStateToggle = createSelector([changeableItem, isChanging], (item, loading): StateToggle | null =>
  item === null ? null : { label: itemStateButton(item), event: eventFor(item.state), loading },
);

type ItemShown = Shown & ItemStateRoot;

/** RP-02.216: closing is taken back by reopening, and the other way round. */
export const stateUndo: Undo<AskedChange, StateChange> = {
  plan(before: ItemShown, { id, event }) {
    const item = changeableItem(before);
    if (item?.id !== id) return null;
    const done = event === 'close' ? 'closed' : 'reopened';
    return { name: `${done} ${item.reference} “${item.title}”`, back: { id, event } };
  },
  obstacle(now: ItemShown, { id, event }) {
    const item = selectWorkItem(now);
    if (item?.id !== id) return later('the item is still being read');
    if (isPending(now, itemStateActions.changeAsked)) return later('the change is still being made');
    if (now.access.session.user === null) return gone('you are not signed in');
    if (changeableItem(now) === null) return gone('you may not change it any more');
    return item.state === stateAfter(event) ? null : gone('it was changed meanwhile');
  },
  inverse: (_, { id, event }) => itemStateActions.changeAsked({ id, event: eventFor(stateAfter(event)) }),
};

const { changeAsked } = itemStateActions;

/** WI-02.4: one change at a time; what is asked for meanwhile is ignored, as its button is disabled. */
const change = define(changeAsked, {
  scope: () => 'item state',
  accept(root: ItemStateRoot, { id, event }: StateChange) {
    const item = changeableItem(root);
    const isAsked = item?.id === id && item.state !== stateAfter(event) && !isPending(root, changeAsked);
    return isAsked ? { id, event, type: item.type } : null;
  },
  invalidates: ({ id }) => recordKeys(id, ['state', 'closedAt']),
  request: (_, { id, event }) =>
    graphql(WorkItemStateUpdateOperation, { input: { id, stateEvent: event === 'close' ? 'CLOSE' : 'REOPEN' } }),
  decode: ({ workItem }: NonNullable<WorkItemStateUpdateMutation['workItemUpdate']>) =>
    workItem === null ? null : itemAnswer(workItem),
  commit: (draft: Draft<ItemRecords>, answer) => takeIn(draft, readingsOf(answer)),
  error: ({ type }, { messages }) => itemStateAlert(itemUpdateError(type), firstError(messages)),
  undo: stateUndo,
});

export const itemStateMutations = [change] as const;
