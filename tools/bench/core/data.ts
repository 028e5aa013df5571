import type { EpicChildrenQuery } from '@espalier/core/api';

/** How many parents, and how many children under each. */
export interface Shape {
  readonly parents: number;
  readonly childrenEach: number;
}

export const PAGE_SIZE = 100;
export const GROUP = 'acme/platform';
const PROJECT = 'acme/platform/planner-service';

/** One answer of the server, as text: what is parsed from it belongs to one contestant alone. */
export interface PageText {
  readonly iid: string;
  /** The cursor that the page was asked with; null for the first. */
  readonly after: string | null;
  readonly text: string;
}

export interface Page {
  readonly iid: string;
  readonly after: string | null;
  readonly answer: EpicChildrenQuery;
}

export const parse = (pages: readonly PageText[]): Page[] =>
  pages.map(({ iid, after, text }) => ({ iid, after, answer: JSON.parse(text) as EpicChildrenQuery }));

export const epicGid = (n: number): string => `gid://gitlab/Epic/${n}`;
export const issueGid = (n: number): string => `gid://gitlab/Issue/${n}`;

/** Children of one parent, in the order in which they are shown. */
export type Shown = ReadonlyMap<string, readonly { readonly id: string; readonly title: string }[]>;

/**
 * The answers to `epicChildren` for every page of every parent, in the order in which they arrive: 40 labels, 50 people, 20 milestones, two labels
 * and two assignees on each issue, every third issue closed. `typenames` as a client asks for them that needs them.
 */
export function pagesOf({ parents, childrenEach }: Shape, typenames = false): PageText[] {
  const typed = typenames ? <T extends object>(__typename: string, value: T): T => ({ __typename, ...value }) : plain;
  const pages: PageText[] = [];
  for (let parent = 1; parent <= parents; parent += 1) {
    for (let from = 0; from < childrenEach; from += PAGE_SIZE) {
      const count = Math.min(PAGE_SIZE, childrenEach - from);
      const first = (parent - 1) * childrenEach + from + 1;
      const nodes = Array.from({ length: count }, (_, index) => issue(first + index, (from + index) * 513, typed));
      const hasNextPage = from + count < childrenEach;
      const answer = answerOf(parent, nodes, { endCursor: `c${from + count}`, hasNextPage }, childrenEach, typed);
      pages.push({ iid: String(parent), after: from === 0 ? null : `c${from}`, text: JSON.stringify(answer) });
    }
  }
  return pages;
}

type Typed = <T extends object>(name: string, value: T) => T;
const plain: Typed = (_name, value) => value;

type Epic = NonNullable<NonNullable<EpicChildrenQuery['group']>['epic']>;
type Issue = NonNullable<NonNullable<NonNullable<Epic['issues']>['nodes']>[number]>;

function issue(n: number, relativePosition: number, typed: Typed): Issue {
  const closed = n % 3 === 0;
  const person = (id: number) =>
    typed('UserCore', {
      id: `gid://gitlab/User/${id}`,
      name: `Person ${id}`,
      username: `person${id}`,
      avatarUrl: `/uploads/-/system/user/avatar/${id}/avatar.png`,
      webUrl: `https://planner.example/person${id}`,
    });
  const label = (id: number) =>
    typed('Label', {
      id: `gid://gitlab/GroupLabel/${id}`,
      title: `area::label ${id}`,
      color: '#1068bf',
      textColor: '#FFFFFF',
      description: `Work on area ${id}`,
    });
  const milestone = 1 + (n % 20);
  return typed('EpicIssue', {
    id: issueGid(n),
    iid: String(n),
    epicIssueId: `gid://gitlab/EpicIssue/${n + 500_000}`,
    title: `Make the planner do thing number ${n}`,
    type: 'ISSUE' as const,
    state: closed ? ('closed' as const) : ('opened' as const),
    reference: `${PROJECT}#${n}`,
    webPath: `/${PROJECT}/-/issues/${n}`,
    relationPath: `/groups/${GROUP}/-/epics/1/issues/${n + 500_000}`,
    relativePosition,
    confidential: false,
    blocked: n % 11 === 0,
    blockedByCount: n % 11 === 0 ? 1 : 0,
    createdAt: '2026-01-02T03:04:05Z',
    updatedAt: '2026-05-02T03:04:05Z',
    closedAt: closed ? '2026-05-02T03:04:05Z' : null,
    dueDate: n % 2 === 0 ? '2026-05-01' : null,
    weight: n % 9,
    healthStatus: n % 4 === 0 ? ('onTrack' as const) : null,
    taskCompletionStatus: typed('TaskCompletionStatus', { count: n % 5, completedCount: 0 }),
    milestone: typed('Milestone', {
      id: `gid://gitlab/Milestone/${milestone}`,
      title: `v1.${milestone}`,
      startDate: '2026-01-01',
      dueDate: '2026-06-30',
    }),
    assignees: typed('UserCoreConnection', { nodes: [person(1 + (n % 50)), person(1 + ((n + 7) % 50))] }),
    labels: typed('LabelConnection', { nodes: [label(1 + (n % 40)), label(1 + ((n + 1) % 40))] }),
    userPermissions: typed('IssuePermissions', { adminIssue: true, updateIssue: true }),
  });
}

function answerOf(
  parent: number,
  nodes: readonly Issue[],
  mark: { readonly endCursor: string; readonly hasNextPage: boolean },
  issues: number,
  typed: Typed,
): EpicChildrenQuery {
  const closedIssues = Math.floor(issues / 3);
  return {
    group: typed('Group', {
      id: 'gid://gitlab/Group/7',
      epic: typed('Epic', {
        id: epicGid(parent),
        iid: String(parent),
        title: `Epic ${parent}`,
        state: 'opened' as const,
        confidential: false,
        reference: `${GROUP}&${parent}`,
        hasChildren: false,
        hasIssues: true,
        userPermissions: typed('EpicPermissions', {
          adminEpic: true,
          createEpic: true,
          updateEpic: true,
          destroyEpic: true,
        }),
        defaultProjectForIssueCreation: typed('Project', {
          id: 'gid://gitlab/Project/5',
          nameWithNamespace: 'Acme / Platform / Planner service',
        }),
        descendantCounts: typed('EpicDescendantCount', {
          openedEpics: 0,
          closedEpics: 0,
          openedIssues: issues - closedIssues,
          closedIssues,
        }),
        descendantWeightSum: typed('EpicDescendantWeights', { openedIssues: issues * 4, closedIssues: issues }),
        healthStatus: typed('EpicHealthStatus', { issuesOnTrack: 0, issuesNeedingAttention: 0, issuesAtRisk: 0 }),
        issues: typed('EpicIssueConnection', {
          nodes,
          pageInfo: typed('PageInfo', { ...mark, hasPreviousPage: false, startCursor: null }),
        }),
      }),
    }),
  };
}
