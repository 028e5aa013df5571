import { refusal } from '../testing/ports.ts';
import { textActions, textSaga, selectTextForm } from '../text/index.ts';
import { noteActions } from './actions.ts';
import { selectDiff, selectRestoring } from './select.ts';
import { openActivity } from './testing/activity.ts';
import { withVersion } from '../../sim/server/one-version.ts';

/** Item 1 with a line of activity that has a version. */
async function openVersion() {
  const app = await openActivity('ada', { before: ['hello'] });
  const number = app.say('changed the description');
  app.world.comments.set(number, { ...app.world.comments.get(number)!, system: true });
  const fake = withVersion(app.server, number);
  await app.act(noteActions.retried());
  const line = () => app.note('changed the description');
  const { id } = line();
  return {
    ...{ ...app, ...fake, line, itemId: app.id, id, notices: app.state().notice },
    diff: () => selectDiff(app.state(), id),
    compare: (shown = true) => app.act(noteActions.compared({ id, shown })),
    form: () => selectTextForm(app.state(), app.id),
  };
}

test('IE-07.60 a line of activity has its version, and a comment has none', async () => {
  const app = await openVersion();
  expect(app.line().version).toEqual({
    diffPath: '/acme/app/-/issues/1/descriptions/7/diff',
    deletePath: '/acme/app/-/issues/1/descriptions/7',
  });
  expect(app.note('hello').version).toBeNull();
  const text = app.server.calls.filter(({ what }) => what === 'itemVersions' || what === 'itemNotes');
  expect(text.filter((call) => /\bdescription\b/.test(call.text ?? ''))).toEqual([]);
  app.version.canDelete = false;
  await app.act(noteActions.retried());
  expect(app.line().version?.deletePath).toBeNull();
  app.version.deleted = true;
  await app.act(noteActions.retried());
  expect(app.line().version).toBeNull();
});

test('IE-07.60 versions are asked for where a line may have one', async () => {
  const app = await openActivity('ada', { before: ['hello'] });
  expect(app.asked('itemVersions')).toBe(0);
});

test('IE-07.60 versions are read as far as there are lines that may have one', async () => {
  const app = await openVersion();
  for (let number = 0; number < 100; number += 1) app.say(`comment ${number}`);
  app.server.calls.length = 0;
  await app.act(noteActions.retried());
  expect(app.line().version).not.toBeNull();
  expect(app.server.calls.filter(({ what }) => what === 'itemVersions')).toHaveLength(1);
});

test('IE-07.61 what a version changed is read once, and forgotten when the activity is left', async () => {
  const app = await openVersion();
  await app.compare();
  expect(app.diff()).toEqual({ shown: true, status: 'ready', html: app.version.html });
  await app.compare(false);
  expect(app.diff()?.shown).toBe(false);
  await app.compare();
  expect([app.diff()?.shown, app.asked]).toEqual([true, ['GET /diff']]);
  await app.act(noteActions.closed());
  expect(app.diff()).toBeUndefined();
});

test('IE-07.61 what cannot be read says so, and is tried again', async () => {
  const app = await openVersion();
  app.version.refuse = true;
  await app.compare();
  expect(app.diff()?.status).toBe('failed');
  app.version.refuse = false;
  await app.compare();
  expect(app.diff()).toMatchObject({ status: 'ready', html: app.version.html });
});

test('IE-07.63 a version is deleted, and there is nothing to compare any more', async () => {
  const app = await openVersion();
  app.planner.store.dispatch(noteActions.versionDeleted({ itemId: app.itemId, id: app.id }));
  expect(app.line().version?.deletePath).toBeNull();
  await app.act(noteActions.versionDeleted({ itemId: app.itemId, id: app.id }));
  expect([app.line().version, app.asked]).toEqual([null, ['DELETE ']]);
});

test('IE-07.63 a refused deletion can be asked for again, and nothing says so', async () => {
  const app = await openVersion();
  app.version.refuse = true;
  await app.act(noteActions.versionDeleted({ itemId: app.itemId, id: app.id }));
  expect(app.line().version?.deletePath).not.toBeNull();
  expect(app.state().notice).toEqual(app.notices);
});

test('IE-07.65 a version is restored into the form, to be saved as an edit', async () => {
  const app = await openVersion();
  app.planner.watch('text', textSaga);
  const asked = noteActions.restoreAsked({ itemId: app.itemId, id: app.id });
  app.planner.store.dispatch(asked);
  expect(selectRestoring(app.state(), app.id)).toBe(true);
  await app.act();
  expect(app.form()).toMatchObject({ description: 'a plan', canSave: true, field: 'description' });
  expect(selectRestoring(app.state(), app.id)).toBe(false);
  await app.act(textActions.descriptionTyped({ id: app.itemId, text: 'mine' }), asked);
  expect(app.form()?.description).toBe('mine');
});

test('IE-07.65 a version whose text cannot be read is told', async () => {
  const app = await openVersion();
  app.planner.watch('text', textSaga);
  app.server.fault({ kind: 'refuse', match: 'noteVersion', error: refusal(500) });
  await app.act(noteActions.restoreAsked({ itemId: app.itemId, id: app.id }));
  expect([app.form(), selectRestoring(app.state(), app.id)]).toEqual([null, false]);
  expect(JSON.stringify(app.state().notice)).toContain('fetching this version of the description');
});
