import {
  EpicChildrenOperation,
  GroupEpicsOperation,
  WorkItemTreeOperation,
  WorkItemUpdateOperation,
} from '@espalier/core/api';
import type { WireError } from '@espalier/core/ports';
import { ManualClock, settle } from '@espalier/core/testing';
import { gid } from './addresses.ts';
import type { World } from './index.ts';
import { ModelServer } from './index.ts';

/** `acme` with epics 1 to 3 and issues 1 to 2; ada is an Owner there, eve a member of nothing. */
function seed(world: World): void {
  const acme = world.addGroup({ path: 'acme', name: 'Acme' });
  const secret = world.addGroup({ path: 'secret', visibility: 'private' });
  const app = world.addProject({ groupId: acme, path: 'app', name: 'App' });
  world.addMember({ userId: world.addUser({ username: 'ada', password: 'correct horse' }), groupId: acme, level: 50 });
  world.addUser({ username: 'eve' });
  for (const title of ['One', 'Two', 'Three']) world.addEpic(acme, { title, confidential: title === 'Three' });
  for (const title of ['First', 'Second']) world.addItem(app, { title, weight: 2 });
  world.addEpic(secret, { title: 'Hidden' });
}

function start(who: string | null = 'ada') {
  const clock = new ManualClock();
  const server = new ModelServer({ clock, seed });
  server.signInAs(who);
  return { clock, server, world: server.world };
}
type Server = ReturnType<typeof start>['server'];

const links = (server: Server, kind: 'links' | 'issues', ...references: string[]) =>
  server.answerRest({
    method: 'POST',
    path: `/groups/acme/-/epics/1/${kind}`,
    body: { issuable_references: references },
  });
const byTitle = ({ world }: Server, title: string) =>
  [...world.items.values()].find((item) => item.title === title) ?? fail(title);
const fail = (title: string): never => {
  throw new Error(`no item "${title}"`);
};
const titlesUnder = (server: Server, title: string): string[] =>
  server.world.childrenOf(byTitle(server, title).id).map((child) => child.title);
const failure = async (promise: Promise<unknown>): Promise<WireError> =>
  promise.then(
    () => Promise.reject(new Error('it was answered')),
    (error: WireError) => error,
  );

test('a page of children has what the operation asks for, and cursors that hold while rows move', async () => {
  const { server } = start();
  await links(server, 'issues', 'acme/app#2');
  await links(server, 'issues', 'acme/app#1');
  await links(server, 'links', '&2');
  const path = { fullPath: 'acme', iid: '1' };
  const first = await server.graphql.request(EpicChildrenOperation, { ...path, pageSize: 1 });
  const epic = first.data.group?.epic;
  expect(epic?.children?.nodes?.map((node) => node?.title)).toEqual(['Two']);
  expect(epic?.issues?.nodes?.map((node) => node?.title)).toEqual(['First']);
  expect(epic).toMatchObject({
    hasChildren: true,
    descendantCounts: { openedEpics: 1, closedEpics: 0, openedIssues: 2, closedIssues: 0 },
    descendantWeightSum: { openedIssues: 4, closedIssues: 0 },
    defaultProjectForIssueCreation: { nameWithNamespace: 'Acme / App' },
  });
  expect(epic?.issues?.pageInfo.hasNextPage).toBe(true);
  const moved = epic?.issues?.nodes?.[0];
  await server.answerRest({ method: 'DELETE', path: moved?.relationPath ?? '' });
  const issueEndCursor = epic?.issues?.pageInfo.endCursor;
  const next = await server.graphql.request(EpicChildrenOperation, { ...path, issueEndCursor, withEpics: false });
  expect(next.data.group?.epic?.issues?.nodes?.map((node) => node?.title)).toEqual(['Second']);
  expect(next.data.group?.epic).not.toHaveProperty('children');
});

test('everybody sees what they may see, and refusals do not tell what exists', async () => {
  const seen = async (who: string | null) => {
    const { server } = start(who);
    const { data } = await server.graphql.request(GroupEpicsOperation, { fullPath: 'acme', sort: 'TITLE_ASC' });
    return data.group?.epics?.nodes?.map((epic) => epic?.title);
  };
  expect(await seen('ada')).toEqual(['One', 'Three', 'Two']);
  expect(await seen(null)).toEqual(['One', 'Two']);
  const { server } = start('eve');
  const hidden = await server.graphql.request(GroupEpicsOperation, { fullPath: 'secret' });
  expect(hidden.data.group).toBeNull();
  const answer = async (path: string) => server.answerRest({ method: 'PUT', path, body: { title: 'x' } });
  const status = async (path: string) => (await answer(path)).status;
  expect(await answer('/groups/secret/-/epics/1.json')).toEqual(await answer('/groups/secret/-/epics/77.json'));
  expect(await status('/groups/acme/-/epics/3.json')).toBe(404);
  expect(await status('/groups/acme/-/epics/1.json')).toBe(403);
  server.signInAs(null);
  expect(await status('/groups/acme/-/epics/1.json')).toBe(401);
});

