import type { Operation } from '@espalier/core/ports';
import {
  EpicChildEpicsOperation,
  EpicChildrenOperation,
  GroupEpicsOperation,
  GroupMilestonesOperation,
  RoadmapGroupEpicsOperation,
  RoadmapUndatedOperation,
  SearchEpicsOperation,
} from '@espalier/core/api';

/** Requests, and how lists are read on, page by page. */

export type StepRequest =
  | {
      readonly operation: Operation<unknown, never>;
      readonly variables: Readonly<Record<string, unknown>>;
      /** Variables that take the cursors of the answer's list to read on. */
      readonly next?: (answer: never) => Readonly<Record<string, unknown>> | null;
    }
  | {
      readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
      readonly path: string;
      readonly query?: Readonly<Record<string, string>>;
      readonly body?: unknown;
    };

interface Page {
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly endCursor: string | null;
  };
}
type ChildrenAnswer = {
  readonly group?: { readonly epic?: { readonly children: Page; readonly issues: Page } | null } | null;
};

/** All children of an epic, page by page. */
export function childrenRequest(path: { fullPath: string; iid: string }, pageSize: number): StepRequest {
  const next = ({ group }: ChildrenAnswer) => {
    const epic = group?.epic;
    if (epic == null || !(epic.children.pageInfo.hasNextPage || epic.issues.pageInfo.hasNextPage)) return null;
    return { epicEndCursor: epic.children.pageInfo.endCursor, issueEndCursor: epic.issues.pageInfo.endCursor };
  };
  return { operation: EpicChildrenOperation, variables: { ...path, pageSize }, next };
}

type ListAnswer = {
  readonly group?: { readonly epics?: Page & { readonly pageInfo: { readonly startCursor: string | null } } } | null;
};

/** A group's epics page by page, from the front or from the back. */
export function listRequest(
  variables: Readonly<Record<string, unknown>>,
  pageSize: number,
  backward: boolean,
): StepRequest {
  const next = ({ group }: ListAnswer) => {
    const page = group?.epics?.pageInfo;
    if (backward) return page?.hasPreviousPage === true ? { before: page.startCursor } : null;
    return page?.hasNextPage === true ? { after: page.endCursor } : null;
  };
  const size = backward ? { last: pageSize } : { first: pageSize };
  return { operation: GroupEpicsOperation, variables: { ...variables, ...size }, next };
}

type IssuesAnswer = Readonly<Record<'group' | 'project', { readonly issues?: Page | null } | null | undefined>>;

/** The issues of a group or project, page by page. */
export function issuesRequest(
  operation: Operation<unknown, never>,
  variables: Readonly<Record<string, unknown>>,
): StepRequest {
  const next = ({ group, project }: IssuesAnswer) => {
    const page = (group ?? project)?.issues?.pageInfo;
    return page?.hasNextPage === true ? { after: page.endCursor } : null;
  };
  return { operation, variables, next };
}

const SORTS = ['start_date_asc', 'start_date_desc', 'end_date_asc', 'end_date_desc'] as const;
const TIMEFRAMES = [
  null,
  { start: '2026-01-01', end: '2026-03-31' },
  { start: '2026-04-01', end: '2026-12-31' },
  { start: '2024-05-01', end: '2026-05-01' },
] as const;
const FILTERS = [
  {},
  {},
  { authorUsername: 'plan' },
  { not: { authorUsername: 'PLAN' } },
  { milestoneTitle: 'early' },
  { confidential: true },
  { confidential: false, search: 'plan epic' },
  { search: 'plan', in: ['TITLE'] },
  { search: 'plan', in: ['DESCRIPTION'] },
  { labelName: ['none'] },
  { not: { labelName: ['none'] } },
  { myReactionEmoji: 'thumbsup' },
  { iid: '2', topLevelHierarchyOnly: false },
  { topLevelHierarchyOnly: false },
] as const;

type RoadmapAnswer = {
  readonly group?: {
    readonly epics?: Page & { readonly pageInfo: { readonly startCursor: string | null } };
    readonly epic?: { readonly children: Page } | null;
    readonly milestones?: Page;
  } | null;
};

/** What a roadmap reads, page by page; `pick` chooses the remainder of a division by the number given. */
export function roadmapRequest(
  path: { readonly fullPath: string; readonly iid: string },
  pick: (index: number, count: number) => number,
): StepRequest {
  const timeframe = TIMEFRAMES[pick(1, TIMEFRAMES.length)];
  const filters = FILTERS[pick(2, FILTERS.length)] ?? {};
  const variables = { fullPath: path.fullPath, state: ['opened', 'closed', 'all'][pick(3, 3)], ...filters };
  const size = 1 + pick(4, 4);
  const forward = (page: Page | undefined) =>
    page?.pageInfo.hasNextPage === true ? { endCursor: page.pageInfo.endCursor } : null;
  switch (pick(0, 5)) {
    case 0: {
      const { topLevelHierarchyOnly: _, iid: __, ...shared } = variables as Readonly<Record<string, unknown>>;
      return {
        operation: EpicChildEpicsOperation,
        variables: { ...shared, ...path, timeframe, sort: SORTS[pick(5, 4)], first: size },
        next: ({ group }: RoadmapAnswer) => forward(group?.epic?.children),
      };
    }
    case 1:
      return {
        operation: RoadmapUndatedOperation,
        variables: { ...variables, last: size },
        next: ({ group }: RoadmapAnswer) =>
          group?.epics?.pageInfo.hasPreviousPage === true ? { startCursor: group.epics.pageInfo.startCursor } : null,
      };
    case 2:
      return {
        operation: GroupMilestonesOperation,
        variables: {
          fullPath: path.fullPath,
          state: 'active',
          timeframe,
          includeAncestors: pick(5, 2) === 0,
          includeDescendants: pick(5, 3) === 0,
          first: 1,
        },
        next: ({ group }: RoadmapAnswer) => forward(group?.milestones),
      };
    case 3: {
      const what = pick(5, 2) === 0 ? { search: 'epic' } : { iidStartsWith: '1' };
      return { operation: SearchEpicsOperation, variables: { fullPath: path.fullPath, state: 'all', ...what } };
    }
    default:
      return {
        operation: RoadmapGroupEpicsOperation,
        variables: { ...variables, timeframe, sort: SORTS[pick(5, 4)], first: size, withColor: pick(5, 2) === 0 },
        next: ({ group }: RoadmapAnswer) => forward(group?.epics),
      };
  }
}
