import { sql } from 'kysely';
import type { Viewer } from '../access/viewer.ts';
import { noteReadableSql } from '../note/visible-notes.ts';
import { link, makeEpic, makeIssue, makeMember, makeProject, relate } from '../db/testing-data.ts';
import { call, type Call } from '../rest/writes/testing.ts';
import type { RestMethod } from '../rest/types.ts';
import { openWorld, resetWorld, settle, statementsOf, type World } from '../tree/testing.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
beforeEach(async () => {
  world = await resetWorld(world.database);
});
afterAll(async () => {
  await world.database.close();
});

const epicLinks = (iid: number, rest = '') => `/groups/acme/-/epics/${iid}/related_epic_links${rest}`;
const ask = (method: RestMethod, path: string, options?: Call) => call(world, method, path, options);
const post = (path: string, references: readonly string[], linkType?: string, options: Call = {}) =>
  ask('POST', path, { ...options, body: { issuable_references: references, link_type: linkType } });

interface Shown {
  readonly id: number;
  readonly link_type: string;
  readonly relation_path: string | null;
  readonly reference: string;
  readonly in_cycle: boolean;
}
const list = async (path: string, options?: Call) => (await ask('GET', path, options)).body as readonly Shown[];
/** The lines of an item's activity, as a person reads them. */
async function linesFor(viewer: Viewer, id: number): Promise<string[]> {
  const readable = noteReadableSql(viewer, 'n', 'item').map((text) => sql`AND ${sql.raw(text)}`);
  const { rows } = await sql<{ body: string }>`
    SELECT n.body FROM notes n JOIN (SELECT w.*, g.traversal_ids AS g_ids FROM work_items w JOIN groups g ON g.id = w.group_id) item
      ON item.id = n.work_item_id
    WHERE n.work_item_id = ${id} ${sql.join(readable, sql` `)} ORDER BY n.id
  `.execute(world.db);
  return rows.map(({ body }) => body);
}
const epics = async (count: number) => {
  const made = [];
  for (let i = 0; i < count; i += 1) made.push(await makeEpic(world.db, { groupId: world.groups.acme }));
  await settle(world.db);
  return made as [Awaited<ReturnType<typeof makeEpic>>, ...Awaited<ReturnType<typeof makeEpic>>[]];
};

test('RL-01.2 a link is shown by both of its items, each from its own side', async () => {
  const [a, b, c] = await epics(3);
  const added = await post(epicLinks(a.iid), [`&${b!.iid}`, `acme&${c!.iid}`, `&${b!.iid}`], 'blocks');
  expect(added).toMatchObject({
    status: 200,
    body: { message: null, issuables: [{ id: b!.id, link_type: 'blocks', reference: '&2' }, { id: c!.id }] },
  });
  expect(await list(epicLinks(b!.iid))).toMatchObject([{ id: a.id, link_type: 'is_blocked_by', title: 'epic 1' }]);
  await post(epicLinks(b!.iid), [`&${c!.iid}`], 'is_blocked_by');
  expect((await list(epicLinks(c!.iid))).map(({ id, link_type }) => [id, link_type])).toEqual([
    [a.id, 'is_blocked_by'],
    [b!.id, 'blocks'],
  ]);
  const refused = { message: '&99 cannot be added: no matching epic found', issuables: [{ id: b!.id }, { id: c!.id }] };
  expect(await post(epicLinks(a.iid), ['&99'])).toMatchObject({ status: 404, body: refused });
  expect((await post(epicLinks(a.iid), ['&2'], 'eats')).status).toBe(422);
});

test('RL-01.10 who may not see the other item does not see the line', async () => {
  const { db, groups, viewers } = world;
  const [a] = await epics(1);
  const secret = await makeEpic(db, { groupId: groups.hidden, title: 'Secret' });
  await post(epicLinks(a.iid), [`hidden&${secret.iid}`], 'blocks', { viewer: viewers.root });
  expect(await linesFor(viewers.root, a.id)).toEqual(['marked this epic as blocking hidden&1']);
  expect(await linesFor(viewers.plan, a.id)).toEqual([]);
});

