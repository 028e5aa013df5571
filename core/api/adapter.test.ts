import { get } from '../table/index.ts';
import { noRecords, withItems } from '../work-item/entity.ts';
import { numericId } from '../work-item/rules.ts';
import { epicChildren, epicNode, issueGid, issueNode, linkGid, workItemNode } from '../testing/index.ts';
import { TreeAdapter } from './adapter.ts';
import { dayOf, nodesOf, shown } from './wire-parts.ts';
import { createChildEpic, createIssue } from './rest.ts';
import { descendantGroups, issueProjects, projectDetails } from './rest-searches.ts';

describe('rows from the wire', () => {
  test('TR-07.3 references are short where the place that is looked at owns the item', () => {
    const adapter = new TreeAdapter();
    expect(shown(adapter.epic(epicNode(2)).reference, 'acme')).toBe('&2');
    expect(shown(adapter.epic(epicNode(2)).reference, 'other')).toBe('acme&2');
    expect(shown(adapter.epic(epicNode(2, { reference: 'acme/web&2' })).reference, 'acme')).toBe('acme/web&2');
    expect(shown(adapter.issue(issueNode(3)).reference, 'acme')).toBe('acme/app#3');
    expect(shown(adapter.workItem(workItemNode(3), 0).reference, 'acme/app')).toBe('#3');
  });

  test('TR-01.30 missing parts become empty ones, dates become days', () => {
    const bare = new TreeAdapter().epic(
      epicNode(2, {
        title: null,
        labels: null,
        descendantCounts: null,
        descendantWeightSum: null,
        healthStatus: null,
        confidential: null,
        dueDate: '2026-05-01T00:00:00Z',
      }),
    );
    expect(bare).toMatchObject({ title: '', labels: [], confidential: false, dueDate: '2026-05-01', startDate: null });
    expect(bare.descendantCounts).toEqual({ openedEpics: 0, closedEpics: 0, openedIssues: 0, closedIssues: 0 });
    expect([null, '2026-02-30', '2026-02-30T00:00:00Z'].map(dayOf)).toEqual([null, null, null]);
    expect(nodesOf({ nodes: [1, null, 2] })).toEqual([1, 2]);
    expect(nodesOf(null)).toEqual([]);
  });

  test('TR-01.30 an issue keeps the id of its link beside its own', () => {
    const row = new TreeAdapter().issue(issueNode(3, { type: 'INCIDENT', state: 'locked' }));
    expect(row).toMatchObject({
      id: issueGid(3),
      epicIssueId: linkGid(3),
      type: 'incident',
      state: 'opened',
      projectPath: 'acme/app',
    });
  });

  test.each([
    ['Task', 'task'],
    ['Key Result', 'key_result'],
    ['Test Case', 'test_case'],
    ['Requirements', 'requirement'],
    ['Something new', 'issue'],
  ])('TR-01.30 a work item of the type %s is a %s', (typeName, type) => {
    expect(new TreeAdapter().workItem(workItemNode(3, { typeName }), 4)).toMatchObject({
      type,
      relativePosition: 4,
    });
  });

  test('TR-01.30 groups are kept once, until they change', () => {
    const adapter = new TreeAdapter();
    const read = (fullPath: string) =>
      adapter.epic(epicNode(3, { group: { id: 'gid://gitlab/Group/1', fullPath } })).group;
    const first = read('acme');
    expect(read('acme')).toBe(first);
    expect(read('other')).not.toBe(first);
    expect(read('other')).toBe(read('other'));
  });

  test('TR-21.20 the parent comes with its rights and roll-ups', () => {
    const { group } = epicChildren(1, { issues: [issueNode(3)] });
    if (group?.epic == null) throw new Error('No epic in the answer');
    expect(new TreeAdapter().parent(group.epic, group.id, 'acme')).toMatchObject({
      id: group.epic.id,
      webPath: '/groups/acme/-/epics/1',
      hasIssues: true,
      group: { id: group.id, fullPath: 'acme' },
      permissions: { canAdmin: true, canAdminRelation: true },
    });
  });
});

describe('TR-17.22 rights', () => {
  const guest = { adminParentLink: true, updateWorkItem: false, setWorkItemMetadata: false, deleteWorkItem: false };

  test('TR-17.22 the right to the children of a work item is that to its links, whoever may not set its metadata', () => {
    const { permissions } = new TreeAdapter().workItem(workItemNode(3, { userPermissions: guest }), 0);
    expect(permissions).toMatchObject({ canAdmin: true, canSetMetadata: false });
  });

  test('TR-17.22 the row of an issue says nothing of its children, and an added one nothing at all', () => {
    const may = { adminIssue: true, updateIssue: false };
    const row = new TreeAdapter().issue(issueNode(3, { userPermissions: may }));
    expect(row.permissions).toEqual({ canUpdate: false, canSetMetadata: true });
    const added = new TreeAdapter().issueLink({
      id: 3,
      title: 'Issue 3',
      state: 'opened',
      reference: 'acme/app#3',
      path: '/acme/app/-/issues/3',
      relation_path: '/groups/acme/-/epics/1/issues/1003',
      created_at: '2026-01-01T00:00:00Z',
      closed_at: null,
      weight: null,
      due_date: null,
      epic_issue_id: 1003,
    });
    expect(added).not.toHaveProperty('permissions');
    const read = withItems(noRecords(), [new TreeAdapter().workItem(workItemNode(3, { userPermissions: guest }), 0)]);
    const { items } = withItems(read, [row, added]);
    expect(get(items, issueGid(3))?.permissions).toMatchObject({ canAdmin: true, canSetMetadata: true });
  });
});

describe('REST', () => {
  test('TR-10.22 ids are the database’s, and what is put into a path is escaped', () => {
    expect(createChildEpic(numericId('gid://gitlab/Group/7'), { title: 'A', confidential: true, parentId: 1 })).toEqual(
      {
        method: 'POST',
        path: '/api/v4/groups/7/epics',
        body: { parent_id: 1, confidential: true, title: 'A' },
      },
    );
    expect(createIssue(5, { title: 'B', epicId: 1, confidential: true }).body).toEqual({
      title: 'B',
      epic_id: 1,
      confidential: true,
    });
    expect(projectDetails(5).path).toBe('/api/v4/projects/5');
    expect(descendantGroups(7, '').query).toEqual({ per_page: 100 });
    expect(issueProjects('/api/v4/groups/7/projects', 'x').query).toMatchObject({ search: 'x' });
  });
});
