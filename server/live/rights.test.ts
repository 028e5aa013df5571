import type { FastifyInstance } from 'fastify';
import { levelIn, seesItem, seesPlace, PLACES, type Place, WHO, type Who } from '../access/testing/people.ts';
import { type MatrixWorld, openMatrix } from '../access/testing/world.ts';
import { createApp } from '../app.ts';
import { readConfig } from '../config.ts';
import { EVENT_KINDS, type NoteChange } from '../command/events.ts';
import { makeIssue, makeMember, makeProject, makeUser } from '../db/testing-data.ts';
import { NOW } from '../graphql/testing.ts';
import { schema } from '../graphql/schema.ts';
import { GROUP_CHANGED, listening, noteSubscription, TestClient } from './testing.ts';

let world: MatrixWorld;
let app: FastifyInstance;
let host: string;
/** The seeds stand in a transaction that never ends, out of which nothing is announced: the test says what has happened. */
let hear: (event: object) => void;

beforeAll(async () => {
  world = await openMatrix();
  const listen = async (channel: string, receive: (payload: string) => void) => {
    if (channel === 'espalier_events') hear = (event) => receive(JSON.stringify(event));
    return async () => undefined;
  };
  app = await createApp({
    database: { ...world.server.database, listen },
    config: readConfig({}),
    now: () => new Date(NOW),
    // A socket outlives the moments at which its person has other rights: what is told by an event is asked here.
    live: { subscriptions: 1000, identifiers: 1024 * 1024, sessionsEvery: 10 * 60_000 },
  });
  host = await listening(app);
}, 60_000);
afterAll(async () => {
  await app.close();
  await world.close();
});

interface Target {
  readonly place: Place;
  readonly of: 'epic' | 'issue';
  readonly kind: 'plain' | 'secret' | 'mine';
  readonly id: number;
}

function targets(): Target[] {
  return (Object.keys(PLACES) as Place[]).flatMap((place) => {
    const { epics, issues } = world.grounds[place];
    return [
      ...(['plain', 'secret'] as const).map((kind) => ({ place, of: 'epic' as const, kind, id: epics[kind].id })),
      ...(['plain', 'secret', 'mine'] as const).map((kind) => ({
        place,
        of: 'issue' as const,
        kind,
        id: issues[kind].id,
      })),
    ];
  });
}

/** Who is there is no event (presence.test.ts). */
const OTHERS = ['groupChanged', 'presence'];
const fields = Object.keys(schema.getSubscriptionType()?.getFields() ?? {}).filter((name) => !OTHERS.includes(name));
const CHANGES = ['created', 'updated', 'deleted'] as const;
const NOTED: Readonly<Record<string, NoteChange['what']>> = {
  workItemNoteCreated: 'created',
  workItemNoteUpdated: 'updated',
  workItemNoteDeleted: 'deleted',
};
/** That something happened to a note of an item. */
const hearNote = (itemId: number, id: number, more: Partial<NoteChange> = {}): void => {
  const notes = CHANGES.map((what): NoteChange => ({ what, id, itemId, internal: false, discussionId: id, ...more }));
  hear({ workItemIds: [], kind: 'notes', notes });
};
const queryOf = (field: string): string => {
  if (field === 'itemChanged') return 'subscription($id: IssuableID!) { itemChanged(issuableId: $id) { id kinds } }';
  if (field in NOTED) return noteSubscription(NOTED[field]!);
  const text = 'title description';
  return field === 'workItemUpdated'
    ? `subscription($id: WorkItemID!) { workItemUpdated(workItemId: $id) { ${text} } }`
    : `subscription($id: IssuableID!) { ${field}(issuableId: $id) { ... on Epic { epic: title } ... on Issue { ${text} } ... on WorkItem { item: title } } }`;
};
const NOTHING = 987_654;
const gid = (of: Target['of'], id: number): string => `gid://gitlab/${of === 'epic' ? 'Epic' : 'Issue'}/${id}`;

const open = (who: Who): Promise<TestClient> => {
  const token = world.tokens[who];
  return TestClient.open(host, token === undefined ? {} : { headers: { 'private-token': token } });
};

/** Waits until everything that was announced has gone its way: a public item is announced last, and told. */
async function settled(client: TestClient): Promise<void> {
  const { id } = world.grounds.open.epics.loose;
  const identifier = await client.subscribe(queryOf('itemChanged'), { id: gid('epic', id) });
  const group = await client.subscribe(GROUP_CHANGED, { path: world.grounds.open.group });
  hear({ workItemIds: [id], kind: 'title' });
  await Promise.all([client.next(identifier), client.next(group)]);
  for (const each of [identifier, group]) client.command('unsubscribe', each);
  // What is answered now was asked after everything else had been sent.
  await client.subscribe('{ metadata { version } }');
}

