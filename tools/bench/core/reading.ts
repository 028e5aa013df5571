import type { Stamped } from '@espalier/core/store';
import type { Received } from '@espalier/core/query';
import type { ChildrenAnswer, ChildrenOf, NextPage } from '@espalier/core/tree';
import { readAgain } from '@espalier/core/query';
import { treeReads } from '@espalier/core/tree';
import { GROUP } from './data.ts';

/** An answer of the server about the children of a parent, as the planner takes it in. */
export type Reading = Received<ChildrenOf, ChildrenAnswer, NextPage>;

/** `rootId`: the epic whose tree is open; `cursor`: where the page begins, null for the first one. */
export function reading(
  rootId: string,
  part: Pick<ChildrenAnswer, 'parentId' | 'items'> & Partial<ChildrenAnswer>,
  cursor: NextPage | null = null,
): Stamped<Reading> {
  const parentId = part.parentId === rootId ? null : part.parentId;
  const params = { kind: 'epic', fullPath: GROUP, iid: '1', parentId } as const;
  const data = { parent: null, next: null, takenFrom: [], defaultProject: null, iterationId: null, ...part };
  const action = readAgain(
    treeReads.children,
    params,
    data.next,
    treeReads.children.received({ params, data, cursor }),
  );
  return { ...action, payload: { params, data, cursor }, meta: { ...action.meta, origin: 'server', at: 0 } };
}
