import type { ItemPage } from './testing/item-page.ts';
import { refusal } from '../testing/ports.ts';
import { itemEdits, itemFieldActions } from './fields/actions.ts';
import { itemFieldsSaga } from './fields/saga.ts';
import { selectItemPicker } from './fields/select.ts';
import { selectWorkItemModel } from './index.ts';
import { openItem } from './testing/item-page.ts';

const SENTENCE = 'Something went wrong while updating the issue. Please try again.';

/** Three iterations of acme: one that has ended, one by its days, one with a title. */
const seed = (world: ItemPage['world'], groupId: number) => {
  const add = (id: number, title: string | null, year: number) =>
    world.iterations.set(id, {
      ...{ id, iid: id, cadenceId: 1, groupId, title, description: null },
      ...{ startDate: `${year}-03-02`, dueDate: `${year}-03-13` },
    });
  add(1, 'Over', 2020);
  add(2, 'Sprint', 2092);
  add(3, null, 2091);
  return { iterationId: 2 } as const;
};

async function start() {
  const app = await openItem('ada', { seed });
  app.planner.watch('itemFields', itemFieldsSaga);
  return app;
}

const picker = (app: ItemPage) => selectItemPicker(app.state());
const open = (app: ItemPage) => app.act(itemFieldActions.pickerOpened({ id: app.id, field: 'iteration' }));
const offered = (app: ItemPage) => picker(app)?.iterations.map(({ label, days }) => [label, days]);
const shown = (app: ItemPage) => selectWorkItemModel(app.state(), app.id)?.iteration;

test('WI-07.21 those that have not ended are offered, the one that ends first at the top; a search takes titles', async () => {
  const app = await start();
  await open(app);
  expect(offered(app)).toEqual([
    ['Mar 2 – 13, 2091', null],
    ['Sprint', 'Mar 2 – 13, 2092'],
  ]);
  expect(picker(app)?.iterationId).toBe('gid://gitlab/Iteration/2');
  await app.act(itemFieldActions.pickerSearched({ search: 'spr' }));
  await app.fake.clock.advance(250);
  expect(offered(app)).toEqual([['Sprint', 'Mar 2 – 13, 2092']]);
  await app.act(itemFieldActions.pickerSearched({ search: 'none' }));
  await app.fake.clock.advance(250);
  expect([offered(app), picker(app)?.empty]).toEqual([[], 'No matching results']);
});

test('WI-07.21 an answer to an outdated search is ignored, and more than 20 are said', async () => {
  const app = await start();
  for (let id = 10; id < 31; id += 1) {
    app.world.iterations.set(id, {
      ...{ id, iid: id, cadenceId: 1, description: null },
      groupId: app.acme,
      title: `No ${id}`,
      startDate: '2080-01-01',
      dueDate: '2080-01-02',
    });
  }
  app.server.fault({ kind: 'delay', match: 'itemIterations', milliseconds: 1_000 });
  await open(app);
  await app.act(itemFieldActions.pickerSearched({ search: 'sprint' }));
  await app.fake.clock.advance(250);
  expect([offered(app)?.length, picker(app)?.hint]).toEqual([1, null]);
  await app.fake.clock.advance(1_000);
  expect(offered(app)).toHaveLength(1);
  await app.act(itemFieldActions.pickerSearched({ search: '' }));
  await app.fake.clock.advance(250);
  expect([offered(app)?.length, picker(app)?.hint]).toEqual([
    20,
    'There are more iterations. Type a part of the title to find them.',
  ]);
});

test('WI-07.21 a failure says so, and the list can be read again', async () => {
  const app = await start();
  app.server.fault({ kind: 'refuse', match: 'itemIterations', error: refusal(500) });
  await open(app);
  expect(picker(app)?.error).toBe('Something went wrong when fetching iterations. Please try again.');
  await app.act(itemFieldActions.pickerRetried());
  expect([picker(app)?.error, offered(app)?.length]).toEqual([null, 2]);
});

test('WI-07.22 a choice is saved at once and closes the picker; a refusal brings the former one back', async () => {
  const app = await start();
  await open(app);
  const [first] = picker(app)?.iterations ?? [];
  app.server.fault({ kind: 'refuse', match: 'workItemEdit', error: refusal(422, 'Over') });
  await app.act(itemEdits.iterationChanged({ id: app.id, iteration: first?.iteration ?? null }));
  expect([picker(app), shown(app), app.alerts()]).toEqual([null, 'Sprint', [[SENTENCE, 'Over']]]);
  await app.act(itemEdits.iterationChanged({ id: app.id, iteration: first?.iteration ?? null }));
  expect([shown(app), app.row()?.iterationId]).toEqual(['Mar 2 – 13, 2091', 3]);
  await open(app);
  await app.act(itemFieldActions.pickerClosed());
  expect([picker(app), app.sent().length]).toEqual([null, 2]);
  await app.act(itemEdits.iterationChanged({ id: app.id, iteration: null }));
  expect([shown(app), app.row()?.iterationId]).toEqual([null, null]);
});