test.each(WHO)(
  'AP-07.9 %s is told of what they may see, and of everything else as of what does not exist',
  async (who) => {
    const client = await open(who);
    const asked: { target: Target; field: string; identifier: string; nothing: string }[] = [];
    for (const target of targets()) {
      for (const field of fields) {
        const query = queryOf(field);
        const identifier = await client.subscribe(query, { id: gid(target.of, target.id) });
        const nothing = await client.subscribe(query, { id: gid(target.of, NOTHING) });
        asked.push({ target, field, identifier, nothing });
      }
    }
    const groups = [];
    for (const place of [...Object.keys(PLACES), 'nowhere'] as (Place | 'nowhere')[]) {
      const path = place === 'nowhere' ? 'zqnowhereqz' : world.grounds[place].group;
      groups.push({ place, identifier: await client.subscribe(GROUP_CHANGED, { path }) });
    }
    const ids = [...targets().map(({ id }) => id), NOTHING];
    // `confidential` says that somebody has just lost sight of it (AP-07.19).
    for (const kind of EVENT_KINDS.filter((one) => one !== 'confidential')) hear({ workItemIds: ids, kind });
    for (const id of ids) hearNote(id, world.notes.get(`${id} admin`) ?? NOTHING);
    await settled(client);

    const frames = (identifier: string, id: number) =>
      client.texts
        .filter((text) => (JSON.parse(text) as { identifier?: string }).identifier === identifier)
        // The nonce and the number are all that may differ.
        .map((text) =>
          text
            .replace(/\\"nonce\\":\d+/, 'nonce')
            .replaceAll(`/${id}\\"`, '/ID\\"')
            .replaceAll(`/${id}"`, '/ID"'),
        );
    const faults: string[] = [];
    for (const { target, field, identifier, nothing } of asked) {
      const name = `${field} of ${target.place} ${target.of} ${target.kind}`;
      const told = client.told(identifier).length;
      if (seesItem(who, target.place, target.of, target.kind)) {
        if (told !== 1) faults.push(`${name}: told ${told} times`);
      } else if (JSON.stringify(frames(identifier, target.id)) !== JSON.stringify(frames(nothing, NOTHING)))
        faults.push(`${name}: not as nothing: ${frames(identifier, target.id).join(' ')}`);
      if (client.told(nothing).length > 0) faults.push(`${name}: nothing was told of`);
    }
    for (const { place, identifier } of groups) {
      const sees = place !== 'nowhere' && seesPlace(who, place);
      const told = client.told(identifier).length;
      if (told > 0 !== sees) faults.push(`group ${place}: told ${told} times`);
    }
    expect(faults).toEqual([]);
    expect(asked.length).toBe(20 * 15);
    await client.close();
  },
  60_000,
);

test.each(WHO)('AP-07.26 %s is told of internal notes where they may read them, also of deleted ones', async (who) => {
  const client = await open(who);
  const asked: { name: string; sees: boolean; identifiers: string[] }[] = [];
  for (const { place, of, kind, id } of targets()) {
    const identifiers: string[] = [];
    for (const field of Object.keys(NOTED))
      identifiers.push(await client.subscribe(queryOf(field), { id: gid(of, id) }));
    const values = { work_item_id: id, author_id: 1, body: 'secret', internal: true };
    const note = await world.server.db.insertInto('notes').values(values).returning('id').executeTakeFirstOrThrow();
    hearNote(id, note.id, { internal: true });
    const sees = seesItem(who, place, of, kind) && levelIn(who, place) >= 20;
    asked.push({ name: `${place} ${of} ${kind}`, sees, identifiers });
  }
  await settled(client);
  for (const { name, sees, identifiers } of asked)
    expect([name, ...identifiers.map((each) => client.told(each).length)]).toEqual([
      name,
      ...CHANGES.map(() => Number(sees)),
    ]);
  await client.close();
});

