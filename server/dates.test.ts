import { addDays } from '@espalier/core/calendar/rules';
import { link, makeEpic, makeIssue, seedTiny, type TinyData } from './db/testing-data.ts';
import { type Json, NOW, openTestServer, type TestServer } from './graphql/testing.ts';

/**
 * Every way of a day into the server and out of it. These tests run in the time zone of the machine and, by `npm test`, in five more: a day that became an
 * instant on its way would come back as its neighbour in one of them.
 */
let server: TestServer;
let tiny: TinyData;
let token: string;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.database.reset();
  tiny = await seedTiny(server.db);
  token = await server.token(tiny.users.plan);
});

/** Ends of years, leap days, days on which clocks change, and one that Samoa never had. */
const DAYS = [
  '1900-01-01',
  '2000-02-29',
  '2011-12-30',
  '2018-11-04',
  '2024-03-31',
  '2024-10-06',
  '2024-12-31',
  '2026-03-29',
  '2100-12-31',
];
/** A start with the due date that stands beside it. */
const SPANS = DAYS.map((start) => ({ start, due: addDays(start, 29) }));

async function ask(query: string, variables: object = {}): Promise<Json> {
  const { status, data, errors } = await server.graphql(query, { ...variables }, token);
  expect([status, errors]).toEqual([200, undefined]);
  return data;
}
async function rest(method: 'GET' | 'POST' | 'PUT', url: string, body?: unknown): Promise<Json> {
  const { status, body: answer } = await server.rest(method, url, token, body);
  expect([status, status < 300 || answer]).toEqual([status, true]);
  return answer;
}
const epicOf = (groupId: number) => makeEpic(server.db, { groupId });

const EPIC = `query ($iid: ID!) { group(fullPath: "acme") { epic(iid: $iid) {
  startDate dueDate startDateFixed dueDateFixed startDateFromMilestones dueDateFromMilestones
} } }`;

/** The dates of an epic as GraphQL, the API and the page of the epic tell them. */
async function toldOf(iid: number): Promise<readonly Json[]> {
  const { epic } = (await ask(EPIC, { iid: String(iid) })).group;
  return [
    epic,
    await rest('GET', `/api/v4/groups/acme/epics/${iid}`),
    await (await rest('GET', `/groups/acme/-/epics/${iid}.json`)).meta,
  ];
}

describe('RM-09.26 fixed dates come out as the days that went in', () => {
  const fields = ({ start, due }: { start: string; due: string }) => ({
    start_date_is_fixed: true,
    start_date_fixed: start,
    due_date_is_fixed: true,
    due_date_fixed: due,
  });
  const WAYS: Readonly<Record<string, (iid: number, span: { start: string; due: string }) => Promise<unknown>>> = {
    'by GraphQL': (iid, { start, due }) => {
      const dates = { startDateIsFixed: true, startDateFixed: start, dueDateIsFixed: true, dueDateFixed: due };
      const input = { groupPath: 'acme', iid: String(iid), ...dates };
      return ask('mutation ($input: UpdateEpicInput!) { updateEpic(input: $input) { errors } }', { input });
    },
    'by the page': (iid, span) => rest('PUT', `/groups/acme/-/epics/${iid}.json`, { epic: fields(span) }),
    'by the API': (iid, span) => rest('PUT', `/api/v4/groups/acme/epics/${iid}`, fields(span)),
  };

  test.each(Object.entries(WAYS))('RM-09.26 %s', async (_name, send) => {
    const { iid } = await epicOf(tiny.groups.acme);
    for (const span of SPANS) {
      await send(iid, span);
      const { start, due } = span;
      const snake = { start_date: start, start_date_fixed: start, due_date: due, due_date_fixed: due };
      const camel = { startDate: start, startDateFixed: start, dueDate: due, dueDateFixed: due };
      expect(await toldOf(iid)).toMatchObject([camel, snake, snake]);
    }
  });
});

test('RM-09.26 dates of milestones come out of every list, and epics and those above them inherit the same days', async () => {
  const [above, epic] = [await epicOf(tiny.groups.acme), await epicOf(tiny.groups.acme)];
  await link(server.db, above.id, epic.id);
  const issue = await makeIssue(server.db, { projectId: tiny.projects.api });
  await link(server.db, epic.id, issue.id);
  for (const [index, { start, due }] of SPANS.entries()) {
    const title = `m${index}`;
    const row = { group_id: tiny.groups.acme, iid: index + 1, title, start_date: start, due_date: due };
    const { id } = await server.db.insertInto('milestones').values(row).returning('id').executeTakeFirstOrThrow();
    const input = {
      id: `gid://gitlab/WorkItem/${issue.id}`,
      milestoneWidget: { milestoneId: `gid://gitlab/Milestone/${id}` },
    };
    await ask('mutation ($input: WorkItemUpdateInput!) { workItemUpdate(input: $input) { errors } }', { input });
    const camel = { startDate: start, dueDate: due };
    for (const { iid } of [epic, above]) {
      expect(await toldOf(iid)).toMatchObject([
        camel,
        { start_date: start, due_date: due },
        { start_date: start, due_date: due },
      ]);
    }
    const [told, sources] = await toldOf(epic.iid);
    expect(told).toMatchObject({ startDateFromMilestones: start, dueDateFromMilestones: due });
    expect(sources).toMatchObject({ start_date_from_milestones: start, due_date_from_milestones: due });
    const list =
      'query ($title: String) { group(fullPath: "acme") { milestones(title: $title) { nodes { startDate dueDate } } } }';
    expect((await ask(list, { title })).group.milestones.nodes).toEqual([camel]);
    const listed = (await rest('GET', '/api/v4/groups/acme/milestones?per_page=100')) as readonly Json[];
    expect(listed.find((one) => one.title === title)).toMatchObject({ start_date: start, due_date: due });
  }
});

