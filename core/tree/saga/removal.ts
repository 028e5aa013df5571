import type { Ports } from '../../ports/index.ts';
import type { GlobalId, TreeItem } from '../../work-item/types.ts';
import type { Removal } from '../state.ts';
import type { Session, TreeSlices } from './session.ts';
import { WorkItemUpdateOperation } from '../../api/generated/operations.ts';
import { removeRelation } from '../../api/rest.ts';
import {
  abortable,
  isUncertain,
  isUndecided,
  isWireError,
  messagesOf,
  wireFault,
  withMeta,
  withNotice,
} from '../../store/index.ts';
import { get } from '../../table/index.ts';
import { firstError, HTTP } from '../../work-item/rules.ts';
import { call, put, select, takeEvery } from 'typed-redux-saga';
import { treeActions, treeAlert, treeAnswers } from '../actions.ts';
import { removalFailure } from '../rules.ts';
import { flagsOf } from '../slice.ts';
import { WORK_ITEM_TREE_ERRORS } from '../texts.ts';
import { beside } from './session.ts';

/** TR-13.33: keys of removals that may have been made without our knowing, by the child. */
type Unsure = Map<GlobalId, { readonly parentId: GlobalId; readonly key: string }>;

/** Every confirmed removal is a task of its own; an item that is being removed is not removed twice. */
export function* watchRemoval(session: Session): Generator {
  const unsure: Unsure = new Map();
  yield* takeEvery(treeAnswers.childrenRead.match, ({ payload }) => {
    // The list says now whether they were made.
    for (const [id, { parentId }] of unsure) if (parentId === payload.parentId) unsure.delete(id);
  });
  yield* takeEvery(treeActions.removeConfirmed.match, function* (): Generator {
    const { removal, busy } = yield* select(({ tree }: TreeSlices) => ({
      removal: tree.removal,
      busy: tree.removal !== null && flagsOf(tree, tree.removal.id).removing,
    }));
    if (removal === null || busy) return;
    yield* put(treeAnswers.removalSent(removal));
    yield* beside(session.ports, remove, session.ports, removal, unsure);
  });
}

function* remove(ports: Ports, removal: Removal, unsure: Unsure): Generator {
  const { item, detaches } = yield* select(({ confirmed, tree }: TreeSlices) => ({
    item: get(confirmed.items, removal.id),
    detaches: tree.root?.kind === 'workItem',
  }));
  if (item === undefined) return;
  const key = unsure.get(item.id)?.key ?? ports.ids.next();
  unsure.delete(item.id);
  try {
    yield* call(detaches ? detach : release, ports, item, key);
    yield* put(withMeta(treeAnswers.childRemoved(removal), { wrote: [removal.parentId] }));
  } catch (error) {
    const text = detaches ? WORK_ITEM_TREE_ERRORS.removeChild : removalFailure(item.type, statusOf(error));
    if (detaches) ports.log.error(text, error);
    const detail = firstError(messagesOf(error)) ?? undefined;
    if (isUndecided(error)) unsure.set(item.id, { parentId: removal.parentId, key });
    const answer = isUncertain(error) ? { ...removal, unknown: true } : removal;
    yield* put(withNotice(treeAnswers.removalRefused(answer), treeAlert(text, detail)));
  }
}

const statusOf = (error: unknown): number | undefined => (isWireError(error) ? error.status : undefined);

/** TR-13.23: DELETE of the path that came with the child. Without one there is nothing to ask: the same as 404. */
function* release(ports: Ports, item: TreeItem, idempotencyKey: string): Generator {
  const { relationPath } = item;
  if (relationPath === null) throw wireFault('http', { status: HTTP.NOT_FOUND });
  yield* call(() => abortable(ports.rest.request(removeRelation(relationPath), { idempotencyKey })));
}

/** TR-25.24: the parent is set to null; the response is not read, but for its errors. */
function* detach(ports: Ports, item: TreeItem, idempotencyKey: string): Generator {
  const input = { id: item.id, hierarchyWidget: { parentId: null } };
  const answer = yield* call(() =>
    abortable(ports.graphql.request(WorkItemUpdateOperation, { input }, { idempotencyKey })),
  );
  const errors = answer.data.workItemUpdate?.errors ?? [];
  if (errors.length > 0) throw wireFault('graphql', { messages: errors });
}
