import type { FastifyInstance } from 'fastify';
import { createApp } from '../app.ts';
import type { NoteChange } from '../command/events.ts';
import { readConfig } from '../config.ts';
import { makeEpic, makeIssue, makeMember, type MadeItem, seedTiny, type TinyData } from '../db/testing-data.ts';
import { type Json, NOW, openTestServer, type TestServer } from '../graphql/testing.ts';
import { ITEM_CHANGED, listening, noteSubscription, TestClient } from './testing.ts';

let server: TestServer;
let app: FastifyInstance;
let host: string;
let tiny: TinyData;
let epic: MadeItem;
const clients: TestClient[] = [];

/** That a server did not hear the database for a while. */
let missed: () => void;

beforeAll(async () => {
  server = await openTestServer();
  const { database } = server;
  app = await createApp({
    database: {
      ...database,
      listen: (channel, receive, onMissed = missed) => {
        missed = onMissed;
        return database.listen(channel, receive, onMissed);
      },
    },
    config: readConfig({}),
    now: () => new Date(NOW),
    // Sockets outlive that their people have other rights, and no statement looks for it.
    live: { sessionsEvery: 2 ** 30 },
  });
  host = await listening(app);
});
beforeEach(async () => {
  await server.database.reset();
  tiny = await seedTiny(server.db);
  epic = await makeEpic(server.db, { groupId: tiny.groups.acme, title: 'An epic' });
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
});
afterAll(async () => {
  await app.close();
  await server.close();
});

const gid = (type: string, id: number | string) => `gid://gitlab/${type}/${id}`;

async function send(name: string, input: object, by: number, payload = ''): Promise<Json> {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
  const text = `mutation ($input: ${type}!) { ${name}(input: $input) { errors ${payload} } }`;
  const { data, errors } = await server.graphql(text, { input }, await server.token(by));
  expect([errors, data?.[name]?.errors]).toEqual([undefined, []]);
  return data[name];
}

/** Comments; answers the number of the note. */
async function comment(on: MadeItem, body: string, by: number, input: object = {}): Promise<number> {
  const given = { noteableId: gid('WorkItem', on.id), body, ...input };
  const { note } = await send('createNote', given, by, 'note { id }');
  return Number(note.id.split('/').at(-1));
}

const changed = (what: NoteChange['what'], { id: itemId }: MadeItem, id: number): NoteChange => ({
  what,
  id,
  itemId,
  internal: false,
  discussionId: id,
});
const announce = (notes: readonly NoteChange[]): Promise<void> =>
  server.database.notify('espalier_events', JSON.stringify({ workItemIds: [], kind: 'notes', notes }));

/** Somebody, or a visitor, who listens to what happens to the notes of an item. */
class Reader {
  readonly client: TestClient;
  readonly #identifiers: Readonly<Record<NoteChange['what'], string>>;

  constructor(client: TestClient, identifiers: Readonly<Record<NoteChange['what'], string>>) {
    this.client = client;
    this.#identifiers = identifiers;
  }

  static async of(id: string, userId?: number): Promise<Reader> {
    const headers: Record<string, string> = userId === undefined ? {} : { 'private-token': await server.token(userId) };
    const client = await TestClient.open(host, { headers });
    clients.push(client);
    const listen = (what: NoteChange['what']) => client.subscribe(noteSubscription(what), { id });
    return new Reader(client, {
      created: await listen('created'),
      updated: await listen('updated'),
      deleted: await listen('deleted'),
    });
  }

