import type { SagaGenerator } from 'typed-redux-saga';
import type { Answer, Ports } from '../ports/index.ts';
import type { GlobalId } from '../work-item/types.ts';
import type { ChildrenAnswer, ChildrenOf, NextPage } from './reads.ts';
import type { TreeSlices } from './state.ts';
import { isStale, versionsOf } from '../mutation/index.ts';
import { query } from '../query/index.ts';
import { isAborted, isWireError, messagesOf, wireFault } from '../store/effects.ts';
import { get } from '../table/index.ts';
import { firstError } from '../work-item/rules.ts';
import { put, select } from 'typed-redux-saga';
import { treeAlert, treeAnswers } from './actions.ts';
import { holdersOf } from './children.ts';
import { madeIn } from '../store/action.ts';
import { toldIn } from './place.ts';
import { inPlace } from '../store/place.ts';
import { selectList, treeReads } from './reads.ts';
import { fetchChildren, pageAt } from './saga/fetch.ts';
import { TREE_ERRORS, WORK_ITEM_TREE_ERRORS } from './rules.ts';

const failureOf = ({ kind }: ChildrenOf): string =>
  kind === 'workItem' ? WORK_ITEM_TREE_ERRORS.fetchChildren : TREE_ERRORS.fetch;

/** TR-01.1, TR-06.21, TR-05.23: the children of a parent. */
export const children = query(treeReads.children, {
  read: readChildren,
  decode: (answer: ChildrenAnswer | null) => answer,
  pages: ({ next }) => next,
  /** TR-14.27: a reading that began before a write to its parent was answered is never folded in, nor a part of what the other tree has read more of since. */
  isOvertaken({ parentId, next }, before, now) {
    const stamp = ({ versions }: TreeSlices) => versionsOf(versions, [parentId]);
    const known = ({ confirmed }: TreeSlices) => get(confirmed.orders, parentId)?.ids.length ?? 0;
    // mutant: stale-reading-folded-in
    if (isStale(stamp(before as TreeSlices), stamp(now as TreeSlices))) return true;
    return next !== null && known(now as TreeSlices) > known(before as TreeSlices);
  },
  failure: (_, params) => failureOf(params),
  /** TR-06.23, TR-25.21: the page itself says, where the tree would stand, that its root could not be read. */
  alert: (error, params, cursor) =>
    params.parentId === null && cursor === null
      ? undefined
      : treeAlert(failureOf(params), firstError(messagesOf(error)), toldIn(params.place)),
  hides: () => false,
});

/** How many children of each kind a parent shows. */
function shownCounts({ confirmed: { orders, items } }: TreeSlices, parentId: GlobalId | null) {
  const ids = parentId === null ? [] : (get(orders, parentId)?.ids ?? []);
  const epics = ids.filter((id) => get(items, id)?.type === 'epic').length;
  return { epics, issues: ids.length - epics };
}

function* readChildren(
  ports: Ports,
  params: ChildrenOf,
  cursor: NextPage | null,
): SagaGenerator<Answer<ChildrenAnswer | null>> {
  const { place } = params;
  const before = yield* select((state: TreeSlices) => inPlace(state, place));
  const { today, labelsShown, root } = before.tree;
  const day = ports.clock.today();
  // Before the settings are read nothing is shown that a day could change.
  if (today !== '' && day !== today) {
    const read = treeAnswers.settingsRead({ labelsShown, today: day });
    yield* put(madeIn(read, place));
  }
  const parentId = params.parentId ?? root?.id ?? null;
  const counts = shownCounts(before, parentId);
  const isAwaited = cursor !== null || selectList(before, parentId).status === 'loading';
  try {
    const answer =
      cursor === null
        ? yield* fetchChildren(ports, { parentId, place }, counts)
        : yield* fetchChildren(ports, { parentId, place }, ONE_PAGE, pageAt(cursor), counts.epics + counts.issues);
    if (answer === null || answer.data === null) {
      // TR-05.22: somebody wants to see it; a list that was seen disappears with its parent's.
      if (isAwaited && params.parentId !== null) throw wireFault('graphql');
      return { ...(answer ?? NO_ANSWER), data: null };
    }
    const { data } = answer;
    const { confirmed } = yield* select((state: TreeSlices) => state);
    const next = data.next.epics === null && data.next.issues === null ? null : data.next;
    return { ...answer, data: { ...data, next, takenFrom: holdersOf(confirmed, data.parentId, data.items) } };
  } catch (error) {
    const isTold = isAwaited && isWireError(error) && !isAborted(error);
    if (isTold && params.kind === 'workItem') ports.log.error(failureOf(params), error);
    throw error;
  }
}

const ONE_PAGE = { epics: 0, issues: 0 };
const NO_ANSWER = { status: 200, headers: {} };
