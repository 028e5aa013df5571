import type { SagaGenerator } from 'typed-redux-saga';
import type { Ports } from '../../ports/index.ts';
import type { Stamped } from '../../store/action.ts';
import type { WorkItemRoute } from '../actions.ts';
import type { WorkItemDetails } from '../page-data.ts';
import type { StateChange } from './actions.ts';
import type { ItemStateRoot } from './select.ts';
import { fork, put, select, takeLeading } from 'typed-redux-saga';
import { ask } from '../../access/effects.ts';
import { WorkItemPageOperation, WorkItemStateUpdateOperation } from '../../api/generated/operations.ts';
import { isUncertain, withNotice } from '../../store/index.ts';
import { workItemActions } from '../actions.ts';
import { workItemDetails } from '../page-data.ts';
import { firstError, stateAfter } from '../rules.ts';
import { itemStateActions, itemStateAlert } from './actions.ts';
import { itemUpdateError } from './rules.ts';
import { changeableItem } from './select.ts';

/** WI-02.4: one change at a time; what is asked for meanwhile is ignored, as its button is disabled. */
export function* itemStateSaga(ports: Ports): Generator {
  yield* settleInterrupted(ports);
  yield* takeLeading(itemStateActions.changeAsked.match, change, ports);
}

/** WI-02.7: a restarted watcher cannot know what became of a change that was being sent: it says so, and reads what the item is. */
function* settleInterrupted(ports: Ports): Generator {
  const { item, route, id } = yield* select(({ workItem, itemState }: ItemStateRoot) => ({
    item: workItem.item,
    route: workItem.route,
    id: itemState.status === 'sending' ? itemState.id : null,
  }));
  if (id === null) return;
  const shown = item?.id === id ? item : null;
  const alert = itemStateAlert(itemUpdateError(shown?.type ?? 'issue'), null);
  yield* put(withNotice(itemStateActions.changeFailed({ id }), alert));
  if (shown !== null && route !== null) yield* fork(readAgain, ports, route, shown);
}

/** WI-02.4 to WI-02.6: the item is what the answer says. Where no answer came it is read again, for the change may have been made. */
function* change(ports: Ports, { payload, meta }: Stamped<StateChange>): Generator {
  const { id, event } = payload;
  const { item, route } = yield* select((root: ItemStateRoot) => ({
    item: changeableItem(root),
    route: root.workItem.route,
  }));
  if (item === null || route === null || item.id !== id || item.state === stateAfter(event)) return;
  yield* put(itemStateActions.changeSent({ id }));
  const input = { id, stateEvent: event === 'close' ? 'CLOSE' : 'REOPEN' } as const;
  const options = meta.id === undefined ? {} : { idempotencyKey: meta.id };
  const reply = yield* ask(() => ports.graphql.request(WorkItemStateUpdateOperation, { input }, options));
  const answer = reply.ok ? reply.data.workItemUpdate : null;
  const detail = firstError(reply.ok ? answer?.errors : reply.error.messages);
  const node = detail === null ? (answer?.workItem ?? null) : null;
  if (node !== null) {
    yield* put(workItemActions.pageReceived({ route, item: workItemDetails(node) }));
    yield* put(itemStateActions.changed({ id }));
    return;
  }
  const alert = itemStateAlert(itemUpdateError(item.type), detail);
  yield* put(withNotice(itemStateActions.changeFailed({ id }), alert));
  if (!reply.ok && isUncertain(reply.error)) yield* readAgain(ports, route, item);
}

/** One that fails changes nothing: the page says what it knew. */
function* readAgain({ graphql }: Ports, route: WorkItemRoute, { id }: WorkItemDetails): SagaGenerator<void> {
  const reply = yield* ask(() => graphql.request(WorkItemPageOperation, { id }));
  const node = reply.ok ? reply.data.workItem : null;
  if (node !== null) yield* put(workItemActions.pageReceived({ route, item: workItemDetails(node) }));
}
