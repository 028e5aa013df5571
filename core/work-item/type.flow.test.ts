import type { ItemPage } from './testing/item-page.ts';
import type { WorkItemType } from './types.ts';
import { accessActions } from '../access/index.ts';
import { commandActions, commandSaga } from '../command/index.ts';
import { selectVisible } from '../mutation/index.ts';
import { get } from '../table/index.ts';
import { refusal } from '../testing/ports.ts';
import { itemEdits } from './fields/actions.ts';
import { selectMayChangeType } from './fields/select.ts';
import { selectTypeChoices } from './fields/select-type.ts';
import { selectWorkItemModel, workItemActions } from './index.ts';
import { widgetsOfType } from './page-data.ts';
import { offeredTypes, typeFault, WORK_ITEM_TYPES } from './rules.ts';
import { openItem } from './testing/item-page.ts';

const SENTENCE = 'Something went wrong while updating the issue. Please try again.';

const model = (app: ItemPage) => selectWorkItemModel(app.state(), app.id);
const choices = (app: ItemPage) => selectTypeChoices(app.state(), app.id);
const make = (app: ItemPage, to: WorkItemType) => app.act(itemEdits.typeChanged({ id: app.id, to }));
const sent = (app: ItemPage) => app.server.calls.filter(({ what }) => what.includes('workItemConvert'));
const types = (app: ItemPage) => choices(app)?.map(({ type }) => type);
/** What stands in the parts that the item has. */
const parts = (app: ItemPage) => {
  const { weight, health, progress, milestone } = model(app) ?? {};
  return { weight, health: health && health.label, progress, milestone: milestone && milestone.title };
};

/** Puts the item under a new epic, or a new task under the item. */
function place(app: ItemPage, how: 'under an epic' | 'above a task'): void {
  const own = app.row()?.id ?? 0;
  const other =
    how === 'above a task'
      ? app.world.addItem(app.app, { type: 'task' })
      : app.world.addEpic(app.acme, { title: 'Roof' });
  const [parentId, childId] = how === 'above a task' ? [own, other.id] : [other.id, own];
  const id = app.world.nextId('links');
  app.world.links.set(childId, { id, parentId, childId, position: 0, createdAt: app.world.now() });
}

const again = (app: ItemPage) => app.act(workItemActions.pageClosed(), workItemActions.pageOpened(app.route));

test('WI-13.10 four of five types are offered to a task, all five to a test case, none to an epic', () => {
  expect(offeredTypes('task')).toEqual(['issue', 'incident', 'objective', 'key_result']);
  expect(offeredTypes('test_case')).toEqual(['issue', 'incident', 'task', 'objective', 'key_result']);
  expect(offeredTypes('epic')).toEqual([]);
  const faults = WORK_ITEM_TYPES.flatMap((from) =>
    WORK_ITEM_TYPES.map((to) => typeFault({ type: from, parentType: null, childTypes: [] }, to)),
  );
  expect(faults.filter((fault) => fault === null)).toHaveLength(7 * 7 + 1);
});

test.each(['gus', null] as const)(
  'WI-13.10 without the right (%s) nothing is offered and nothing sent',
  async (who) => {
    const app = await openItem(who, { mine: true });
    expect([choices(app), selectMayChangeType(app.state(), app.id)]).toEqual([null, false]);
    await make(app, 'task');
    expect(sent(app)).toEqual([]);
  },
);

test('WI-13.10 without work items MVC only what has a page then is offered', async () => {
  const app = await openItem();
  expect([types(app), selectMayChangeType(app.state(), app.id)]).toEqual([
    ['incident', 'task', 'objective', 'key_result'],
    true,
  ]);
  const session = app.state().access.session;
  if (session.status !== 'ready') throw new Error('It was read');
  const off = {
    ...app.state(),
    access: { ...app.state().access, session: { ...session, features: { ...session.features, workItemsMvc: false } } },
  };
  expect(selectTypeChoices(off, app.id)?.map(({ type }) => type)).toEqual(['incident']);
  await app.act(accessActions.signedOut());
  expect(choices(app)).toBeNull();
});

test('WI-13.12 the type is asked for by its id, shown at once with its parts, and brings its address', async () => {
  const app = await openItem('ada', { weight: 3, healthStatus: 'atRisk' });
  app.server.fault({ kind: 'delay', match: 'workItemConvert', milliseconds: 500 });
  await make(app, 'task');
  expect(model(app)).toMatchObject({
    type: 'task',
    typeName: 'Task',
    icon: 'issue-type-task',
    health: undefined,
    weight: 3,
  });
  expect(model(app)?.webPath).toBe('/acme/app/-/issues/1');
  await app.fake.clock.advance(500);
  const number = app.row()?.id;
  expect(model(app)).toMatchObject({ type: 'task', health: undefined, webPath: `/acme/app/-/work_items/${number}` });
  expect(sent(app).map(({ variables }) => variables['input'])).toEqual([
    { id: `gid://gitlab/WorkItem/${number}`, workItemTypeId: 'gid://gitlab/WorkItems::Type/5' },
  ]);
  expect([app.row()?.type, app.alerts(), app.state().pending]).toEqual(['task', [], []]);
});

test('WI-13.13 what the type before did not show comes with the answer', async () => {
  const app = await openItem('ada', { type: 'incident', weight: 3, healthStatus: 'atRisk' });
  expect(parts(app)).toEqual({ weight: undefined, health: undefined, progress: undefined, milestone: undefined });
  await make(app, 'issue');
  expect(parts(app)).toEqual({ weight: 3, health: 'At risk', progress: undefined, milestone: null });
});

