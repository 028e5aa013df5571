import type { Outcome } from '../command/outcome.ts';
import { hiddenText } from '../command/outcome.ts';
import {
  cameTo,
  eventsOf,
  everything,
  link,
  makeEpic,
  makeGroup,
  makeIssue,
  type Plan,
  plantPlan,
} from '../store/testing/memory-plan.ts';
import { NOW } from '../store/testing/planted.ts';
import { changePlace, createGroup, createProject, type TypedPlace } from './change.ts';

type Person = keyof Plan['viewers'];

let world: Plan;
beforeEach(() => {
  world = plantPlan();
});

const group = (typed: Partial<TypedPlace>, by: Person = 'plan') =>
  createGroup(world.store, world.viewers[by], { parent: null, ...typed }, NOW);
const project = (parent: string, typed: object, by: Person = 'plan') =>
  createProject(world.store, world.viewers[by], { parent, ...typed }, NOW);
const change = (kind: 'group' | 'project', path: string, changed: object, by: Person = 'plan') =>
  changePlace(world.store, world.viewers[by], { kind, pathOrId: path, changed }, NOW);
const value = async (outcome: Promise<Outcome<number>>): Promise<number> => {
  const done = await outcome;
  if (!done.ok) throw new Error(done.errors.join());
  return done.value;
};

test('AP-05.100 who is signed in makes top groups and owns them; within a group Maintainers make groups and Developers projects', async () => {
  const id = await value(group({ name: 'Mine', path: 'mine' }, 'out'));
  expect(world.db.group(id)).toMatchObject({
    fullPath: 'mine',
    visibility: 'private',
    traversalIds: [id],
    parentId: null,
  });
  expect(world.db.viewer(world.users.out).levels.get(id)).toBe(50);
  const came = async (outcome: Promise<Outcome<number>>) => (await cameTo(() => outcome))[0];
  expect(await came(group({ name: 'X', path: 'x' }, 'nobody'))).toBe(401);
  const within = (by: Person) => came(group({ name: `By ${by}`, path: by, parent: 'acme/web' }, by));
  expect([await within('plan'), await within('dev'), await within('out')]).toEqual([200, 403, 403]);
  const made = (by: Person) => came(project('acme', { name: `By ${by}` }, by));
  expect([await made('plan'), await made('dev'), await made('rep'), await made('nobody')]).toEqual([
    200, 200, 403, 401,
  ]);
  expect(await cameTo(() => project('hidden', { name: 'X' }))).toEqual([404, hiddenText]);
});

test('AP-05.101 of a project’s name and path the one follows from the other', async () => {
  const app = await value(project('acme/web', { name: ' Große App ', description: 'New' }));
  expect(world.db.project(app)).toMatchObject({
    name: 'Große App',
    fullPath: 'acme/web/gro-e-app',
    description: 'New',
    visibility: 'private',
  });
  expect(world.db.project(await value(project('acme', { path: 'a.b' }))).name).toBe('a.b');
});

test('AP-05.102 a path is given once, also where it is hidden; a name once in a group', async () => {
  const before = everything(world.db);
  const taken = ['path has already been taken'];
  expect(await cameTo(() => group({ name: 'New', path: 'HIDDEN' }, 'out'))).toEqual([422, ...taken]);
  expect(await cameTo(() => group({ name: 'New', path: 'API', parent: 'acme' }))).toEqual([422, ...taken]);
  expect(await cameTo(() => project('acme', { name: 'New', path: 'web' }))).toEqual([422, ...taken]);
  expect(await cameTo(() => project('acme/web', { name: 'App', path: 'app2' }))).toEqual([
    422,
    'name has already been taken',
  ]);
  expect(await cameTo(() => change('project', 'acme/api', { path: 'Web', name: '' }))).toEqual([
    422,
    "name can't be blank",
    ...taken,
  ]);
  expect(await cameTo(() => change('group', 'acme', { path: 'corp' }))).toEqual([200]);
  await change('group', 'corp', { path: 'acme' });
  world.db.redirects.clear();
  world.db.events = [];
  expect(everything(world.db)).toEqual(before);
});

