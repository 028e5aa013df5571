import { link, makeEpic, makeIssue, makeLabel, seedTiny, type TinyData } from '../../db/testing-data.ts';
import { type Json, NOW, openTestServer, type TestServer } from '../../graphql/testing.ts';

let server: TestServer;
let tiny: TinyData;
let epic: number;
let sprint: number;
let dev: string;
let out: string;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

/** The days of the test are told from this one, a Saturday. */
const day = (days: number): string => new Date(Date.parse(NOW) + days * 86_400_000).toISOString().slice(0, 10);

beforeAll(async () => {
  tiny = await seedTiny(server.db);
  [dev, out] = [await server.token(tiny.users.dev), await server.token(tiny.users.out)];
  const { acme } = tiny.groups;
  const { api, app } = tiny.projects;
  const { plan, dev: developer, rep } = tiny.users;
  const { db } = server;
  const milestone = async (iid: number, title: string, start_date: string, due_date: string) =>
    (
      await db
        .insertInto('milestones')
        .values({ iid, group_id: acme, title, start_date, due_date })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  const [now, soon] = [await milestone(1, 'Now', day(0), day(0)), await milestone(2, 'Soon', day(-9), day(1))];
  const iteration = { iid: 1, group_id: acme, title: 'Sprint', start_date: day(0), due_date: day(7) };
  sprint = (await db.insertInto('iterations').values(iteration).returning('id').executeTakeFirstOrThrow()).id;
  const [red, blue] = [await makeLabel(db, acme, 'red'), await makeLabel(db, acme, 'blue')];
  epic = (await makeEpic(db, { groupId: acme, title: 'Roof' })).id;
  const made = async (title: string, more: Omit<Parameters<typeof makeIssue>[1], 'projectId'>, projectId = api) =>
    (await makeIssue(db, { title, ...more, projectId })).id;
  const a = await made('a', {
    author_id: plan,
    weight: 3,
    due_date: day(0),
    milestone_id: now,
    created_at: `${day(-3)}T10:00:00Z`,
  });
  const b = await made('b', {
    author_id: developer,
    weight: 0,
    due_date: day(1),
    milestone_id: soon,
    confidential: true,
    health_status: 'atRisk',
  });
  const c = await made(
    'c',
    { author_id: developer, due_date: day(-1), iteration_id: sprint, updated_at: `${day(-3)}T10:00:00Z` },
    app,
  );
  await made('d', { type: 'incident', state: 'closed', due_date: day(-40) });
  await made('e', { type: 'task', description: 'about a', due_date: day(45) }, app);
  await link(db, epic, a);
  const people = [
    [a, developer],
    [a, rep],
    [b, developer],
    [c, plan],
  ].map(([work_item_id, user_id]) => ({ work_item_id: work_item_id!, user_id: user_id!, role: 'assignee' as const }));
  await db.insertInto('work_item_people').values(people).execute();
  const labels = [
    [a, red],
    [a, blue],
    [b, red],
  ].map(([work_item_id, label_id]) => ({ work_item_id: work_item_id!, label_id: label_id! }));
  await db.insertInto('work_item_labels').values(labels).execute();
  await db.insertInto('award_emoji').values({ work_item_id: c, user_id: developer, name: 'star' }).execute();
});

const read = async (query: string, token?: string, place = 'groups/acme/'): Promise<string> => {
  const { status, body } = await server.rest('GET', `/api/v4/${place}issues?order_by=title&sort=asc&${query}`, token);
  expect([query, status]).toEqual([query, 200]);
  return body.map(({ title }: Json) => title).join('');
};

/** What each parameter leaves of abcde, for dev. */
const FOUND = (): Readonly<Record<string, string>> => ({
  '': 'abcde',
  'state=opened': 'abce',
  'state=all': 'abcde',
  'scope=created_by_me': 'bc',
  'scope=assigned-to-me': 'ab',
  'iids[]=1&iids[]=3': 'acd',
  'labels=red': 'ab',
  'labels=red,blue': 'a',
  'labels=None': 'cde',
  'labels=Any': 'ab',
  'milestone=Now': 'a',
  'milestone=None': 'cde',
  'milestone_id=Any': 'ab',
  'milestone_id=Started': 'ab',
  'milestone_id=upcoming': 'b',
  'my_reaction_emoji=star': 'c',
  'my_reaction_emoji=None': 'abde',
  'search=a': 'ae',
  'search=a&in=title': 'a',
  'confidential=true': 'b',
  'confidential=false': 'acde',
  'issue_type=incident': 'd',
  'issue_type=task': 'e',
  [`assignee_id=${tiny.users.dev}`]: 'ab',
  'assignee_id=None': 'de',
  'assignee_id=Any': 'abc',
  'assignee_username[]=dev&assignee_username[]=REP': 'a',
  [`author_id=${tiny.users.dev}`]: 'bc',
  'author_username=plan': 'a',
  'weight=3': 'a',
  'weight=0': 'b',
  'weight=None': 'cde',
  'weight=Any': 'ab',
  [`epic_id=${epic}`]: 'a',
  'epic_id=None': 'bcde',
  'epic_id=Any': 'a',
  'health_status=at_risk': 'b',
  'health_status=None': 'acde',
  [`iteration_id=${sprint}`]: 'c',
  'iteration_id=None': 'abde',
  'iteration_title=Sprint': 'c',
  'due_date=0': '',
  'due_date=any': 'abcde',
  'due_date=today': 'a',
  'due_date=tomorrow': 'b',
  'due_date=overdue': 'cd',
  'due_date=week': 'abc',
  'due_date=next_month_and_previous_two_weeks': 'abc',
  [`created_before=${day(-2)}`]: 'a',
  [`created_after=${day(-2)}T00:00:00%2B00:00`]: 'bcde',
  [`updated_before=${day(-2)}T00:00:00Z`]: 'c',
  'not[labels]=blue': 'bcde',
  'not[labels]=red,blue': 'cde',
  'not[milestone]=Now': 'bcde',
  'not[milestone_id]=Started': 'cde',
  [`not[author_id]=${tiny.users.dev}`]: 'ade',
  'not[author_username]=plan': 'bcde',
  [`not[assignee_id]=${tiny.users.rep}`]: 'bcde',
  'not[assignee_username][]=dev': 'cde',
  'not[iids][]=1&not[iids][]=2': 'd',
  'not[weight]=3': 'bcde',
  [`not[iteration_id]=${sprint}`]: 'abde',
  'not[iteration_title]=Sprint': 'abde',
  'labels=red&not[weight]=0&state=opened': 'a',
});

test('AP-05.40 every filter leaves what it asks for, of a group, and of everything', async () => {
  for (const [query, titles] of Object.entries(FOUND())) {
    expect([query, await read(query, dev)]).toEqual([query, titles]);
    const scope = query.startsWith('scope') ? '' : '&scope=all';
    expect([query, await read(`${query}${scope}`, dev, '')]).toEqual([query, titles]);
  }
  expect(await read('', dev, 'projects/acme%2Fapi/')).toBe('abd');
  expect(await read('confidential=true', out)).toBe('');
});

test('AP-05.40 of everything what one has made oneself; a visitor asks for all', async () => {
  expect(await read('', dev, '')).toBe('bc');
  expect(await read('scope=all', undefined, '')).toBe('acde');
  expect((await server.rest('GET', '/api/v4/issues')).status).toBe(401);
});

test('AP-05.40 the orders of the documentation', async () => {
  for (const [query, titles] of Object.entries({
    'order_by=due_date&sort=asc': 'dcabe',
    'order_by=Due_Date&sort=ASC': 'dcabe',
    'order_by=weight&sort=desc': 'ab',
    'order_by=milestone_due&sort=asc': 'ab',
    'order_by=relative_position': 'a',
    'order_by=popularity&sort=asc': '',
    'order_by=priority': '',
  })) {
    const { status, body } = await server.rest('GET', `/api/v4/groups/acme/issues?${query}`, dev);
    const told = body.map(({ title }: Json) => title).join('');
    expect([query, status, body.length, told.startsWith(titles)]).toEqual([query, 200, 5, true]);
  }
});

test('AP-05.41 what has not the form it wants is refused, and all of it told', async () => {
  for (const [query, error] of Object.entries({
    'state=merged': 'state does not have a valid value',
    'weight=heavy&not[author_id]=me': 'weight is invalid, not[author_id] is invalid',
    'milestone_id=7': 'milestone_id does not have a valid value',
    'created_after=yesterday': 'created_after is invalid',
    'created_after=2026-02-31T00:00:00Z': 'created_after is invalid',
    'assignee_id=1&assignee_username=dev': 'assignee_id, assignee_username are mutually exclusive',
    'issue_type=epic': 'issue_type does not have a valid value',
    'order_by=colour': 'order_by does not have a valid value',
    'confidential=maybe': 'confidential is invalid',
  })) {
    const { status, body } = await server.rest('GET', `/api/v4/groups/acme/issues?${query}`, dev);
    expect([query, status, body]).toEqual([query, 400, { error }]);
  }
});