test('a refused change leaves nothing behind, also of its part that was fine', async () => {
  const { server } = start();
  const one = byTitle(server, 'One');
  const input = {
    id: gid('WorkItem', one.id),
    title: 'New title',
    hierarchyWidget: { parentId: gid('WorkItem', one.id) },
  };
  const { data } = await server.graphql.request(WorkItemUpdateOperation, { input });
  expect(data.workItemUpdate?.errors).toEqual([
    'acme&1 cannot be added: This epic cannot be added. An epic cannot be added to itself.',
  ]);
  expect(data.workItemUpdate?.workItem).toBeNull();
  expect(server.world.item(one.id)).toBe(one);
});

test('a refusal of REST rejects with its status and texts', async () => {
  const { server } = start();
  const error = await failure(
    server.rest.request({
      method: 'POST',
      path: '/groups/acme/-/epics/1/links',
      body: { issuable_references: ['&1'] },
    }),
  );
  expect(error).toEqual({
    name: 'WireError',
    kind: 'http',
    status: 422,
    messages: ['&1 cannot be added: This epic cannot be added. An epic cannot be added to itself.'],
  });
});

test('a malformed operation rejects with the errors of the answer', async () => {
  const { server } = start();
  const error = await failure(server.graphql.request(WorkItemTreeOperation, { id: 'nonsense' }));
  expect(error).toMatchObject({ kind: 'graphql', messages: ['"nonsense" is not a valid GitLab ID.'] });
  const answer = await server.answerGraphql(EpicChildrenOperation.text, { fullPath: 'acme' });
  expect(answer.errors?.[0]?.message).toMatch(/\$iid/);
  expect(() => server.answerGraphql('query { metadata { version } }', {})).toThrow(/no field metadata/);
});

test('one idempotency key is one change, and its answer is given again', async () => {
  const { server, world } = start();
  const create = (idempotencyKey?: string) =>
    server.rest.request<{ web_url: string }>(
      { method: 'POST', path: '/groups/acme/-/epics', body: { title: 'New' } },
      { idempotencyKey },
    );
  const before = world.items.size;
  const [first, again] = [await create('k1'), await create('k1')];
  expect(again).toEqual(first);
  expect(world.items.size).toBe(before + 1);
  await create('k2');
  await create();
  expect(world.items.size).toBe(before + 3);
});

test('faults strike the next request that fits, once: refused, lost before or after the change, held up', async () => {
  const { server, clock, world } = start();
  const create = (idempotencyKey: string) =>
    server.rest.request({ method: 'POST', path: '/groups/acme/-/epics', body: { title: 'New' } }, { idempotencyKey });
  const before = world.items.size;
  const refusal: WireError = { name: 'WireError', kind: 'http', status: 503, messages: ['Busy'] };
  server.fault({ kind: 'refuse', match: 'POST /groups/acme', error: refusal });
  server.fault({ kind: 'lose', match: /epics$/, when: 'beforeCommit' });
  server.fault({ kind: 'lose', match: /epics$/, when: 'afterCommit' });
  server.fault({ kind: 'delay', match: 'POST', milliseconds: 500 });
  await server.rest.request({ method: 'GET', path: '/-/session.json' });
  expect(await failure(create('k'))).toEqual(refusal);
  expect((await failure(create('k'))).kind).toBe('network');
  expect(world.items.size).toBe(before);
  expect((await failure(create('k'))).kind).toBe('network');
  expect(world.items.size).toBe(before + 1);
  let answered = false;
  void create('k').then(() => (answered = true));
  await clock.advance(499);
  expect(answered).toBe(false);
  await clock.advance(1);
  expect(answered).toBe(true);
  expect(world.items.size).toBe(before + 1);
  expect(server.faults.waiting).toBe(0);
});

test('a request that is given up rejects as aborted', async () => {
  const { server, clock } = start();
  server.fault({ kind: 'delay', match: 'GET', milliseconds: 10 });
  const request = server.rest.request({ method: 'GET', path: '/-/session.json' });
  request.cancel?.();
  const error = failure(request);
  await clock.advance(10);
  expect((await error).kind).toBe('aborted');
});

test('sessions begin with the right password, and the first run makes the first group', async () => {
  const { server } = start(null);
  const signIn = (password: string) =>
    server.answerRest({ method: 'POST', path: '/-/sign-in', body: { username: 'ada', password } });
  expect(signIn('wrong')).toEqual({ status: 401, body: { message: 'Invalid login or password.' } });
  expect(signIn('correct horse')).toMatchObject({ status: 200, body: { user: { username: 'ada' }, firstRun: false } });
  const empty = new ModelServer();
  const input = {
    group: { name: 'Acme', path: 'acme' },
    project: { name: 'App', path: 'app' },
    user: { name: 'Ada', username: 'ada', password: 'correct horse' },
  };
  const run = async (body: unknown) => empty.answerRest({ method: 'POST', path: '/-/first-run', body });
  expect(await run({ ...input, group: { name: '', path: 'acme' } })).toMatchObject({
    status: 422,
    body: { errors: { 'group.name': ["can't be blank"] } },
  });
  expect(await run(input)).toMatchObject({ status: 201, body: { webUrl: '/groups/acme', user: { username: 'ada' } } });
  expect((await run(input)).status).toBe(404);
});

