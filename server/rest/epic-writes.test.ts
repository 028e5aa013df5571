import { childrenOf, link, makeEpic, makeIssue, makeLabel, makeProject } from '../db/testing-data.ts';
import { expectConsistent, itemRow, notesOn, openWorld, resetWorld, settle, type World } from '../tree/testing.ts';
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
  test('what is missing or hidden is not found, confirmed or not; what is seen wants a confirmation, and goes with it', async () => {
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
    expect(await ask('DELETE', `${epics}/${epic.iid}.json`)).toEqual({
      status: 422,
      body: { errors: 'Destroy confirmation not provided for epic' },
    });
    expect(await ask('DELETE', `${epics}/${epic.iid}.json`, { query: { destroy_confirm: 'true' } })).toEqual({
      status: 200,
      body: { web_url: 'http://here/groups/acme/-/epics' },
    });
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