/** Each takes something from the guest of `closed`, and gives it back. */
const LOSSES: readonly (readonly [string, () => Promise<unknown>, () => Promise<unknown>])[] = [
  [
    'the membership ends',
    () =>
      world.server.db
        .deleteFrom('memberships')
        .where('user_id', '=', world.users.guest)
        .where('group_id', '=', world.grounds.closed.groupId)
        .execute(),
    () =>
      world.server.db
        .insertInto('memberships')
        .values({
          user_id: world.users.guest,
          group_id: world.grounds.closed.groupId,
          project_id: null,
          access_level: 10,
        })
        .execute(),
  ],
  [
    'the item becomes confidential',
    () =>
      world.server.db
        .updateTable('work_items')
        .set({ confidential: true })
        .where('id', '=', world.grounds.closed.epics.plain.id)
        .execute(),
    () =>
      world.server.db
        .updateTable('work_items')
        .set({ confidential: false })
        .where('id', '=', world.grounds.closed.epics.plain.id)
        .execute(),
  ],
];

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

test.each(LOSSES)(
  'AP-07.9 nothing more is told once %s, and again when it is given back',
  async (_, take, give) => {
    const client = await open('guest');
    const { group, epics } = world.grounds.closed;
    const { id } = epics.plain;
    const item = await client.subscribe(queryOf('itemChanged'), { id: gid('epic', id) });
    const title = await client.subscribe(queryOf('issuableTitleUpdated'), { id: gid('epic', id) });
    const paths = await client.subscribe(GROUP_CHANGED, { path: group });
    const expected = { item: 0, title: 0 };
    for (let round = 0; round < 25; round += 1) {
      hear({ workItemIds: [id], kind: 'title' });
      expected.item += 1;
      expected.title += 1;
      await Promise.all([client.next(item, expected.item), client.next(title, expected.title)]);
      await settled(client);
      const looksAtGroup = round % 10 === 0;
      if (looksAtGroup) {
        // Told once, and held back the second time: its pause has begun.
        await pause(300);
        const told = client.told(paths).length;
        for (const more of [1, 2]) {
          hear({ workItemIds: [id], kind: 'title' });
          await Promise.all([client.next(item, expected.item + more), client.next(title, expected.title + more)]);
          if (more === 1) await client.next(paths, told + 1);
        }
        expected.item += 2;
        expected.title += 2;
      }
      await take();
      const groupTold = client.told(paths).length;
      hear({ workItemIds: [id], kind: 'title' });
      await settled(client);
      expect([client.told(item).length, client.told(title).length]).toEqual([expected.item, expected.title]);
      // Also what was held back since before the loss is not told after it.
      if (looksAtGroup) {
        await pause(300);
        expect(client.told(paths).length).toBe(groupTold);
      }
      await give();
    }
    await client.close();
  },
  60_000,
);

test.each(LOSSES)(
  'AP-07.26 of notes nothing more is told once %s, and again when it is given back',
  async (_, take, give) => {
    const client = await open('guest');
    const { id } = world.grounds.closed.epics.plain;
    const note = world.notes.get(`${id} owner`) ?? 0;
    const identifiers: string[] = [];
    for (const field of Object.keys(NOTED))
      identifiers.push(await client.subscribe(queryOf(field), { id: gid('epic', id) }));
    const counts = async () => {
      hearNote(id, note);
      await settled(client);
      return identifiers.map((each) => client.told(each).length);
    };
    expect(await counts()).toEqual([1, 1, 1]);
    await take();
    expect(await counts()).toEqual([1, 1, 1]);
    await give();
    expect(await counts()).toEqual([2, 2, 2]);
    await client.close();
  },
);

test('AP-07.8 rights that are given are there with the next event', async () => {
  const client = await open('stranger');
  const { group, groupId, epics } = world.grounds.closed;
  const item = await client.subscribe(queryOf('itemChanged'), { id: gid('epic', epics.secret.id) });
  const above = await client.subscribe(GROUP_CHANGED, { path: group });
  hear({ workItemIds: [epics.secret.id], kind: 'title' });
  await settled(client);
  expect([client.told(item), client.told(above)]).toEqual([[], []]);
  const values = { user_id: world.users.stranger, group_id: groupId, project_id: null, access_level: 20 } as const;
  await world.server.db.insertInto('memberships').values(values).execute();
  hear({ workItemIds: [epics.secret.id], kind: 'dates' });
  await Promise.all([client.next(item), client.next(above)]);
  expect(client.told(above)).toEqual([{ groupChanged: { fullPath: group, kinds: ['dates'] } }]);
  await client.close();
});

