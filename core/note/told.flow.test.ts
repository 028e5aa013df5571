import { noteKind } from '../work-item/rules.ts';
import { noteActions } from './actions.ts';
import { openActivity } from './testing/activity.ts';
import { notesIn } from './told.ts';

/** A discussion of 231 notes, all of which are shown, and pushes. */
async function openLong() {
  const app = await openActivity('ada', { before: ['question'] });
  const { comments } = app.world;
  const first = Math.min(...comments.keys());
  const reply = (body: string): number => {
    const id = app.say(body);
    comments.set(id, { ...comments.get(id)!, discussionId: first });
    return id;
  };
  for (let number = 1; number <= 230; number += 1) reply(`reply ${number}`);
  await app.fake.connect(true);
  await app.act(noteActions.retried());
  return {
    ...app,
    first,
    reply,
    edit: (id: number, body: string) => comments.set(id, { ...comments.get(id)!, body }),
    push: async (...kinds: readonly string[]) => {
      const before = app.server.calls.length;
      await app.fake.push(app.id, kinds);
      await app.act();
      await app.fake.clock.advance(0);
      return app.server.calls.slice(before).map(({ what }) => what.replace(/^\w+ /, ''));
    },
    notes: () => app.activity().discussions[0]?.notes ?? [],
    bodies: () => app.activity().discussions[0]?.notes.map(({ body }) => body) ?? [],
  };
}

const LIST = expect.stringMatching(/itemNotes/i) as string;
const ONE = expect.stringMatching(/changedNote/) as string;

describe('WI-10.97 of a long discussion only what a push names is read:', () => {
  test('a new reply', async () => {
    const app = await openLong();
    const id = app.reply('the last one');
    expect(await app.push('notes', noteKind(id))).toEqual([ONE, LIST]);
    expect([app.bodies().length, app.bodies().at(-1), app.bodies()[229]]).toEqual([232, 'the last one', 'reply 229']);
  });

  test('an edited reply, at its beginning or behind, with its reactions', async () => {
    const app = await openLong();
    for (const at of [50, 200]) {
      const id = app.first + at;
      app.edit(id, `edited ${at}`);
      expect(await app.push('notes', noteKind(id))).toEqual([ONE, LIST]);
      expect([app.bodies().length, app.bodies()[at]]).toEqual([231, `edited ${at}`]);
    }
  });

  test('a deleted reply, at its beginning or behind', async () => {
    const app = await openLong();
    for (const [at, left] of [
      [200, 230],
      [50, 229],
    ] as const) {
      app.world.comments.delete(app.first + at);
      expect(await app.push('notes', noteKind(app.first + at))).toEqual([ONE, LIST]);
      expect([app.bodies().length, app.bodies().includes(`reply ${at}`)]).toEqual([left, false]);
    }
    expect(app.bodies().slice(98, 101)).toEqual(['reply 99', 'reply 100', 'reply 101']);
  });

  test('a reaction', async () => {
    const app = await openLong();
    const noteId = app.first + 200;
    const id = app.world.nextId('awards');
    app.world.awards.set(id, { id, itemId: null, noteId, userId: 1, name: 'tada' });
    expect(await app.push('notes', noteKind(noteId))).toEqual([ONE, LIST]);
    expect(app.notes()[200]).toMatchObject({ reactions: { reactions: [{ emoji: 'tada', who: 'Administrator' }] } });
  });

  test('one of another discussion, and a change of the item', async () => {
    const app = await openLong();
    const id = app.say('another');
    expect(await app.push('notes', noteKind(id))).toEqual([ONE, LIST]);
    expect(app.texts().map((texts) => texts.length)).toEqual([231, 1]);
    expect((await app.push('labels')).filter((what) => /note/i.test(what))).toEqual([LIST]);
    expect(app.bodies()).toHaveLength(231);
  });
});

test('RP-02.470 what a reading that failed was to read, the next one reads', async () => {
  const app = await openLong();
  const [first, other] = [app.first + 200, app.first + 210];
  app.edit(first, 'edited');
  app.server.fault({ kind: 'lose', match: 'itemNotes', when: 'beforeCommit' });
  expect(await app.push('notes', noteKind(first))).toEqual([ONE, LIST]);
  expect(app.bodies()[200]).toBe('reply 200');
  app.edit(other, 'edited, too');
  expect(await app.push('notes', noteKind(other))).toEqual([ONE, ONE, LIST]);
  expect([app.bodies()[200], app.bodies()[210]]).toEqual(['edited', 'edited, too']);
  app.edit(first, 'edited again');
  expect(await app.push('notes', noteKind(first))).toEqual([ONE, LIST]);
  expect(app.bodies()[200]).toBe('edited again');
});

