import { childrenOf, link, makeEpic, makeIssue, relate } from '../db/testing-data.ts';
import {
  everything,
  expectConsistent,
  linkOf,
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
const add = (kind: 'links' | 'issues', iid: number, references: unknown, options: Call = {}) =>
  ask('POST', `${epics}/${iid}/${kind}`, { ...options, body: { issuable_references: references } });

async function anEpic(columns: Partial<Parameters<typeof makeEpic>[1]> = {}) {
  return makeEpic(world.db, { groupId: world.groups.acme, ...columns });
}

describe('children', () => {
  test('TR-09.8 TR-09.9 what is new goes to the top in the order given; the answer is the whole list, newest first', async () => {
    const { db, projects } = world;
    const [parent, old, first, second] = [
      await anEpic(),
      await anEpic(),
      await anEpic(),
      await makeEpic(db, { groupId: world.groups.web }),
    ];
    await link(db, parent.id, old.id);
    await link(db, first.id, (await anEpic()).id);
    await settle(db);
    const answer = await add(
      'links',
      parent.iid,
      [`&${first.iid}`, `&${old.iid}`, `http://here/groups/acme/web/-/epics/${second.iid}`],
      {
        viewer: world.viewers.guest,
      },
    );
    expect(answer).toMatchObject({ status: 200, body: { message: null } });
    const { issuables } = answer.body as { issuables: Record<string, unknown>[] };
    expect(issuables.map(({ id }) => id)).toEqual(expect.arrayContaining([first.id, second.id, old.id]));
    expect(issuables.slice(0, 2).map(({ id }) => id)).toEqual([first.id, second.id]);
    expect(issuables[0]).toMatchObject({
      iid: first.iid,
      title: 'epic 3',
      state: 'opened',
      closed_at: null,
      reference: `&${first.iid}`,
      path: `/groups/acme/-/epics/${first.iid}`,
      relation_path: `/groups/acme/-/epics/${parent.iid}/links/${first.id}`,
      has_children: true,
      has_issues: false,
      full_path: 'acme',
      can_admin: false,
    });
    expect(await childrenOf(db, parent.id)).toEqual([first.id, second.id, old.id]);
    const issue = await makeIssue(db, { projectId: projects.app, weight: 4 });
    await relate(db, issue.id, 'relates_to', (await makeIssue(db, { projectId: projects.app })).id);
    const issues = await add('issues', parent.iid, [`acme/web/app#${issue.iid}`], { viewer: world.viewers.rep });
    expect(issues.body).toMatchObject({
      message: null,
      issuables: [
        {
          id: issue.id,
          weight: 4,
          reference: `acme/web/app#${issue.iid}`,
          path: `/acme/web/app/-/issues/${issue.iid}`,
          epic_issue_id: await linkOf(db, issue.id),
          relation_path: `/groups/acme/-/epics/${parent.iid}/issues/${await linkOf(db, issue.id)}`,
          blocked: false,
        },
      ],
    });
    expect((await childrenOf(db, parent.id))[0]).toBe(issue.id);
    await expectConsistent(db);
  });

  test('an issue has one epic: adding it to another one moves it', async () => {
    const { db, projects } = world;
    const [from, to] = [await anEpic(), await anEpic()];
    const issue = await makeIssue(db, { projectId: projects.api });
    await link(db, from.id, issue.id);
    await settle(db);
    expect(await add('issues', to.iid, [`api#${issue.iid}`])).toMatchObject({ status: 200 });
    expect(await parentOf(db, issue.id)).toBe(to.id);
    await expectConsistent(db);
  });

  test('TR-09.34 more references than 1,000 at once are refused before any is read, children and links alike', async () => {
    const parent = await anEpic();
    const child = await anEpic();
    const before = await everything(world.db);
    const many = (count: number) => Array.from({ length: count }, () => `&${child.iid}`).join(' ');
    const refused = { status: 422, body: { message: 'At most 1000 references can be added at once.' } };
    expect(await add('links', parent.iid, [many(1001)])).toMatchObject(refused);
    const related = (words: string) =>
      ask('POST', `${epics}/${parent.iid}/related_epic_links`, { body: { issuable_references: [words] } });
    expect(await related(many(1001))).toMatchObject(refused);
    expect(await everything(world.db)).toEqual(before);
    expect(await add('links', parent.iid, [many(1000)])).toMatchObject({ status: 200 });
  });

  test('TR-09.5 TR-09.6 TR-09.7 already there 409, nothing usable 404, forbidden 422, and nothing is added', async () => {
    const { db, groups, projects } = world;
    const [grandparent, parent, child] = [await anEpic(), await anEpic(), await anEpic()];
    await link(db, grandparent.id, parent.id);
    await link(db, parent.id, child.id);
    const secret = await makeEpic(db, { groupId: groups.hidden });
    const task = await makeIssue(db, { projectId: projects.api, type: 'task' });
    const issue = await makeIssue(db, { projectId: projects.api });
    await link(db, parent.id, issue.id);
    const fresh = await anEpic();
    await settle(db);
    const before = await everything(db);
    const text = async (kind: 'links' | 'issues', references: unknown) => {
      const { status, body } = await add(kind, parent.iid, references);
      return [status, (body as { message: string }).message];
    };
    expect(await text('links', [`&${child.iid}`])).toEqual([409, 'Epic(s) already assigned']);
    expect(await text('issues', [`acme/api#${issue.iid}`])).toEqual([409, 'Issue(s) already assigned']);
    const none = (kind: 'epic' | 'issue', ...words: string[]) => [
      404,
      words.map((word) => `${word} cannot be added: no matching ${kind} found`).join('. '),
    ];
    expect(await text('links', [])).toEqual([404, 'Epic cannot be found.']);
    const nothing = ['&777', 'nonsense', 'a\0b', '&99999999999'];
    expect(await text('links', nothing)).toEqual(none('epic', ...nothing));
    expect(await text('links', [`hidden&${secret.iid}`])).toEqual(none('epic', `hidden&${secret.iid}`));
    const elsewhere = `http://elsewhere/groups/acme/-/epics/${grandparent.iid}`;
    expect(await text('links', [elsewhere])).toEqual(none('epic', elsewhere));
    expect(await text('issues', [`#${issue.iid}`])).toEqual(none('issue', `#${issue.iid}`));
    expect(await text('issues', [`acme/api#${task.iid}`])).toEqual(none('issue', `acme/api#${task.iid}`));
    expect(await text('links', [`&${fresh.iid}`, '&777', `&${child.iid}`])).toEqual([
      422,
      ...none('epic', '&777').slice(1),
    ]);
    expect(await text('links', [`&${parent.iid}`, `&${grandparent.iid}`])).toEqual([
      422,
      `&${parent.iid} cannot be added: This epic cannot be added. An epic cannot be added to itself. ` +
        `&${grandparent.iid} cannot be added: This epic cannot be added. It is already an ancestor of the parent epic.`,
    ]);
    expect(await text('links', 5)).toEqual([422, 'issuable_references is invalid']);
    expect(await text('links', [{ a: 1 }])).toEqual([422, 'issuable_references is invalid']);
    expect(await everything(db)).toEqual(before);
  });

  test('TR-15.5 the number of child epics is limited by the setting, counting those that come together', async () => {
    await world.db.insertInto('settings').values({ key: 'max_children', value: '1' }).execute();
    const [parent, a, b] = [await anEpic(), await anEpic(), await anEpic()];
    const answer = await add('links', parent.iid, [`&${a.iid}`, `&${b.iid}`]);
    expect(answer).toMatchObject({
      status: 422,
      body: {
        message: `&${b.iid} cannot be added: This epic cannot be added. You cannot add any more epics. This epic already has maximum number of child epics.`,
      },
    });
    expect(await childrenOf(world.db, parent.id)).toEqual([]);
  });

  test('TR-13.3 TR-13.4 a child epic is removed by its id, an issue by the id of its link', async () => {
    const { db, projects } = world;
    const [parent, child] = [await anEpic(), await anEpic()];
    const issue = await makeIssue(db, { projectId: projects.api });
    await link(db, parent.id, child.id);
    const linkId = await link(db, parent.id, issue.id);
    await settle(db);
    const remove = (what: string, viewer = world.viewers.rep) =>
      ask('DELETE', `${epics}/${parent.iid}/${what}`, { viewer });
    expect(await remove(`issues/${linkId}`, world.viewers.guest)).toMatchObject({ status: 403 });
    expect(await remove(`links/${child.id}`, world.viewers.out)).toMatchObject({ status: 403 });
    expect(await remove(`links/${issue.id}`)).toMatchObject({ status: 404 });
    expect(await remove(`issues/${linkId + 1000}`)).toMatchObject({ status: 404 });
    expect(await remove(`issues/${linkId}`)).toEqual({ status: 200, body: { issuables: [] } });
    expect(await remove(`issues/${linkId}`)).toMatchObject({ status: 404 });
    expect(await remove(`links/${child.id}`, world.viewers.guest)).toEqual({ status: 200, body: { issuables: [] } });
    expect(await notesOn(db, parent.id)).toEqual([
      `removed issue acme/api#${issue.iid}`,
      `removed child epic &${child.iid}`,
    ]);
    expect(await notesOn(db, child.id)).toEqual([`removed parent epic &${parent.iid}`]);
    await expectConsistent(db);
  });

  test('the lists show only what the viewer may read', async () => {
    const [parent, open, secret] = [await anEpic(), await anEpic(), await anEpic({ confidential: true })];
    for (const child of [open, secret]) await link(world.db, parent.id, child.id);
    const list = async (viewer: Call['viewer']) =>
      ((await ask('GET', `${epics}/${parent.iid}/links`, { viewer })).body as { id: number }[]).map(({ id }) => id);
    expect((await list(world.viewers.rep)).sort()).toEqual([open.id, secret.id].sort());
    expect(await list(world.viewers.nobody)).toEqual([open.id]);
    expect(await ask('GET', `${epics}/${secret.iid}/issues`, { viewer: world.viewers.nobody })).toMatchObject({
      status: 404,
    });
  });
});
