import { childrenOf, link, makeEpic, makeIssue, makeLabel, makeProject } from '../db/testing-data.ts';
import {
  everything,
  expectConsistent,
  itemRow,
  notesOn,
  openWorld,
  parentOf,
  resetWorld,
  settle,
  type World,
} from '../tree/testing.ts';
import { call, type Call } from './writes/testing.ts';
import type { RestMethod } from './types.ts';

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

const ask = (method: RestMethod, path: string, options?: Call) => call(world, method, path, options);
const epics = '/groups/acme/-/epics';
async function anEpic(columns: Partial<Parameters<typeof makeEpic>[1]> = {}) {
  return makeEpic(world.db, { groupId: world.groups.acme, ...columns });
}

describe('creating', () => {
  test('a new epic answers its address only', async () => {
    const answer = await ask('POST', epics, {
      body: { title: '  A <b>plan</b> 🌳 ', confidential: true },
      viewer: world.viewers.rep,
    });
    expect(answer).toEqual({ status: 200, body: { web_url: 'http://here/groups/acme/-/epics/1' } });
    expect(await itemRow(world.db, 1)).toMatchObject({
      title: 'A <b>plan</b> 🌳',
      confidential: true,
      author_id: world.users.rep,
      lock_version: 0,
    });
    await expectConsistent(world.db);
  });

  test.each([
    [{}, "Title can't be blank"],
    [{ title: ' \t ' }, "Title can't be blank"],
    [{ title: 'x'.repeat(256) }, 'Title is too long (maximum is 255 characters)'],
    [{ title: 'a\0b' }, 'Title is invalid'],
    [{ title: 5 }, 'title is invalid'],
    [{ title: ['a'] }, 'title is invalid'],
    [{ title: 'a', confidential: 'maybe' }, 'confidential is invalid'],
    [{ title: 'a', description: 'x\0' }, 'Description is invalid'],
    [{ title: 'a', color: 'red;}' }, 'Color must be a valid color code'],
    [{ title: 'a', start_date_fixed: '2026-02-30' }, 'Start date is invalid'],
    [{ title: 'a', label_ids: [99] }, 'Label does not exist'],
    [{ title: 'a', label_ids: 'x' }, 'label_ids is invalid'],
  ])('%j is refused and makes nothing', async (body, text) => {
    expect(await ask('POST', epics, { body })).toMatchObject({ status: 422, body: { errors: [text] } });
    expect(await everything(world.db)).toMatchObject({ items: null, events: null });
  });

  test('who may not see the group gets 404, who sees it without the role 403, nobody 401', async () => {
    const body = { title: 'x' };
    expect(await ask('POST', '/groups/hidden/-/epics', { body })).toMatchObject({ status: 404 });
    expect(await ask('POST', '/groups/nowhere/-/epics', { body })).toMatchObject({ status: 404 });
    expect(await ask('POST', epics, { body, viewer: world.viewers.guest })).toMatchObject({ status: 403 });
    expect(await ask('POST', epics, { body, viewer: world.viewers.nobody })).toMatchObject({ status: 401 });
  });

  test('TR-18.3 an issue made under a confidential epic is confidential, comes first, and names its epic', async () => {
    const epic = await anEpic({ confidential: true });
    const answer = await ask('POST', '/acme/web/app/-/issues', {
      body: { epic_id: epic.id, title: 'Task' },
      viewer: world.viewers.rep,
    });
    expect(answer).toMatchObject({
      status: 201,
      body: {
        iid: 1,
        title: 'Task',
        confidential: true,
        author: { username: 'rep' },
        epic: { id: epic.id, iid: epic.iid },
      },
    });
    await settle(world.db);
    expect(await childrenOf(world.db, epic.id)).toHaveLength(1);
  });

  test('an issue for an unknown or hidden epic is not made', async () => {
    const secret = await makeEpic(world.db, { groupId: world.groups.hidden });
    for (const epic_id of [secret.id, 4711]) {
      const answer = await ask('POST', '/acme/api/-/issues', { body: { title: 'x', epic_id } });
      expect(answer).toMatchObject({
        status: 404,
        body: { message: `No Work Item found with ID: gid://gitlab/WorkItem/${epic_id}.` },
      });
    }
    expect(await ask('POST', '/acme/api/-/issues', { body: { title: 'x', epic_id: 'abc' } })).toMatchObject({
      status: 422,
    });
  });
});

