import {
  cameTo,
  everything,
  expectConsistent,
  itemRow,
  link,
  makeEpic,
  makeGroup,
  makeIssue,
  makeLabel,
  makeProject,
  type Plan,
  plantPlan,
} from '../store/testing/memory-plan.ts';
import { NOW } from '../store/testing/planted.ts';
import { movePlace } from './move.ts';

type Kind = 'group' | 'project';
type Person = keyof Plan['viewers'];

let world: Plan;
beforeEach(() => {
  world = plantPlan();
});

const move = (kind: Kind, path: string, to: string | null, by: Person = 'plan') =>
  cameTo(() => movePlace(world.store, world.db.viewer(world.users[by as 'plan']), { kind, pathOrId: path, to }, NOW));
const failed = (text: string) => [400, `Transfer failed: ${text}`];
const unmoved = (text: string) => [400, `Failed to transfer project {:new_namespace=>["${text}"]}`];

/** A group of somebody else, with a Maintainer's role for the Owner of acme. */
function elsewhere(level: number | null = 40): number {
  const id = makeGroup(world.db, { path: 'other', visibility: 'internal' });
  world.db.setLevel(world.users.plan, id, level);
  world.db.addMember({ userId: world.users.out, groupId: id, level: 50 });
  return id;
}

test('AP-05.114 a group goes into another with all that is below, and is no more visible than that', async () => {
  const { web } = world.groups;
  const deep = makeGroup(world.db, { path: 'deep', parentId: web });
  const other = elsewhere();
  expect(await move('group', 'acme/web', 'other')).toEqual([200]);
  expect(world.db.group(deep)).toMatchObject({
    fullPath: 'other/web/deep',
    fullName: 'other / Web / deep',
    traversalIds: [other, web, deep],
    visibility: 'internal',
  });
  expect(world.db.project(world.projects.app)).toMatchObject({ fullPath: 'other/web/app', visibility: 'internal' });
  expect(world.db.group(world.groups.acme).visibility).toBe('public');
  const { members } = world.store;
  const owner = await world.store.places.above(web);
  const roles = await members.around(
    world.viewers.root,
    owner,
    [world.users.plan, world.users.out, world.users.dev],
    NOW,
  );
  expect([...roles.values()].map(({ inherited }) => inherited?.level)).toEqual([40, 50, undefined]);
});

test('AP-05.114 whoever moves a group to the top where it has no Owner becomes one; who has one keeps it', async () => {
  const { web } = world.groups;
  expect(await move('group', 'acme/web', null)).toEqual([200]);
  expect(world.db.group(web)).toMatchObject({ fullPath: 'web', parentId: null, traversalIds: [web] });
  expect(world.db.viewer(world.users.plan).levels.get(web)).toBe(50);
  await move('group', 'web', 'acme', 'root');
  await move('group', 'acme/web', null, 'root');
  expect(world.db.viewer(world.users.root).levels.get(web)).toBeUndefined();
});

test('AP-05.114 a group that cannot go says why, and stays as it is', async () => {
  makeGroup(world.db, { path: 'deep', parentId: world.groups.web });
  elsewhere(30);
  makeGroup(world.db, { path: 'api', parentId: world.groups.web });
  const before = everything(world.db);
  expect(await move('group', 'acme', null)).toEqual(failed('Group is already a root group.'));
  expect(await move('group', 'acme/web', 'acme')).toEqual(failed('Group is already associated to the parent group.'));
  expect(await move('group', 'acme/web', 'other')).toEqual(failed("You don't have enough permissions."));
  expect(await move('group', 'acme', 'acme/web/deep')).toEqual(failed('Cannot transfer group to one of its subgroup.'));
  expect(await move('group', 'acme', 'acme')).toEqual(failed('Cannot transfer group to one of its subgroup.'));
  expect(await move('group', 'acme/web/api', 'acme')).toEqual(
    failed('The parent group already has a subgroup or a project with the same path.'),
  );
  expect(await move('group', 'acme/web/api', null)).toEqual(failed('Validation failed: Path is a reserved name'));
  expect(await move('group', 'acme/web', 'hidden')).toEqual([404, 'Target not found']);
  expect((await move('group', 'acme/web', null, 'dev'))[0]).toBe(403);
  expect((await move('group', 'hidden', 'acme'))[0]).toBe(404);
  expect(everything(world.db)).toEqual(before);
});

test('AP-05.117 a group goes nowhere where it, or what is below, would lie too deep or have too long a path', async () => {
  const { web } = world.groups;
  let parentId = elsewhere(50);
  for (let above = 1; above < 20; above += 1) parentId = makeGroup(world.db, { path: `g${above}`, parentId });
  const { fullPath } = world.db.group(parentId);
  const deep = makeGroup(world.db, { path: 'deep', parentId: web });
  expect(await move('group', 'acme/web', fullPath)).toEqual(
    failed('Validation failed: Parent has too deep level of nesting'),
  );
  expect(await move('group', 'acme/web/deep', fullPath)).toEqual([200]);
  expect(world.db.group(deep).traversalIds).toHaveLength(21);

  let [at, id] = ['', world.groups.acme];
  while (at.length < 1700) {
    id = makeGroup(world.db, { path: 'x'.repeat(240), parentId: id });
    at = world.db.group(id).fullPath;
  }
  makeGroup(world.db, { path: 'y'.repeat(250), parentId: web });
  expect(await move('group', 'acme/web', at)).toEqual(
    failed('Validation failed: Path is too long (a full path has at most 2000 bytes)'),
  );
});

