import { epicActions } from '../epic/index.ts';
import { settle } from '../testing/index.ts';
import { lockedText, TEXT_TEXTS } from './texts.ts';
import { textActions } from './index.ts';
import { MARKS } from './rules/merge.ts';
import { openText } from './testing/form.ts';

test('WI-08.46 what others save elsewhere in the text is taken over, and the form says that it was', async () => {
  const app = await openText();
  await app.edit();
  await app.write('one\ntwo\nthree\nmine');
  await app.elsewhere({ title: 'Better plan', description: 'zero\none\ntwo\nthree' });
  expect(app.form()).toMatchObject({
    title: 'Better plan',
    description: 'zero\none\ntwo\nthree\nmine',
    takenOver: 1,
    conflict: null,
    warning: null,
    canSave: true,
  });
  await app.save();
  await app.later();
  expect([app.text(), app.form()]).toEqual(['zero\none\ntwo\nthree\nmine', null]);
});

test('WI-08.46 another edit of the item takes nothing over, and the form can be saved', async () => {
  const app = await openText();
  await app.edit();
  await app.write('mine');
  await app.elsewhere({ title: 'Better plan' });
  await app.elsewhere({ title: 'Plan' });
  expect(app.form()).toMatchObject({ title: 'Plan', description: 'mine', takenOver: 2 });
  await app.save();
  await app.later();
  expect([app.text(), app.form()]).toEqual(['mine', null]);
});

test('IE-05.42 what both have changed is a conflict, title and description by themselves; what is not is merged', async () => {
  const app = await openText();
  await app.edit();
  await app.write('one\nmine\nthree');
  await app.elsewhere({ title: 'Better plan', description: 'one\ntheirs\nthree' });
  expect(app.form()).toMatchObject({
    title: 'Better plan',
    description: 'one\nmine\nthree',
    conflict: { description: { base: 'one\ntwo\nthree', mine: 'one\nmine\nthree', theirs: 'one\ntheirs\nthree' } },
    warning: lockedText('epic'),
    canSave: false,
  });
  expect(app.form()?.conflict?.title).toBeUndefined();
  // What is typed meanwhile is one's own, and their next version takes the place of theirs.
  await app.write('one\nmine too\nthree');
  await app.elsewhere({ description: 'one\ntheirs again\nthree' });
  expect(app.form()?.conflict?.description).toMatchObject({
    mine: 'one\nmine too\nthree',
    theirs: 'one\ntheirs again\nthree',
  });
  await app.save();
  expect(app.text()).toBe('one\ntheirs again\nthree');
  await app.elsewhere({ description: 'one\ntwo\nthree' });
  expect(app.form()).toMatchObject({ conflict: null, description: 'one\nmine too\nthree', canSave: true });
});

test.each([
  ['kept', 'one\nmine\nthree', 'one\nmine\nthree'],
  ['theirsTaken', 'one\ntheirs\nthree', null],
  ['mergedByHand', ['one', MARKS.mine, 'mine', MARKS.between, 'theirs', MARKS.theirs, 'three'].join('\n'), 'by hand'],
] as const)('IE-05.43 a conflict ends by a choice: %s', async (choice, description, saved) => {
  const app = await openText();
  await app.edit();
  await app.write('one\nmine\nthree');
  await app.elsewhere({ description: 'one\ntheirs\nthree' });
  await app.act(textActions[choice]({ id: app.id }));
  expect(app.form()).toMatchObject({ description, conflict: null, warning: null, canSave: true });
  if (saved === 'by hand') await app.write(saved);
  const sent = app.puts.length;
  await app.save();
  await app.later();
  expect([app.text(), app.form(), app.puts.length]).toEqual([
    saved ?? 'one\ntheirs\nthree',
    null,
    saved === null ? sent : sent + 1,
  ]);
});

test('IE-05.43 a title has one line, also where both stand in it', async () => {
  const app = await openText();
  await app.edit();
  await app.act(textActions.titleTyped({ id: app.id, text: 'Mine' }));
  await app.elsewhere({ title: 'Theirs' });
  expect(app.form()?.conflict).toEqual({ title: { base: 'Plan', mine: 'Mine', theirs: 'Theirs' } });
  await app.act(textActions.mergedByHand({ id: app.id }));
  expect(app.form()).toMatchObject({ title: 'Mine / Theirs', conflict: null });
});

test('IE-05.41 a stale version is refused; the form says so, reads what was saved and merges it', async () => {
  const app = await openText();
  await app.edit();
  await app.write('one\ntwo\nthree\nmine');
  await app.elsewhere({ description: 'zero\none\ntwo\nthree' }, false);
  await app.save();
  expect(app.text()).toBe('zero\none\ntwo\nthree');
  await app.later();
  expect(app.form()).toMatchObject({
    description: 'zero\none\ntwo\nthree\nmine',
    warning: lockedText('epic'),
    error: null,
    conflict: null,
    canSave: true,
    takenOver: 1,
  });
  await app.save();
  await app.later();
  expect([app.text(), app.form()]).toEqual(['zero\none\ntwo\nthree\nmine', null]);
});