describe('editing', () => {
  test('EP-03.1 the state event arrives in the query, as the client sends it', async () => {
    const epic = await anEpic();
    const parent = await anEpic();
    await link(world.db, parent.id, epic.id);
    await settle(world.db);
    const close = { query: { 'epic[state_event]': 'close' } };
    expect(await ask('PUT', `${epics}/${epic.iid}.json`, close)).toMatchObject({
      status: 200,
      body: { state: 'closed', lock_version: 1 },
    });
    expect(await notesOn(world.db, epic.id)).toEqual(['closed']);
    expect((await ask('PUT', `${epics}/${epic.iid}.json`, close)).body).toMatchObject({
      state: 'closed',
      lock_version: 1,
    });
    await expectConsistent(world.db);
    expect(await ask('PUT', `${epics}/${epic.iid}`, { query: { 'epic[state_event]': 'explode' } })).toMatchObject({
      status: 422,
    });
  });

  test('a change of everything at once is one new version, with a note for each part', async () => {
    const epic = await anEpic({ title: 'Old' });
    const label = await makeLabel(world.db, world.groups.acme, 'kind::bug');
    const body = {
      epic: {
        title: 'New',
        description: '<script>alert(1)</script>',
        color: '#217645',
        confidential: true,
        label_ids: [label],
        start_date_is_fixed: true,
        start_date_fixed: '2026-01-02',
        due_date_is_fixed: 'true',
        due_date_fixed: '2026-03-04',
        lock_version: 0,
      },
    };
    const answer = await ask('PUT', `${epics}/${epic.iid}.json`, { body });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      title: 'New',
      description: '<script>alert(1)</script>',
      color: '#217645',
      text_color: '#FFFFFF',
      confidential: true,
      start_date: '2026-01-02',
      due_date: '2026-03-04',
      end_date: '2026-03-04',
      lock_version: 1,
      labels: [{ title: 'kind::bug' }],
      group_full_path: 'acme',
      web_url: `http://here${epics}/${epic.iid}`,
      current_user: { can_create_note: true, can_update: true },
    });
    expect(await notesOn(world.db, epic.id)).toEqual([
      'changed title from **Old** to **New**',
      'changed the description',
      'made the epic confidential',
      'changed color from `#1068bf` to `#217645`',
      'changed start date to Jan 2, 2026',
      'changed due date to Mar 4, 2026',
      'added ~"kind::bug" label',
    ]);
  });

  test('labels of one scope exclude one another, and an empty list removes all', async () => {
    const epic = await anEpic();
    const [a, b] = [
      await makeLabel(world.db, world.groups.acme, 'kind::a'),
      await makeLabel(world.db, world.groups.acme, 'kind::b'),
    ];
    const put = async (body: unknown) =>
      (await ask('PUT', `${epics}/${epic.iid}`, { body })).body as { labels: { title: string }[] };
    expect((await put({ add_label_ids: [a] })).labels.map(({ title }) => title)).toEqual(['kind::a']);
    expect((await put({ add_label_ids: [b] })).labels.map(({ title }) => title)).toEqual(['kind::b']);
    expect((await put({ label_ids: [] })).labels).toEqual([]);
  });

  test('EP-07.4 switching a date back from fixed shows the inherited one again', async () => {
    const { db, groups } = world;
    const [epic, child] = [
      await anEpic(),
      await anEpic({ due_date_fixed: '2026-05-05', due_date_is_fixed: true, due_date: '2026-05-05' }),
    ];
    await link(db, epic.id, child.id);
    await settle(db);
    expect(groups.acme).toBeGreaterThan(0);
    const put = async (body: unknown) => (await ask('PUT', `${epics}/${epic.iid}.json`, { body })).body;
    expect(await put({ due_date_is_fixed: true, due_date_fixed: '2027-01-01' })).toMatchObject({
      due_date: '2027-01-01',
      due_date_from_milestones: '2026-05-05',
    });
    expect(await put({ due_date_is_fixed: false })).toMatchObject({
      due_date: '2026-05-05',
      due_date_fixed: '2027-01-01',
    });
    await expectConsistent(db);
  });

  test('a stale lock_version is 409 with its text, and nothing changes', async () => {
    const epic = await anEpic({ lock_version: 3 });
    const before = await everything(world.db);
    expect(await ask('PUT', `${epics}/${epic.iid}.json`, { body: { title: 'Mine', lock_version: 2 } })).toMatchObject({
      status: 409,
      body: {
        errors: [
          'Someone edited this epic at the same time you did. Please refresh your browser and make sure your changes will not unintentionally remove theirs.',
        ],
      },
    });
    expect(await everything(world.db)).toEqual(before);
  });

  test('TR-18.4 an epic over public children does not become confidential', async () => {
    const epic = await anEpic();
    const issue = await makeIssue(world.db, { projectId: world.projects.api });
    await link(world.db, epic.id, issue.id);
    const secret = { body: { confidential: true } };
    expect(await ask('PUT', `${epics}/${epic.iid}`, secret)).toMatchObject({
      status: 422,
      body: { errors: ['Cannot make the epic confidential if it contains non-confidential issues'] },
    });
    const child = await anEpic();
    await link(world.db, child.id, (await anEpic()).id);
    expect(await ask('PUT', `${epics}/${child.iid}`, secret)).toMatchObject({
      status: 422,
      body: { errors: ['Cannot make the epic confidential if it contains non-confidential child epics'] },
    });
  });

  test('unknown, malformed and hidden numbers are 404, readable without the role 403', async () => {
    const epic = await anEpic();
    const secret = await anEpic({ confidential: true });
    const body = { title: 'x' };
    for (const iid of ['999', '0', '-1', 'x', '99999999999999999999', String(secret.iid)]) {
      expect(await ask('PUT', `${epics}/${iid}.json`, { body, viewer: world.viewers.guest })).toMatchObject({
        status: 404,
      });
    }
    expect(await ask('PUT', `${epics}/${epic.iid}`, { body, viewer: world.viewers.guest })).toMatchObject({
      status: 403,
    });
    for (const odd of ['text', [1], 7])
      expect(await ask('PUT', `${epics}/${epic.iid}`, { body: odd })).toMatchObject({ status: 400 });
  });
});