test('AP-05.117 what would lie too deep or have too long a path is neither made nor named so', async () => {
  let parentId = world.groups.web;
  for (let above = 2; above <= 20; above += 1) parentId = makeGroup(world.db, { path: `g${above}`, parentId });
  const { fullPath, traversalIds } = world.db.group(parentId);
  expect(traversalIds).toHaveLength(21);
  const deep = 'parent_id has too deep level of nesting';
  expect(await cameTo(() => group({ name: 'X', path: 'x', parent: fullPath }))).toEqual([422, deep]);
  expect(await cameTo(() => project(fullPath, { name: 'X' }))).toEqual([200]);
  expect(await cameTo(() => group({ name: 'X', path: 'x', parent: fullPath.replace(/\/g20$/, '') }))).toEqual([200]);
  expect(await cameTo(() => change('group', fullPath, { path: 'y' }))).toEqual([200]);

  const long = 'path is too long (a full path has at most 2000 bytes)';
  let path = 'acme';
  let id = world.groups.acme;
  for (let length = 4; length < 1700; length += 251) {
    id = makeGroup(world.db, { path: 'x'.repeat(250), parentId: id });
    path = world.db.group(id).fullPath;
  }
  const left = 2000 - path.length - 1;
  expect(await cameTo(() => project(path, { path: 'y'.repeat(left + 1) }))).toEqual([422, long]);
  expect(await cameTo(() => project(path, { path: 'y'.repeat(left) }))).toEqual([200]);
  expect(await cameTo(() => change('group', 'acme', { path: 'acmes' }))).toEqual([422, long]);
  expect(await cameTo(() => change('group', 'acme', { path: 'acne' }))).toEqual([200]);
});

test('AP-05.103 Owners change groups, Maintainers projects, their visibility Owners only', async () => {
  world.db.setLevel(world.users.dev, world.groups.acme, 40);
  const dev = world.db.viewer(world.users.dev);
  const by = (kind: 'group' | 'project', path: string, changed: object) =>
    cameTo(() => changePlace(world.store, dev, { kind, pathOrId: path, changed }, NOW));
  expect((await by('group', 'acme', { description: 'x' }))[0]).toBe(403);
  expect(await by('project', 'acme/api', { name: 'New', description: 'x' })).toEqual([200]);
  expect((await by('project', 'acme/api', { visibility: 'private' }))[0]).toBe(403);
  expect(await by('project', 'acme/api', { name: 'Newer', visibility: 'public' })).toEqual([200]);
  expect(await cameTo(() => change('project', 'acme/api', { visibility: 'private' }))).toEqual([200]);
  expect((await cameTo(() => change('group', 'hidden', { name: 'x' })))[0]).toBe(404);
});

test('AP-05.105 nothing is more visible than its group', async () => {
  await change('project', 'acme/web/app', { visibility: 'internal' });
  expect(await cameTo(() => change('group', 'acme/web', { visibility: 'private' }))).toEqual([
    422,
    'visibility_level private is not allowed since this group contains projects with higher visibility.',
  ]);
  expect(await cameTo(() => change('group', 'acme', { visibility: 'internal' }))).toEqual([
    422,
    'visibility_level internal is not allowed since this group contains projects with higher visibility.',
    'visibility_level internal is not allowed since there are sub-groups with higher visibility.',
  ]);
  expect(await cameTo(() => change('group', 'acme/web', { visibility: 'internal' }))).toEqual([200]);
  expect(await cameTo(() => change('project', 'acme/web/app', { visibility: 'public' }))).toEqual([
    422,
    'visibility_level public is not allowed in a internal group.',
  ]);
  expect(await cameTo(() => group({ name: 'X', path: 'x', parent: 'acme/web', visibility: 'public' }))).toEqual([
    422,
    'visibility_level public is not allowed since the parent group has a internal visibility.',
  ]);
});

test('AP-05.108 items of what is named anew are announced with their parents, of a new description nobody hears', async () => {
  const epic = makeEpic(world.db, { groupId: world.groups.acme }).id;
  const issue = makeIssue(world.db, { projectId: world.projects.app }).id;
  link(world.db, epic, issue);
  await change('group', 'acme/web', { description: 'x' });
  expect(eventsOf(world.db, issue)).toEqual([]);
  await change('group', 'acme/web', { path: 'site' });
  expect([eventsOf(world.db, issue), eventsOf(world.db, epic)]).toEqual([['title'], ['tree']]);
});
