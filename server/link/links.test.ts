import { sql } from 'kysely';
import type { Viewer } from '../access/viewer.ts';
import { noteReadableSql } from '../note/visible-notes.ts';
import { link, makeEpic, makeIssue, makeMember, relate } from '../db/testing-data.ts';
import { call, type Call } from '../rest/writes/testing.ts';
import type { RestMethod } from '../rest/types.ts';
import { eventsOf, everything, notesOn, openWorld, resetWorld, settle, type World } from '../tree/testing.ts';

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
});

test('RL-01.5 RL-01.6 RL-01.7 RL-01.8 what is refused, with its status and words, changes nothing', async () => {
  const { db } = world;
  const [a, b, child, free] = await epics(4);
  await link(db, a.id, child!.id);
  await relate(db, a.id, 'relates_to', b!.id);
  await settle(db);
  const before = await everything(db);
  const refused = async (references: string[], type = 'relates_to') => {
    const { status, body } = await post(epicLinks(a.iid), references, type);
    return [status, (body as { message: string }).message];
  };
  expect(await refused([`&${b!.iid}`])).toEqual([409, 'Epic(s) already assigned']);
  expect(await refused([`&${b!.iid}`], 'blocks')).toEqual([422, '&2 cannot be added: is already related']);
  expect(await refused([`&${b!.iid}`], 'is_blocked_by')).toEqual([
    422,
    '&2 cannot be added: is already related to this epic',
  ]);
  expect(await refused([`&${a.iid}`])).toEqual([422, '&1 cannot be added: cannot be related to itself']);
  expect(await refused([`&${child!.iid}`])).toEqual([
    422,
    '&3 cannot be added: is a parent or child of this work item',
  ]);
  const none = (word: string) => `${word} cannot be added: no matching epic found`;
  for (const word of ['&99', 'nonsense', 'acme/api#1']) expect(await refused([word])).toEqual([404, none(word)]);
  expect(await refused([])).toEqual([404, 'Epic cannot be found.']);
  expect(await refused([`&${free!.iid}`, '&99'])).toEqual([422, none('&99')]);
  expect((await post(epicLinks(a.iid), ['&2'], 'eats')).status).toBe(422);
  expect(await everything(db)).toEqual(before);
});

test('RL-01.9 the hundred-and-first link is refused, from either side', async () => {
  const { db, groups } = world;
  const [full, other] = await epics(2);
  for (let i = 0; i < 100; i += 1) {
    await relate(db, full.id, 'relates_to', (await makeEpic(db, { groupId: groups.web })).id);
  }
  const text = 'cannot be added: This epic would exceed the maximum number of linked epics (100).';
  expect((await post(epicLinks(full.iid), [`&${other!.iid}`])).body).toMatchObject({ message: `&2 ${text}` });
  expect((await post(epicLinks(other!.iid), [`&${full.iid}`])).body).toMatchObject({ message: `&1 ${text}` });
});

test('RL-01.10 RL-01.17 both get a line and an event in the transaction of the link, and the parents of both an event', async () => {
  const { db, projects } = world;
  const [parent] = await epics(1);
  const [a, b] = [await makeIssue(db, { projectId: projects.api }), await makeIssue(db, { projectId: projects.app })];
  await link(db, parent.id, b.id);
  await settle(db);
  const path = `/acme/api/-/issues/${a.iid}/links`;
  await post(path, [`acme/web/app#${b.iid}`], 'is_blocked_by');
  expect(await notesOn(db, a.id)).toEqual(['marked this issue as blocked by acme/web/app#1']);
  expect(await notesOn(db, b.id)).toEqual(['marked this issue as blocking acme/api#1']);
  expect([await eventsOf(db, a.id), await eventsOf(db, b.id), await eventsOf(db, parent.id)]).toEqual([
    ['links'],
    ['links'],
    ['links'],
  ]);
  const [shown] = await list(path);
  expect(await ask('DELETE', shown!.relation_path!)).toMatchObject({ status: 200, body: { issuables: [] } });
  expect((await notesOn(db, a.id)).at(-1)).toBe('removed the relation with acme/web/app#1');
  expect((await notesOn(db, b.id)).at(-1)).toBe('removed the relation with acme/api#1');
  expect(await ask('DELETE', shown!.relation_path!)).toMatchObject({ status: 404 });
});

test('RL-01.19 who is linked to what is closed or reopened gets an event, and so does the parent', async () => {
  const { db, projects, groups } = world;
  const [parent, blocker] = await epics(2);
  const blocked = await makeEpic(db, { groupId: groups.acme });
  const related = await makeIssue(db, { projectId: projects.api });
  await link(db, parent.id, blocked.id);
  await relate(db, blocker!.id, 'blocks', blocked.id);
  await relate(db, related.id, 'relates_to', blocker!.id);
  await settle(db);
  const kinds = () => Promise.all([parent, blocked, related].map(({ id }) => eventsOf(db, id)));
  for (const event of ['close', 'close', 'reopen']) {
    await ask('PUT', `/groups/acme/-/epics/${blocker!.iid}.json`, { query: { 'epic[state_event]': event } });
  }
  // Closing what is closed changes nothing.
  expect(await kinds()).toEqual([
    ['links', 'links'],
    ['links', 'links'],
    ['links', 'links'],
  ]);
});

