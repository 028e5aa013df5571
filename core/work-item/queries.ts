import type { ProjectWorkItemPageQuery, WorkItemPageQuery } from '../api/generated/operations.ts';
import type { Operation } from '../ports/index.ts';
import { failureText, isHidden } from '../access/failures.ts';
import { ProjectWorkItemPageOperation, WorkItemPageOperation } from '../api/generated/operations.ts';
import { named } from '../frame/index.ts';
import { query } from '../query/index.ts';
import type { WorkItemRoute } from './actions.ts';
import type { ItemAnswer } from './page-data.ts';
import { itemAnswer } from './page-data.ts';
import { globalId, WORK_ITEM_TEXTS } from './rules.ts';

type PageAnswer = WorkItemPageQuery | ProjectWorkItemPageQuery;

/** WI-01.21: an address names its own project; another project's item is not there. */
function foundIn(answer: PageAnswer, { projectPath }: WorkItemRoute) {
  const node = 'project' in answer ? (answer.project?.workItems?.nodes?.[0] ?? null) : answer.workItem;
  return node?.project?.fullPath.toLowerCase() === projectPath.toLowerCase() ? node : null;
}

export const workItemPage = query<WorkItemRoute, PageAnswer, ItemAnswer>('workItem/page', {
  key: ({ projectPath, by, number }) => `${projectPath} ${by} ${number}`,
  request: ({ projectPath, by, number }) => [
    (by === 'id' ? WorkItemPageOperation : ProjectWorkItemPageOperation) as Operation<PageAnswer, object>,
    by === 'id' ? { id: globalId('WorkItem', number) } : { projectPath, iid: number },
  ],
  decode: (answer, route) => {
    const node = foundIn(answer, route);
    return node && itemAnswer(node);
  },
  also: function* (_item, route, answer) {
    const fullName = foundIn(answer, route)?.project?.nameWithNamespace;
    if (fullName !== undefined) yield* named({ fullPath: route.projectPath, fullName });
  },
  hides: isHidden,
  failure: (error) => failureText(error, WORK_ITEM_TEXTS.fetch),
});
