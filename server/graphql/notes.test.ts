import { makeEpic, makeIssue, makeMember, type MadeItem, seedTiny, type TinyData } from '../db/testing-data.ts';
import { type Json, openTestServer, type TestServer } from './testing.ts';

let server: TestServer;
let tiny: TinyData;
let epic: MadeItem;
let issue: MadeItem;
let tokens: Record<'guest' | 'rep' | 'dev' | 'plan', string>;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.database.reset();
  tiny = await seedTiny(server.db);
  epic = await makeEpic(server.db, { groupId: tiny.groups.acme });
  issue = await makeIssue(server.db, { projectId: tiny.projects.api });
  const { guest, rep, dev, plan } = tiny.users;
  const token = (id: number) => server.token(id);
  tokens = { guest: await token(guest), rep: await token(rep), dev: await token(dev), plan: await token(plan) };
});

type Person = keyof typeof tokens;
const gid = (type: string, id: number) => `gid://gitlab/${type}/${id}`;

async function ask(text: string, by?: Person, variables = {}): Promise<Json> {
  const { data, errors } = await server.graphql(text, variables, by && tokens[by]);
  expect(errors).toBeUndefined();
  return data;
}

async function send(name: string, input: object, by: Person, payload: string): Promise<Json> {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
  return (await ask(`mutation ($input: ${type}!) { ${name}(input: $input) { errors ${payload} } }`, by, { input }))[
    name
  ];
}

/** The id of the new note. */
async function comment(by: Person, body: string, input: object = {}): Promise<string> {
  const given = { noteableId: gid('WorkItem', issue.id), body, ...input };
  return (await send('createNote', given, by, 'note { id }')).note.id;
}
const discussionOf = (id: string): string => id.replace('Note', 'Discussion');

/** The texts of an item's discussions, as somebody reads them. */
async function discussions(by?: Person, args = ''): Promise<string[][]> {
  const widget = `... on WorkItemWidgetNotes { discussions${args} { nodes { notes { nodes { body } } } } }`;
  const { workItem } = await ask(`{ workItem(id: "${gid('WorkItem', issue.id)}") { widgets { type ${widget} } } }`, by);
  const { nodes } = workItem.widgets.find(({ type }: Json) => type === 'NOTES').discussions;
  return nodes.map(({ notes }: Json) => notes.nodes.map(({ body }: Json) => body));
}

test('WI-10.50 discussions are read with their replies, internal ones by Reporters, narrowed to comments or activity', async () => {
  const first = await comment('guest', 'one');
  const secret = await comment('rep', 'secret', { internal: true });
  await send('workItemUpdate', { id: gid('WorkItem', issue.id), title: 'New' }, 'dev', '');
  await comment('dev', 'one more', { discussionId: discussionOf(first) });
  await comment('plan', 'secret more', { discussionId: discussionOf(secret) });
  const told = [expect.stringMatching(/^changed title/)];
  expect(await discussions()).toEqual([['one', 'one more'], told]);
  expect(await discussions('guest')).toEqual([['one', 'one more'], told]);
  expect(await discussions('rep')).toEqual([['one', 'one more'], ['secret', 'secret more'], told]);
  expect(await discussions('guest', '(filter: ONLY_COMMENTS)')).toEqual([['one', 'one more']]);
  expect(await discussions('guest', '(filter: ONLY_ACTIVITY)')).toEqual([told]);
  const { issue: read } = await ask(
    `{ issue(id: "${gid('Issue', issue.id)}") { userNotesCount notes { nodes { body } }
      discussions(last: 1) { nodes { id } pageInfo { hasPreviousPage } } } }`,
    'guest',
  );
  expect(read.userNotesCount).toBe(2);
  expect(read.notes.nodes.map(({ body }: Json) => body)).toEqual(['one', ...told, 'one more']);
  expect(read.discussions.pageInfo.hasPreviousPage).toBe(true);
});

