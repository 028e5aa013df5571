import type { TestPlanner } from '../testing/index.ts';
import { selectRowModel, selectTreeHeader, selectTreeRows, selectTreeScrolls } from '../index.ts';
import {
  epicChildren,
  epicGid,
  epicNode,
  issueGid,
  issueNode,
  PlannerBuilder,
  refusal,
  workItemNode,
  workItemTree,
} from '../testing/index.ts';
import { sidebarReads } from '../sidebar/actions.ts';
import { treeActions } from './index.ts';

const ROOT = epicGid(1);
const person = (id: number) => ({
  id: `gid://gitlab/User/${id}`,
  name: `P ${id}`,
  username: `p${id}`,
  avatarUrl: null,
  webUrl: `/p${id}`,
});
const label = (id: number, title: string) => ({
  id: `gid://gitlab/Label/${id}`,
  title,
  color: '#fff',
  textColor: '#333',
  description: null,
});

const five = () => new PlannerBuilder().opened(epicChildren(1, { issues: [1, 2, 3, 4, 5].map((id) => issueNode(id)) }));
const model = (planner: TestPlanner, id: string) => {
  const made = selectRowModel(planner.state, id);
  if (made === null) throw new Error(`No model for ${id}`);
  return made;
};

const READING = { canAdmin: false, canAdminRelation: false, canUpdate: false, canCreate: false, canDestroy: false };

describe('rows', () => {
  test('TR-05.24 nothing new, nothing changed: the same list', async () => {
    const planner = await five();
    const rows = selectTreeRows(planner.state);
    await planner.do(treeActions.labelsToggled(), treeActions.formOpened({ form: 'addIssue' }));
    expect(selectTreeRows(planner.state)).toBe(rows);
  });

  test('TR-05.24 a move makes new rows only between its ends, a rollback brings the old ones back', async () => {
    const planner = await five();
    const rows = selectTreeRows(planner.state);
    await planner.do(treeActions.dropped({ id: issueGid(3), fromParentId: ROOT, toParentId: ROOT, index: 1 }));
    const moved = selectTreeRows(planner.state);
    expect(moved.map((row) => row.kind === 'item' && [row.id.replace(/\D/g, ''), row.index])).toEqual([
      ['1', 0],
      ['3', 1],
      ['2', 2],
      ['4', 3],
      ['5', 4],
    ]);
    expect([moved[0], moved[3], moved[4]]).toEqual([rows[0], rows[3], rows[4]]);
    expect([moved[0] === rows[0], moved[3] === rows[3], moved[4] === rows[4]]).toEqual([true, true, true]);
    await planner.fake.next('epicTreeReorder').fail(refusal(500));
    expect(selectTreeRows(planner.state)).toBe(rows);
  });

  test('TR-05.24 a row says where it stands among its siblings, also after one has gone', async () => {
    const planner = await five();
    await planner.do(treeActions.removeAsked({ id: issueGid(2), parentId: ROOT }), treeActions.removeConfirmed());
    await planner.fake.next('DELETE /groups/acme/-/epics/1/issues/1002').answer({});
    expect(
      selectTreeRows(planner.state).map((row) => row.kind === 'item' && `${row.index}/${row.siblingCount}`),
    ).toEqual(['0/4', '1/4', '2/4', '3/4']);
  });

  test('TR-05.4 an item that turned up below itself is not opened again', async () => {
    const planner = await new PlannerBuilder().opened(epicChildren(1, { epics: [epicNode(2, { hasChildren: true })] }));
    await planner.do(treeActions.itemToggled({ id: epicGid(2) }));
    await planner.fake.next('epicChildren').answer(epicChildren(2, { epics: [epicNode(3, { hasChildren: true })] }));
    await planner.do(treeActions.itemToggled({ id: epicGid(3) }));
    await planner.fake.next('epicChildren').answer(epicChildren(3, { epics: [epicNode(3, { hasChildren: true })] }));
    expect(selectTreeRows(planner.state).length).toBeLessThan(4);
  });

  test('TR-08.20 more than five direct children scroll', async () => {
    const planner = await five();
    expect(selectTreeScrolls(planner.state)).toBe(false);
    const six = await new PlannerBuilder().opened(
      epicChildren(1, { issues: [1, 2, 3, 4, 5, 6].map((id) => issueNode(id)) }),
    );
    expect(selectTreeScrolls(six.state)).toBe(true);
  });
});