test('RM-09.26 dates of an issue come out as the days that went in', async () => {
  const { id, iid } = await makeIssue(server.db, { projectId: tiny.projects.api });
  const gid = `gid://gitlab/WorkItem/${id}`;
  for (const { start, due } of SPANS) {
    const dates = { startDate: start, dueDate: due };
    const input = { id: gid, startAndDueDateWidget: dates };
    await ask('mutation ($input: WorkItemUpdateInput!) { workItemUpdate(input: $input) { errors } }', { input });
    const widgets = `query ($id: WorkItemID!) { workItem(id: $id) { widgets { ... on WorkItemWidgetStartAndDueDate { startDate dueDate } } } }`;
    expect((await ask(widgets, { id: gid })).workItem.widgets).toContainEqual(dates);
    const list = '{ group(fullPath: "acme") { issues(includeSubgroups: true) { nodes { dueDate } } } }';
    expect((await ask(list)).group.issues.nodes).toEqual([{ dueDate: due }]);
    expect(await rest('GET', `/api/v4/projects/acme%2Fapi/issues/${iid}`)).toMatchObject({ due_date: due });
  }
});

test('RM-09.26 a timeframe of one day finds the epics and milestones of that day, and those of neither neighbour', async () => {
  const query = `query ($timeframe: Timeframe!) { group(fullPath: "acme") {
    epics(timeframe: $timeframe) { nodes { title startDate dueDate } }
    milestones(timeframe: $timeframe) { nodes { title startDate dueDate } }
  } }`;
  for (const [index, day] of DAYS.entries()) {
    const title = `on ${day}`;
    const dates = { start_date: day, due_date: day };
    const fixed = { start_date_is_fixed: true, start_date_fixed: day, due_date_is_fixed: true, due_date_fixed: day };
    await makeEpic(server.db, { groupId: tiny.groups.acme, title, ...dates, ...fixed });
    await server.db
      .insertInto('milestones')
      .values({ group_id: tiny.groups.acme, iid: index + 1, title, ...dates })
      .execute();
  }
  for (const day of DAYS) {
    const found = [{ title: `on ${day}`, startDate: day, dueDate: day }];
    for (const [start, expected] of [
      [addDays(day, -1), []],
      [day, found],
      [addDays(day, 1), []],
    ] as const) {
      const { epics, milestones } = (await ask(query, { timeframe: { start, end: start } })).group;
      expect([start, epics.nodes, milestones.nodes]).toEqual([start, expected, expected]);
    }
  }
});

test('RM-09.26 instants are told in UTC', async () => {
  const made = await rest('POST', '/api/v4/groups/acme/epics', { title: 'made' });
  const second = NOW.replace('.000Z', 'Z');
  // REST's instants have milliseconds, GraphQL's have none.
  expect(made.created_at).toBe(NOW);
  const { iid } = made as { iid: number };
  await rest('PUT', `/groups/acme/-/epics/${iid}.json`, { epic: { title: 'renamed' } });
  const query = `query ($iid: ID!) { group(fullPath: "acme") { epic(iid: $iid) { createdAt notes { nodes { createdAt } } } } }`;
  const { epic } = (await ask(query, { iid: String(iid) })).group;
  expect(epic.createdAt).toBe(second);
  expect(epic.notes.nodes.map(({ createdAt }: Json) => createdAt)).toEqual([second]);
  const listed = async (filter: string) =>
    rest('GET', `/api/v4/groups/acme/epics?${filter}`) as Promise<readonly Json[]>;
  expect(await listed(`created_after=${NOW}&created_before=${NOW}`)).toHaveLength(1);
  expect(await listed('created_after=2026-11-21T12:00:01Z')).toHaveLength(0);
  // The same instant as clocks elsewhere say it.
  expect(
    await listed('created_after=2026-11-22T01:59:59%2B14:00&created_before=2026-11-21T01:00:01-11:00'),
  ).toHaveLength(1);
});