test('AP-09.32 who loses sight of an item because its author is banned is disconnected, and told nothing; an administrator is told', async () => {
  const { issues } = world.grounds.closed;
  const { id } = issues.loose;
  const { author_id } = await world.server.db
    .selectFrom('work_items')
    .select('author_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const author = await makeUser(world.server.db, 'spammer');
  const write = (by: number) =>
    world.server.db.updateTable('work_items').set({ author_id: by }).where('id', '=', id).execute();
  await write(author);
  const [reader, boss] = [await open('owner'), await open('admin')];
  const item = await reader.subscribe(queryOf('itemChanged'), { id: gid('issue', id) });
  const seen = await boss.subscribe(queryOf('itemChanged'), { id: gid('issue', id) });
  await world.server.db.updateTable('users').set({ state: 'banned' }).where('id', '=', author).execute();
  hear({ workItemIds: [id], kind: 'confidential' });
  await Promise.all([reader.untilClosed(), boss.next(seen)]);
  expect(reader.frames.at(-1)).toEqual({ type: 'disconnect', reason: 'rights_changed', reconnect: true });
  expect(reader.told(item)).toEqual([]);
  await write(author_id);
  await boss.close();
});

test('AP-07.19 who loses sight of an item by its becoming confidential is disconnected, and told nothing; who sees it is told', async () => {
  const { group, epics } = world.grounds.closed;
  const { id } = epics.plain;
  const [guest, other, boss] = [await open('guest'), await open('guest'), await open('owner')];
  const item = await guest.subscribe(queryOf('itemChanged'), { id: gid('epic', id) });
  const paths = await other.subscribe(GROUP_CHANGED, { path: group });
  const seen = await boss.subscribe(queryOf('itemChanged'), { id: gid('epic', id) });
  const hide = (confidential: boolean) =>
    world.server.db.updateTable('work_items').set({ confidential }).where('id', '=', id).execute();
  await hide(true);
  hear({ workItemIds: [id], kind: 'confidential' });
  await Promise.all([guest.untilClosed(), other.untilClosed(), boss.next(seen)]);
  for (const client of [guest, other]) {
    expect(client.frames.at(-1)).toEqual({ type: 'disconnect', reason: 'rights_changed', reconnect: true });
  }
  expect([guest.told(item), other.told(paths)]).toEqual([[], []]);
  // Whoever asks for it now hears of it as of nothing.
  const again = await open('guest');
  await again.subscribe(queryOf('itemChanged'), { id: gid('epic', id) });
  hear({ workItemIds: [id], kind: 'title' });
  await settled(again);
  expect(again.closed).toBe(false);
  await hide(false);
  await Promise.all([again.close(), boss.close()]);
});

test('AP-07.8 an item of a project follows its project, and a role in the project counts', async () => {
  const { db } = world.server;
  const { groupId } = world.grounds.open;
  const projectId = await makeProject(db, { groupId, path: 'inside', visibility: 'private' });
  const issue = await makeIssue(db, { projectId });
  const secret = await makeIssue(db, { projectId, confidential: true });
  await makeMember(db, { userId: world.users.stranger, projectId, accessLevel: 10 });
  const [stranger, visitor] = [await open('stranger'), await open('anonymous')];
  const ofBoth = (client: TestClient) =>
    Promise.all([issue, secret].map(({ id }) => client.subscribe(queryOf('itemChanged'), { id: gid('issue', id) })));
  const [seen, unseen] = [await ofBoth(stranger), await ofBoth(visitor)];
  hear({ workItemIds: [issue.id, secret.id], kind: 'title' });
  await Promise.all([settled(stranger), settled(visitor)]);
  expect(seen.map((identifier) => stranger.told(identifier).length)).toEqual([1, 0]);
  expect(unseen.map((identifier) => visitor.told(identifier).length)).toEqual([0, 0]);
  await Promise.all([stranger.close(), visitor.close()]);
});

test('WI-10.46 of an internal note Reporters are told as of any other, and whoever else sees the item nothing', async () => {
  const { group, epics } = world.grounds.open;
  const { id } = epics.plain;
  const told = async (who: Who, kind: string) => {
    const client = await open(who);
    const item = await client.subscribe(queryOf('itemChanged'), { id: gid('epic', id) });
    const whole = await client.subscribe(queryOf('workItemUpdated'), { id: gid('epic', id) });
    const above = await client.subscribe(GROUP_CHANGED, { path: group });
    hear({ workItemIds: [id], kind });
    await settled(client);
    const kinds = [client.told(item), client.told(above)].map((each) => JSON.stringify(each).match(/"\w*notes"/gi));
    const seen = [...kinds, client.told(whole).length];
    await client.close();
    return seen;
  };
  for (const who of ['guest', 'reporter'] as const)
    expect(await told(who, 'notes')).toEqual([['"notes"'], ['"notes"'], 1]);
  expect(await told('guest', 'internalNotes')).toEqual([null, null, 0]);
  expect(await told('reporter', 'internalNotes')).toEqual([['"notes"'], ['"notes"'], 1]);
});
