import type { EpicLinkJson, IssueLinkJson, LinksAnswer } from '../../api/rest.ts';
import type { Ports } from '../../ports/index.ts';
import type { Event, Stamped } from '../../store/index.ts';
import type { GlobalId, TreeItem } from '../../work-item/types.ts';
import type { Restoral } from '../reversals.ts';
import type { TreeSlices } from './session.ts';
import { TreeAdapter } from '../../api/adapter.ts';
import { WorkItemUpdateOperation } from '../../api/generated/operations.ts';
import { addReferences, removeRelation } from '../../api/rest.ts';
import { abortable, isUncertain, isWireError, messagesOf, wireFault, withMeta, withNotice } from '../../store/index.ts';
import { get } from '../../table/index.ts';
import { firstError, HTTP, numericId } from '../../work-item/rules.ts';
import { call, put, select, takeEvery, type SagaGenerator } from 'typed-redux-saga';
import { treeActions, treeAlert, treeAnswers } from '../actions.ts';
import { indexIn, standsThere } from '../order.ts';
import { treeReversals } from '../reversals.ts';
import { addFailure, removalFailure } from '../rules.ts';
import { beside, parentPlace } from './session.ts';

/** RP-02.215: removals that are taken back, and made once more. A request that changes something outlives this watcher. */
export function* watchReversals(ports: Ports): Generator {
  yield* takeEvery(treeReversals.restoreAsked.match, function* (action): Generator {
    yield* beside(ports, restore, ports, action);
  });
  yield* takeEvery(treeReversals.removalRepeated.match, function* (action): Generator {
    yield* beside(ports, removeAgain, ports, action);
  });
}

function* restore(ports: Ports, { payload, meta }: Stamped<Restoral>): Generator {
  try {
    const item = yield* payload.kind === 'item' ? reparent(ports, payload, meta.id) : add(ports, payload, meta.id);
    const { parentId } = payload;
    yield* put(withMeta(treeAnswers.childrenAdded({ parentId, items: [item] }), { wrote: [parentId] }));
    yield* place(payload);
  } catch (error) {
    const status = isWireError(error) && error.status !== undefined ? { status: error.status } : {};
    const { message } = addFailure(payload.kind === 'epic' ? 'epic' : 'issue', {
      ...status,
      messages: messagesOf(error),
    });
    yield* put(refused(payload, meta.id, error, message));
  }
}

function refused({ id, parentId }: Restoral, intentId = '', error: unknown, text: string, detail?: string): Event {
  const answer = { id, parentId, ...(isUncertain(error) && { unknown: true }) };
  const settles = { intentId, as: 'refused' } as const;
  return withNotice(withMeta(treeReversals.reversalRefused(answer), { settles }), treeAlert(text, detail));
}

const withId =
  (id: GlobalId) =>
  (json: { readonly id: number }): boolean =>
    json.id === numericId(id);

/** As the form adds it: by its reference. The answer says how its row is from now on, among those that others have added. */
function* add(ports: Ports, { id, parentId, kind, reference }: Restoral, key = ''): SagaGenerator<TreeItem> {
  const state = yield* select((whole: TreeSlices) => whole);
  const owner = parentPlace(state, { parentId });
  if (owner === null) throw wireFault('http', { status: HTTP.NOT_FOUND });
  const path = `/groups/${owner.fullPath}/-/epics/${owner.iid}/${kind === 'epic' ? 'links' : 'issues'}`;
  const send = <T>() =>
    abortable(ports.rest.request<LinksAnswer<T>>(addReferences(path, [reference]), { idempotencyKey: key }));
  const here = state.tree.root?.fullPath ?? '';
  const adapter = new TreeAdapter();
  const [item] =
    kind === 'epic'
      ? (yield* call(send<EpicLinkJson>)).data.issuables
          .filter(withId(id))
          .map((json) => adapter.epicLink(json, here, owner.fullPath))
      : (yield* call(send<IssueLinkJson>)).data.issuables
          .filter(withId(id))
          .map((json) => adapter.issueLink(json, here));
  if (item === undefined) throw wireFault('malformed');
  return item;
}

function* reparent(ports: Ports, { id, parentId }: Restoral, key = ''): SagaGenerator<TreeItem> {
  const input = { id, hierarchyWidget: { parentId } };
  const answer = yield* call(() =>
    abortable(ports.graphql.request(WorkItemUpdateOperation, { input }, { idempotencyKey: key })),
  );
  const errors = answer.data.workItemUpdate?.errors ?? [];
  const known = yield* select(({ confirmed }: TreeSlices) => get(confirmed.items, id));
  if (errors.length > 0 || known === undefined) throw wireFault('graphql', { messages: errors });
  return known;
}

/** What is added stands first; it goes between its former neighbours, if one of them is still there. A part of the restoral, no edit of its own. */
function* place({ id, parentId, before, after }: Restoral): Generator {
  const { confirmed } = yield* select((state: TreeSlices) => state);
  const order = get(confirmed.orders, parentId);
  const item = get(confirmed.items, id);
  if (order === undefined || item === undefined) return;
  const there = (neighbour: string | null): boolean => neighbour !== null && indexIn(order.ids, neighbour) >= 0;
  if (!there(before) && !there(after)) return;
  if (standsThere(order, id, item.state !== 'closed', before, after)) return;
  const move = treeActions.childMoved({ childId: id, fromParentId: parentId, parentId, before, after });
  yield* put(withMeta(move, { origin: 'server' }));
}

function* removeAgain(ports: Ports, { payload, meta }: Stamped<Restoral>): Generator {
  const { id, parentId } = payload;
  const item = yield* select(({ confirmed }: TreeSlices) => get(confirmed.items, id));
  const options = { idempotencyKey: meta.id ?? '' };
  try {
    if (payload.kind === 'item') {
      const input = { id, hierarchyWidget: { parentId: null } };
      const answer = yield* call(() => abortable(ports.graphql.request(WorkItemUpdateOperation, { input }, options)));
      const errors = answer.data.workItemUpdate?.errors ?? [];
      if (errors.length > 0) throw wireFault('graphql', { messages: errors });
    } else {
      const path = item?.relationPath ?? null;
      if (path === null) throw wireFault('http', { status: HTTP.NOT_FOUND });
      yield* call(() => abortable(ports.rest.request(removeRelation(path), options)));
    }
    yield* put(withMeta(treeAnswers.childRemoved({ id, parentId }), { wrote: [parentId] }));
  } catch (error) {
    const text = removalFailure(item?.type ?? 'issue', isWireError(error) ? error.status : undefined);
    yield* put(refused(payload, meta.id, error, text, firstError(messagesOf(error)) ?? undefined));
  }
}
