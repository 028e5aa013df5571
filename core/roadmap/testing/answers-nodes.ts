import type { RoadmapEpicPartsFragment } from '../../api/generated/operations.ts';

/** Epics of the wire for tests. */

export const gid = (id: number): string => `gid://gitlab/Epic/${id}`;

/** An epic as the wire gives it. */
export type EpicNode = RoadmapEpicPartsFragment & { readonly color?: string; readonly textColor?: string };

export const epicNode = (id: number, change: Partial<EpicNode> = {}): EpicNode => ({
  id: gid(id),
  iid: String(id),
  title: `Epic ${id}`,
  state: 'opened',
  webPath: `/groups/acme/-/epics/${id}`,
  reference: `acme&${id}`,
  confidential: false,
  hasChildren: false,
  hasParent: false,
  parent: null,
  blocked: false,
  blockedByCount: 0,
  blockedByEpics: { nodes: [] },
  startDate: '2026-11-02',
  startDateIsFixed: true,
  startDateFixed: '2026-11-02',
  dueDate: '2026-11-20',
  dueDateIsFixed: true,
  dueDateFixed: '2026-11-20',
  group: { id: 'gid://gitlab/Group/7', name: 'Acme', fullName: 'Acme', fullPath: 'acme' },
  userPermissions: { adminEpic: true, createEpic: true, updateEpic: true, destroyEpic: true },
  descendantCounts: { openedEpics: 1, closedEpics: 1, openedIssues: 2, closedIssues: 3 },
  descendantWeightSum: { openedIssues: 4, closedIssues: 1 },
  ...change,
});

export const UNDATED = { startDate: null, dueDate: null, startDateFixed: null, dueDateFixed: null } as const;