test('AP-05.114 a project goes into a group in which its Owner may make projects', async () => {
  const { app } = world.projects;
  const other = elsewhere(30);
  const issue = makeIssue(world.db, { projectId: app }).id;
  expect((await move('project', 'acme/web/app', 'other', 'dev'))[0]).toBe(403);
  expect(await move('project', 'acme/web/app', 'acme/web')).toEqual(unmoved('Project is already in this namespace.'));
  expect(await move('project', 'acme/web/app', 'other')).toEqual([200]);
  expect(world.db.project(app)).toMatchObject({ groupId: other, fullPath: 'other/app', visibility: 'internal' });
  expect(await itemRow(world, issue)).toMatchObject({
    group_id: other,
    group_path: 'other',
    project_path: 'other/app',
  });
  world.db.setLevel(world.users.plan, other, 50);
  makeProject(world.db, { groupId: world.groups.acme, path: 'APP' });
  expect(await move('project', 'other/app', 'acme')).toEqual(
    unmoved('Project with same name or path in target namespace already exists'),
  );
  world.db.setLevel(world.users.plan, world.groups.acme, 20);
  expect(await move('project', 'other/app', 'acme')).toEqual(
    unmoved("You don't have permission to transfer projects into that namespace."),
  );
});

test('AP-05.115 items lose what is of groups above them no more, and epics take their dates anew', async () => {
  const { acme, web } = world.groups;
  const [far, near] = [makeLabel(world.db, acme, 'far'), makeLabel(world.db, web, 'near')];
  const milestone = world.db.addMilestone('M', '2099-01-01', '2099-12-24', acme);
  const own = world.db.addMilestone('W', null, '2099-06-30', web);
  const iteration = await world.addIteration(acme, 'I');
  const epic = makeEpic(world.db, { groupId: acme }).id;
  const made = makeIssue(world.db, { projectId: world.projects.app, milestone_id: milestone }).id;
  const stays = makeIssue(world.db, { projectId: world.projects.api, milestone_id: milestone }).id;
  const kept = makeIssue(world.db, { projectId: world.projects.app, milestone_id: own }).id;
  world.db.change(made, { labelIds: [far, near], iterationId: iteration });
  world.db.change(stays, { labelIds: [far], iterationId: iteration });
  link(world.db, epic, made);
  link(world.db, epic, kept);
  expect((await itemRow(world, epic)).due_date).toBe('2099-12-24');
  const follow = (label: number, project: number) =>
    world.store.labels.subscribe(label, world.users.dev, project, true);
  for (const label of [far, near]) await follow(label, world.projects.app);
  elsewhere();
  await move('group', 'acme/web', 'other');
  expect(world.db.item(made)).toMatchObject({ labelIds: [near], milestoneId: null, iterationId: null });
  expect(world.db.item(stays)).toMatchObject({ labelIds: [far], milestoneId: milestone, iterationId: iteration });
  expect(world.db.item(kept).milestoneId).toBe(own);
  expect(await itemRow(world, epic)).toMatchObject({ due_date: '2099-06-30', start_date: null });
  expect(world.db.parentOf(made)?.id).toBe(epic);
  expect([await follow(near, world.projects.app), await follow(far, world.projects.app)]).toEqual([false, true]);
  expectConsistent(world.db);
});

test('BD-13.5 into another tree come no more people than its limit leaves room for', async () => {
  const other = elsewhere(50);
  const { dev, rep, guest } = world.users;
  for (const userId of [dev, rep]) world.db.addMember({ userId, groupId: world.groups.web, level: 30 });
  world.db.addMember({ userId: guest, projectId: world.projects.app, level: 10 });
  world.db.memberLimits.set(other, 4);
  const before = everything(world.db);
  const FULL = "cannot be added since you've reached your 4 member limit for other";
  expect(await move('group', 'acme/web', 'other')).toEqual(failed(`Group ${FULL}`));
  world.db.memberLimits.set(other, 1);
  expect(await move('project', 'acme/web/app', 'other')).toEqual(unmoved(`Project ${FULL.replace('4', '1')}`));
  world.db.memberLimits.set(other, 4);
  expect(everything(world.db)).toEqual(before);
  world.db.memberLimits.set(other, 5);
  expect(await move('group', 'acme/web', 'other')).toEqual([200]);
  // A limit that was lowered keeps out nobody who is there already.
  world.db.memberLimits.set(other, 1);
  expect(await move('project', 'acme/api', 'other')).toEqual([200]);
});