  told(what: NoteChange['what']): Json[] {
    return this.client.told(this.#identifiers[what]).map((data) => (data as Json).note);
  }

  /** Waits until it was told of so many; answers the last one. */
  async next(what: NoteChange['what'], count: number): Promise<Json> {
    const told = (await this.client.next(this.#identifiers[what], count)) as Json[];
    expect(told).toHaveLength(count);
    return told.at(-1).note;
  }

  /** The texts of the notes that it was told of when they were made. */
  texts(): string[] {
    return this.told('created').map(({ body }) => body);
  }
}

/** Waits until all have heard of everything that happened: of a last comment, for everybody's eyes, too. */
async function settle(on: MadeItem, ...readers: Reader[]): Promise<void> {
  await comment(on, 'the end', tiny.users.plan);
  await Promise.all(readers.map((reader) => reader.client.until(() => reader.texts().includes('the end'))));
  for (const { client } of readers) await client.subscribe('{ metadata { version } }');
}

const items: readonly (readonly [string, () => Promise<MadeItem>, string])[] = [
  ['an epic', async () => epic, 'Epic'],
  ['an epic as a work item', async () => epic, 'WorkItem'],
  ['an issue', () => makeIssue(server.db, { projectId: tiny.projects.api }), 'Issue'],
  ['a task', () => makeIssue(server.db, { projectId: tiny.projects.app, type: 'task' }), 'WorkItem'],
];

test.each(items)(
  'AP-07.26 of %s its comments, replies, edits, resolutions, reactions and deletions are told one by one',
  async (_, make, type) => {
    const item = await make();
    const { guest, dev } = tiny.users;
    const reader = await Reader.of(gid(type, item.id));
    const first = await comment(item, 'So it **is**', guest);
    const discussion = gid('Discussion', first);
    const told = { id: gid('Note', first), body: 'So it **is**', internal: false, system: false, resolved: false };
    const notes = (...ids: number[]) => ({ nodes: ids.map((id) => ({ id: gid('Note', id) })) });
    expect(await reader.next('created', 1)).toEqual({ ...told, discussion: { id: discussion, notes: notes(first) } });
    const reply = await comment(item, 'Is it?', dev, { discussionId: discussion });
    expect(await reader.next('created', 2)).toMatchObject({
      body: 'Is it?',
      discussion: { id: discussion, notes: notes(first, reply) },
    });
    await send('updateNote', { id: gid('Note', reply), body: 'It is' }, dev);
    expect(await reader.next('updated', 1)).toMatchObject({ id: gid('Note', reply), body: 'It is' });
    await send('discussionToggleResolve', { id: discussion, resolve: true }, dev);
    expect(await reader.next('updated', 2)).toMatchObject({ id: gid('Note', first), resolved: true });
    await send('awardEmojiToggle', { awardableId: gid('Note', reply), name: 'tada' }, guest);
    expect(await reader.next('updated', 3)).toMatchObject({ id: gid('Note', reply) });
    await send('destroyNote', { id: gid('Note', first) }, guest);
    const gone = { id: gid('Note', first), discussionId: discussion, lastDiscussionNote: false };
    expect(await reader.next('deleted', 1)).toEqual(gone);
    await send('destroyNote', { id: gid('Note', reply) }, dev);
    expect(await reader.next('deleted', 2)).toEqual({ ...gone, id: gid('Note', reply), lastDiscussionNote: true });
    expect([reader.told('created').length, reader.told('updated').length]).toEqual([2, 3]);
  },
);

test('AP-07.26 a line of activity is told as a note, to those who may see what it names', async () => {
  const hidden = await makeEpic(server.db, { groupId: tiny.groups.hidden });
  const { dev } = tiny.users;
  await makeMember(server.db, { userId: dev, groupId: tiny.groups.hidden, accessLevel: 30 });
  const [member, visitor] = [await Reader.of(gid('Epic', epic.id), dev), await Reader.of(gid('Epic', epic.id))];
  await send('workItemUpdate', { id: gid('WorkItem', epic.id), title: 'Another' }, dev);
  for (const reader of [member, visitor]) {
    const line = await reader.next('created', 1);
    expect(line).toMatchObject({ system: true, internal: false, body: expect.stringMatching('^changed title') });
    expect(line.discussion.id).toBe(line.id.replace('Note', 'Discussion'));
  }
  const link = { id: hidden.id, target_group_id: tiny.groups.hidden, target_epic_iid: hidden.iid };
  const url = `/api/v4/groups/acme/epics/${epic.iid}/related_epics`;
  expect((await server.rest('POST', url, await server.token(dev), link)).status).toBe(201);
  expect(await member.next('created', 2)).toMatchObject({ body: expect.stringMatching('hidden&1') });
  await settle(epic, member, visitor);
  expect([member.texts().length, visitor.texts().length]).toEqual([3, 2]);
});

test('AP-07.26 an internal note is told to Reporters, from its beginning to its end; who is one no more hears of no other', async () => {
  const { rep, guest, plan } = tiny.users;
  const id = gid('WorkItem', epic.id);
  const readers = [
    await Reader.of(id, plan),
    await Reader.of(id, rep),
    await Reader.of(id, guest),
    await Reader.of(id),
  ];
  const secret = await comment(epic, 'secret', plan, { internal: true });
  for (const reader of readers.slice(0, 2))
    expect(await reader.next('created', 1)).toMatchObject({ body: 'secret', internal: true });
  await server.db.updateTable('memberships').set({ access_level: 10 }).where('user_id', '=', rep).execute();
  await comment(epic, 'more', plan, { discussionId: gid('Discussion', secret) });
  await send('updateNote', { id: gid('Note', secret), body: 'secret again' }, plan);
  await send('destroyNote', { id: gid('Note', secret) }, plan);
  expect(await readers[0]!.next('deleted', 1)).toMatchObject({ lastDiscussionNote: false });
  await settle(epic, ...readers);
  expect(readers.map((reader) => reader.texts())).toEqual([
    ['secret', 'more', 'the end'],
    ['secret', 'the end'],
    ['the end'],
    ['the end'],
  ]);
  const others = (reader: Reader) => [reader.told('updated').length, reader.told('deleted').length];
  expect(readers.map(others)).toEqual([
    [1, 1],
    [0, 0],
    [0, 0],
    [0, 0],
  ]);
});

test('WI-10.98 a page that listens to an item is told which comments have changed, as far as its reader may read them', async () => {
  const { rep, guest, plan } = tiny.users;
  const id = gid('WorkItem', epic.id);
  const open = async (userId: number) => {
    const client = await TestClient.open(host, { headers: { 'private-token': await server.token(userId) } });
    clients.push(client);
    const identifier = await client.subscribe(ITEM_CHANGED, { id });
    return {
      kinds: () => client.told(identifier).map((data) => (data as Json).itemChanged.kinds),
      next: (count: number) => client.next(identifier, count),
    };
  };
  const [reporter, other] = [await open(rep), await open(guest)];
  const secret = await comment(epic, 'secret', plan, { internal: true });
  await reporter.next(1);
  const known = await comment(epic, 'known', plan);
  await Promise.all([reporter.next(2), other.next(1)]);
  await send('updateNote', { id: gid('Note', known), body: 'known again' }, plan);
  await Promise.all([reporter.next(3), other.next(2)]);
  await server.database.notify('espalier_events', JSON.stringify({ workItemIds: [epic.id], kind: 'notes' }));
  await Promise.all([reporter.next(4), other.next(3)]);
  const [first, ...rest] = [secret, known, known].map((note) => ['notes', `note:${note}`]);
  expect(reporter.kinds()).toEqual([first, ...rest, ['notes', 'note:']]);
  expect(other.kinds()).toEqual([...rest, ['notes', 'note:']]);
});

test('AP-07.26 what happened to one note at once is told once, what is gone meanwhile as gone only, and an epic is no issue', async () => {
  const [kept, gone] = [await comment(epic, 'kept', tiny.users.dev), await comment(epic, 'gone', tiny.users.dev)];
  const [reader, other] = [await Reader.of(gid('Epic', epic.id)), await Reader.of(gid('Issue', epic.id))];
  await server.db.deleteFrom('notes').where('id', '=', gone).execute();
  const notes = [
    changed('updated', epic, gone),
    ...[1, 2, 3].map(() => changed('updated', epic, kept)),
    { ...changed('deleted', epic, gone), isLast: true },
  ];
  await announce(notes);
  expect(await reader.next('deleted', 1)).toMatchObject({ id: gid('Note', gone) });
  await settle(epic, reader);
  expect(reader.told('updated')).toEqual([expect.objectContaining({ body: 'kept' })]);
  await other.client.subscribe('{ metadata { version } }');
  expect([...other.told('created'), ...other.told('updated'), ...other.told('deleted')]).toEqual([]);
});

test('AP-07.26 AP-07.11 a note costs one statement for each person who listens, however many sockets', async () => {
  const { plan, dev } = tiny.users;
  const note = await comment(epic, 'So it is', dev);
  const statements = async (readers: readonly Reader[], count: number): Promise<number> => {
    const counted = await server.countStatements(async () => {
      await announce([changed('updated', epic, note)]);
      await Promise.all(readers.map((reader) => reader.next('updated', count)));
    });
    return counted.statements.length;
  };
  const of = (userId: number) => Reader.of(gid('Epic', epic.id), userId);
  const few = [await of(plan), await of(dev)];
  // One for the item, one for the people, one for the note as each of them sees it.
  expect(await statements(few, 1)).toBe(4);
  for (let count = 0; count < 10; count += 1) await of(count % 2 === 0 ? plan : dev);
  expect(await statements(few, 2)).toBe(4);
});

test('AP-07.26 after a gap who listens to notes is to come again, and nobody else', async () => {
  const readers = [await Reader.of(gid('Epic', epic.id)), await Reader.of(gid('Epic', 999))];
  const other = await TestClient.open(host);
  clients.push(other);
  missed();
  for (const { client } of readers) {
    await client.untilClosed();
    expect(client.frames.at(-1)).toEqual({ type: 'disconnect', reason: 'no_database', reconnect: true });
  }
  await other.subscribe('{ metadata { version } }');
  expect(other.closed).toBe(false);
});

test('AP-07.26 who would be told of more than 50 notes at once is to come again, and whoever may not see them hears nothing', async () => {
  const hidden = await makeEpic(server.db, { groupId: tiny.groups.hidden });
  const [reader, blind] = [await Reader.of(gid('Epic', epic.id)), await Reader.of(gid('Epic', hidden.id))];
  const many = (on: MadeItem, count: number) =>
    Array.from({ length: count }, (_, index) => changed('deleted', on, index + 1));
  await announce(many(hidden, 51));
  await announce(many(epic, 50));
  await reader.next('deleted', 50);
  await announce(many(epic, 51));
  await reader.client.untilClosed();
  expect(reader.client.frames.at(-1)).toEqual({ type: 'disconnect', reason: 'slow_client', reconnect: true });
  await blind.client.subscribe('{ metadata { version } }');
  expect([blind.client.closed, blind.told('deleted')]).toEqual([false, []]);
});
