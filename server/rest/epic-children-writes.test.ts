import { childrenOf, link, makeEpic, makeIssue, relate } from '../db/testing-data.ts';
import { expectConsistent, linkOf, openWorld, resetWorld, settle, type World } from '../tree/testing.ts';
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
