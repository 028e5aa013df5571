import { withMeta } from '../store/action.ts';
import { settle } from '../testing/index.ts';
import { workItemActions } from '../work-item/index.ts';
import { openItem } from '../work-item/testing/item-page.ts';
import { selectTextForm, textActions, textSaga } from './index.ts';
import { lockedText } from './texts.ts';

type Change = NonNullable<Parameters<typeof openItem>[1]>;

/** The page of an item with the text `one, two, three`. */
async function start(change: Change = {}, who: 'ada' | 'gus' = 'ada') {
  const app = await openItem(who, { description: 'one\ntwo\nthree', ...change });
  app.planner.watch('text', textSaga);
  const { id } = app;
  const path = '/acme/app/-/issues/1.json';
  return {
    ...app,
    form: () => selectTextForm(app.state(), id),
    edit: () => app.act(textActions.opened({ id })),
    write: (text: string) => app.act(textActions.descriptionTyped({ id, text })),
    async save() {
      await app.act(textActions.saveAsked({ id }));
      await app.fake.clock.advance(100);
      await settle();
    },
    async elsewhere(description: string) {
      const { status } = await app.server.answerRest({ method: 'PUT', path, body: { issue: { description } } });
      expect(status).toBe(200);
    },
    async poll() {
      await app.fake.clock.advance(31_000);
      await settle();
    },
  };
}

test.each(['issue', 'task', 'objective', 'incident'] as const)(
  'IE-02.43 the text of an item of the type %s is saved through the page of the issue',
  async (type) => {
    const app = await start({ type });
    await app.edit();
    await app.write('mine');
    await app.save();
    expect([app.form(), app.row()?.description, app.alerts()]).toEqual([null, 'mine', []]);
  },
);

test('WI-08.46 what others save in an item is taken over with the next reading, and a stale version is refused', async () => {
  const app = await start();
  await app.edit();
  await app.write('one\ntwo\nthree\nmine');
  await app.elsewhere('zero\none\ntwo\nthree');
  await app.poll();
  expect(app.form()).toMatchObject({ description: 'zero\none\ntwo\nthree\nmine', takenOver: 1 });
  await app.elsewhere('zero\none\ntwo\nthree\ntheirs');
  await app.save();
  expect(app.form()).toMatchObject({
    warning: lockedText('issue'),
    conflict: { description: { theirs: 'zero\none\ntwo\nthree\ntheirs' } },
  });
  expect(app.row()?.description).toBe('zero\none\ntwo\nthree\ntheirs');
});

test('WI-08.42 an item over its own page has the same form', async () => {
  const app = await start();
  await app.edit();
  await app.write('mine');
  const over = workItemActions.overOpened({ ...app.route, as: 'modal' });
  await app.act(withMeta(over, { place: 'over' }));
  expect(app.form()?.description).toBe('mine');
  await app.act(withMeta(workItemActions.overClosed(), { place: 'over' }));
  await app.save();
  expect([app.form(), app.row()?.description]).toEqual([null, 'mine']);
});

test.each([
  ['issue', 'ada', ['issue', 'incident']],
  ['incident', 'ada', ['issue', 'incident']],
  ['task', 'ada', []],
  // Its author, who is a guest, may edit the text, but not give it another type.
  ['issue', 'gus', []],
] as const)('IE-15.40 the types that the form offers: %s, %s', async (type, who, types) => {
  const app = await start({ type, mine: who === 'gus' }, who);
  await app.edit();
  expect(app.form()?.types.map((each) => each.type)).toEqual(types);
});

test('IE-15.40 a chosen type is of the form alone until it is saved; IE-15.41 then the page is at its new address', async () => {
  const app = await start();
  await app.edit();
  await app.act(textActions.typeChosen({ id: app.id, type: 'incident' }));
  expect([app.form()?.chosenType, app.form()?.type, app.row()?.type]).toEqual(['incident', 'issue', 'issue']);
  await app.save();
  expect([app.form(), app.row()?.type]).toEqual([null, 'incident']);
  expect(app.fake.visits).toEqual(['/acme/app/-/issues/incident/1']);
});

test('IE-15.41 a text that is saved with the type as it was stays where it is', async () => {
  const app = await start();
  await app.edit();
  await app.act(textActions.typeChosen({ id: app.id, type: 'incident' }));
  await app.act(textActions.typeChosen({ id: app.id, type: 'issue' }));
  await app.write('mine');
  await app.save();
  expect([app.form(), app.row()?.description, app.fake.visits]).toEqual([null, 'mine', []]);
});
