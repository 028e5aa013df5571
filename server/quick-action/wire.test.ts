import { makeIssue, makeLabel, type MadeItem, seedTiny, type TinyData } from '../db/testing-data.ts';
import { openTestServer, type TestServer } from '../graphql/testing.ts';

let server: TestServer;
let tiny: TinyData;
let issue: MadeItem;
let token: string;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.database.reset();
  tiny = await seedTiny(server.db);
  issue = await makeIssue(server.db, { projectId: tiny.projects.api });
  token = await server.token(tiny.users.rep);
});

const post = (body: string, path = 'notes') =>
  server.rest('POST', `/api/v4/projects/acme%2Fapi/issues/${issue.iid}/${path}`, token, { body });
const row = () => server.db.selectFrom('work_items').selectAll().where('id', '=', issue.id).executeTakeFirstOrThrow();
const notes = async () =>
  (await server.db.selectFrom('notes').select('body').orderBy('id').execute()).map(({ body }) => body);

test('WI-10.124 a comment of nothing but commands is answered with what they changed', async () => {
  await makeLabel(server.db, tiny.groups.acme, 'bug');
  expect(await post('/close\n/weight 3\n/label ~bug\n/assign @nobody')).toMatchObject({
    status: 202,
    body: {
      commands_changes: { state_event: 'close', weight: 3 },
      summary: [
        'Closed this issue.',
        'Set weight to 3.',
        'Added ~bug label.',
        "Could not apply assign command. Failed to find users for '@nobody'.",
      ],
    },
  });
  expect(await row()).toMatchObject({ state: 'closed', weight: 3 });
  expect(await post('/close')).toMatchObject({ status: 400, body: { message: 'Could not apply close command.' } });
  expect(await post('Well\n/reopen', 'discussions')).toMatchObject({
    status: 201,
    body: { notes: [{ body: 'Well' }] },
  });
  expect([(await row()).state, (await notes()).at(-1)]).toEqual(['opened', 'reopened']);
});

test('WI-10.120 WI-10.122 in the database a refused command takes back what it had begun, and nothing else', async () => {
  const parent = await makeIssue(server.db, { projectId: tiny.projects.api });
  await server.db
    .insertInto('parent_links')
    .values({ parent_id: parent.id, child_id: issue.id, relative_position: 0 })
    .execute();
  const input = { noteableId: `gid://gitlab/Issue/${issue.id}`, body: `Said\n/duplicate #${parent.iid}\n/weight 5` };
  const answer = await server.graphql(
    'mutation ($input: CreateNoteInput!) { createNote(input: $input) { errors note { body } } }',
    { input },
    token,
  );
  expect(answer).toMatchObject({
    data: {
      createNote: {
        errors: [
          `Commands Could not apply duplicate command. #${parent.iid} cannot be added: is a parent or child of this work item.`,
        ],
        note: { body: 'Said' },
      },
    },
  });
  expect(await row()).toMatchObject({ state: 'opened', weight: 5 });
  expect(await notes()).toEqual(['Said', 'changed weight to **5**']);
});

test('WI-10.129 WI-10.130 over REST the answer has the text as it is stored, and says what its commands did', async () => {
  const path = `/acme/api/-/issues/${issue.iid}.json`;
  const put = (description: string) => server.rest('PUT', path, token, { issue: { description } });
  expect(await put('Text\n/close\n/weight 3\n/label ~none')).toMatchObject({
    status: 200,
    body: {
      ...{ description: 'Text', state: 'closed', weight: 3 },
      commands_changes: { state_event: 'close', weight: 3 },
      summary: ['Closed this issue.', 'Set weight to 3.', 'Could not apply label command.'],
      message: 'Could not apply label command.',
    },
  });
  const versions = () => server.db.selectFrom('description_versions').select('id').execute();
  const before = await versions();
  expect((await put('Text\n\n/reopen')).body).toMatchObject({ description: 'Text', state: 'opened' });
  expect(await versions()).toEqual(before);
  expect((await put('Text')).body).not.toHaveProperty('summary');
  const made = await server.rest('POST', '/api/v4/groups/acme/epics', token, { title: 'New', description: '/close' });
  expect(made).toMatchObject({ status: 201, body: { description: '', state: 'closed' } });
  const issues = await server.rest('POST', '/api/v4/projects/acme%2Fapi/issues', token, {
    title: 'New',
    description: 'Said\n/close',
  });
  expect(issues).toMatchObject({ status: 201, body: { description: 'Said', state: 'closed' } });
});

test('WI-10.126 the preview tells what the commands would do, and shows the text without them', async () => {
  const preview = async (target: object, place = '/acme/api') =>
    (
      await server.rest('POST', `${place}/-/preview_markdown`, token, {
        text: 'Well\n/close\n/weight 3\n/weight x',
        ...target,
      })
    ).body;
  expect(await preview({ target_type: 'Issue', target_id: issue.iid })).toEqual({
    body: expect.not.stringContaining('/close') as string,
    references: {
      users: [],
      suggestions: [],
      commands: 'Closes this issue. Sets weight to 3. Could not apply weight command.',
    },
  });
  expect((await preview({ target_type: 'Epic' }, '/groups/acme')).references.commands).toBe(
    'Closes this epic. Could not apply weight command. Could not apply weight command.',
  );
  await server.db.updateTable('work_items').set({ type: 'incident' }).where('id', '=', issue.id).execute();
  expect((await preview({ target_type: 'Issue', target_id: issue.iid })).references.commands).toContain(
    'this incident',
  );
  const edited = { target_type: 'Issue', target_id: issue.iid, edits: true };
  expect((await preview(edited)).references.commands).toContain('Closes');
  await server.db.updateTable('work_items').set({ description: '/close' }).where('id', '=', issue.id).execute();
  expect(await preview(edited)).toMatchObject({
    body: expect.stringContaining('/close') as string,
    references: { commands: 'Could not apply weight command. Could not apply weight command.' },
  });
  expect(await preview({})).toMatchObject({
    body: expect.stringContaining('/close') as string,
    references: { commands: '' },
  });
});