test('WI-13.13 what would not be shown any more is said before, as far as it is filled in', async () => {
  const app = await openItem('ada', {
    seed: (world, acme) => ({
      weight: 3,
      dueDate: '2026-03-01',
      healthStatus: 'atRisk',
      milestoneId: world.addMilestone('1.0', null, null, acme),
    }),
  });
  const hidden = Object.fromEntries(choices(app)?.map(({ type, hidden: text }) => [type, text]) ?? []);
  const kept = 'It is kept, and is there again with a type that shows it.';
  expect(hidden).toEqual({
    incident: `Not shown by an incident: Dates, Milestone, Weight and Health status. ${kept}`,
    task: `Not shown by a task: Health status. ${kept}`,
    objective: `Not shown by an objective: Dates and Weight. ${kept}`,
    key_result: `Not shown by a key result: Milestone and Weight. ${kept}`,
  });
  expect((await openItem().then(choices))?.map((choice) => choice.hidden)).toEqual([null, null, null, null]);
});

test('WI-13.11 what the parent or the children forbid is not sent, and says why', async () => {
  const under = await openItem();
  place(under, 'under an epic');
  await again(under);
  expect(choices(under)?.map(({ fault }) => fault)).toEqual(
    ['incident', 'task', 'objective', 'key result'].map(
      (noun) => `Work item type cannot be changed to ${noun} when linked to a parent epic.`,
    ),
  );
  await make(under, 'task');
  expect([sent(under), model(under)?.type]).toEqual([[], 'issue']);
});

test('WI-13.11 children that are not known are the server’s to judge', async () => {
  const app = await openItem();
  place(app, 'above a task');
  await again(app);
  expect(choices(app)?.map(({ fault }) => fault)).toEqual([null, null, null, null]);
  await make(app, 'objective');
  expect(app.alerts()).toEqual([
    [SENTENCE, 'Work item type cannot be changed to objective with these child item types.'],
  ]);
  expect([model(app)?.type, app.row()?.type]).toEqual(['issue', 'issue']);
  expect(typeFault({ type: 'issue', parentType: null, childTypes: ['task'] }, 'objective')).toMatch(
    /with these child item types\.$/,
  );
  expect(typeFault({ type: 'issue', parentType: null, childTypes: ['task'] }, 'incident')).toBeNull();
});

test('WI-13.12 a refusal is told, and the type is what it was; so with one that the project does not have', async () => {
  const app = await openItem('ada', { healthStatus: 'atRisk' });
  app.server.fault({ kind: 'refuse', match: 'workItemConvert', error: refusal(422, 'Not today') });
  await make(app, 'task');
  expect([model(app)?.type, parts(app).health, app.alerts()]).toEqual(['issue', 'At risk', [[SENTENCE, 'Not today']]]);
  app.server.fault({ kind: 'refuse', match: 'workItemTypes', error: refusal(500, 'Down') });
  await make(app, 'task');
  expect([model(app)?.type, app.state().pending, sent(app).length]).toEqual(['issue', [], 1]);
});

test('WI-13.15 two changes of the type are sent one after the other, and the last one stays', async () => {
  const app = await openItem('ada');
  app.server.fault({ kind: 'delay', match: 'workItemConvert', milliseconds: 500 });
  await make(app, 'task');
  await make(app, 'key_result');
  expect([model(app)?.type, sent(app).length, app.row()?.type]).toEqual(['key_result', 1, 'issue']);
  await app.fake.clock.advance(500);
  await app.act();
  expect([model(app)?.type, sent(app).length, app.row()?.type]).toEqual(['key_result', 2, 'key_result']);
});

test('WI-13.12 WI-15.4 it is undone and redone, unless it was changed since', async () => {
  const app = await openItem('ada', { healthStatus: 'atRisk' });
  app.planner.watch('command', commandSaga);
  await make(app, 'incident');
  await app.act(commandActions.undoAsked());
  expect([model(app)?.type, parts(app).health, app.row()?.type]).toEqual(['issue', 'At risk', 'issue']);
  await app.act(commandActions.redoAsked());
  expect([model(app)?.type, app.row()?.type]).toEqual(['incident', 'incident']);
  const [row] = [app.row()];
  app.world.items.set(row?.id ?? 0, { ...(row as NonNullable<typeof row>), type: 'task' });
  await again(app);
  await app.act(commandActions.undoAsked());
  expect(app.alerts().at(-1)?.[0]).toMatch(/^Not undone: changed the type of acme\/app#1 .* changed meanwhile\.$/);
});

/** As GitLab 16.2 has them. */
const LISTS = 'assignees hierarchy labels';
test.each([
  ['epic', 'dates hierarchy labels'],
  ['issue', `${LISTS} dates health iteration milestone weight`],
  ['task', `${LISTS} dates iteration milestone weight`],
  ['incident', 'assignees hierarchy'],
  ['test_case', ''],
  ['requirement', ''],
  ['objective', `${LISTS} health milestone progress`],
  ['key_result', `${LISTS} dates health progress`],
] as const)('WI-13.12 the parts of a type: %s', (type, names) => {
  expect([...widgetsOfType(type)].sort()).toEqual(names.split(' ').filter(Boolean).sort());
});

test.each(['incident', 'task', 'objective', 'key_result'] as const)(
  'WI-13.12 the parts that are shown at once are those that the answer brings: %s',
  async (type) => {
    const app = await openItem('ada');
    const widgets = () => [...(get(selectVisible(app.state()).items, app.id)?.widgets ?? [])].sort();
    app.server.fault({ kind: 'delay', match: 'workItemConvert', milliseconds: 500 });
    await make(app, type);
    expect([widgets(), app.row()?.type]).toEqual([[...widgetsOfType(type)].sort(), 'issue']);
    await app.fake.clock.advance(500);
    expect([widgets(), app.row()?.type]).toEqual([[...widgetsOfType(type)].sort(), type]);
  },
);