test('RL-01.16 Guests link, visitors and outsiders do not, and what is hidden is not there', async () => {
  const { db, groups, viewers, users } = world;
  const [a, b] = await epics(2);
  const secret = await makeEpic(db, { groupId: groups.hidden });
  const confidential = await makeEpic(db, { groupId: groups.acme, confidential: true });
  await relate(db, secret.id, 'blocks', a.id);
  await relate(db, confidential.id, 'blocks', a.id);
  await settle(db);
  const ids = async (viewer: Call['viewer']) => (await list(epicLinks(a.iid), { viewer })).map(({ id }) => id);
  expect(await ids(viewers.root)).toEqual([secret.id, confidential.id]);
  expect(await ids(viewers.rep)).toEqual([confidential.id]);
  expect([await ids(viewers.guest), await ids(viewers.out), await ids(viewers.nobody)]).toEqual([[], [], []]);
  // As if it did not exist: the same status and words.
  const unknown = await post(epicLinks(a.iid), ['hidden&99'], 'blocks', { viewer: viewers.guest });
  const secretly = await post(epicLinks(a.iid), [`hidden&${secret.iid}`], 'blocks', { viewer: viewers.guest });
  const told = (answer: unknown) => JSON.stringify(answer).replace(/hidden&[0-9]+/, 'hidden&n');
  expect(told(secretly)).toBe(told(unknown));
  expect((await post(epicLinks(confidential.iid), ['&2'], 'blocks', { viewer: viewers.guest })).status).toBe(404);
  const path = (await list(epicLinks(a.iid), { viewer: viewers.root }))[0]!.relation_path!;
  expect((await ask('DELETE', path, { viewer: viewers.rep })).status).toBe(404);

  for (const [viewer, status] of [
    [viewers.nobody, 401],
    [viewers.out, 403],
    [viewers.guest, 200],
  ] as const) {
    expect(await post(epicLinks(a.iid), [`&${b!.iid}`], 'blocks', { viewer })).toMatchObject({ status });
  }
  const own = await list(epicLinks(a.iid), { viewer: viewers.out });
  expect(own).toMatchObject([{ id: b!.id, relation_path: null }]);
  const shown = (await list(epicLinks(a.iid), { viewer: viewers.guest }))[0]!.relation_path!;
  expect((await ask('DELETE', shown, { viewer: viewers.out })).status).toBe(403);
  // A member of the other group only may not put its epics onto a list that is not theirs.
  await makeMember(db, { userId: users.out, groupId: groups.hidden, accessLevel: 50 });
  expect((await ask('DELETE', shown, { viewer: viewers.guest })).status).toBe(200);
});

test('EP-18.14 a link to an item of an archived project is not offered to be taken away', async () => {
  const [a] = await epics(1);
  const issue = await makeIssue(world.db, { projectId: world.projects.api });
  await relate(world.db, a.id, 'relates_to', issue.id);
  const paths = async () => (await list(epicLinks(a.iid))).map(({ relation_path }) => relation_path);
  expect(await paths()).toEqual([expect.any(String)]);
  await world.db.updateTable('projects').set({ archived: true }).where('id', '=', world.projects.api).execute();
  expect(await paths()).toEqual([null]);
});

