import type { WorkItemStateUpdateMutation } from '../../api/generated/operations.ts';
import type { ItemStateRoot } from './select.ts';
import type { StateChange } from './actions.ts';
import { WorkItemStateUpdateOperation } from '../../api/generated/operations.ts';
import { define, graphql, isPending, type Draft } from '../../mutation/index.ts';
import { recordKeys } from '../../entities/index.ts';
import { takeIn, type ItemRecords } from '../entity.ts';
import { itemAnswer, readingsOf } from '../page-data.ts';
import { firstError, stateAfter } from '../rules.ts';
import { itemStateActions, itemStateAlert } from './actions.ts';
import { itemUpdateError } from './rules.ts';
import { changeableItem } from './select.ts';
import { stateUndo } from './undo.ts';

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
