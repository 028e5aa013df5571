import { makeEpic, makeIssue, seedTiny, type TinyData } from '../db/testing-data.ts';
import { type Json, openTestServer, type TestServer } from '../graphql/testing.ts';

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

const KINDS = ['epic', 'issue'] as const;

/** An item whose description Dev made 'a better plan', and Plan 'a plan' again. */
async function edited(kind: (typeof KINDS)[number]) {
  const given = { title: 'T', description: 'a plan' };
  const item =
    kind === 'epic'
      ? await makeEpic(server.db, { groupId: tiny.groups.acme, ...given })
      : await makeIssue(server.db, { projectId: tiny.projects.api, type: 'task', ...given });
  const page = `${kind === 'epic' ? '/groups/acme/-/epics' : '/acme/api/-/issues'}/${item.iid}`;
  const put = async (who: 'dev' | 'plan', fields: object) =>
    server.rest('PUT', `${page}.json`, await server.token(tiny.users[who]), { [kind]: fields });
  for (const description of ['a better plan', 'a better plan']) await put('dev', { title: 'T', description });
  await put('plan', { title: 'New', description: 'a plan' });
  await put('plan', { title: 'Newer' });
  const versions = async (token?: string): Promise<Json[]> => {
    const text = `{ workItem(id: "gid://gitlab/WorkItem/${item.id}") { widgets { ... on WorkItemWidgetNotes { discussions(first: 20) { nodes { notes(first: 20) { nodes {
      author { username } systemNoteMetadata { id action descriptionVersion { id description canDelete deleted deletePath diffPath } } } } } } } } } }`;
    const { data, errors } = await server.graphql(text, {}, token);
    expect(errors).toBeUndefined();
    const widget = data.workItem.widgets.find((one: Json) => 'discussions' in one);
    return widget.discussions.nodes.flatMap((thread: Json) => thread.notes.nodes);
  };
  return { item, page, versions };
}

test.each(KINDS)(
  'IE-07.50 IE-07.54 an edit of the description of an %s keeps its text with who made it',
  async (kind) => {
    const { page, versions } = await edited(kind);
    const told = await versions(await server.token(tiny.users.plan));
    const version = (description: string) => ({
      id: expect.stringMatching(/^gid:\/\/gitlab\/DescriptionVersion\/\d+$/) as string,
      description,
      canDelete: true,
      deleted: false,
      deletePath: expect.stringMatching(new RegExp(`^${page}/descriptions/\\d+$`)) as string,
      diffPath: expect.stringMatching(new RegExp(`^${page}/descriptions/\\d+/diff$`)) as string,
    });
    const line = (username: string, action: string, descriptionVersion: object | null) => ({
      author: { username },
      systemNoteMetadata: { id: expect.any(String) as string, action, descriptionVersion },
    });
    expect(told).toEqual([
      line('dev', 'description', version('a better plan')),
      line('plan', 'title', null),
      line('plan', 'description', version('a plan')),
      line('plan', 'title', null),
    ]);
    const forGuests = await versions(await server.token(tiny.users.guest));
    expect(forGuests[0]?.systemNoteMetadata.descriptionVersion).toMatchObject({
      canDelete: false,
      description: 'a better plan',
    });
  },
);

test('IE-07.55 a note is read by its id, by those who may', async () => {
  const { item, versions } = await edited('issue');
  const [first] = await versions();
  const ask = async (id: string, token?: string) => {
    const text =
      'query($id: NoteID!) { note(id: $id) { system systemNoteMetadata { descriptionVersion { id description } } } }';
    return (await server.graphql(text, { id }, token)).data?.note ?? null;
  };
  const { id } = await server.db
    .selectFrom('notes')
    .select('id')
    .where('work_item_id', '=', item.id)
    .orderBy('id')
    .executeTakeFirstOrThrow();
  const descriptionVersion = { id: first?.systemNoteMetadata.descriptionVersion.id, description: 'a better plan' };
  expect(await ask(`gid://gitlab/Note/${id}`)).toEqual({ system: true, systemNoteMetadata: { descriptionVersion } });
  expect(await ask('gid://gitlab/Note/999999')).toBeNull();
  const comment = { work_item_id: item.id, author_id: tiny.users.plan, body: 'psst', internal: true };
  const hidden = await server.db.insertInto('notes').values(comment).returning('id').executeTakeFirstOrThrow();
  const guest = await server.token(tiny.users.guest);
  expect(await ask(`gid://gitlab/Note/${hidden.id}`, guest)).toBeNull();
  expect(await ask(`gid://gitlab/Note/${hidden.id}`, await server.token(tiny.users.plan))).not.toBeNull();
});

test.each(KINDS)('IE-07.51 IE-07.53 what a version of an %s changed is told until it is deleted', async (kind) => {
  const { page, versions } = await edited(kind);
  const [first, , second] = (await versions()).map((note) => note.systemNoteMetadata.descriptionVersion);
  const token = await server.token(tiny.users.plan);
  const diff = async (path: string) => {
    const { status, body } = await server.rest('GET', path);
    return status === 200 ? body : status;
  };
  expect(await diff(first.diffPath)).toBe('a <span class="idiff addition">better </span>plan');
  expect(await diff(second.diffPath)).toBe('a <span class="idiff deletion">better </span>plan');
  expect(await diff(`${second.diffPath}?start_version_id=${first.diffPath.split('/').at(-2)}`)).toBe('a plan');
  for (const path of ['0', 'x', '999999'].map((id) => `${page}/descriptions/${id}/diff`))
    expect(await diff(path)).toBe(404);
  expect(await diff(`${second.diffPath}?start_version_id=x`)).toBe(422);
  expect(await diff(first.diffPath.replace('acme', 'hidden'))).toBe(404);
  const remove = async (path: string, who: 'dev' | 'plan') =>
    (await server.rest('DELETE', path, who === 'plan' ? token : await server.token(tiny.users[who]))).status;
  expect(await remove(first.deletePath, 'dev')).toBe(403);
  expect(await remove(`${page}/descriptions/999999`, 'plan')).toBe(404);
  expect(await remove(first.deletePath, 'plan')).toBe(204);
  expect(await diff(first.diffPath)).toBe(404);
  expect(await diff(second.diffPath)).toBe('a plan');
  const [gone] = await versions(token);
  const nothing = { description: null, deletePath: null, diffPath: null };
  expect(gone?.systemNoteMetadata.descriptionVersion).toMatchObject({ ...nothing, deleted: true });
});