test('IE-05.46 where only something else of the item was changed the save is sent again, and nothing is said', async () => {
  const app = await openText();
  await app.edit();
  await app.write('mine');
  const body = { epic: { state_event: 'close' } };
  await app.server.answerRest({ method: 'PUT', path: '/groups/acme/-/epics/1.json', body });
  const warnings: unknown[] = [];
  const stop = app.planner.store.subscribe(() => warnings.push(app.form()?.warning ?? app.form()?.error ?? null));
  await app.save();
  await app.later();
  stop();
  expect([app.text(), app.form(), app.puts.length]).toEqual(['mine', null, 2]);
  expect(new Set(warnings)).toEqual(new Set([null]));
});

test('IE-05.41 the form says so also where nothing can be read', async () => {
  const app = await openText();
  await app.edit();
  await app.write('mine');
  await app.elsewhere({ title: 'Better plan' }, false);
  app.server.fault({ kind: 'delay', match: 'epicPage', milliseconds: 60_000 });
  app.server.fault({ kind: 'delay', match: /realtime_changes$/, milliseconds: 60_000 });
  await app.save();
  await app.fake.clock.advance(3_000);
  await settle();
  expect(app.form()).toMatchObject({ warning: lockedText('epic'), description: 'mine', canSave: true });
});

test('IE-05.44 the version in the answer to another edit is not taken for that of a text that was not read', async () => {
  const app = await openText();
  await app.edit();
  await app.write('one\nmine\nthree');
  await app.elsewhere({ description: 'one\ntheirs\nthree' }, false);
  app.server.fault({ kind: 'delay', match: 'epicPage', milliseconds: 60_000 });
  app.server.fault({ kind: 'delay', match: /realtime_changes$/, milliseconds: 60_000 });
  await app.act(epicActions.epicStateToggled());
  await app.save();
  expect([app.text(), app.form()?.description]).toEqual(['one\ntheirs\nthree', 'one\nmine\nthree']);
});

test('IE-10.40 what is written is in the storage at once, and comes back when the page is loaded anew', async () => {
  const app = await openText();
  await app.edit();
  expect([...app.fake.stored.values()].join()).not.toContain('two');
  await app.write('one\ntwo\nthree and a half');
  expect([...app.fake.stored.values()].join()).toContain('three and a half');
  await app.anew();
  expect(app.form()).toMatchObject({ description: 'one\ntwo\nthree and a half', restored: true, warning: null });
  await app.save();
  await app.later();
  expect([app.text(), app.form()]).toEqual(['one\ntwo\nthree and a half', null]);
  expect([...app.fake.stored.values()].join()).not.toContain('and a half');
  await app.anew();
  expect(app.form()).toBeNull();
});

test('IE-10.40 what was discarded does not come back', async () => {
  const app = await openText();
  await app.edit();
  await app.write('mine');
  await app.act(textActions.discarded({ id: app.id }));
  await app.anew();
  expect(app.form()).toBeNull();
});

test('IE-10.40 a storage that is full or forbidden loses nothing of an open form', async () => {
  const app = await openText();
  app.fake.storageBroken = true;
  await app.edit();
  await app.write('mine');
  expect([app.form()?.description, app.planner.isKept()]).toEqual(['mine', false]);
  await app.save();
  await app.later();
  expect(app.text()).toBe('mine');
});

test('IE-10.41 what comes back is merged with what others have saved since', async () => {
  const app = await openText();
  await app.edit();
  await app.write('one\ntwo\nthree\nmine');
  await app.elsewhere({ description: 'zero\none\ntwo\nthree' }, false);
  await app.anew();
  expect(app.form()).toMatchObject({ description: 'zero\none\ntwo\nthree\nmine', warning: null, canSave: true });
});

test('IE-10.42 what comes back in conflict asks whether it is to be kept', async () => {
  const app = await openText();
  await app.edit();
  await app.write('one\nmine\nthree');
  await app.elsewhere({ description: 'one\ntheirs\nthree' }, false);
  await app.anew();
  expect(app.form()).toMatchObject({
    description: 'one\nmine\nthree',
    warning: TEXT_TEXTS.restored,
    conflict: { description: { theirs: 'one\ntheirs\nthree' } },
    canSave: false,
  });
  // It is still one when the page is loaded once more.
  await app.anew();
  expect(app.form()).toMatchObject({ warning: TEXT_TEXTS.restored, canSave: false });
  await app.act(textActions.kept({ id: app.id }));
  await app.save();
  await app.later();
  expect([app.text(), app.form()]).toEqual(['one\nmine\nthree', null]);
});

test('IE-10.43 a save that was on its way when the page ended leaves no form behind', async () => {
  const app = await openText();
  await app.edit();
  await app.write('mine');
  app.server.fault({ kind: 'lose', match: 'PUT', when: 'afterCommit' });
  await app.save();
  await app.anew();
  expect([app.text(), app.form()]).toEqual(['mine', null]);
});

test('IE-10.43 one that did not arrive is sent again, and what was refused is in its form', async () => {
  const app = await openText();
  await app.edit();
  await app.write('one\nmine\nthree');
  app.server.fault({ kind: 'lose', match: 'PUT', when: 'beforeCommit' });
  await app.save();
  await app.elsewhere({ description: 'one\ntheirs\nthree' }, false);
  await app.anew();
  expect(app.form()).toMatchObject({ description: 'one\nmine\nthree', warning: TEXT_TEXTS.restored });
  expect(app.text()).toBe('one\ntheirs\nthree');
});