test('WI-10.50 pages of discussions have neither gap nor repetition, and cost the same however many there are', async () => {
  const text = `query ($id: WorkItemID!, $after: String) { workItem(id: $id) { widgets { ... on WorkItemWidgetNotes {
    discussions(first: 2, after: $after) { pageInfo { hasNextPage endCursor } nodes { resolved notes { nodes {
      body url author { username } userPermissions { adminNote } discussion { id } } } } } } } } }`;
  const page = async (after: string | null) => {
    const { workItem } = await ask(text, 'guest', { id: gid('WorkItem', issue.id), after });
    return workItem.widgets.find((widget: Json) => 'discussions' in widget).discussions;
  };
  const cost = async () => (await server.countStatements(() => page(null))).statements.length;
  const few = await cost();
  const begun: string[] = [];
  for (const body of ['a', 'b', 'c', 'd', 'e']) begun.push(await comment('guest', body));
  for (const id of begun) await comment('dev', 'reply', { discussionId: discussionOf(id) });
  expect(await cost()).toBe(few);
  const seen: string[] = [];
  for (let after: string | null = null, more = true; more;) {
    const { nodes, pageInfo }: Json = await page(after);
    seen.push(...nodes.map(({ notes }: Json) => notes.nodes.map(({ body }: Json) => body).join()));
    [after, more] = [pageInfo.endCursor, pageInfo.hasNextPage];
  }
  expect(seen).toEqual(['a,reply', 'b,reply', 'c,reply', 'd,reply', 'e,reply']);
});

test('WI-10.54 WI-10.55 notes are read with their reactions, which cost the same however many there are', async () => {
  const first = await comment('guest', 'one');
  const text = `query ($id: WorkItemID!) { workItem(id: $id) { widgets { ... on WorkItemWidgetNotes {
    discussions(first: 10) { nodes { notes(first: 10) { nodes { body awardEmoji(first: 10) { nodes { name user { username } } } } } } } } } } }`;
  const read = async () => {
    const { workItem } = await ask(text, 'guest', { id: gid('WorkItem', issue.id) });
    const { nodes } = workItem.widgets.find((widget: Json) => 'discussions' in widget).discussions;
    return nodes.flatMap(({ notes }: Json) => notes.nodes.map((each: Json) => [each.body, each.awardEmoji.nodes]));
  };
  const cost = async () => (await server.countStatements(read)).statements.length;
  const few = await cost();
  const react = (awardableId: string, name: string, by: Person) =>
    send('awardEmojiToggle', { awardableId, name }, by, 'toggledOn awardEmoji { name }');
  expect(await react(first, 'tada', 'guest')).toEqual({ errors: [], toggledOn: true, awardEmoji: { name: 'tada' } });
  const second = await comment('dev', 'two', { discussionId: discussionOf(first) });
  await react(first, 'heart', 'dev');
  await react(second, 'tada', 'dev');
  await react(gid('WorkItem', issue.id), 'rocket', 'dev');
  expect(await read()).toEqual([
    [
      'one',
      [
        { name: 'tada', user: { username: 'guest' } },
        { name: 'heart', user: { username: 'dev' } },
      ],
    ],
    ['two', [{ name: 'tada', user: { username: 'dev' } }]],
  ]);
  expect(await cost()).toBe(few);
});

test('WI-10.55 so are those of an issue and of an epic, as the client asks for them', async () => {
  const awards = 'notes(first: 100) { nodes { id awardEmoji(first: 100) { nodes { name user { id name } } } } }';
  const text = `query ($id: IssueID!, $group: ID!, $iid: ID!) {
    issue(id: $id) { ${awards} } group(fullPath: $group) { epic(iid: $iid) { ${awards} } } }`;
  const of = { id: gid('WorkItem', issue.id), group: 'acme', iid: String(epic.iid) };
  const read = async () => {
    const { issue: one, group } = await ask(text, 'guest', of);
    return [one, group.epic].map(({ notes }: Json) => notes.nodes.map((each: Json) => each.awardEmoji.nodes.length));
  };
  const cost = async () => (await server.countStatements(read)).statements.length;
  const few = await cost();
  const before = await read();
  for (const noteableId of [gid('Issue', issue.id), gid('Epic', epic.id)]) {
    const { note } = await send('createNote', { noteableId, body: 'so' }, 'guest', 'note { id }');
    await send('awardEmojiToggle', { awardableId: note.id, name: 'tada' }, 'guest', 'toggledOn');
  }
  expect([await read(), await cost()]).toEqual([before.map((each) => [...each, 1]), few]);
});

