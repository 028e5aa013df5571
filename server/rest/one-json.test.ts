import { makeEpic } from '../db/testing-data.ts';
import { openWorld, resetWorld, settle, type World } from '../tree/testing.ts';
import type { RestMethod } from './types.ts';
import { call, type Call } from './writes/testing.ts';

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

const ask = (method: RestMethod, path: string, options?: Call) =>
  call(world, method, path.startsWith('/') ? path : `/api/v4/${path}`, options);

describe('AP-05.27 an entity has one JSON, whatever is asked of it', () => {
  const parse = (answer: { body?: unknown }) => JSON.parse(JSON.stringify(answer.body)) as Record<string, unknown>;
  const told = async (...asked: Parameters<typeof ask>) => parse(await ask(...asked));

  async function planted() {
    const { db, groups, projects, users } = world;
    const parent = await makeEpic(db, { groupId: groups.acme, title: 'Parent' });
    await settle(db);
    const milestone = { iid: 1, group_id: groups.acme, title: 'M', start_date: '2026-01-01', due_date: '2026-02-01' };
    const { id } = await db.insertInto('milestones').values(milestone).returning('id').executeTakeFirstOrThrow();
    const fields = { description: 'D', labels: 'one,two' };
    const dates = { start_date_is_fixed: true, start_date_fixed: '2026-03-01', color: '#fff' };
    const epic = { ...fields, ...dates, title: 'Epic', parent_id: parent.id };
    const work = { weight: 3, milestone_id: id, assignee_ids: [users.dev], due_date: '2026-04-01' };
    const issue = { ...fields, ...work, title: 'Issue', epic_id: parent.id };
    return { parent, epic, issue, epics: `groups/${groups.web}/epics`, issues: `projects/${projects.api}/issues` };
  }

  test('of an epic: POST, PUT and GET', async () => {
    const { epic, epics } = await planted();
    const made = await told('POST', epics, { body: epic });
    expect(made).toEqual(await told('GET', `${epics}/1`));
    const changed = await told('PUT', `${epics}/1`, { body: { title: 'Changed', add_labels: 'three' } });
    expect(changed).toEqual(await told('GET', `${epics}/1`));
    expect(changed).toMatchObject({ title: 'Changed', labels: ['one', 'three', 'two'], subscribed: true });
  });

  test('of an issue: POST and GET, and both in the answers of its place in an epic', async () => {
    const { parent, issue, issues } = await planted();
    const made = await told('POST', issues, { body: issue });
    expect(made).toEqual(await told('GET', `${issues}/1`));
    expect(made).toMatchObject({ milestone: { title: 'M' }, assignees: [{ username: 'dev', state: 'active' }] });
    const place = `groups/acme/epics/${parent.iid}`;
    const removed = await told('DELETE', `${place}/issues/${String(made['epic_issue_id'])}`);
    expect(removed).toMatchObject({ issue: await told('GET', `${issues}/1`), epic: await told('GET', place) });
    const added = await told('POST', `${place}/issues/${String(made['id'])}`);
    expect(added).toMatchObject({ issue: await told('GET', `${issues}/1`), epic: await told('GET', place) });
  });

  test('in lists: as alone, with its place in the list', async () => {
    const { parent, epic, issue, epics, issues } = await planted();
    await ask('POST', epics, { body: epic });
    await ask('POST', issues, { body: issue });
    const place = `groups/acme/epics/${parent.iid}`;
    const { subscribed: _told, ...alone } = await told('GET', `${epics}/1`);
    const { subscribed: _also, ...single } = await told('GET', `${issues}/1`);
    const first = async (path: string) => parse({ body: ((await ask('GET', path)).body as unknown[])[0] });
    expect(await first(epics)).toEqual(alone);
    expect(await first(`${place}/epics`)).toEqual({
      ...alone,
      references: { short: '&1', relative: 'acme/web&1', full: 'acme/web&1' },
      relative_position: expect.any(Number) as number,
    });
    expect(await first(issues)).toEqual(single);
    expect(await first(`${place}/issues`)).toEqual({ ...single, relative_position: expect.any(Number) as number });
  });

  test('of the page: what its forms share is told alike', async () => {
    const { epic } = await planted();
    await ask('POST', 'groups/acme%2Fweb/epics', { body: epic });
    const page = '/groups/acme/web/-/epics/1';
    const { initial, meta } = (await told('GET', `${page}.json`)) as Record<string, Record<string, unknown>>;
    const changed = await told('PUT', `${page}.json`, { body: { description: 'Else' } });
    const now = (await told('GET', `${page}.json`))['meta'] as Record<string, unknown>;
    const shared = Object.keys(now).filter((key) => key in changed);
    expect(shared).toEqual(
      expect.arrayContaining(['start_date', 'due_date_from_milestones', 'labels', 'color', 'state']),
    );
    for (const key of shared) expect([key, changed[key]]).toEqual([key, now[key]]);
    expect([initial?.['initialDescriptionText'], changed['description']]).toEqual(['D', 'Else']);
    expect(meta?.['lock_version']).not.toBe(changed['lock_version']);
  });
});