test('RP-02.470 all is read after a reading that failed, where pushes may have been lost since', async () => {
  const app = await openLong();
  const [first, other] = [app.first + 200, app.first + 210];
  app.edit(first, 'edited');
  app.server.fault({ kind: 'lose', match: 'itemNotes', when: 'beforeCommit' });
  expect(await app.push('notes', noteKind(first))).toEqual([ONE, LIST]);
  app.server.fault({ kind: 'lose', match: 'itemNotes', when: 'beforeCommit' });
  await app.fake.connect(false);
  app.edit(other, 'edited, too');
  await app.fake.connect(true);
  await app.act();
  await app.fake.clock.advance(0);
  expect([app.bodies()[200], app.bodies()[210]]).toEqual(['edited', 'edited, too']);
});

test('RP-02.471 what a reading is for is not over with the answer to an earlier one', async () => {
  const app = await openLong();
  const [first, other] = [app.first + 200, app.first + 210];
  app.edit(first, 'edited');
  app.server.fault({ kind: 'hold', match: 'itemNotes', milliseconds: 500 });
  expect(await app.push('notes', noteKind(first))).toEqual([ONE, LIST]);
  app.edit(other, 'edited, too');
  app.server.fault({ kind: 'lose', match: 'itemNotes', when: 'beforeCommit' });
  // It waits for the reading that is on its way, and begins with its answer.
  expect(await app.push('notes', noteKind(other))).toEqual([]);
  await app.fake.clock.advance(600);
  expect([app.bodies()[200], app.bodies()[210]]).toEqual(['edited', 'reply 210']);
  expect(await app.push('notes', noteKind(first))).toEqual([ONE, ONE, LIST]);
  expect(app.bodies()[210]).toBe('edited, too');
});

test('RP-02.472 reactions that were read with their comment are newer than those of all comments, whose reading began before', async () => {
  const app = await openLong();
  const noteId = app.first + 50;
  app.server.fault({ kind: 'hold', match: 'itemNoteAwards', milliseconds: 500 });
  await app.act(noteActions.retried());
  const id = app.world.nextId('awards');
  app.world.awards.set(id, { id, itemId: null, noteId, userId: 1, name: 'tada' });
  expect(await app.push('notes', noteKind(noteId))).toEqual([ONE, LIST]);
  const shown = { reactions: { reactions: [{ emoji: 'tada', who: 'Administrator' }] } };
  expect(app.notes()[50]).toMatchObject(shown);
  await app.fake.clock.advance(3000);
  expect(app.notes()[50]).toMatchObject(shown);
});

test('WI-10.97 all is read where it is not known what has changed', async () => {
  const app = await openLong();
  app.edit(app.first + 200, 'edited');
  const asked = await app.push('notes');
  expect(asked.filter((what) => what.includes('discussionNotes'))).toHaveLength(2);
  expect(app.bodies()[200]).toBe('edited');
  app.edit(app.first + 200, 'edited again');
  await app.act(noteActions.retried());
  expect(app.bodies()[200]).toBe('edited again');
});

test.each([
  ['nothing is known', null, null],
  ['comments, and not which', ['notes'], null],
  ['one, and perhaps others', ['notes', noteKind(1), noteKind(null)], null],
  ['more than ten', ['notes', ...Array.from({ length: 11 }, (_, at) => noteKind(at + 1))], null],
  ['what may be done with comments', ['locked'], null],
  ['a kind that is not known', ['notes', noteKind(1), 'new'], null],
  ['two', ['notes', 'labels', noteKind(1), noteKind(2)], ['gid://gitlab/Note/1', 'gid://gitlab/Note/2']],
  ['none', ['title', 'tree'], []],
])('WI-10.97 which comments have changed: %s', (_, kinds, ids) => {
  const found = notesIn(kinds && new Set(kinds));
  expect(found && [...found]).toEqual(ids);
});