test('WI-10.56 a note tells its author’s role in the project, or the group, and above, to who is signed in, at one cost', async () => {
  const at = 'notes { nodes { body maxAccessLevelOfAuthor } }';
  const text = `query ($id: IssueID!, $iid: ID!) { issue(id: $id) { ${at} } group(fullPath: "acme") { epic(iid: $iid) { ${at} } } }`;
  const read = async (by?: Person) => {
    const { issue: one, group } = await ask(text, by, { id: gid('Issue', issue.id), iid: String(epic.iid) });
    return [one, group.epic].map(({ notes }: Json) =>
      notes.nodes.map((each: Json) => [each.body, each.maxAccessLevelOfAuthor]),
    );
  };
  const cost = async () => (await server.countStatements(() => read('guest'))).statements.length;
  const few = await cost();
  const { root, out, guest, dev, rep, plan } = tiny.users;
  const { api, app } = tiny.projects;
  await makeMember(server.db, { userId: guest, projectId: api, accessLevel: 40 });
  await makeMember(server.db, { userId: rep, projectId: app, accessLevel: 50 });
  for (const work_item_id of [issue.id, epic.id])
    await server.db
      .insertInto('notes')
      .values(
        Object.entries({ root, out, guest, dev, rep, plan }).map(([body, author_id]) => ({
          work_item_id,
          author_id,
          body,
        })),
      )
      .execute();
  const same = [
    ['dev', 'Developer'],
    ['rep', 'Reporter'],
    ['plan', 'Owner'],
  ];
  const none = [
    ['root', null],
    ['out', null],
  ];
  const told = [
    [...none, ['guest', 'Maintainer'], ...same],
    [...none, ['guest', 'Guest'], ...same],
  ];
  expect(await read('guest')).toEqual(told);
  expect(await read('plan')).toEqual(told);
  expect(await read()).toEqual(told.map((each) => each.map(([body]) => [body, null])));
  expect(await cost()).toBe(few);
});

const NOTE = `id body bodyHtml system internal createdAt lastEditedAt lastEditedBy { username } author { username } url resolvable resolved
  resolvedBy { username } discussion { id replyId resolved resolvedAt resolvedBy { username } notes { nodes { body } } }
  userPermissions { adminNote awardEmoji createNote readNote resolveNote }`;

test('WI-10.43 WI-10.45 WI-10.51 a note tells everything of itself, edited and resolved', async () => {
  const given = { noteableId: gid('Epic', epic.id), body: '*So*' };
  const { note } = await send('createNote', given, 'guest', `note { ${NOTE} }`);
  const open = { resolved: false, resolvedBy: null };
  expect(note).toMatchObject({
    body: '*So*',
    bodyHtml: expect.stringContaining('<em>So</em>'),
    system: false,
    internal: false,
    createdAt: '2026-11-21T12:00:00Z',
    lastEditedAt: null,
    lastEditedBy: null,
    author: { username: 'guest' },
    url: expect.stringMatching(new RegExp(`^http://.*/groups/acme/-/epics/${epic.iid}#note_\\d+$`)),
    resolvable: true,
    ...open,
    discussion: {
      id: discussionOf(note.id),
      replyId: discussionOf(note.id),
      ...open,
      notes: { nodes: [{ body: '*So*' }] },
    },
    userPermissions: { adminNote: true, awardEmoji: true, createNote: true, readNote: true, resolveNote: false },
  });
  const resolving = { id: discussionOf(note.id), resolve: true };
  const by = { resolved: true, resolvedBy: { username: 'dev' } };
  expect(
    await send('discussionToggleResolve', resolving, 'dev', 'discussion { resolved resolvedBy { username } }'),
  ).toEqual({
    errors: [],
    discussion: by,
  });
  const edited = await send('updateNote', { id: note.id, body: 'New' }, 'plan', `note { ${NOTE} }`);
  expect(edited.note).toMatchObject({
    body: 'New',
    author: { username: 'guest' },
    lastEditedAt: '2026-11-21T12:00:00Z',
    lastEditedBy: { username: 'plan' },
    ...by,
    discussion: { ...by, resolvedAt: '2026-11-21T12:00:00Z' },
    userPermissions: { adminNote: true, awardEmoji: true, createNote: true, readNote: true, resolveNote: true },
  });
});

test('WI-10.44 WI-10.47 of a discussion whose first note is deleted the next stands first; all goes with the item', async () => {
  const first = await comment('guest', 'one');
  for (const body of ['two', 'three']) await comment('dev', body, { discussionId: discussionOf(first) });
  await send('discussionToggleResolve', { id: discussionOf(first), resolve: true }, 'dev', '');
  expect(await send('destroyNote', { id: first }, 'guest', 'note { id }')).toEqual({ errors: [], note: null });
  expect(await discussions('guest')).toEqual([['two', 'three']]);
  const { issue: read } = await ask(
    `{ issue(id: "${gid('Issue', issue.id)}") { discussions { nodes { id resolved } } } }`,
  );
  expect(read.discussions.nodes).toEqual([{ id: discussionOf(first), resolved: true }]);
  await comment('guest', 'four', { discussionId: discussionOf(first) });
  expect(await discussions('guest')).toEqual([['two', 'three', 'four']]);
  expect((await send('workItemDelete', { id: gid('WorkItem', issue.id) }, 'plan', '')).errors).toEqual([]);
  expect(await server.db.selectFrom('notes').selectAll().where('work_item_id', '=', issue.id).execute()).toEqual([]);
});