test('RL-01.17 of two people who make the same link at once, one makes it', async () => {
  const [a, b] = await epics(2);
  for (let round = 0; round < 4; round += 1) {
    const answers = await Promise.all([
      post(epicLinks(a.iid), ['&2'], 'blocks', { viewer: world.viewers.rep }),
      post(epicLinks(b!.iid), ['&1'], 'is_blocked_by', { viewer: world.viewers.dev }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const links = await list(epicLinks(a.iid));
    expect(links).toHaveLength(1);
    await ask('DELETE', links[0]!.relation_path!);
  }
});

test('RL-01.18 the number of statements does not grow with the links', async () => {
  const { db, groups } = world;
  const count = (method: RestMethod, body?: unknown) =>
    statementsOf(world, (counted) => call(counted, method, epicLinks(a.iid), { body }));
  const adding = (...linked: readonly { readonly iid: number }[]) =>
    count('POST', { issuable_references: linked.map(({ iid }) => `&${iid}`), link_type: 'blocks' });
  const [a, ...others] = await epics(9);
  await relate(db, a.id, 'blocks', others[0]!.id);
  await relate(db, others[1]!.id, 'blocks', a.id);
  const few = await count('GET');
  for (let i = 0; i < 20; i += 1) {
    const { id } = await makeEpic(db, { groupId: groups.acme });
    await relate(db, a.id, 'blocks', id);
    await relate(db, id, 'blocks', others[1]!.id);
  }
  expect(await count('GET')).toBe(few);
  const one = await adding(others[2]!);
  expect(await adding(...others.slice(3))).toBe(one);
});

test('RL-01.21 a cycle of blockers is allowed and marked, as far as the viewer sees it', async () => {
  const { db, groups, viewers } = world;
  const [a, b, c] = await epics(3);
  await post(epicLinks(a.iid), ['&2'], 'blocks');
  await post(epicLinks(b!.iid), ['&3'], 'blocks');
  expect((await post(epicLinks(c!.iid), ['&1'], 'blocks')).status).toBe(200);
  const marks = async (iid: number, viewer = viewers.plan) =>
    (await list(epicLinks(iid), { viewer })).map(({ id, in_cycle }) => [id, in_cycle]);
  expect(await marks(a.iid)).toEqual([
    [b!.id, true],
    [c!.id, true],
  ]);
  const hidden = await makeEpic(db, { groupId: groups.hidden });
  const [d, e] = [await makeEpic(db, { groupId: groups.acme }), await makeEpic(db, { groupId: groups.acme })];
  await relate(db, d.id, 'blocks', hidden.id);
  await relate(db, hidden.id, 'blocks', e.id);
  await relate(db, e.id, 'blocks', d.id);
  await relate(db, d.id, 'blocks', a.id);
  expect(await marks(d.iid, viewers.root)).toContainEqual([e.id, true]);
  expect(await marks(d.iid)).toEqual([
    [e.id, false],
    [a.id, false],
  ]);
});

test('RL-03.5 merge requests are there for who may read their project, the newest first', async () => {
  const { db, projects, groups, viewers } = world;
  const issue = await makeIssue(db, { projectId: projects.api });
  const back = await makeProject(db, { groupId: groups.hidden, path: 'back', visibility: 'private' });
  const first = { iid: 1, project_id: projects.api, title: 'First', pipeline_status: 'success' };
  const merged = { state: 'merged', merged_at: '2026-02-02T00:00:00Z' } as const;
  const made = await db
    .insertInto('merge_requests')
    .values([
      { ...first, created_at: '2026-01-01T00:00:00Z' },
      { iid: 2, project_id: projects.api, title: 'Second', ...merged, created_at: '2026-02-01T00:00:00Z' },
      { iid: 1, project_id: back, title: 'Hidden' },
    ])
    .returning('id')
    .execute();
  for (const { id } of made) {
    await db.insertInto('merge_request_items').values({ merge_request_id: id, work_item_id: issue.id }).execute();
  }
  const path = `/api/v4/projects/acme%2Fapi/issues/${issue.iid}/related_merge_requests`;
  expect((await ask('GET', path)).body).toMatchObject([
    {
      title: 'Second',
      state: 'merged',
      merged_at: expect.stringMatching(/^2026-02-02T00:00:00/),
      web_url: null,
      references: { full: 'acme/api!2' },
      head_pipeline: null,
    },
    { title: 'First', head_pipeline: { status: 'success' } },
  ]);
  expect((await ask('GET', path, { viewer: viewers.root })).body).toHaveLength(3);
  expect((await ask('GET', '/api/v4/projects/acme%2Fapi/issues/99/related_merge_requests')).status).toBe(404);
});

test('RL-01.5 AP-05.27 over the API a pair is named by its owners and numbers, and a linked epic is told as one that is read', async () => {
  const { db, groups, projects } = world;
  const [a, b] = await epics(2);
  const path = `/api/v4/groups/${groups.acme}/epics/${a.iid}/related_epics`;
  const body = { target_group_id: 'acme', target_epic_iid: b!.iid, link_type: 'is_blocked_by' };
  const made = await ask('POST', path, { body });
  expect(made).toMatchObject({
    status: 201,
    body: { source_epic: { id: a.id }, target_epic: { id: b!.id }, link_type: 'is_blocked_by' },
  });
  const { id, target_epic } = made.body as { id: number; target_epic: object };
  const { subscribed: _told, ...alone } = target_epic as { subscribed: boolean };
  expect((await ask('GET', path)).body).toEqual([
    { ...alone, related_epic_link_id: id, link_type: 'is_blocked_by', link_created_at: expect.any(String) as string },
  ]);
  expect(alone).toMatchObject({ id: b!.id, web_url: 'http://here/groups/acme/-/epics/2' });
  expect(await ask('POST', path, { body })).toMatchObject({ status: 409 });
  expect(await ask('POST', path, { body: { ...body, target_group_id: groups.hidden } })).toMatchObject({ status: 404 });
  expect(await ask('POST', path, { body: { target_epic_iid: 1 } })).toMatchObject({ status: 400 });
  expect(await ask('DELETE', `${path}/${id}`)).toMatchObject({ status: 200, body: { id, target_epic: { id: b!.id } } });
  expect((await ask('GET', path)).body).toEqual([]);

  const [x, y] = [await makeIssue(db, { projectId: projects.api }), await makeIssue(db, { projectId: projects.app })];
  const issues = `/api/v4/projects/acme%2Fapi/issues/${x.iid}/links`;
  const target = { target_project_id: projects.app, target_issue_iid: y.iid };
  expect(await ask('POST', issues, { body: target })).toMatchObject({
    status: 201,
    body: { source_issue: { id: x.id }, target_issue: { id: y.id }, link_type: 'relates_to' },
  });
});

test('TR-07.6 blocked signs and counts follow a link, and only open blockers count', async () => {
  const { db, groups, projects } = world;
  const parent = await makeEpic(db, { groupId: groups.acme });
  const [a, b] = [await makeIssue(db, { projectId: projects.api }), await makeIssue(db, { projectId: projects.api })];
  await link(db, parent.id, b.id);
  await settle(db);
  const blocked = async () =>
    ((await ask('GET', `/groups/acme/-/epics/${parent.iid}/issues`)).body as { blocked: boolean }[])[0]?.blocked;
  await post(`/acme/api/-/issues/${a.iid}/links`, [`#${b.iid}`], 'blocks');
  expect(await blocked()).toBe(true);
  await db.updateTable('work_items').set({ state: 'closed' }).where('id', '=', a.id).execute();
  expect(await blocked()).toBe(false);
});