describe('the model of a row', () => {
  const rich = (config = {}) =>
    new PlannerBuilder().config(config).opened(
      epicChildren(1, {
        epics: [
          epicNode(2, {
            descendantCounts: { openedEpics: 1, closedEpics: 0, openedIssues: 2, closedIssues: 3 },
            healthStatus: { issuesOnTrack: 1, issuesNeedingAttention: 0, issuesAtRisk: 1 },
            labels: { nodes: [label(1, 'priority::high')] },
          }),
        ],
        issues: [
          issueNode(3, {
            relativePosition: 30,
            confidential: true,
            blocked: true,
            blockedByCount: 2,
            weight: 0,
            healthStatus: 'atRisk',
            dueDate: '2026-12-01T00:00:00Z',
            milestone: { id: 'gid://gitlab/Milestone/1', title: '1.0', startDate: '2026-11-01', dueDate: '2026-11-20' },
            assignees: { nodes: [1, 2, 3, 4].map(person) },
            labels: { nodes: [label(2, 'bug & co')] },
          }),
          issueNode(4, {
            relativePosition: 40,
            state: 'closed',
            closedAt: '2026-11-02T00:00:00Z',
            blocked: true,
            healthStatus: 'onTrack',
          }),
        ],
      }),
    );

  test('TR-07.5 TR-07.20 decides all that an issue shows, a weight of 0 too', async () => {
    const planner = await rich();
    expect(model(planner, issueGid(3))).toMatchObject({
      icon: 'issue-block',
      iconLabel: 'Blocked issue',
      reference: 'acme/app#3',
      href: '/acme/app/-/issues/3',
      confidential: {
        tooltip:
          'Only project members with at least the Reporter role, the author and assignees can view or be notified about a confidential issue.',
      },
      stateText: 'Created',
      stateAt: '2026-03-01T10:00:00Z',
      weight: 0,
      milestone: { text: '1.0', label: 'Milestone 1.0: Expired 1 day ago (Nov 20, 2026)' },
      dueDate: '2026-12-01',
      dueText: 'Dec 1, 2026',
      assignees: { hidden: 2, more: '+2' },
      health: { label: 'At risk', variant: 'danger' },
      blocked: { count: 2, text: 'Blocked by 2 issues' },
      counts: null,
      canRemove: true,
      canMove: true,
    });
    expect(model(planner, issueGid(3)).assignees.shown).toHaveLength(2);
    expect(model(planner, issueGid(4))).toMatchObject({
      icon: 'issue-closed',
      iconLabel: 'Closed issue',
      stateText: 'Closed',
      stateAt: '2026-11-02T00:00:00Z',
      weight: null,
      health: null,
      blocked: null,
    });
  });

  test('TR-07.20 decides all that an epic shows', async () => {
    const planner = await rich();
    expect(model(planner, epicGid(2))).toMatchObject({
      icon: 'epic',
      reference: '&2',
      counts: [
        { label: 'Epics', text: '1 open, 0 closed' },
        { label: 'Issues', text: '2 open, 3 closed' },
      ],
      healthCounts: [{ count: 1 }, { count: 0 }, { count: 1 }],
    });
    const plain = await rich({ allowSubEpics: false, allowIssuableHealthStatus: false, allowScopedLabels: false });
    expect(model(plain, epicGid(2)).counts).toMatchObject([{ label: 'Issues' }]);
    expect(model(plain, epicGid(2)).healthCounts).toEqual([]);
    expect(model(plain, issueGid(3)).health).toBeNull();
    expect(model(plain, epicGid(2)).labels[0]?.scoped).toBeNull();
  });

  test('TR-07.21 labels lead to the list of their kind', async () => {
    const planner = await rich();
    expect(model(planner, epicGid(2)).labels).toMatchObject([
      {
        title: 'priority::high',
        scoped: { scope: 'priority', value: 'high' },
        href: '/groups/acme/-/epics?label_name[]=priority%3A%3Ahigh',
      },
    ]);
    expect(model(planner, issueGid(3)).labels).toMatchObject([
      { scoped: null, href: '/groups/acme/-/issues?label_name[]=bug%20%26%20co' },
    ]);
  });

  test('RP-02.269 a row is the same while neither its item nor its labels change, and shows what others read of them', async () => {
    const planner = await new PlannerBuilder().opened(
      epicChildren(1, {
        issues: [issueNode(3, { labels: { nodes: [label(2, 'bug')] } }), issueNode(4, { labels: { nodes: [] } })],
      }),
    );
    const rows = () => [3, 4].map((id) => model(planner, issueGid(id)));
    const [labelled, plain] = rows();
    const read = (title: string, id: number) =>
      planner.do(
        sidebarReads.labels.received({
          params: { groupPath: 'acme', search: '' },
          data: { labels: [label(id, title)], next: null },
          cursor: null,
        }),
      );
    await read('other', 9);
    await read('bug', 2);
    expect(rows()).toEqual([labelled, plain]);
    expect([rows()[0] === labelled, rows()[1] === plain]).toEqual([true, true]);
    await read('fault', 2);
    expect([rows()[0]?.labels.map(({ title }) => title), rows()[1] === plain]).toEqual([['fault'], true]);
  });

  test('TR-04.20 labels can be hidden; the toggle is kept', async () => {
    const builder = new PlannerBuilder();
    const planner = await builder.opened(
      epicChildren(1, { issues: [issueNode(3, { labels: { nodes: [label(2, 'bug')] } })] }),
    );
    await planner.do(treeActions.labelsToggled());
    expect(model(planner, issueGid(3)).labels).toEqual([]);
    expect(selectTreeHeader(planner.state)?.labelsShown).toBe(false);
    expect([...builder.fake.stored]).toEqual([['show-labels', 'false']]);
    const other = new PlannerBuilder();
    other.fake.stored.set('show-labels', 'false');
    expect(selectTreeHeader((await other.opening()).state)?.labelsShown).toBe(false);
    const broken = new PlannerBuilder();
    broken.fake.storageBroken = true;
    const last = await broken.opening();
    await last.do(treeActions.labelsToggled());
    expect(selectTreeHeader(last.state)?.labelsShown).toBe(false);
    expect(last.alerts).toEqual([]);
  });

  test('TR-07.20 the same object until something of it changes', async () => {
    const planner = await rich();
    const before = model(planner, issueGid(3));
    await planner.do(treeActions.formOpened({ form: 'addIssue' }), treeActions.itemToggled({ id: epicGid(2) }));
    expect(model(planner, issueGid(3))).toBe(before);
    await planner.do(treeActions.labelsToggled());
    expect(model(planner, issueGid(3))).not.toBe(before);
    expect(selectRowModel(planner.state, 'nobody')).toBeNull();
  });

  test('TR-22.1 the day goes on: a milestone becomes past due with the next reading', async () => {
    const milestone = { id: 'gid://gitlab/Milestone/1', title: '1.0', startDate: null, dueDate: '2026-11-21' };
    const again = epicChildren(1, { issues: [issueNode(3, { milestone })] });
    const planner = await new PlannerBuilder().opened(again);
    expect(model(planner, issueGid(3)).milestone).toEqual({
      text: '1.0',
      label: 'Milestone 1.0: Due today (Nov 21, 2026)',
      late: false,
    });
    await planner.fake.clock.advance(30_000);
    await planner.fake.next('epicChildren').answer(again, { 'poll-interval': '3600000' });
    planner.fake.script = ({ what }) =>
      what === 'epicChildren' ? { data: again, headers: { 'poll-interval': '3600000' } } : undefined;
    await planner.fake.clock.advance(24 * 3_600_000);
    expect(model(planner, issueGid(3)).milestone?.late).toBe(true);
  });

  test('TR-13.3 an epic is removed with the right to relate, an issue with the right to administer, and only with a path', async () => {
    const may = { adminEpic: false, createEpic: true, updateEpic: true, destroyEpic: true };
    const rights = { canAdmin: false, canAdminRelation: true, canUpdate: false, canCreate: false, canDestroy: false };
    const children = { epics: [epicNode(2), epicNode(4, { relationPath: null })], issues: [issueNode(3)] };
    const planner = await new PlannerBuilder()
      .root({ permissions: rights })
      .opened(epicChildren(1, children, { userPermissions: may }));
    expect([epicGid(2), epicGid(4), issueGid(3)].map((id) => model(planner, id).canRemove)).toEqual([
      true,
      false,
      false,
    ]);
  });
});

