import type { SagaGenerator } from 'typed-redux-saga';
import { call, cancel, fork, put, select, take } from 'typed-redux-saga';
import type { Reply } from '../access/effects.ts';
import { ask } from '../access/effects.ts';
import { failureText, isHidden } from '../access/session.ts';
import type { WorkItemPageFragment } from '../api/generated/operations.ts';
import { ProjectWorkItemPageOperation, WorkItemPageOperation } from '../api/generated/operations.ts';
import { named } from '../frame/index.ts';
import type { Ports } from '../ports/index.ts';
import type { WorkItemRoute } from './actions.ts';
import { workItemActions } from './actions.ts';
import { workItemDetails } from './page-data.ts';
import { globalId, WORK_ITEM_TEXTS } from './rules.ts';
import type { WorkItemState } from './slice.ts';

type Root = { readonly workItem: WorkItemState };

/** One page at a time: opening another, trying again or leaving gives up the reading. Starts by what the state says is open. */
export function* workItemSaga(ports: Ports): Generator {
  for (;;) {
    const { route, status } = yield* select(({ workItem }: Root) => workItem);
    const reading = route !== null && status === 'loading' ? yield* fork(readPage, ports, route) : null;
    yield* take([workItemActions.pageOpened.type, workItemActions.pageRetried.type, workItemActions.pageClosed.type]);
    if (reading !== null) yield* cancel(reading);
  }
}

function* readPage(ports: Ports, route: WorkItemRoute): Generator {
  const reply = yield* call(find, ports, route);
  if (!reply.ok) {
    const text = failureText(reply.error, WORK_ITEM_TEXTS.fetch);
    yield* put(
      isHidden(reply.error) ? workItemActions.pageMissing({ route }) : workItemActions.pageFailed({ route, text }),
    );
    return;
  }
  const { data: node } = reply;
  // WI-01.21: an address names its own project; another project's item is not there.
  const found = node?.project?.fullPath.toLowerCase() === route.projectPath.toLowerCase();
  if (!found) {
    yield* put(workItemActions.pageMissing({ route }));
    return;
  }
  yield* named({ fullPath: route.projectPath, fullName: node.project.nameWithNamespace });
  yield* put(workItemActions.pageReceived({ route, item: workItemDetails(node) }));
}

function* find({ graphql }: Ports, route: WorkItemRoute): SagaGenerator<Reply<WorkItemPageFragment | null>> {
  const { projectPath, number } = route;
  if (route.by === 'id') {
    const id = globalId('WorkItem', number);
    const reply = yield* ask(() => graphql.request(WorkItemPageOperation, { id }));
    return reply.ok ? { ...reply, data: reply.data.workItem } : reply;
  }
  const reply = yield* ask(() => graphql.request(ProjectWorkItemPageOperation, { projectPath, iid: number }));
  return reply.ok ? { ...reply, data: reply.data.project?.workItems?.nodes?.[0] ?? null } : reply;
}
