import type { Ports } from '../ports/index.ts';
import { observe } from '../query/index.ts';
import type { WorkItemPageState } from './slice.ts';
import { workItemActions, workItemPage } from './slice.ts';
import { isUncertain } from '../store/index.ts';
import { itemStateActions } from './state.ts';

/** WI-02.6: where the answer to a change cannot be read the item is read again, for it may have been made. */
const mayHaveChanged = (action: { readonly type: string }): boolean =>
  itemStateActions.changeAsked.refused.match(action) && isUncertain(action.payload.failure);

/** One page at a time: opening another, trying again or leaving gives up the reading. */
export const workItemSaga = (ports: Ports) =>
  observe(ports, workItemPage, {
    params: ({ workItem }: { readonly workItem: WorkItemPageState }) => workItem.route,
    opened: workItemActions.pageOpened.type,
    changes: workItemActions.pageClosed.type,
    again: workItemActions.pageRetried.type,
    stale: mayHaveChanged,
  });
