import { commandActions, commandSaga } from '../command/index.ts';
import { get } from '../table/index.ts';
import { formActions } from '../text/form-actions.ts';
import { refusal } from '../testing/index.ts';
import { workItemActions } from '../work-item/index.ts';
import { selectLines } from './index.ts';
import { openChecklist } from './testing/checking.ts';

const TEXT = 'Do:\n- [ ] one\n  - [x] inner\n- [x] two\n- [~] three';
const MOVED = 'Do:\n- [x] two\n- [~] three\n- [ ] one\n  - [x] inner';
const CONFLICT =
  'Someone edited this issue at the same time you did. The description has been updated and you will need to make your changes again.';

const open = (who: 'ada' | 'gus' | null = 'ada') => openChecklist(who, { description: TEXT });
const source = ({ state, id }: Awaited<ReturnType<typeof open>>) => get(state().confirmed.items, id)?.description;

test('IE-06.60 IE-06.62 IE-06.63 a line is moved at once, with what is nested in it, and sent as an edit of the description', async () => {
  const app = await open();
  app.server.fault({ kind: 'hold', match: 'PUT', milliseconds: 100 });
  await app.edit(2, 2);
  expect([app.boxes(), app.shown().saving]).toEqual([[true, false, false, true], true]);
  await app.edit(4, 0);
  await app.check(4);
  await app.fake.clock.advance(100);
  expect(app.puts().map(({ request }) => request)).toEqual([
    expect.objectContaining({
      path: '/acme/app/-/issues/1.json',
      body: { issue: { description: MOVED, lock_version: 0 } },
    }),
  ]);
  expect([app.text(), source(app), app.boxes(), app.alerts()]).toEqual([MOVED, MOVED, [true, false, false, true], []]);
  await app.edit(4, 1);
  expect([app.text(), app.patches()]).toEqual(['Do:\n- [x] two\n- [ ] one\n  - [x] inner\n- [~] three', []]);
});

test('IE-06.61 a line is deleted with what is nested in it', async () => {
  const app = await open();
  await app.edit(2, null);
  expect([app.text(), app.boxes()]).toEqual(['Do:\n- [x] two\n- [~] three', [true, false]]);
});

test.each([
  [refusal(422, 'Title is wrong', 'And more'), 'Title is wrong And more'],
  [refusal(500), 'Update failed'],
])('IE-06.62 IE-06.63 a refusal says why, and puts the line back', async (error, text) => {
  const app = await open();
  app.server.fault({ kind: 'refuse', match: 'PUT', error });
  await app.edit(2, 2);
  expect([app.alerts(), app.boxes(), app.text()]).toEqual([[[text, null]], [false, true, true, false], TEXT]);
});

test('IE-06.64 what others have saved elsewhere in the text is kept', async () => {
  const app = await open();
  app.elsewhere(TEXT.replace('Do:', 'Do this:'));
  await app.edit(2, 2);
  expect([app.text(), app.boxes(), app.alerts()]).toEqual([
    MOVED.replace('Do:', 'Do this:'),
    [true, false, false, true],
    [],
  ]);
  app.elsewhere(app.text() ?? '');
  await app.edit(2, null);
  expect(app.text()).toBe('Do this:\n- [~] three\n- [ ] one\n  - [x] inner');
});

test('IE-06.64 where others have changed the same line it is told, and theirs stands', async () => {
  const app = await open();
  app.elsewhere(TEXT.replace('inner', 'another'));
  await app.edit(2, null);
  expect([app.alerts(), app.text(), source(app)]).toEqual([
    [[CONFLICT, null]],
    TEXT.replace('inner', 'another'),
    TEXT.replace('inner', 'another'),
  ]);
});

test('IE-06.64 a text that cannot be read is told', async () => {
  const app = await open();
  app.elsewhere(`${TEXT} and more`);
  app.server.fault({ kind: 'delay', match: 'workItemPage', milliseconds: 60_000 });
  app.server.fault({ kind: 'delay', match: 'projectWorkItemPage', milliseconds: 60_000 });
  await app.edit(2, 1);
  expect(app.alerts()).toEqual([]);
  await app.fake.clock.advance(3_000);
  expect([app.alerts(), app.text()]).toEqual([[[CONFLICT, null]], `${TEXT} and more`]);
});

test.each(['deleted', 'moved', 'made a task'])(
  'IE-06.65 WI-12.12 where others have put another line in its place, nothing is %s and it is told',
  async (what) => {
    const app = await open();
    const theirs = TEXT.replace('one', 'ace').replace('Do:', 'Do:\n- [ ] new');
    app.elsewhere(theirs);
    await app.act(workItemActions.pageOutdated({ id: app.id }));
    expect(source(app)).toBe(theirs);
    if (what === 'made a task') await app.makeTask(2, '- [ ] one');
    else await app.edit(2, what === 'moved' ? 1 : null, '- [ ] one');
    expect([app.text(), app.alerts(), app.puts()]).toEqual([theirs, [[CONFLICT, null]], []]);
    await app.edit(2, null, '- [ ] new');
    expect(app.text()).toBe(TEXT.replace('one', 'ace'));
  },
);

