import type { ItemPage } from './testing/item-page.ts';
import { commandActions, commandSaga } from '../command/index.ts';
import { canBeMade } from '../mutation/index.ts';
import { get } from '../table/index.ts';
import { refusal, wireError } from '../testing/ports.ts';
import { selectWorkItemModel, workItemActions } from './index.ts';
import { itemEdits, itemFieldActions } from './fields/actions.ts';
import {
  selectFieldRights,
  selectItemConfidentiality,
  selectSavingFields,
  selectTitleForm,
  type ItemEdit,
} from './fields/select.ts';
import {
  confidentialTooltip,
  datesToSave,
  iterationTitle,
  joinedErrors,
  parentTypes,
  readWeight,
  WORK_ITEM_TYPES,
} from './rules.ts';
import { HEALTH_CHOICES, readProgress } from './fields/texts.ts';
import { openItem } from './testing/item-page.ts';

const model = (app: ItemPage) => selectWorkItemModel(app.state(), app.id);
const inputs = (app: ItemPage) => app.sent().map(({ variables }) => variables['input'] as Record<string, unknown>);
const SENTENCE = 'Something went wrong while updating the issue. Please try again.';

/** Iteration 1 of acme. */
const withIteration = {
  seed: (world: ItemPage['world'], groupId: number) => {
    const days = { startDate: '2026-03-02', dueDate: '2026-03-13' };
    world.iterations.set(1, { id: 1, iid: 1, cadenceId: 1, groupId, title: null, description: null, ...days });
    return { iterationId: 1, progress: 10 } as const;
  },
};

interface Case {
  readonly edit: ItemEdit;
  /** An edit that changes something, and one that changes nothing. */
  readonly change: (id: string) => { readonly type: string };
  readonly same: (id: string) => { readonly type: string };
  readonly before: Parameters<typeof openItem>[1];
  readonly shown: (app: ItemPage) => unknown;
  readonly values: readonly [before: unknown, after: unknown];
  readonly sends: object;
  readonly stored: (row: NonNullable<ReturnType<ItemPage['row']>>) => unknown;
}

const CASES: readonly Case[] = [
  {
    edit: 'weightChanged',
    change: (id) => itemEdits.weightChanged({ id, weight: 5 }),
    same: (id) => itemEdits.weightChanged({ id, weight: 3 }),
    before: { weight: 3 },
    shown: (app) => model(app)?.weight,
    values: [3, 5],
    sends: { weightWidget: { weight: 5 } },
    stored: ({ weight }) => weight,
  },
  {
    edit: 'healthChanged',
    change: (id) => itemEdits.healthChanged({ id, healthStatus: null }),
    same: (id) => itemEdits.healthChanged({ id, healthStatus: 'atRisk' }),
    before: { healthStatus: 'atRisk' },
    shown: (app) => model(app)?.health?.label ?? null,
    values: ['At risk', null],
    sends: { healthStatusWidget: { healthStatus: null } },
    stored: ({ healthStatus }) => healthStatus,
  },
  {
    edit: 'dateChanged',
    change: (id) => itemEdits.dateChanged({ id, field: 'startDate', value: '2026-05-01' }),
    same: (id) => itemEdits.dateChanged({ id, field: 'startDate', value: '2026-03-01' }),
    before: { startDate: '2026-03-01', dueDate: '2026-04-01' },
    shown: (app) => model(app)?.dates,
    values: [
      { start: 'Mar 1, 2026', due: 'Apr 1, 2026' },
      { start: 'May 1, 2026', due: 'May 1, 2026' },
    ],
    sends: { startAndDueDateWidget: { startDate: '2026-05-01', dueDate: '2026-05-01' } },
    stored: ({ startDate, dueDate }) => [startDate, dueDate],
  },
  {
    edit: 'confidentialityChanged',
    change: (id) => itemEdits.confidentialityChanged({ id }),
    same: (id) => itemFieldActions.titleClosed({ id }),
    before: {},
    shown: (app) => selectItemConfidentiality(app.state(), app.id)?.confidential,
    values: [false, true],
    sends: { confidential: true },
    stored: ({ confidential }) => confidential,
  },
  {
    edit: 'iterationChanged',
    change: (id) => itemEdits.iterationChanged({ id, iteration: null }),
    same: (id) => itemEdits.iterationChanged({ id, iteration: { id: 'gid://gitlab/Iteration/1', title: null } }),
    before: withIteration,
    shown: (app) => model(app)?.iteration,
    values: ['Mar 2 – 13, 2026', null],
    sends: { iterationWidget: { iterationId: null } },
    stored: ({ iterationId }) => iterationId,
  },
];