test('deleting an epic takes the epics below it and releases the issues', async () => {
  const { server, world } = start();
  await links(server, 'links', '&2');
  await links(server, 'issues', 'acme/app#1');
  expect(titlesUnder(server, 'One')).toEqual(['First', 'Two']);
  const path = '/groups/acme/-/epics/1.json';
  expect(await server.answerRest({ method: 'DELETE', path })).toMatchObject({ status: 422 });
  const answer = await server.answerRest({ method: 'DELETE', path, query: { destroy_confirm: true } });
  expect(answer.body).toEqual({ web_url: 'http://model.example/groups/acme/-/epics' });
  expect([...world.items.values()].map(({ title }) => title)).toEqual(['Three', 'First', 'Second', 'Hidden']);
  expect(world.links.size).toBe(0);
  expect(world.addEpic(byTitle(server, 'Three').groupId).iid).toBe(4);
});

test('calls are kept in the order they were made', async () => {
  const { server } = start();
  await server.rest.request({ method: 'GET', path: '/-/session.json' });
  await server.graphql.request(GroupEpicsOperation, { fullPath: 'acme' });
  await settle();
  expect(server.calls.map(({ what }) => what)).toEqual(['GET /-/session.json', 'groupEpics']);
});

describe('for a simulation', () => {
  const removal = (iid: number, idempotencyKey?: string) => {
    const request = {
      method: 'PUT' as const,
      path: `/groups/acme/-/epics/${iid}.json`,
      body: { title: `Title ${iid}` },
    };
    return { what: `PUT ${request.path}`, text: null, variables: {}, request, idempotencyKey };
  };

  test('each request names who asks; the one who is signed in stays', async () => {
    const { server } = start('ada');
    expect((await server.answerAs('eve', removal(1))).status).toBe(403);
    expect((await server.answerAs(null, removal(1))).status).toBe(401);
    expect((await server.answerAs('ada', removal(1))).failed).toBe(false);
    expect((await server.answerRest({ method: 'GET', path: '/-/session.json' })).body).toMatchObject({
      user: { username: 'ada' },
    });
  });

  test('changes stand in the history in their order, once, however often they arrive; readings and refusals do not', async () => {
    const { server } = start();
    await server.answerAs('ada', removal(1, 'k'));
    await server.answerAs('ada', removal(1, 'k'));
    await server.answerAs('eve', removal(2));
    await server.answerAs('ada', removal(2));
    expect(server.history.map(({ who, what, idempotencyKey }) => [who, what, idempotencyKey])).toEqual([
      ['ada', 'PUT /groups/acme/-/epics/1.json', 'k'],
      ['ada', 'PUT /groups/acme/-/epics/2.json', undefined],
    ]);
  });

  test('another request under a used key is refused, as by the real server', async () => {
    const { server } = start();
    await server.answerAs('ada', removal(1, 'k'));
    const text = 'Idempotency-Key has already been used for another request';
    expect(await server.answerAs('ada', removal(2, 'k'))).toMatchObject({ status: 422, failed: true, errors: [text] });
    const { name: what, text: query } = WorkItemUpdateOperation;
    const variables = { input: { id: gid('WorkItem', 1) } };
    const mutation = { what, text: query, variables, request: null, idempotencyKey: 'k' };
    expect(await server.answerAs('ada', mutation)).toMatchObject({
      failed: false,
      data: { workItemUpdate: { errors: [text] } },
    });
    expect(server.history).toHaveLength(1);
  });

  test('pages are as long as the world says, ids can be given per table, and roles can be taken', async () => {
    const { server } = start();
    server.world.pageMax = 1;
    await links(server, 'links', '&2', '&3');
    const answer = await server.answerGraphql(EpicChildrenOperation.text, {
      fullPath: 'acme',
      iid: '1',
      pageSize: 100,
    });
    expect(answer.data).toMatchObject({
      group: { epic: { children: { nodes: [{}], pageInfo: { hasNextPage: true } } } },
    });
    const own = new ModelServer({ idsPerTable: true, seed });
    expect([...own.world.items.keys()]).toEqual([1, 2, 3, 4, 5, 6]);
    const ada = [...own.world.users.values()].find(({ username }) => username === 'ada')?.id ?? 0;
    own.world.setLevel(ada, 1, null);
    expect((await own.answerAs('ada', removal(1))).status).toBe(403);
    own.world.setLevel(ada, 1, 50);
    expect((await own.answerAs('ada', removal(1))).failed).toBe(false);
  });
});
