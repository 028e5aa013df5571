import { accessActions } from '../access/index.ts';
import { epicActions } from '../epic/index.ts';
import { frameActions } from '../frame/index.ts';
import { selectVisible } from '../planner.ts';
import { get } from '../table/index.ts';
import { epicGid, FakePorts, issueGid, TestPlanner } from '../testing/index.ts';
import { itemEdits } from '../work-item/fields/actions.ts';
import { itemStateActions } from '../work-item/edits.ts';
import { ModelServer } from '../../sim/server/index.ts';
import { treeActions } from './index.ts';

/** Epic 1 of acme holds an epic, which is open and holds an epic and an issue. There are no pushes, and no time passes. */
async function opened() {
  const fake = new FakePorts();
  const server = new ModelServer({ clock: fake.clock });
  const { world } = server;
  const groupId = world.addGroup({ path: 'acme', name: 'Acme' });
  const projectId = world.addProject({ groupId, path: 'app', name: 'App' });
  world.addMember({ userId: world.addUser({ username: 'ada', name: 'Ada' }), groupId, level: 50 });
  const [root = 0, part = 0, inner = 0] = ['Plan', 'Part', 'Inner'].map(
    (title) => world.addEpic(groupId, { title }).id,
  );
  const issue = world.addItem(projectId, { title: 'One', weight: 1 }).id;
  world.attach(root, [part]);
  world.attach(part, [inner, issue]);
  server.signInAs('ada');
  const planner = new TestPlanner(fake, {}, { ...fake.ports, graphql: server.graphql, rest: server.rest });
  await planner.do(
    accessActions.sessionRequested(),
    frameActions.navigated({ webPath: '/groups/acme/-/epics/1', query: '' }),
  );
  const tree = { kind: 'epic' as const, fullPath: 'acme', iid: '1', id: epicGid(root) };
  await planner.do(treeActions.opened({ root: tree, config: { userSignedIn: true, username: 'ada' } }));
  await planner.do(treeActions.itemToggled({ id: epicGid(part) }));
  const sums = (id: number) => {
    const item = get(selectVisible(planner.state).items, epicGid(id));
    const { descendantCounts: counts, descendantWeightSum: weights, healthCounts: health } = item ?? {};
    return [counts?.openedEpics, counts?.openedIssues, weights?.openedIssues, health?.issuesAtRisk];
  };
  return {
    planner,
    item: { id: issueGid(issue), type: 'issue' as const },
    innerId: epicGid(inner),
    shown: () => [sums(root), sums(part)],
  };
}

test('TR-05.36 what was edited of an item is in the sums of all above it once it is answered', async () => {
  const { planner, item, shown } = await opened();
  expect(shown()).toEqual([
    [2, 1, 1, 0],
    [1, 1, 1, 0],
  ]);
  await planner.do(itemEdits.weightChanged({ ...item, weight: 5 }));
  await planner.do(itemEdits.healthChanged({ ...item, healthStatus: 'atRisk' }));
  expect(shown()).toEqual([
    [2, 1, 5, 1],
    [1, 1, 5, 1],
  ]);
  await planner.do(itemStateActions.changeAsked({ ...item, event: 'close' }));
  expect(shown()).toEqual([
    [2, 0, 0, 0],
    [1, 0, 0, 0],
  ]);
});

test('TR-05.36 so is the state of an epic', async () => {
  const { planner, innerId, shown } = await opened();
  const endpoint = '/groups/acme/-/epics/3.json';
  await planner.do(epicActions.epicStateToggled({ id: innerId, event: 'close', endpoint }));
  expect(shown()).toEqual([
    [1, 1, 1, 0],
    [0, 1, 1, 0],
  ]);
});
