import type { DeletePlace, Job } from '../command/job.ts';
import type { PlanStore } from '../command/plan-store.ts';
import {
  cameTo,
  childrenOf,
  eventsOf,
  everything,
  expectConsistent,
  itemRow,
  link,
  makeEpic,
  makeGroup,
  makeIssue,
  makeLabel,
  makeProject,
  notesOn,
  type Plan,
  plantPlan,
} from '../store/testing/memory-plan.ts';
import { NOW } from '../store/testing/planted.ts';
import { createItem } from '../work-item/create.ts';
import { createGroup, createProject } from './change.ts';
import { deleteMarked, deletePiece, deletePlace, restorePlace } from './deletion.ts';
import { movePlace } from './move.ts';

type Kind = 'group' | 'project';

let world: Plan;
beforeEach(() => {
  world = plantPlan();
});

const remove = (kind: Kind, path: string, fullPath: string | null = null, by: keyof Plan['viewers'] = 'plan') =>
  cameTo(() =>
    deletePlace(
      world.store,
      world.viewers[by],
      { kind, pathOrId: path, now: fullPath === null ? null : { fullPath } },
      NOW,
    ),
  );
const restore = (kind: Kind, path: string, by: keyof Plan['viewers'] = 'plan') =>
  cameTo(() => restorePlace(world.store, world.viewers[by], { kind, pathOrId: path }, NOW));
const jobs = (): readonly Job[] => world.db.jobs;

/** Does all jobs of deletion. Answers how many there were. */
async function work(day = '2099-11-28'): Promise<number> {
  let done = 0;
  for (;;) {
    const [job] = jobs();
    if (job === undefined) return done;
    world.db.jobs = jobs().slice(1);
    done += 1;
    if (job.kind === 'deleteMarked') await deleteMarked(world.store, { ...job, day }, NOW);
    if (job.kind === 'deletePlace') await deletePiece(world.store, job as DeletePlace);
  }
}

test('AP-05.111 a project that is marked is archived under another name, and comes back with its own', async () => {
  const { app } = world.projects;
  expect((await remove('project', 'acme/web/app', null, 'dev'))[0]).toBe(403);
  expect(await remove('project', 'acme/web/app')).toEqual([200]);
  const path = `acme/web/app-deleted-${app}`;
  expect(world.db.project(app)).toMatchObject({
    archived: true,
    name: `App-deleted-${app}`,
    fullPath: path,
    marked: { on: '2099-11-21' },
  });
  expect(jobs()).toEqual([{ kind: 'deleteMarked', day: '2099-11-28' }]);
  expect([await remove('project', path), jobs().length]).toEqual([[200], 1]);
  expect((await restore('project', path, 'dev'))[0]).toBe(403);
  expect(await restore('project', 'acme/web/app')).toEqual([200]);
  expect(world.db.project(app)).toMatchObject({ archived: false, name: 'App', fullPath: 'acme/web/app', marked: null });
  expect(await restore('project', path)).toEqual([200]);
});

test('AP-05.111 a restored project whose name somebody has by now gets its number behind it', async () => {
  const { app } = world.projects;
  await remove('project', 'acme/web/app');
  await createProject(world.store, world.viewers.plan, { name: 'App', parent: 'acme/web' }, NOW);
  await restore('project', `acme/web/app-deleted-${app}`);
  expect(world.db.project(app)).toMatchObject({ name: `App-${app}`, fullPath: `acme/web/app-${app}` });
});

test('AP-05.111 a group that is marked goes on as it was, and is marked once', async () => {
  expect(await restore('group', 'acme/web')).toEqual([400, 'Group has not been marked for deletion']);
  expect((await remove('group', 'acme/web', null, 'dev'))[0]).toBe(403);
  expect(await remove('group', 'acme/web')).toEqual([200]);
  expect(world.db.group(world.groups.web)).toMatchObject({
    fullPath: 'acme/web',
    marked: { on: '2099-11-21', by: world.users.plan },
  });
  expect(await remove('group', 'acme/web')).toEqual([400, 'Group has been already marked for deletion']);
  expect(await restore('group', 'acme/web')).toEqual([200]);
  expect(world.db.group(world.groups.web).marked).toBeNull();
});

test('AP-05.112 seven days after the mark the deletion begins, not before, and not of what was restored', async () => {
  await remove('group', 'acme/web');
  await remove('project', 'acme/api');
  await restore('project', 'acme/api');
  await work('2099-11-27');
  expect(world.db.groups.has(world.groups.web)).toBe(true);
  await deleteMarked(world.store, { kind: 'deleteMarked', day: '2099-11-28' }, NOW);
  expect(await restore('group', 'acme/web')).toEqual([400, 'Group deletion is in progress']);
  await work();
  expect([world.db.groups.has(world.groups.web), world.db.projects.has(world.projects.app)]).toEqual([false, false]);
  expect(world.db.projects.has(world.projects.api)).toBe(true);
});

test('BD-05.93 what is in a group that is marked goes on: issues are made there', async () => {
  await remove('group', 'acme/web');
  const make = () =>
    createItem(
      world.store,
      world.viewers.plan,
      { project: 'acme/web/app', type: 'issue', fields: { title: 'Late' } },
      NOW,
    );
  expect(await make()).toMatchObject({ ok: true });
  await restore('group', 'acme/web');
  await remove('project', 'acme/web/app');
  const archived = { project: `acme/web/app-deleted-${world.projects.app}`, type: 'issue', fields: { title: 'Late' } };
  expect(await createItem(world.store, world.viewers.plan, archived as never, NOW)).toMatchObject({ status: 403 });
});

