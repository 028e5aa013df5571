import { sql } from 'kysely';
import { makeIssue, seedTiny, type TinyData } from '../db/testing-data.ts';
import { type Json, openTestServer, type TestServer } from './testing.ts';

/** Today is 2026-11-21, a Saturday. */

let server: TestServer;
let tiny: TinyData;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.database.reset();
  tiny = await seedTiny(server.db);
});

const HIDDEN =
  "The resource that you are attempting to access does not exist or you don't have permission to perform this action";
const MANUAL = { groupPath: 'acme', title: 'By hand', active: true, automatic: false };
const WEEKLY = {
  ...{ groupPath: 'acme/web', title: 'Weekly', active: true, automatic: true, startDate: '2026-11-16' },
  ...{ durationInWeeks: 1, iterationsInAdvance: 1, rollOver: true, description: 'ours' },
};

async function ask(
  query: string,
  variables: Record<string, unknown> = {},
  who: keyof TinyData['users'] = 'rep',
): Promise<Json> {
  return server.graphql(query, variables, await server.token(tiny.users[who]));
}
async function change(
  name: string,
  input: object,
  fields: string,
  who: keyof TinyData['users'] = 'rep',
): Promise<Json> {
  const type = name === 'iterationCreate' ? name : name[0]?.toUpperCase() + name.slice(1);
  const { data, errors } = await ask(
    `mutation ($input: ${type}Input!) { it: ${name}(input: $input) { errors ${fields} } }`,
    { input },
    who,
  );
  return data?.it ?? errors.map(({ message }: Json) => message);
}
const cadence = async (input: object): Promise<string> =>
  (await change('iterationCadenceCreate', input, 'iterationCadence { id }')).iterationCadence.id;

test('AP-14.92 a cadence is made, changed and deleted, and so are its iterations', async () => {
  const all = 'id title description active automatic startDate durationInWeeks iterationsInAdvance rollOver';
  const made = await change('iterationCadenceCreate', WEEKLY, `iterationCadence { ${all} }`);
  const { groupPath, ...told } = WEEKLY;
  expect(made).toEqual({ errors: [], iterationCadence: { id: expect.any(String), ...told } });
  expect(groupPath).toBe('acme/web');
  const { id } = made.iterationCadence;
  expect(await change('iterationCadenceUpdate', { id, title: null }, 'iterationCadence { title }')).toEqual({
    errors: ["Title can't be blank"],
    iterationCadence: null,
  });
  const manual = { id, automatic: false, description: null, title: 'Other' };
  expect(await change('iterationCadenceUpdate', manual, `iterationCadence { ${all} }`)).toEqual({
    errors: [],
    iterationCadence: {
      ...{ ...told, ...manual, durationInWeeks: null, iterationsInAdvance: null, rollOver: false },
    },
  });
  const iteration = { groupPath: 'acme/web', iterationsCadenceId: id, title: 'I', description: '*it*' };
  const days = { startDate: '2026-12-01', dueDate: '2026-12-07' };
  const fields = 'iteration { id iid sequence title descriptionHtml startDate dueDate state iterationCadence { id } }';
  const first = await change('iterationCreate', { ...iteration, ...days }, fields);
  expect(first).toEqual({
    errors: [],
    iteration: {
      ...{ id: expect.any(String), iid: '3', sequence: 3, title: 'I', state: 'upcoming', ...days },
      ...{ descriptionHtml: expect.stringContaining('<em>it</em>'), iterationCadence: { id } },
    },
  });
  expect(await change('iterationCreate', { ...iteration, startDate: '2026-02-30' }, 'iteration { id }')).toEqual({
    errors: ["Start date can't be blank", "Due date can't be blank"],
    iteration: null,
  });
  const own = { groupPath: 'acme/web', id: first.iteration.id };
  expect(await change('updateIteration', { ...own, title: 'J' }, 'iteration { title dueDate }')).toEqual({
    errors: [],
    iteration: { title: 'J', dueDate: '2026-12-07' },
  });
  expect((await change('updateIteration', own, '')).errors).toEqual(['The list of iteration attributes is empty']);
  const { data } = await ask('{ group(fullPath: "acme/web") { iterations(state: current) { nodes { id } } } }');
  const [current] = data.group.iterations.nodes;
  expect(await change('iterationDelete', { id: current.id }, 'group { fullPath }')).toEqual({
    errors: ["upcoming/current iterations can't be deleted unless they are the last one in the cadence"],
    group: { fullPath: 'acme/web' },
  });
  expect(await change('iterationDelete', { id: own.id }, 'group { fullPath }')).toEqual({
    errors: [],
    group: { fullPath: 'acme/web' },
  });
  expect((await change('iterationDelete', { id: own.id }, 'group { id }'))[0]).toBe(HIDDEN);
  expect((await change('iterationCadenceDestroy', { id }, 'group { id }', 'out'))[0]).toBe(HIDDEN);
  expect((await change('iterationCadenceDestroy', { id }, 'group { fullPath }')).group.fullPath).toBe('acme/web');
  expect((await change('iterationCreate', { title: 'x' }, '')).errors).toEqual([
    'Exactly one of groupPath or projectPath arguments is required',
  ]);
});

