import type {
  EpicChildrenQuery,
  EpicRowFragment,
  IssueRowFragment,
  WorkItemRowFragment,
  WorkItemTreeQuery,
} from '../api/generated/operations.ts';

/** Answers of the server, in the short form of tests. Numbers are database ids; the group is `acme`, the project `acme/app`. */

export const epicGid = (id: number): string => `gid://gitlab/Epic/${id}`;
export const issueGid = (id: number): string => `gid://gitlab/Issue/${id}`;
export const workItemGid = (id: number): string => `gid://gitlab/WorkItem/${id}`;
export const linkGid = (id: number): string => `gid://gitlab/EpicIssue/${id + 1000}`;

const MAY = { adminEpic: true, createEpic: true, updateEpic: true, destroyEpic: true };
const AT = '2026-03-01T10:00:00Z';

export const epicNode = (id: number, change: Partial<EpicRowFragment> = {}): EpicRowFragment => ({
  id: epicGid(id),
  iid: String(id),
  title: `Epic ${id}`,
  state: 'opened',
  reference: `acme&${id}`,
  webPath: `/groups/acme/-/epics/${id}`,
  relationPath: `/groups/acme/-/epics/1/links/${id}`,
  relativePosition: id * 10,
  confidential: false,
  blocked: false,
  blockedByCount: 0,
  createdAt: AT,
  updatedAt: AT,
  closedAt: null,
  startDate: null,
  dueDate: null,
  hasChildren: false,
  hasIssues: false,
  group: { id: 'gid://gitlab/Group/7', fullPath: 'acme' },
  labels: { nodes: [] },
  userPermissions: MAY,
  descendantCounts: { openedEpics: 0, closedEpics: 0, openedIssues: 0, closedIssues: 0 },
  descendantWeightSum: { openedIssues: 0, closedIssues: 0 },
  healthStatus: { issuesOnTrack: 0, issuesNeedingAttention: 0, issuesAtRisk: 0 },
  ...change,
});

export const issueNode = (id: number, change: Partial<IssueRowFragment> = {}): IssueRowFragment => ({
  id: issueGid(id),
  iid: String(id),
  epicIssueId: linkGid(id),
  title: `Issue ${id}`,
  type: 'ISSUE',
  state: 'opened',
  reference: `acme/app#${id}`,
  webPath: `/acme/app/-/issues/${id}`,
  relationPath: `/groups/acme/-/epics/1/issues/${id + 1000}`,
  relativePosition: id * 10,
  confidential: false,
  blocked: false,
  blockedByCount: 0,
  createdAt: AT,
  updatedAt: AT,
  closedAt: null,
  dueDate: null,
  weight: null,
  healthStatus: null,
  taskCompletionStatus: { count: 0, completedCount: 0 },
  milestone: null,
  assignees: { nodes: [] },
  labels: { nodes: [] },
  userPermissions: { adminIssue: true, updateIssue: true },
  ...change,
});

interface Children {
  readonly epics?: readonly EpicRowFragment[];
  readonly issues?: readonly IssueRowFragment[];
  /** Cursor behind the epics, where there are more. */
  readonly moreEpics?: string;
  readonly moreIssues?: string;
}

type Parent = NonNullable<NonNullable<EpicChildrenQuery['group']>['epic']>;

const page = (cursor: string | undefined) => ({
  endCursor: cursor ?? null,
  hasNextPage: cursor !== undefined,
  hasPreviousPage: false,
  startCursor: null,
});

/** The answer to `epicChildren`. */
export function epicChildren(id: number, children: Children, change: Partial<Parent> = {}): EpicChildrenQuery {
  const { epics = [], issues = [] } = children;
  const row = epicNode(id);
  return {
    group: {
      id: 'gid://gitlab/Group/7',
      epic: {
        id: row.id,
        iid: row.iid,
        title: row.title,
        state: 'opened',
        confidential: false,
        reference: row.reference,
        hasChildren: epics.length > 0,
        hasIssues: issues.length > 0,
        userPermissions: MAY,
        defaultProjectForIssueCreation: { id: 'gid://gitlab/Project/5', nameWithNamespace: 'Acme / App' },
        descendantCounts: {
          openedEpics: epics.filter(({ state }) => state === 'opened').length,
          closedEpics: epics.filter(({ state }) => state === 'closed').length,
          openedIssues: issues.filter(({ state }) => state === 'opened').length,
          closedIssues: issues.filter(({ state }) => state === 'closed').length,
        },
        descendantWeightSum: { openedIssues: 0, closedIssues: 0 },
        healthStatus: { issuesOnTrack: 0, issuesNeedingAttention: 0, issuesAtRisk: 0 },
        children: { nodes: epics, pageInfo: page(children.moreEpics) },
        issues: { nodes: issues, pageInfo: page(children.moreIssues) },
        ...change,
      },
    },
  };
}

export const workItemNode = (
  id: number,
  change: Partial<WorkItemRowFragment> & { readonly typeName?: string; readonly hasChildren?: boolean } = {},
): WorkItemRowFragment => {
  const { typeName = 'Task', hasChildren = false, ...rest } = change;
  return {
    id: workItemGid(id),
    iid: String(id),
    title: `Work item ${id}`,
    state: 'OPEN',
    confidential: false,
    reference: `acme/app#${id}`,
    webUrl: `https://planner.example/acme/app/-/work_items/${id}`,
    createdAt: AT,
    updatedAt: AT,
    closedAt: null,
    lockVersion: 0,
    project: { id: 'gid://gitlab/Project/5', fullPath: 'acme/app' },
    workItemType: { id: `gid://gitlab/WorkItems::Type/${typeName.length}`, name: typeName, iconName: null },
    userPermissions: { deleteWorkItem: true, updateWorkItem: true, setWorkItemMetadata: true, adminParentLink: true },
    widgets: [
      { type: 'HIERARCHY', hasChildren, parent: null },
      { type: 'ASSIGNEES', assignees: { nodes: [] } },
    ],
    ...rest,
  };
};

/** The answer to `workItemTree`. */
export function workItemTree(
  parent: WorkItemRowFragment,
  children: readonly WorkItemRowFragment[],
  more?: string,
): WorkItemTreeQuery {
  const others = (parent.widgets ?? []).filter((widget) => !('hasChildren' in widget));
  return {
    workItem: {
      ...parent,
      widgets: [
        ...others,
        {
          type: 'HIERARCHY',
          hasChildren: children.length > 0,
          parent: null,
          children: { nodes: children, pageInfo: page(more) },
        },
      ],
    } as WorkItemTreeQuery['workItem'],
  };
}
