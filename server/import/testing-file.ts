import type { FileEpic, FileIssue, PlanningFile } from './format.ts';
import { LISTS, memorySource } from './planning-source.ts';
import type { PlanningSink } from './spool.ts';

/** Gives a document to a sink as the reader of a file does. */
export async function feedDocument(document: object, sink: PlanningSink): Promise<void> {
  const source = memorySource(document);
  for (const [field, value] of Object.entries(source.head as object)) await sink.set(field, value);
  for (const list of LISTS) {
    if (source.length(list) !== undefined) await sink.add(list, []);
    for await (const rows of source.pieces(list)) await sink.add(list, rows);
  }
}

/** A small file that is right: a group with a subgroup and a project, two users, a chain of two epics, an issue, a link. */
export function smallFile(changes: Partial<PlanningFile> = {}): PlanningFile {
  return {
    schemaVersion: 1,
    dataset: {
      name: 'small',
      snapshotDate: '2026-01-31',
      sources: [{ repository: 'a/b', commit: '0'.repeat(40), committedAt: null, license: 'MIT', used: 'all' }],
    },
    groups: [
      {
        id: 'group:top',
        path: 'top',
        fullPath: 'top',
        name: 'Top',
        parentId: null,
        members: [{ userId: 'user:ann', roles: ['chair'] }],
      },
      { id: 'group:top/sub', path: 'sub', fullPath: 'top/sub', name: 'Sub', parentId: 'group:top', members: [] },
    ],
    projects: [
      { id: 'project:top/sub/app', groupId: 'group:top/sub', path: 'app', fullPath: 'top/sub/app', name: 'App' },
    ],
    users: [
      { id: 'user:ann', username: 'ann', name: 'Ann' },
      { id: 'user:bob', username: 'Bob', name: 'Bob' },
    ],
    labels: [{ id: 'label:a', groupId: 'group:top', title: 'a', color: '#00ff00' }],
    milestones: [
      {
        id: 'milestone:m',
        iid: 1,
        groupId: 'group:top',
        title: 'M',
        state: 'active',
        startDate: '2026-01-01',
        dueDate: '2026-02-28',
      },
    ],
    epics: [fileEpic(1), fileEpic(2, { parentId: 'epic:1' })],
    issues: [
      fileIssue(1, { epicId: 'epic:2', milestoneId: 'milestone:m', weight: 3, assigneeIds: ['user:ann', 'user:bob'] }),
    ],
    links: [
      { id: 'link:1', type: 'blocks', sourceId: 'epic:1', targetId: 'issue:1', origins: ['x'], mutual: false } as never,
    ],
    ...changes,
  };
}

const common = {
  title: 'Title',
  state: 'open',
  startDate: null,
  dueDate: null,
  createdAt: '2025-01-01T00:00:00Z',
  updatedAt: '2025-02-01T00:00:00Z',
  closedAt: null,
  confidential: false,
  labelIds: [],
  assigneeIds: [],
  approverIds: [],
  externalRefs: [],
} as const;

export function fileEpic(iid: number, changes: Partial<FileEpic> = {}): FileEpic {
  const own = { id: `epic:${String(iid)}`, iid, groupId: 'group:top', parentId: null, parentSource: null, kind: 'kep' };
  return { ...structuredClone(common), ...own, reviewerIds: [], ...changes } as FileEpic;
}

export function fileIssue(iid: number, changes: Partial<FileIssue> = {}): FileIssue {
  const own = {
    id: `issue:${String(iid)}`,
    iid,
    projectId: 'project:top/sub/app',
    epicId: null,
    kind: 'stage',
    weight: null,
  };
  return { ...structuredClone(common), ...own, milestoneId: null, ...changes } as FileIssue;
}