test('AP-14.90 AP-14.91 cadences and iterations are found by what they are', async () => {
  const [manual, weekly] = [await cadence(MANUAL), await cadence(WEEKLY)];
  await change(
    'iterationCreate',
    { groupPath: 'acme', iterationsCadenceId: manual, title: 'Sprint', startDate: '2026-11-01', dueDate: '2026-11-30' },
    '',
  );
  const cadences = async (place: string, args: string, who: keyof TinyData['users'] = 'rep') =>
    (
      await ask(`{ it: ${place} { iterationCadences${args} { nodes { title } } } }`, {}, who)
    ).data.it.iterationCadences.nodes
      .map(({ title }: Json) => title)
      .join();
  const web = 'group(fullPath: "acme/web")';
  const app = 'project(fullPath: "acme/web/app")';
  expect(await cadences(web, '')).toBe('Weekly');
  expect(await cadences(web, '(includeAncestorGroups: true)')).toBe('By hand,Weekly');
  expect(await cadences(app, '(includeAncestorGroups: true)', 'out')).toBe('By hand,Weekly');
  expect(await cadences(app, '')).toBe('Weekly');
  for (const args of ['automatic: true', 'durationInWeeks: 1', 'title: "week"', `id: "${weekly}"`])
    expect([args, await cadences(web, `(includeAncestorGroups: true, ${args})`)]).toEqual([args, 'Weekly']);
  expect(await cadences(web, '(active: false, includeAncestorGroups: true)')).toBe('');
  const iterations = async (args: string) =>
    (await ask(`{ it: ${web} { iterations(${args}) { nodes { startDate sequence } } } }`)).data.it.iterations.nodes.map(
      ({ startDate, sequence }: Json) => `${startDate} ${sequence}`,
    );
  const own = ['2026-11-16 1', '2026-11-23 2'];
  expect(await iterations(`iterationCadenceIds: ["${weekly}"]`)).toEqual(own);
  expect(await iterations('search: "week", in: [CADENCE_TITLE]')).toEqual(own);
  expect(await iterations('search: "week"')).toEqual([]);
  expect(await iterations('search: "sprint", in: [TITLE, CADENCE_TITLE]')).toEqual(['2026-11-01 1']);
});

test('AP-05.300 iterations are listed by REST as items show them', async () => {
  const [manual, weekly] = [await cadence(MANUAL), await cadence(WEEKLY)];
  const sprint = { title: 'Sprint', startDate: '2026-10-01', dueDate: '2026-10-30', description: 'x' };
  await change('iterationCreate', { groupPath: 'acme', iterationsCadenceId: manual, ...sprint }, '');
  expect(weekly).not.toBe(manual);
  const list = async (query: string, place = 'groups/acme%2Fweb', who: keyof TinyData['users'] = 'rep') => {
    const { status, body } = await server.rest(
      'GET',
      `/api/v4/${place}/iterations${query}`,
      await server.token(tiny.users[who]),
    );
    return status === 200 ? body.map(({ start_date, state }: Json) => `${start_date} ${state}`).join() : body;
  };
  const [over, now, next] = ['2026-10-01 3', '2026-11-16 2', '2026-11-23 1'];
  expect(await list('')).toBe([over, now, next].join());
  expect(await list('', 'projects/acme%2Fweb%2Fapp', 'out')).toBe([over, now, next].join());
  expect(await list('?include_ancestors=false', 'projects/acme%2Fweb%2Fapp')).toBe([now, next].join());
  expect(await list('?include_ancestors=false')).toBe([now, next].join());
  expect(await list('?state=opened')).toBe([now, next].join());
  expect(await list('?state=current')).toBe(now);
  expect(await list('?state=upcoming')).toBe(next);
  expect(await list('?state=closed')).toBe(over);
  expect(await list('?search=sprint')).toBe(over);
  expect(await list('?search=week&in[]=cadence_title')).toBe([now, next].join());
  expect(await list('?updated_after=2026-11-22')).toBe('');
  expect(await list('?state=x')).toEqual({ error: 'state does not have a valid value' });
  expect(await list('?in=x')).toEqual({ error: 'in does not have a valid value' });
  const { body } = await server.rest('GET', '/api/v4/groups/acme/iterations', await server.token(tiny.users.rep));
  expect(body).toEqual([
    {
      ...{ id: expect.any(Number), iid: 1, sequence: 1, group_id: tiny.groups.acme, title: 'Sprint', description: 'x' },
      ...{ state: 3, start_date: '2026-10-01', due_date: '2026-10-30' },
      ...{ created_at: '2026-11-21T12:00:00.000Z', updated_at: '2026-11-21T12:00:00.000Z' },
      web_url: `http://localhost:80/groups/acme/-/iterations/${body[0].id}`,
    },
  ]);
  expect(
    (await server.rest('GET', '/api/v4/groups/hidden/iterations', await server.token(tiny.users.rep))).status,
  ).toBe(404);
});