test.each([true, false])('TR-20.1 a task is removed with the right to update what it stands under: %s', async (may) => {
  const planner = await new PlannerBuilder()
    .root({ kind: 'workItem', id: issueGid(1), fullPath: 'acme/app', permissions: { ...READING, canUpdate: may } })
    .opening();
  const parent = workItemNode(1, {
    userPermissions: { updateWorkItem: may, setWorkItemMetadata: false, deleteWorkItem: false, adminParentLink: false },
  });
  await planner.fake.next('workItemTree').answer(workItemTree(parent, [workItemNode(2)]));
  expect(model(planner, issueGid(2)).canRemove).toBe(may);
});

describe('the header', () => {
  test('TR-02.21 shows the roll-ups of the root', async () => {
    const planner = await new PlannerBuilder().opened(
      epicChildren(
        1,
        { issues: [issueNode(3)] },
        {
          descendantCounts: { openedEpics: 1, closedEpics: 2, openedIssues: 3, closedIssues: 4 },
          descendantWeightSum: { openedIssues: 5, closedIssues: 6 },
          healthStatus: { issuesOnTrack: 1, issuesNeedingAttention: 0, issuesAtRisk: 0 },
        },
      ),
    );
    expect(selectTreeHeader(planner.state)).toMatchObject({
      countLines: [
        { label: 'Epics', opened: 1, closed: 2, total: 3 },
        { label: 'Issues', opened: 3, closed: 4, total: 7 },
      ],
      countsNotice: 'Counts reflect children you may not have access to.',
      weight: { total: 11, opened: 5, closed: 6 },
      health: [{ count: 1 }, { count: 0 }, { count: 0 }],
      tabs: { active: 'tree' },
      canToggleLabels: true,
      confidential: null,
    });
    const before = selectTreeHeader(planner.state);
    await planner.do(treeActions.itemToggled({ id: issueGid(3) }));
    expect(selectTreeHeader(planner.state)).toBe(before);
    await planner.do(treeActions.tabChosen({ tab: 'roadmap' }));
    expect(selectTreeHeader(planner.state)).toMatchObject({ tabs: { active: 'roadmap' }, canToggleLabels: false });
  });

  test('TR-02.21 and TR-03.1 without sub-epics there are no epic counts and no tabs', async () => {
    const planner = await new PlannerBuilder().config({ allowSubEpics: false }).opened(epicChildren(1, {}));
    expect(selectTreeHeader(planner.state)).toMatchObject({
      countLines: [{ label: 'Issues' }],
      tabs: null,
    });
  });

  test('TR-17.20 the add menu is for signed-in people; epics need the right to relate', async () => {
    const forms = async (
      builder: PlannerBuilder,
      userPermissions = { adminEpic: true, createEpic: true, updateEpic: true, destroyEpic: true },
    ) =>
      selectTreeHeader((await builder.opened(epicChildren(1, {}, { userPermissions }))).state)?.addMenu.map(
        ({ form }) => form,
      );
    expect(await forms(new PlannerBuilder())).toEqual(['createIssue', 'addIssue', 'createEpic', 'addEpic']);
    expect(await forms(new PlannerBuilder().config({ userSignedIn: false }))).toEqual([]);
    expect(
      await forms(new PlannerBuilder(), { adminEpic: false, createEpic: false, updateEpic: false, destroyEpic: false }),
    ).toEqual(['createIssue', 'addIssue']);
  });

  test('TR-17.21 a Guest, who may relate and not create, is offered existing epics only', async () => {
    const userPermissions = { adminEpic: true, createEpic: false, updateEpic: false, destroyEpic: false };
    const rights = { canAdmin: false, canAdminRelation: true, canUpdate: false, canCreate: false, canDestroy: false };
    const planner = await new PlannerBuilder()
      .root({ permissions: rights })
      .opened(epicChildren(1, {}, { userPermissions }));
    expect(selectTreeHeader(planner.state)?.addMenu.map(({ label }) => label)).toEqual([
      'Add a new issue',
      'Add an existing issue',
      'Add an existing epic',
    ]);
  });

  test('TR-19.22 and TR-03.1 a work item offers each type that may stand under it, and has no tabs', async () => {
    const planner = await new PlannerBuilder()
      .root({ kind: 'workItem', id: issueGid(1), fullPath: 'acme/app' })
      .opening();
    await planner.fake.next('workItemTree').answer(workItemTree(workItemNode(1, { typeName: 'Objective' }), []));
    expect(selectTreeHeader(planner.state)?.addMenu.map(({ form, childType }) => [form, childType])).toEqual([
      ['createWorkItem', 'objective'],
      ['addWorkItem', 'objective'],
      ['createWorkItem', 'key_result'],
      ['addWorkItem', 'key_result'],
    ]);
    expect(selectTreeHeader(planner.state)?.tabs).toBeNull();
  });
});