test('AP-05.112 whoever restores something just then is waited for: what is due is asked with the lock', async () => {
  await remove('group', 'acme/web');
  const { places } = world.store;
  const asked: string[] = [];
  const watched = new Proxy(places, {
    get(target, name: keyof typeof places) {
      asked.push(name);
      return target[name].bind(target);
    },
  });
  const later: PlanStore['later'] = (sent) => world.store.later(sent);
  const store = { later, places: watched } as PlanStore;
  await deleteMarked(store, { kind: 'deleteMarked', day: '2099-11-28' }, NOW);
  expect(asked).toEqual(['lock', 'markedUntil', 'doom']);
});

test('AP-05.112 what is marked goes at once where its full path is named, a group only within another', async () => {
  const { app } = world.projects;
  expect(await remove('group', 'acme', 'acme')).toEqual([
    400,
    '`permanently_remove` option is only available for subgroups.',
  ]);
  expect(await remove('group', 'acme/web', 'acme/web')).toEqual([400, 'Group must be marked for deletion first.']);
  expect(await remove('project', 'acme/web/app', 'acme/web/app')).toEqual([
    400,
    'Project must be marked for deletion first.',
  ]);
  await remove('group', 'acme/web');
  await remove('project', 'acme/web/app');
  expect(await remove('group', 'acme/web', 'web')).toEqual([
    400,
    '`full_path` is incorrect. You must enter the complete path for the subgroup.',
  ]);
  expect(await remove('project', 'acme/web/app', 'acme/web/app')).toEqual([
    400,
    '`full_path` is incorrect. You must enter the complete path for the project.',
  ]);
  world.db.jobs = [];
  expect(await remove('project', 'acme/web/app', `acme/web/app-deleted-${app}`)).toEqual([200]);
  expect(await work()).toBe(1);
  expect(world.db.projects.has(app)).toBe(false);
});

test('AP-05.112 nothing is made, moved or restored within what is being deleted', async () => {
  const { web } = world.groups;
  makeGroup(world.db, { path: 'deep', parentId: web });
  await remove('project', 'acme/web/app');
  await remove('group', 'acme/web');
  await remove('group', 'acme/web', 'acme/web');
  const before = everything(world.db);
  const { store, viewers } = world;
  const goes = 'Group deletion is in progress';
  for (const parent of ['acme/web', 'acme/web/deep']) {
    const typed = { name: 'New', path: 'new', parent };
    expect(await cameTo(() => createGroup(store, viewers.plan, typed, NOW))).toEqual([400, goes]);
    expect(await cameTo(() => createProject(store, viewers.plan, typed, NOW))).toEqual([400, goes]);
    const moved = { kind: 'project', pathOrId: 'acme/api', to: parent } as const;
    expect(await cameTo(() => movePlace(store, viewers.plan, moved, NOW))).toEqual([
      400,
      `Failed to transfer project {:new_namespace=>["${goes}"]}`,
    ]);
  }
  expect(await restore('project', 'acme/web/app')).toEqual([400, 'Project already deleted']);
  expect(everything(world.db)).toEqual(before);
});

test('AP-05.108 AP-05.111 items of a project that is marked, or restored, are announced', async () => {
  const issue = makeIssue(world.db, { projectId: world.projects.app }).id;
  await remove('project', 'acme/web/app');
  expect(eventsOf(world.db, issue)).toEqual(['title']);
  await restore('project', 'acme/web/app');
  expect(eventsOf(world.db, issue)).toEqual(['title', 'title']);
});

test('AP-05.113 what is above counts no more what is gone, and children elsewhere stay and are told', async () => {
  const { acme, web } = world.groups;
  const deep = makeGroup(world.db, { path: 'deep', parentId: web });
  const far = makeProject(world.db, { groupId: deep, path: 'far' });
  const root = makeEpic(world.db, { groupId: acme }).id;
  const inner = makeEpic(world.db, { groupId: web, due_date_fixed: '2099-12-24', due_date_is_fixed: true }).id;
  const between = makeEpic(world.db, { groupId: acme }).id;
  const below = makeEpic(world.db, { groupId: deep }).id;
  const [stays, goes] = [
    makeIssue(world.db, { projectId: world.projects.api, weight: 2 }).id,
    makeIssue(world.db, { projectId: far, weight: 3 }).id,
  ];
  link(world.db, root, inner);
  link(world.db, inner, between);
  link(world.db, between, below);
  link(world.db, below, goes);
  link(world.db, inner, stays);
  world.db.relate('blocks', goes, stays);
  makeLabel(world.db, web, 'bug');
  await world.store.tree.inheritDates([root]);
  expect([world.db.rollupOf(root).openedWeight, (await itemRow(world, root)).due_date]).toEqual([5, '2099-12-24']);

  await remove('group', 'acme/web');
  await remove('group', 'acme/web', 'acme/web');
  expect(await work()).toBe(3);
  expect([...world.db.items.keys()].sort()).toEqual([root, between, stays].sort());
  expect([...world.db.groups.keys()].sort()).toEqual([acme, world.groups.hidden].sort());
  expect([...world.db.labels.keys()]).toEqual([]);
  expect([
    childrenOf(world.db, root),
    world.db.rollupOf(root).openedWeight,
    (await itemRow(world, root)).due_date,
  ]).toEqual([[], 0, null]);
  expectConsistent(world.db);
  expect(notesOn(world.db, between)).toHaveLength(1);
  expect([eventsOf(world.db, stays), eventsOf(world.db, goes)]).toEqual([
    expect.arrayContaining(['parent', 'links']),
    expect.arrayContaining(['deleted']),
  ]);
});