test.each(['IE-06.64 a move', 'WI-12.12 a task'])(
  '%s is told where another line is being saved by the time the text was read',
  async (wish) => {
    const app = await open();
    const theirs = `${TEXT} and more`;
    app.elsewhere(theirs);
    app.server.fault({ kind: 'hold', match: /orkItemPage/, milliseconds: 100 });
    await (wish.endsWith('move') ? app.edit(4, 0) : app.makeTask(4));
    app.server.fault({ kind: 'hold', match: 'PATCH', milliseconds: 1_000 });
    await app.check(2);
    await app.fake.clock.advance(100);
    expect(app.alerts()).toEqual([[CONFLICT, null]]);
    await app.fake.clock.advance(1_000);
    expect(app.text()).toBe(theirs.replace('[ ] one', '[x] one'));
  },
);

test('IE-02.48 what was rendered of the text before names no lines of one that was saved, until that was read', async () => {
  const app = await open();
  const html = app.shown().html;
  const save = (title: string, description: string) =>
    app.act(
      formActions.saved({
        id: app.id,
        path: '/acme/app/-/issues/1.json',
        body: {
          issue: { title, description, lock_version: get(app.state().confirmed.items, app.id)?.lockVersion ?? 0 },
        },
        title,
        description,
      }),
    );
  await save('Dripping tap', TEXT);
  expect(app.shown().html).toBe(html);
  const saved = TEXT.replace('Do:', 'Do:\n- [ ] new');
  await save('Dripping tap', saved);
  expect(app.shown().html).toBe(html.replace(/ data-sourcepos="[^"]*"/g, ''));
  await app.edit(3, null);
  expect([app.text(), app.boxes()]).toEqual([saved, [false, true, true, false]]);
  await app.act(workItemActions.pageOutdated({ id: app.id }));
  await app.edit(3, null);
  expect(app.text()).toBe('Do:\n- [ ] new\n- [x] two\n- [~] three');
});

test('IE-06.66 it is undone and made again, unless the text was changed since', async () => {
  const app = await open();
  app.planner.watch('command', commandSaga);
  await app.edit(2, null);
  await app.act(commandActions.undoAsked());
  expect([app.text(), app.boxes()]).toEqual([TEXT, [false, true, true, false]]);
  await app.act(commandActions.redoAsked());
  expect(app.text()).toBe('Do:\n- [x] two\n- [~] three');
  await app.check(2, false);
  await app.act(commandActions.undoAsked());
  expect(app.alerts().at(-1)?.[0]).toBe(
    'Not undone: deleted a checklist line of acme/app#1. Reason: it was changed meanwhile.',
  );
});

test('IE-06.67 what can become of a line', async () => {
  const app = await open();
  const line = (at: number) => selectLines(app.state(), app.id)[at - 1];
  expect([2, 3, 5, 1].map(line)).toEqual([
    { source: '- [ ] one', place: { index: 0, count: 3 }, becomesTask: true },
    { source: '  - [x] inner', place: { index: 0, count: 1 }, becomesTask: true },
    { source: '- [~] three', place: { index: 2, count: 3 }, becomesTask: false },
    { source: 'Do:', place: null, becomesTask: false },
  ]);
  const guest = await open('gus');
  expect(selectLines(guest.state(), guest.id)).toEqual([]);
  await guest.edit(2, 1);
  await guest.makeTask(2);
  expect(guest.puts()).toEqual([]);
});

describe('WI-12.10 a line becomes a task', () => {
  const children = ({ world, row }: Awaited<ReturnType<typeof open>>) =>
    world.linksUnder(row()?.id ?? 0).map(({ childId }) => world.item(childId));

  test('WI-12.10 WI-12.11 with its text as title; the line refers to it', async () => {
    const app = await open();
    await app.makeTask(4);
    expect(children(app)).toEqual([expect.objectContaining({ title: 'two', type: 'task' })]);
    expect([app.text(), source(app), app.alerts()]).toEqual([
      TEXT.replace('two', '#2+'),
      TEXT.replace('two', '#2+'),
      [],
    ]);
    await app.makeTask(4);
    await app.makeTask(5);
    expect(children(app)).toHaveLength(1);
  });

  test('WI-12.12 in a text of others the line is looked for again', async () => {
    const app = await open();
    app.elsewhere(`${TEXT} and more`);
    await app.makeTask(4);
    expect([app.text(), app.alerts()]).toEqual([`${TEXT.replace('two', '#2+')} and more`, []]);
  });

  test('WI-12.12 a line that others have changed is told', async () => {
    const app = await open();
    app.elsewhere(TEXT.replace('two', 'second'));
    await app.makeTask(4);
    expect([app.text(), app.alerts(), children(app)]).toEqual([TEXT.replace('two', 'second'), [[CONFLICT, null]], []]);
  });

  test.each(['workItemCreateFromTask', 'workItemTypes'])('WI-12.13 a failure says so: %s', async (match) => {
    const app = await open();
    app.server.fault({ kind: 'refuse', match, error: refusal(422, 'Too many') });
    await app.makeTask(4);
    expect([app.alerts(), app.text(), app.shown().saving]).toEqual([
      [['Something went wrong when creating task. Please try again.', 'Too many']],
      TEXT,
      false,
    ]);
    await app.makeTask(4);
    expect(children(app)).toHaveLength(1);
  });
});