describe('deleting', () => {
  test('EP-05.2 EP-05.3 descendant epics go too, their issues stay and lose their parent', async () => {
    const { db, groups, projects } = world;
    const [root, top, below] = [await anEpic(), await anEpic(), await makeEpic(db, { groupId: groups.web })];
    const issue = await makeIssue(db, { projectId: projects.app, weight: 2 });
    await link(db, root.id, top.id);
    await link(db, top.id, below.id);
    await link(db, below.id, issue.id);
    await settle(db);
    expect(await ask('DELETE', `${epics}/${top.iid}.json`)).toEqual({
      status: 422,
      body: { errors: 'Destroy confirmation not provided for epic' },
    });
    const confirmed = { query: { destroy_confirm: 'true' } };
    expect(await ask('DELETE', `${epics}/${top.iid}.json`, { ...confirmed, viewer: world.viewers.dev })).toMatchObject({
      status: 403,
    });
    expect(await ask('DELETE', `${epics}/${top.iid}.json`, confirmed)).toEqual({
      status: 200,
      body: { web_url: 'http://here/groups/acme/-/epics' },
    });
    expect((await db.selectFrom('work_items').select('id').orderBy('id').execute()).map(({ id }) => id)).toEqual([
      root.id,
      issue.id,
    ]);
    expect(await parentOf(db, issue.id)).toBeNull();
    expect(await notesOn(db, issue.id)).toEqual([`removed from epic acme/web&${below.iid}`]);
    await expectConsistent(db);
    await ask('DELETE', `${epics}/${root.iid}`, confirmed);
    await ask('POST', epics, { body: { title: 'next' } });
    expect(
      (await db.selectFrom('work_items').select('iid').where('title', '=', 'next').executeTakeFirstOrThrow()).iid,
    ).toBe(3);
  });

  test('what is missing or hidden is not found, confirmed or not; what is seen wants a confirmation', async () => {
    const { db, groups, viewers } = world;
    const lab = await makeProject(db, { groupId: groups.hidden, path: 'lab', visibility: 'private' });
    const [seen, secret] = [
      await makeIssue(db, { projectId: world.projects.app }),
      await makeIssue(db, { projectId: lab }),
    ];
    const [epic, hidden] = [await anEpic(), await makeEpic(db, { groupId: groups.hidden })];
    const remove = async (path: string) => (await ask('DELETE', path, { viewer: viewers.rep })).status;
    expect([
      await remove(`${epics}/${epic.iid}.json`),
      await remove(`${epics}/999.json`),
      await remove(`/groups/hidden/-/epics/${hidden.iid}.json`),
      await remove(`/acme/web/app/-/issues/${seen.iid}.json`),
      await remove('/acme/web/app/-/issues/999.json'),
      await remove(`/hidden/lab/-/issues/${secret.iid}.json`),
    ]).toEqual([422, 404, 404, 422, 404, 404]);
  });

  test('an epic above one that the viewer may not delete stays', async () => {
    const { db, groups } = world;
    const [top, foreign] = [await anEpic(), await makeEpic(db, { groupId: groups.hidden })];
    await link(db, top.id, foreign.id);
    await settle(db);
    expect(await ask('DELETE', `${epics}/${top.iid}`, { query: { destroy_confirm: '1' } })).toMatchObject({
      status: 403,
    });
    expect(await parentOf(db, foreign.id)).toBe(top.id);
  });

  test('TR-24.1 the form of an issue posts _method=delete with its confirmation and goes on to the parent epic', async () => {
    const { db, projects } = world;
    const epic = await anEpic();
    const issue = await makeIssue(db, { projectId: projects.app });
    await link(db, epic.id, issue.id);
    await settle(db);
    const path = `/acme/web/app/-/issues/${issue.iid}`;
    const form = { _method: 'delete', authenticity_token: 'x', destroy_confirm: 'true' };
    expect(await ask('POST', path, { body: { ...form, destroy_confirm: undefined } })).toMatchObject({ status: 422 });
    expect(await ask('POST', path, { body: { destroy_confirm: 'true' } })).toMatchObject({ status: 405 });
    expect(await ask('POST', path, { body: form, viewer: world.viewers.rep })).toMatchObject({ status: 403 });
    expect(await ask('POST', path, { body: form, headers: { accept: 'text/html' } })).toEqual({
      status: 303,
      headers: { location: `http://here${epics}/${epic.iid}` },
    });
    expect(await childrenOf(db, epic.id)).toEqual([]);
    await expectConsistent(db);
  });

  test('TR-24.3 without a parent epic that the viewer may see, the form goes on to the list of the project', async () => {
    const { db, projects, groups } = world;
    const form = { _method: 'delete', authenticity_token: 'x', destroy_confirm: 'true' };
    const goesTo = async (iid: number) => {
      const answer = await ask('POST', `/acme/web/app/-/issues/${iid}`, {
        body: form,
        headers: { accept: 'text/html' },
      });
      return [answer.status, answer.headers?.['location']];
    };
    const [alone, under] = [
      await makeIssue(db, { projectId: projects.app }),
      await makeIssue(db, { projectId: projects.app }),
    ];
    await link(db, (await makeEpic(db, { groupId: groups.hidden })).id, under.id);
    await settle(db);
    const list = [303, 'http://here/acme/web/app/-/issues'];
    expect([await goesTo(alone.iid), await goesTo(under.iid)]).toEqual([list, list]);
    await expectConsistent(db);
  });
});