test('WI-10.48 a line of activity is neither edited, deleted, answered nor resolved', async () => {
  await send('workItemUpdate', { id: gid('WorkItem', issue.id), title: 'New' }, 'dev', '');
  const { id } = await server.db.selectFrom('notes').select('id').executeTakeFirstOrThrow();
  const [note, hidden] = [gid('Note', id), expect.stringMatching(/^The resource/)];
  const errors = async (name: string, input: object) => (await send(name, input, 'plan', '')).errors;
  expect(await errors('updateNote', { id: note, body: 'No' })).toEqual([hidden]);
  expect(await errors('destroyNote', { id: note })).toEqual([hidden]);
  expect(await errors('discussionToggleResolve', { id: discussionOf(note), resolve: true })).toEqual([hidden]);
  const reply = { noteableId: gid('WorkItem', issue.id), body: 'No', discussionId: discussionOf(note) };
  expect(await errors('createNote', reply)).toEqual(['Discussion to reply to cannot be found']);
  expect(await discussions('plan')).toHaveLength(1);
});

/** A discussion with so many replies, older than what is commented afterwards. */
async function thread(replies: number): Promise<string> {
  const id = await comment('guest', 'first');
  const number = Number(id.split('/').at(-1));
  const reply = (index: number) => ({
    ...{ work_item_id: issue.id, author_id: tiny.users.dev, body: `reply ${index}`, internal: false },
    ...{
      discussion_id: number,
      is_first: false,
      created_at: '2026-11-21T12:00:00Z',
      updated_at: '2026-11-21T12:00:00Z',
    },
  });
  const rows = Array.from({ length: replies }, (_, index) => reply(index + 1));
  await server.db.insertInto('notes').values(rows).execute();
  return id;
}

test('WI-10.50 the notes of a long discussion are read page by page, as the client asks for them', async () => {
  const id = await thread(230);
  const text = `query ($id: NoteID!, $after: String) { note(id: $id) { discussion {
    notes(first: 100, after: $after) { nodes { body } pageInfo { hasNextPage endCursor } } } } }`;
  const page = async (after: string | null) => (await ask(text, 'guest', { id, after })).note.discussion.notes;
  const cost = async (after: string | null) => (await server.countStatements(() => page(after))).statements.length;
  const read: string[] = [];
  const costs = new Set<number>();
  for (let after: string | null = null, more = true; more;) {
    costs.add(await cost(after));
    const { nodes, pageInfo }: Json = await page(after);
    read.push(...nodes.map(({ body }: Json) => body));
    [after, more] = [pageInfo.endCursor, pageInfo.hasNextPage];
  }
  expect(read).toEqual(['first', ...Array.from({ length: 230 }, (_, index) => `reply ${index + 1}`)]);
  expect([...costs]).toHaveLength(1);
});

test('WI-10.50 discussions are read back from the newest one, at the same cost however many there are', async () => {
  const text = `query ($id: IssueID!, $iid: ID!, $before: String) {
    issue(id: $id) { discussions(last: 2, before: $before) { ...page } }
    group(fullPath: "acme") { epic(iid: $iid) { discussions(last: 2, before: $before) { ...page } } } }
    fragment page on DiscussionConnection { pageInfo { hasPreviousPage startCursor } nodes { notes(first: 100) { nodes {
      body userPermissions { adminNote } } } } }`;
  const page = async (of: 'issue' | 'epic', before: string | null): Promise<Json> => {
    const { issue: one, group } = await ask(text, 'guest', {
      id: gid('Issue', issue.id),
      iid: String(epic.iid),
      before,
    });
    return (of === 'issue' ? one : group.epic).discussions;
  };
  const cost = async () => (await server.countStatements(() => page('issue', null))).statements.length;
  const few = await cost();
  for (const noteableId of [gid('Issue', issue.id), gid('Epic', epic.id)])
    for (const body of ['a', 'b', 'c', 'd', 'e']) await comment('guest', body, { noteableId });
  expect(await cost()).toBe(few);
  for (const of of ['issue', 'epic'] as const) {
    const seen: string[] = [];
    for (let before: string | null = null, more = true; more;) {
      const { nodes, pageInfo } = await page(of, before);
      seen.push(nodes.map(({ notes }: Json) => notes.nodes[0].body).join(''));
      [before, more] = [pageInfo.startCursor, pageInfo.hasPreviousPage];
    }
    expect(seen).toEqual(['de', 'bc', 'a']);
  }
});
