import { accessActions } from '../access/index.ts';
import { keeper } from '../keep/index.ts';
import { createPlanner } from '../planner.ts';
import { issueGid, settle } from '../testing/index.ts';
import { selectTitleForm } from './fields/select.ts';
import { itemEdits, itemFieldActions } from './fields/actions.ts';
import { workItemActions } from './index.ts';
import { openItem } from './testing/item-page.ts';

async function start() {
  const app = await openItem();
  const { id } = app;
  app.planner.keep(keeper);
  await app.fake.clock.advance(1_000);
  return {
    ...app,
    type: (text: string) => itemFieldActions.titleTyped({ id, text }),
    open: itemFieldActions.titleTyped({ id, text: 'Leaking tap', opened: true }),
    form: () => selectTitleForm(app.state(), id),
    /** Another item, over the page. */
    async over(title: string) {
      const { id: number } = app.world.addItem(app.app, { title });
      await app.act(workItemActions.overOpened({ projectPath: null, by: 'id', number: String(number), as: 'panel' }));
      return issueGid(number);
    },
    /** The page is loaded anew: the form, once all that was kept is there. */
    async anew() {
      await app.fake.clock.advance(5_000);
      app.planner.dispose();
      const { store, keep } = createPlanner({ ...app.fake.ports, graphql: app.server.graphql, rest: app.server.rest });
      keep(keeper);
      store.dispatch(accessActions.sessionRequested());
      store.dispatch(workItemActions.pageOpened(app.route));
      await settle();
      await app.fake.clock.advance(5_000);
      return selectTitleForm(store.getState(), id);
    },
  };
}

test('WI-02.15 a title that is being typed stands in its field when the item is there again', async () => {
  const app = await start();
  await app.act(app.open, app.type('Dry tap'));
  await app.act(workItemActions.pageClosed());
  await app.act(workItemActions.pageOpened(app.route));
  expect(app.form()).toEqual({ text: 'Dry tap', error: null, restored: true });
  await app.act(itemEdits.titleChanged({ id: app.id }));
  expect([app.row()?.title, app.form(), await app.anew()]).toEqual(['Dry tap', null, null]);
});

test('WI-02.15 also when the page is loaded anew', async () => {
  const app = await start();
  await app.act(app.open, app.type('Dry tap'));
  expect(await app.anew()).toEqual({ text: 'Dry tap', error: null, restored: true });
});

test('WI-02.15 what was given up, or stands as it was opened, does not come back', async () => {
  const app = await start();
  await app.act(app.open, app.type('Dry tap'), itemFieldActions.titleClosed({ id: app.id }));
  await app.act(app.open, app.type('Dry'), app.type('Leaking tap'));
  expect(await app.anew()).toBeNull();
});

test('WI-02.15 of two items that are open at once each has its own: what is given up in one is not the other’s', async () => {
  const app = await start();
  const other = await app.over('Cold stove');
  const typeThere = itemFieldActions.titleTyped({ id: other, text: 'Hot stove' });
  await app.act(itemFieldActions.titleTyped({ id: other, text: 'Cold stove', opened: true }), typeThere);
  await app.act(app.open, app.type('Dry tap'));
  await app.act(itemFieldActions.titleClosed({ id: other }));
  expect(await app.anew()).toEqual({ text: 'Dry tap', error: null, restored: true });
});

test('WI-02.15 and what is given up below another’s does not come back', async () => {
  const app = await start();
  await app.act(app.open, app.type('Dry tap'));
  const other = await app.over('Cold stove');
  await app.act(itemFieldActions.titleTyped({ id: other, text: 'Cold stove', opened: true }));
  await app.act(itemFieldActions.titleTyped({ id: other, text: 'Hot stove' }));
  await app.act(itemFieldActions.titleClosed({ id: app.id }));
  expect(app.form()).toBeNull();
  expect(await app.anew()).toBeNull();
});
