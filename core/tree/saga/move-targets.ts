import type { MoveTargetPartsFragment } from '../../api/generated/operations.ts';
import type { Ports } from '../../ports/index.ts';
import type { FoundParent } from '../state.ts';
import type { Session } from './session.ts';
import { nodesOf } from '../../api/adapter.ts';
import { MoveTargetsOperation } from '../../api/generated/operations.ts';
import { abortable, isWireError, sleep } from '../../store/index.ts';
import { call, put, select, takeLatest, type SagaGenerator } from 'typed-redux-saga';
import { treeActions, treeAnswers } from '../actions.ts';
import { COMPLETION_DEBOUNCE } from '../rules.ts';
import { selectTree } from './session.ts';

const changesSearch = [
  treeActions.moveTargetsOpened.type,
  treeActions.moveTargetsSearched.type,
  treeActions.moveTargetsClosed.type,
];

/** TR-16.33: the latest search wins. */
export function* watchMoveTargets({ ports }: Session): Generator {
  yield* takeLatest(changesSearch, find, ports);
}

function* find(ports: Ports): Generator {
  const { moving, root } = yield* select(selectTree);
  const search = moving?.search.trim() ?? '';
  if (moving === undefined || search === '' || root?.kind !== 'epic') return;
  yield* call(sleep, ports.clock, COMPLETION_DEBOUNCE);
  yield* put(treeAnswers.moveTargetsRead({ search: moving.search, found: yield* ask(ports, root.fullPath, search) }));
}

function* ask({ graphql }: Ports, fullPath: string, search: string): SagaGenerator<readonly FoundParent[] | null> {
  const number = /^(?:[^\s&]*&)?(\d{1,9})$/.exec(search)?.[1] ?? null;
  const variables = { fullPath, search, number, numbered: number !== null };
  try {
    const { data } = yield* call(() => abortable(graphql.request(MoveTargetsOperation, variables)));
    const nodes = [...nodesOf(data.group?.numbered), ...nodesOf(data.group?.titled)];
    return [...new Map(nodes.map((node) => [node.id, parentOf(node)])).values()];
  } catch (error) {
    if (!isWireError(error)) throw error;
    return null;
  }
}

const parentOf = (node: MoveTargetPartsFragment): FoundParent => ({
  id: node.id,
  title: node.title ?? '',
  reference: node.reference,
  confidential: node.confidential ?? false,
  mayAdmin: node.userPermissions.adminEpic,
  aboveIds: nodesOf(node.ancestors).map(({ id }) => id),
});