test('RL-01.19 so do they when it is deleted, with all that goes with it', async () => {
  const { db, groups, projects } = world;
  const [parent, top, below] = await epics(3);
  await link(db, top!.id, below!.id);
  const [blocked, related] = [
    await makeEpic(db, { groupId: groups.acme }),
    await makeIssue(db, { projectId: projects.api }),
  ];
  await link(db, parent.id, blocked.id);
  await relate(db, top!.id, 'blocks', blocked.id);
  await relate(db, related.id, 'relates_to', below!.id);
  await relate(db, top!.id, 'relates_to', below!.id);
  await settle(db);
  await ask('DELETE', `/groups/acme/-/epics/${top!.iid}.json`, { query: { destroy_confirm: 'true' } });
  expect(await Promise.all([parent, blocked, related, top!, below!].map(({ id }) => eventsOf(db, id)))).toEqual([
    ['links'],
    ['links'],
    ['links'],
    ['deleted'],
    ['deleted'],
  ]);
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

  expect((await post(epicLinks(a.iid), [`&${b!.iid}`], 'blocks', { viewer: viewers.nobody })).status).toBe(401);
  expect((await post(epicLinks(a.iid), [`&${b!.iid}`], 'blocks', { viewer: viewers.out })).status).toBe(403);
  expect((await post(epicLinks(a.iid), [`&${b!.iid}`], 'blocks', { viewer: viewers.guest })).status).toBe(200);
  const own = await list(epicLinks(a.iid), { viewer: viewers.out });
  expect(own).toMatchObject([{ id: b!.id, relation_path: null }]);
  const shown = (await list(epicLinks(a.iid), { viewer: viewers.guest }))[0]!.relation_path!;
  expect((await ask('DELETE', shown, { viewer: viewers.out })).status).toBe(403);
  // A member of the other group only may not put its epics onto a list that is not theirs.
  await makeMember(db, { userId: users.out, groupId: groups.hidden, accessLevel: 50 });
  expect((await ask('DELETE', shown, { viewer: viewers.guest })).status).toBe(200);
});

test('RL-01.16 a link is taken away only through an item that has it', async () => {
  const [a, b, c] = await epics(3);
  await post(epicLinks(a.iid), [`&${b!.iid}`]);
  const [shown] = await list(epicLinks(a.iid));
  const linkId = shown!.relation_path!.split('/').at(-1)!;
  expect((await ask('DELETE', epicLinks(c!.iid, `/${linkId}`))).status).toBe(404);
  expect((await ask('DELETE', epicLinks(b!.iid, `/${linkId}`))).status).toBe(200);
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
  const count = async (run: (counted: World['db']) => Promise<unknown>): Promise<number> => {
    let statements = 0;
    const counted = world.db.withPlugin({
      transformQuery: ({ node }) => {
        statements += 1;
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    });
    const whole = world;
    world = { ...world, db: counted };
    await run(counted);
    world = whole;
    return statements;
  };
  const [a, ...others] = await epics(9);
  await relate(db, a.id, 'blocks', others[0]!.id);
  await relate(db, others[1]!.id, 'blocks', a.id);
  const few = await count(() => list(epicLinks(a.iid)));
  for (let i = 0; i < 20; i += 1) {
    const { id } = await makeEpic(db, { groupId: groups.acme });
    await relate(db, a.id, 'blocks', id);
    await relate(db, id, 'blocks', others[1]!.id);
  }
  expect(await count(() => list(epicLinks(a.iid)))).toBe(few);
  const one = await count(() => post(epicLinks(a.iid), [`&${others[2]!.iid}`], 'blocks'));
  const many = others.slice(3).map(({ iid }) => `&${iid}`);
  expect(await count(() => post(epicLinks(a.iid), many, 'blocks'))).toBe(one);
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
  const back = await db
    .insertInto('projects')
    .values({ group_id: groups.hidden, path: 'back', full_path: 'hidden/back', name: 'Back', visibility: 'private' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const made = await db
    .insertInto('merge_requests')
    .values([
      {
        iid: 1,
        project_id: projects.api,
        title: 'First',
        pipeline_status: 'success',
        created_at: '2026-01-01T00:00:00Z',
      },
      {
        iid: 2,
        project_id: projects.api,
        title: 'Second',
        state: 'merged',
        created_at: '2026-02-01T00:00:00Z',
        merged_at: '2026-02-02T00:00:00Z',
      },
      { iid: 1, project_id: back.id, title: 'Hidden' },
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

test('RL-01.5 over the API a pair is named by its owners and numbers', async () => {
  const { db, groups, projects } = world;
  const [a, b] = await epics(2);
  const path = `/api/v4/groups/${groups.acme}/epics/${a.iid}/related_epics`;
  const body = { target_group_id: 'acme', target_epic_iid: b!.iid, link_type: 'is_blocked_by' };
  const made = await ask('POST', path, { body });
  expect(made).toMatchObject({
    status: 201,
    body: { source_epic: { id: a.id }, target_epic: { id: b!.id }, link_type: 'is_blocked_by' },
  });
  const { id } = made.body as { id: number };
  expect((await ask('GET', path)).body).toMatchObject([
    { id: b!.id, related_epic_link_id: id, link_type: 'is_blocked_by', web_url: 'http://here/groups/acme/-/epics/2' },
  ]);
  expect(await ask('POST', path, { body })).toMatchObject({ status: 409 });
  expect(await ask('POST', path, { body: { ...body, target_group_id: groups.hidden } })).toMatchObject({ status: 404 });
  expect(await ask('POST', path, { body: { target_epic_iid: 1 } })).toMatchObject({ status: 422 });
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
