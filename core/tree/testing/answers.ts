import type { TestPlanner } from '../../testing/index.ts';
import type { WorkItem } from '../../work-item/entity.ts';
import { type Received, readAgain } from '../../query/index.ts';
import { type Action, withMeta } from '../../store/index.ts';
import { type ChildRemoval, treeActions } from '../actions.ts';
import { type ChildrenAnswer, type ChildrenOf, type NextPage, treeReads } from '../reads.ts';

export type ChildrenRead = Received<ChildrenOf, ChildrenAnswer, NextPage>;

/** A reading of the children of epic 1 of "acme", or of another parent in its tree, as the kernel takes it in. */
export function childrenRead(
  part: Partial<ChildrenAnswer> & Pick<ChildrenAnswer, 'parentId'>,
  { parentId, cursor = null }: { readonly parentId?: null; readonly cursor?: NextPage | null } = {},
): Action {
  const params = {
    kind: 'epic',
    fullPath: 'acme',
    iid: '1',
    parentId: parentId === null ? null : part.parentId,
  } as const;
  const nothing = { parent: null, items: [], next: null, takenFrom: [], defaultProject: null, iterationId: null };
  const data = { ...nothing, ...part };
  return readAgain(treeReads.children, params, data.next, treeReads.children.received({ params, data, cursor }));
}

const resolves = { id: 'asked', as: 'committed' } as const;

/** A removal that is on its way, and its answer. */
export function removed(id: string, parentId: string) {
  const payload: ChildRemoval = { id, parentId, kind: 'epic', relationPath: null };
  const { type, committed } = treeActions.removeConfirmed;
  const answer = committed({ id: 'asked', asked: payload, answer: true });
  return answered(type, payload, withMeta(answer, { resolves, invalidates: [parentId] }));
}

/** An addition that is on its way, and its answer. */
export function added(parentId: string, items: readonly WorkItem[]) {
  const payload = { id: '', parentId, kind: 'epic', reference: '', before: null, after: null } as const;
  const { type, committed } = treeActions.childRestored;
  const answer = committed({ id: 'asked', asked: payload, answer: items });
  return answered(type, payload, withMeta(answer, { resolves, invalidates: [parentId] }));
}

function answered(type: string, payload: unknown, answer: Action) {
  const pending = [{ id: 'asked', type, payload, at: 0, status: 'sent' as const }];
  return { pending, answer };
}

/** What the answer to an addition does to an open tree. */
export async function answerAddition(
  planner: TestPlanner,
  parentId: string,
  items: readonly WorkItem[],
): Promise<void> {
  const { pending, answer } = added(parentId, items);
  for (const { id, type, payload } of pending) {
    const asked: Action = { type, payload, meta: { origin: 'server', id } };
    await planner.do(asked);
  }
  await planner.do(answer);
}
