import { recordKey } from '../entities/index.ts';
import { get } from '../table/index.ts';
import { noteActions } from './actions.ts';
import { NOTE_TEXTS } from './texts.ts';
import { openActivity } from './testing/activity.ts';

type App = Awaited<ReturnType<typeof openActivity>>;

async function say(app: App, body: string) {
  await app.type(body);
  await app.act(noteActions.commented({ target: app.id }));
}
const notices = (app: App) => app.state().notice.map(({ kind, text, detail, scope }) => [kind, text, detail, scope]);

test('WI-10.113 RP-02.43 a comment of nothing but commands is not kept; what they did is told once', async () => {
  const app = await openActivity();
  app.server.fault({ kind: 'delay', match: 'createNote', milliseconds: 500 });
  await say(app, '/title Other\n/close');
  expect(app.texts()).toEqual([['/title Other\n/close']]);
  await app.fake.clock.advance(500);
  await app.act();
  expect([app.comments(), app.form().open, app.state().pending]).toEqual([[], false, []]);
  expect(notices(app)).toEqual([['toast', 'Changed the title to "Other". Closed this issue.', null, 'page']]);
  expect(app.row()).toMatchObject({ title: 'Other', state: 'closed' });
});

test('WI-10.114 what was refused is told beside the comment that was made', async () => {
  const app = await openActivity();
  await say(app, 'Well\n/close\n/label ~nothing');
  expect([app.comments(), app.form().open]).toEqual([['Well'], false]);
  expect(app.note('Well').canAdmin).toBe(true);
  expect(notices(app)).toEqual([['warning', NOTE_TEXTS.commands, 'Could not apply label command.', 'notes']]);
  expect(app.row()).toMatchObject({ state: 'closed' });
});

test('WI-10.114 where a part was done the alert says what, and nothing is in the form', async () => {
  const app = await openActivity();
  await say(app, '/close\n/weight many');
  expect([app.comments(), app.form().open]).toEqual([[], false]);
  expect(notices(app)).toEqual([
    ['warning', NOTE_TEXTS.commands, 'Closed this issue. Could not apply weight command.', 'notes'],
  ]);
});

test('WI-10.114 where nothing was done the text is in its form again, with the reasons', async () => {
  const app = await openActivity();
  await say(app, '/reopen\n/due someday');
  expect(app.form()).toMatchObject({
    open: true,
    body: '/reopen\n/due someday',
    error: 'Could not apply reopen command. Failed to set due date because the date format is invalid.',
  });
  expect([app.texts(), notices(app)]).toEqual([[], []]);
});

test('WI-10.115 a comment that may have changed its item makes earlier reads of it stale', async () => {
  const app = await openActivity();
  const version = () => get(app.state().versions, recordKey(app.id));
  const before = version();
  await say(app, 'Plain, and/or not');
  expect(version()).toBe(before);
  await say(app, 'Well\n/close');
  expect(version()).toBeGreaterThan(before ?? 0);
});