describe.each(CASES)('$edit', ({ edit, change, same, before, shown, values, sends, stored }) => {
  const [was, is] = values;

  test('WI-15.1 it is shown at once, sent one at a time, and not where nothing changes', async () => {
    const app = await openItem('ada', before);
    const [storedBefore] = [stored(app.row() as never)];
    expect(shown(app)).toEqual(was);
    app.server.fault({ kind: 'delay', match: 'workItemEdit', milliseconds: 500 });
    await app.act(same(app.id), change(app.id));
    expect([shown(app), selectSavingFields(app.state(), app.id).has(edit)]).toEqual([is, true]);
    await app.fake.clock.advance(500);
    expect([shown(app), selectSavingFields(app.state(), app.id).size]).toEqual([is, 0]);
    expect(inputs(app)).toEqual([{ id: app.id.replace('Issue', 'WorkItem'), ...sends }]);
    expect(stored(app.row() as never)).not.toEqual(storedBefore);
  });

  test('WI-15.1 a refusal is told, and the field is what it was', async () => {
    const app = await openItem('ada', before);
    app.server.fault({ kind: 'refuse', match: 'workItemEdit', error: refusal(422, 'It is locked') });
    await app.act(change(app.id));
    expect([shown(app), app.alerts()]).toEqual([was, [[SENTENCE, 'It is locked']]]);
  });

  test.each(['gus', null] as const)('WI-15.2 without the right (%s) nothing is sent', async (who) => {
    const app = await openItem(who, before);
    await app.act(change(app.id));
    expect([shown(app), app.sent().length]).toEqual([was, 0]);
  });

  test('WI-15.4 it is undone and redone, unless it was changed since', async () => {
    const app = await openItem('ada', before);
    app.planner.watch('command', commandSaga);
    await app.act(change(app.id), commandActions.undoAsked());
    expect(shown(app)).toEqual(was);
    await app.act(commandActions.redoAsked());
    expect(shown(app)).toEqual(is);
    const [row] = [app.row()];
    if (row === undefined) throw new Error('It is there');
    const other = { weight: 8, healthStatus: 'onTrack', startDate: '2026-01-01', confidential: false, iterationId: 1 };
    app.world.items.set(row.id, { ...row, ...(other as object) });
    await app.act(workItemActions.pageClosed(), workItemActions.pageOpened(app.route));
    await app.act(commandActions.undoAsked());
    expect(app.alerts().at(-1)?.[0]).toMatch(/^Not undone: changed the .* of acme\/app#1 .* changed meanwhile\.$/);
  });
});

test('WI-15.1 WI-15.5 fields go side by side, and of an answer the field itself is taken', async () => {
  const app = await openItem('ada', { weight: 3 });
  app.server.fault({ kind: 'hold', match: 'workItemEdit', milliseconds: 500 });
  const { id } = app;
  await app.act(itemEdits.weightChanged({ id, weight: 5 }), itemEdits.healthChanged({ id, healthStatus: 'onTrack' }));
  expect(app.sent()).toHaveLength(2);
  // The answer to the weight was made before the health was set.
  await app.fake.clock.advance(500);
  expect([model(app)?.weight, model(app)?.health?.label]).toEqual([5, 'On track']);
});

test('WI-15.6 where the answer cannot be read the item is read again', async () => {
  const app = await openItem('ada', { weight: 3 });
  app.server.fault({ kind: 'refuse', match: 'workItemEdit', error: wireError({ kind: 'malformed' }) });
  const reads = () => app.server.calls.filter(({ what }) => what.includes('projectWorkItemPage')).length;
  const before = reads();
  await app.act(itemEdits.weightChanged({ id: app.id, weight: 5 }));
  expect([model(app)?.weight, reads() - before]).toEqual([3, 1]);
});

test('WI-15.3 of dates all errors are told, of any other field the first', async () => {
  const app = await openItem('ada', { weight: 3 });
  const error = refusal(422, 'Too late', 'Too early');
  app.server.fault({ kind: 'refuse', match: 'workItemEdit', error });
  app.server.fault({ kind: 'refuse', match: 'workItemEdit', error });
  await app.act(itemEdits.dateChanged({ id: app.id, field: 'dueDate', value: '2026-05-01' }));
  expect(app.alerts()).toEqual([[SENTENCE, 'Too late; Too early']]);
  await app.act(itemEdits.weightChanged({ id: app.id, weight: 4 }));
  expect(app.alerts()).toEqual([[SENTENCE, 'Too late']]);
  expect(joinedErrors(['', ' '])).toBeNull();
});

test('WI-15.1 a gesture of a field that belongs to another item changes nothing', async () => {
  const app = await openItem('ada', { weight: 3 });
  const id = 'gid://gitlab/Issue/99';
  await app.act(
    itemEdits.weightChanged({ id, weight: 5 }),
    itemEdits.healthChanged({ id, healthStatus: 'atRisk' }),
    itemEdits.dateChanged({ id, field: 'dueDate', value: '2026-05-01' }),
    itemEdits.dateChanged({ id: app.id, field: 'dueDate', value: 'soon' }),
    itemEdits.progressChanged({ id, progress: 5 }),
    itemEdits.iterationChanged({ id, iteration: null }),
    itemEdits.parentChanged({ id, parent: null }),
  );
  expect(app.sent()).toEqual([]);
});

describe('the title', () => {
  const typed = ({ id }: ItemPage, text: string) => [
    itemFieldActions.titleTyped({ id, text }),
    itemEdits.titleChanged({ id }),
  ];

  test('WI-02.10 it is saved trimmed, and not where it is unchanged', async () => {
    const app = await openItem();
    await app.act(...typed(app, '  Leaking tap '));
    expect([selectTitleForm(app.state(), app.id), app.sent().length]).toEqual([null, 0]);
    await app.act(...typed(app, ' Dry tap '));
    expect([model(app)?.title, app.row()?.title, selectTitleForm(app.state(), app.id)]).toEqual([
      'Dry tap',
      'Dry tap',
      null,
    ]);
    expect(inputs(app)).toMatchObject([{ title: 'Dry tap' }]);
  });

  test('WI-02.10 what stands as it was opened is not sent, though somebody else has changed it since', async () => {
    const app = await openItem();
    await app.act(itemFieldActions.titleTyped({ id: app.id, text: 'Leaking tap', opened: true }));
    app.world.items.set(app.row()!.id, { ...app.row()!, title: 'Theirs' });
    await app.act(workItemActions.pageRetried());
    expect(model(app)?.title).toBe('Theirs');
    await app.act(
      itemFieldActions.titleTyped({ id: app.id, text: 'Leaking tap ' }),
      itemEdits.titleChanged({ id: app.id }),
    );
    expect([app.sent().length, app.row()?.title, selectTitleForm(app.state(), app.id)]).toEqual([0, 'Theirs', null]);
    await app.act(itemFieldActions.titleTyped({ id: app.id, text: 'Theirs', opened: true }), ...typed(app, 'Dry tap'));
    expect(app.row()?.title).toBe('Dry tap');
  });

  test.each(['', '   ', 'x'.repeat(256)])(
    'WI-02.11 no title can be saved that is empty or too long: "%.5s"',
    async (text) => {
      const app = await openItem();
      await app.act(...typed(app, text));
      expect(selectTitleForm(app.state(), app.id)).toMatchObject({ text, error: expect.any(String) });
      expect([app.sent().length, model(app)?.title]).toEqual([0, 'Leaking tap']);
      await app.act(itemFieldActions.titleClosed({ id: app.id }));
      expect(selectTitleForm(app.state(), app.id)).toBeNull();
    },
  );

  test('WI-02.12 what was refused stands in the field again', async () => {
    const app = await openItem();
    app.server.fault({ kind: 'refuse', match: 'workItemEdit', error: refusal(422, 'No') });
    await app.act(...typed(app, 'Dry tap'));
    expect([model(app)?.title, selectTitleForm(app.state(), app.id)?.text]).toEqual(['Leaking tap', 'Dry tap']);
    expect(app.alerts()).toEqual([[SENTENCE, 'No']]);
  });

  test('WI-02.12 a refused undo opens no field', async () => {
    const app = await openItem();
    app.planner.watch('command', commandSaga);
    await app.act(...typed(app, 'Dry tap'));
    app.server.fault({ kind: 'refuse', match: 'workItemEdit', error: refusal(422, 'No') });
    await app.act(commandActions.undoAsked());
    expect(app.sent()).toHaveLength(2);
    expect([model(app)?.title, selectTitleForm(app.state(), app.id)]).toEqual(['Dry tap', null]);
    expect(app.alerts()).toContainEqual([SENTENCE, 'No']);
  });

  test('WI-02.12 not over what is typed by then, and at its own item wherever the person is', async () => {
    const app = await openItem();
    app.server.fault({ kind: 'delay', match: 'workItemEdit', milliseconds: 500 });
    app.server.fault({ kind: 'refuse', match: 'workItemEdit', error: refusal(422, 'No') });
    await app.act(
      ...typed(app, 'Dry tap'),
      ...typed(app, 'Wet tap'),
      itemFieldActions.titleTyped({ id: app.id, text: 'Best tap' }),
    );
    await app.fake.clock.advance(500);
    expect([model(app)?.title, selectTitleForm(app.state(), app.id)?.text]).toEqual(['Dry tap', 'Best tap']);
    await app.act(itemFieldActions.titleClosed({ id: app.id }));
    const other = app.world.addItem(app.app, { title: 'Other' });
    app.server.fault({ kind: 'delay', match: 'workItemEdit', milliseconds: 500 });
    await app.act(...typed(app, 'Taps'));
    app.world.members.clear();
    await app.act(workItemActions.pageOpened({ ...app.route, number: String(other.iid) }));
    await app.fake.clock.advance(500);
    expect(selectTitleForm(app.state(), app.id)?.text).toBe('Taps');
    expect(selectTitleForm(app.state(), `gid://gitlab/Issue/${other.id}`)).toBeNull();
  });

  test('WI-02.15 what is typed stays when the item is left, and it stands in its field when it is there again', async () => {
    const app = await openItem();
    await app.act(itemFieldActions.titleTyped({ id: app.id, text: 'Half a' }), workItemActions.pageClosed());
    await app.act(workItemActions.pageOpened(app.route));
    expect(selectTitleForm(app.state(), app.id)?.text).toBe('Half a');
  });

  test('WI-15.2 an author without the right to the metadata may change the title', async () => {
    const app = await openItem('gus', { mine: true });
    expect(selectFieldRights(app.state(), app.id)).toEqual({ title: true, metadata: false, parent: true });
    await app.act(...typed(app, 'Mine'));
    expect(app.row()?.title).toBe('Mine');
  });

  test('WI-15.4 it is undone by its former text', async () => {
    const app = await openItem();
    app.planner.watch('command', commandSaga);
    await app.act(...typed(app, 'Dry tap'), commandActions.undoAsked());
    expect([app.row()?.title, selectTitleForm(app.state(), app.id)]).toEqual(['Leaking tap', null]);
  });
});

test('WI-02.13 under a confidential parent it is unavailable, and nothing is sent', async () => {
  const app = await openItem('ada', { type: 'task', confidential: true });
  const parent = app.world.addItem(app.app, { title: 'Secret', confidential: true });
  app.world.attach(parent.id, [app.row()?.id ?? 0]);
  await app.act(workItemActions.pageClosed(), workItemActions.pageOpened(app.route));
  expect(selectItemConfidentiality(app.state(), app.id)).toMatchObject({
    confidential: true,
    fault: 'A non-confidential work item cannot have a confidential parent.',
  });
  await app.act(itemEdits.confidentialityChanged({ id: app.id }));
  expect(app.sent()).toEqual([]);
});

test('WI-15.7 an edit that was left waits until its field was read', async () => {
  const app = await openItem('ada', { type: 'task' });
  const parent = app.world.addItem(app.app, { title: 'Above', assigneeIds: [1] });
  app.world.attach(parent.id, [app.row()?.id ?? 0]);
  await app.act(workItemActions.pageRetried());
  const edit = (id: string) => ({
    id: 'kept',
    at: 0,
    type: itemEdits.assigneesChanged.type,
    payload: { id, type: 'issue', add: [], remove: ['gid://gitlab/User/1'] },
  });
  const above = `gid://gitlab/Issue/${parent.id}`;
  expect(get(app.state().confirmed.items, above)?.title).toBe('Above');
  expect(canBeMade(app.state(), edit(above))).toBe(false);
  await app.act(workItemActions.pageClosed(), workItemActions.pageOpened({ ...app.route, number: String(parent.iid) }));
  expect(canBeMade(app.state(), edit(above))).toBe(true);
});

test('WI-02.14 the tooltip of a task', () => {
  expect(confidentialTooltip('task')).toBe(
    'Only project members with at least the Reporter role, the author and assignees can view or be notified about a confidential task.',
  );
});

test('WI-05.1 WI-05.2 WI-05.3 dates that belong together', () => {
  const dates = { startDate: '2026-03-01', dueDate: '2026-04-01' };
  const saved = (field: 'startDate' | 'dueDate', day: string | null) => datesToSave(dates, field, day);
  expect(saved('startDate', '2026-04-02')).toEqual({ startDate: '2026-04-02', dueDate: '2026-04-02' });
  expect(saved('startDate', '2026-04-01')).toEqual({ startDate: '2026-04-01' });
  expect(saved('startDate', null)).toEqual({ startDate: null });
  expect(saved('dueDate', '2026-02-01')).toEqual({ dueDate: '2026-03-01' });
  expect(saved('dueDate', null)).toEqual({ dueDate: null });
  expect([saved('startDate', '2026-03-01'), saved('dueDate', '2026-04-01')]).toEqual([null, null]);
  expect(datesToSave({ startDate: null, dueDate: null }, 'dueDate', '2026-01-01')).toEqual({ dueDate: '2026-01-01' });
  expect(datesToSave({ startDate: '2026-03-01', dueDate: '2026-03-01' }, 'dueDate', '2026-01-01')).toBeNull();
});

test('WI-07.1 a weight is a whole number, or nothing', () => {
  const read = ['', '  ', '0', ' 12 ', '1000000', '1000001', '-1', '1.5', '1e3', 'x'].map((text) => readWeight(text));
  const weights = [null, null, 0, 12, 1_000_000].map((weight) => ({ weight }));
  expect(read).toEqual([...weights, null, null, null, null, null]);
});

test('WI-07.2 WI-07.4 of two weights one is sent after the other, and both are undone', async () => {
  const app = await openItem('ada', { weight: 3 });
  app.planner.watch('command', commandSaga);
  const { id } = app;
  app.server.fault({ kind: 'delay', match: 'workItemEdit', milliseconds: 500 });
  await app.act(itemEdits.weightChanged({ id, weight: 5 }), itemEdits.weightChanged({ id, weight: null }));
  expect([model(app)?.weight, app.sent().length]).toEqual([null, 1]);
  await app.fake.clock.advance(500);
  expect([model(app)?.weight, app.sent().length]).toEqual([null, 2]);
  await app.act(commandActions.undoAsked(), commandActions.undoAsked());
  expect([model(app)?.weight, app.row()?.weight]).toEqual([3, 3]);
});

test('WI-07.3 an author without the right to the metadata may not change the weight', async () => {
  const app = await openItem('gus', { weight: 3, mine: true });
  await app.act(itemEdits.weightChanged({ id: app.id, weight: 5 }));
  expect([model(app)?.weight, app.sent().length]).toEqual([3, 0]);
});

test('WI-07.10 the health has three statuses, and none', () => {
  expect(HEALTH_CHOICES.map(({ label }) => label)).toEqual(['None', 'On track', 'Needs attention', 'At risk']);
});

test('WI-07.20 an iteration is called by its title, else by its days', () => {
  const days = { id: '1', startDate: '2026-03-02', dueDate: '2026-03-13' };
  expect([iterationTitle({ ...days, title: 'Spring' }), iterationTitle({ ...days, title: null })]).toEqual([
    'Spring',
    'Mar 2 – 13, 2026',
  ]);
});

test('WI-07.30 a progress is a whole number of percent', () => {
  const read = ['0', ' 40 ', '40 %', '100', '101', '-1', '1.5', '', 'x'].map(readProgress);
  expect(read).toEqual([0, 40, 40, 100, null, null, null, null, null]);
});

test('WI-07.30 WI-07.31 the progress is saved; the first one is not undone', async () => {
  const app = await openItem('ada', { type: 'objective' });
  app.planner.watch('command', commandSaga);
  expect(model(app)?.progress).toBeNull();
  await app.act(itemEdits.progressChanged({ id: app.id, progress: 40 }), commandActions.undoAsked());
  expect([model(app)?.progress, app.row()?.progress]).toEqual([40, 40]);
  await app.act(itemEdits.progressChanged({ id: app.id, progress: 60 }), commandActions.undoAsked());
  expect([model(app)?.progress, app.row()?.progress]).toEqual([40, 40]);
});

test('WI-09.10 what can stand above what', () => {
  const above = WORK_ITEM_TYPES.map((type) => [type, parentTypes(type).join()] as const).filter(([, types]) => types);
  expect(Object.fromEntries(above)).toEqual({
    epic: 'epic',
    issue: 'epic',
    task: 'issue,incident',
    objective: 'objective',
    key_result: 'objective',
  });
});
