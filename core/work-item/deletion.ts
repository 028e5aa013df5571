import type { Root as AccessRoot } from '../access/select.ts';
import type { Ports } from '../ports/index.ts';
import type { GlobalId } from './types.ts';
import type { WorkItem } from './entity.ts';
import { call, put, select, takeEvery } from 'typed-redux-saga';
import { WorkItemDeleteOperation } from '../api/generated/operations.ts';
import { workItemId } from '../api/wire-parts.ts';
import { define, graphql, isPending } from '../mutation/index.ts';
import { noticeActions } from '../notice/index.ts';
import { get } from '../table/index.ts';
import { pageAlert } from './field-edit.ts';
import { firstError, itemDeletion } from './rules.ts';
import type { PageRoot } from './select.ts';
import { workItemActions } from './slice.ts';

const { deleteConfirmed } = workItemActions;

type Root = PageRoot & AccessRoot;

const deletable = (root: Root, id: GlobalId): WorkItem | null => {
  const item = get(root.confirmed.items, id);
  return root.access.session.user !== null && item?.permissions?.canDestroy === true ? item : null;
};

/** WI-02.20: asked for once, by whoever may. */
export const deletion = define(deleteConfirmed, {
  scope: ({ id }) => `item ${id} deletion`,
  /** TR-05.31: what its parent's rows show has changed. */
  invalidates: ({ parentId }) => (parentId === null ? [] : [parentId]),
  accept(root: Root, { id }: { readonly id: GlobalId }) {
    const item = deletable(root, id);
    if (item === null || isPending(root, deleteConfirmed, (asked) => asked.id === id)) return null;
    const { type, parentId = null, projectPath } = item;
    return { id, type, parentId, listPath: `/${projectPath ?? ''}/-/issues` };
  },
  request: (_, { id }) => graphql(WorkItemDeleteOperation, { input: { id: workItemId(id) } }),
  decode: () => true as const,
  error: ({ type }, { messages }) => pageAlert('page', itemDeletion(type).failed, firstError(messages)),
});

/** WI-02.21: a toast says so, and whoever is still on its page goes on to the list. */
export function* watchDeletions({ navigation }: Ports): Generator {
  yield* takeEvery(deleteConfirmed.committed.match, function* ({ payload: { asked } }) {
    yield* put(noticeActions.raised({ kind: 'toast', text: itemDeletion(asked.type).done, scope: 'page' }));
    const isOpen = yield* select(({ workItem }: Root) => workItem.page.id === asked.id);
    if (isOpen) yield* call([navigation, navigation.visit], asked.listPath);
  });
}