test('AP-14.106 issues of a group or project are found by their iterations', async () => {
  const iterationsCadenceId = await cadence(MANUAL);
  const made = async (startDate: string, dueDate: string): Promise<string> => {
    const input = { groupPath: 'acme', iterationsCadenceId, startDate, dueDate };
    return (await change('iterationCreate', input, 'iteration { id }')).iteration.id;
  };
  const [one, two] = [await made('2026-11-02', '2026-11-08'), await made('2026-11-09', '2026-11-15')];
  const numberOf = (id: string) => Number(id.slice(id.lastIndexOf('/') + 1));
  const { app, api } = tiny.projects;
  await makeIssue(server.db, { projectId: app, title: 'first', iteration_id: numberOf(one) });
  await makeIssue(server.db, { projectId: api, title: 'second', iteration_id: numberOf(two) });
  await makeIssue(server.db, { projectId: api, title: 'third' });
  const found = async (owner: string, ids: readonly string[]) => {
    const query = `query ($ids: [ID]) { it: ${owner} { issues(iterationId: $ids, sort: CREATED_ASC) { count nodes { title } } } }`;
    const { data } = await ask(query, { ids });
    return [data.it.issues.count, ...data.it.issues.nodes.map(({ title }: Json) => title)];
  };
  const group = 'group(fullPath: "acme")';
  const sub = 'project(fullPath: "acme/api")';
  expect(await found(group, [one])).toEqual([0]);
  expect(await found(sub, [one, two])).toEqual([1, 'second']);
  expect(await found(sub, [])).toEqual([0]);
  const { data } = await ask(
    'query ($ids: [ID]) { it: group(fullPath: "acme") { issues(iterationId: $ids, includeSubgroups: true) { count } } }',
    { ids: [one, two] },
  );
  expect(data.it.issues.count).toBe(2);
});

test('AP-14.103 the report of an iteration tells the totals of each day that changed something, of what the reader may see', async () => {
  const { db } = server;
  const { app, api } = tiny.projects;
  await db.updateTable('projects').set({ visibility: 'private' }).where('id', '=', api).execute();
  const row = { iid: 1, group_id: tiny.groups.acme, title: 'One', start_date: '2026-11-02', due_date: '2026-11-08' };
  const { id } = await db.insertInto('iterations').values(row).returning('id').executeTakeFirstOrThrow();
  /** What happens to its items on a day of November. */
  const on = async (day: string, happens: () => Promise<unknown>) => {
    await happens();
    await sql`UPDATE iteration_days SET day = ${day}::date WHERE day = (now() AT TIME ZONE 'UTC')::date`.execute(db);
  };
  const first = await makeIssue(db, { projectId: app, weight: 2 });
  const hand = (iteration_id: number | null) =>
    db.updateTable('work_items').set({ iteration_id }).where('id', '=', first.id).execute();
  await on('2026-11-01', () => hand(id));
  await on('2026-11-03', () => makeIssue(db, { projectId: api, weight: 3, iteration_id: id, state: 'closed' }));
  // Once it has ended an item may go on to the next one.
  await on('2026-11-09', () => hand(null));
  const report = async (who: keyof TinyData['users'], path = '') => {
    const fields =
      'burnupTimeSeries { date scopeCount scopeWeight completedCount completedWeight } stats { incomplete { count weight } } error { code }';
    const query = `{ group(fullPath: "acme") { iterations(id: "${id}") { nodes { report${path} { ${fields} } } } } }`;
    return (await ask(query, {}, who)).data.group.iterations.nodes[0].report;
  };
  const begin = { date: '2026-11-02', scopeCount: 1, scopeWeight: 2, completedCount: 0, completedWeight: 0 };
  const then = { date: '2026-11-03', scopeCount: 2, scopeWeight: 5, completedCount: 1, completedWeight: 3 };
  const rest = { stats: { incomplete: { count: 1, weight: 2 } }, error: null };
  expect(await report('rep')).toEqual({ burnupTimeSeries: [begin, then], ...rest });
  expect(await report('out')).toEqual({ burnupTimeSeries: [begin], ...rest });
  expect(await report('rep', '(fullPath: "acme/web")')).toEqual({ burnupTimeSeries: [begin], ...rest });
  expect(await report('out', '(fullPath: "acme/api")')).toBeNull();
});
