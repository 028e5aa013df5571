import type { ItemPage } from './testing/item-page.ts';
import type { PickerField } from './fields/actions.ts';
import { commandActions, commandSaga, commandsOf } from '../command/index.ts';
import { get } from '../table/index.ts';
import { selectVisible } from '../mutation/index.ts';
import { refusal } from '../testing/ports.ts';
import { itemEdits, itemFieldActions } from './fields/actions.ts';
import { itemFieldsSaga } from './fields/saga.ts';
import { selectItemPicker, selectSelf } from './fields/select.ts';
import { milestoneTitle } from './fields/texts.ts';
import { selectWorkItemModel, workItemActions } from './index.ts';
import { assigneesAfter, withPerson } from './rules.ts';
import { openItem } from './testing/item-page.ts';

async function start(options: Parameters<typeof openItem>[1] = {}, who: 'ada' | 'gus' | null = 'ada') {
  const app = await openItem(who, options);
  app.planner.watch('itemFields', itemFieldsSaga);
  app.planner.watch('command', commandSaga);
  return app;
}

const picker = (app: ItemPage) => selectItemPicker(app.state());
const open = (app: ItemPage, field: PickerField) => app.act(itemFieldActions.pickerOpened({ id: app.id, field }));
const search = (app: ItemPage, text: string) => app.act(itemFieldActions.pickerSearched({ search: text }));
const sentInputs = (app: ItemPage) => app.sent().map(({ variables }) => variables['input'] as Record<string, unknown>);
const asked = (app: ItemPage, what: string) => app.server.calls.filter((call) => call.what === what);
const names = (app: ItemPage) => picker(app)?.people.map(({ name, ticked }) => `${ticked ? '+' : ''}${name}`);
const assigned = (app: ItemPage) => selectWorkItemModel(app.state(), app.id)?.assignees?.map(({ name }) => name);
const SENTENCE = 'Something went wrong while updating the issue. Please try again.';

async function tickPeople(app: ItemPage, ...wanted: readonly string[]) {
  for (const name of wanted) {
    const found = picker(app)?.people.find((person) => person.name === name);
    if (found === undefined) throw new Error(`${name} is not offered`);
    const { ticked, ...person } = found;
    await app.act(itemFieldActions.personTicked({ person, ticked: !ticked }));
  }
}

/** Twelve more members of acme. */
const members = {
  seed: (world: ItemPage['world'], acme: number) => {
    for (let count = 1; count <= 12; count += 1) {
      world.addMember({
        userId: world.addUser({ username: `m${count}`, name: `M${count}` }),
        groupId: acme,
        level: 30,
      });
    }
    return {};
  },
};

describe('assignees', () => {
  test('WI-03.1 ticks are saved when the picker is closed, and Escape saves nothing', async () => {
    const app = await start();
    await open(app, 'assignees');
    await tickPeople(app, 'ada', 'gus');
    expect([names(app), app.sent().length]).toEqual([['+ada', '+gus'], 0]);
    await app.act(itemFieldActions.pickerClosed());
    expect([picker(app), app.sent().length, assigned(app)]).toEqual([null, 0, []]);
    await open(app, 'assignees');
    await tickPeople(app, 'ada', 'gus', 'gus');
    await app.act(itemEdits.assigneesChanged({ id: app.id }));
    expect([picker(app), assigned(app), app.row()?.assigneeIds.length]).toEqual([null, ['ada'], 1]);
    await app.act(commandActions.undoAsked());
    expect([assigned(app), app.row()?.assigneeIds]).toEqual([[], []]);
  });

  test('WI-03.1 where one alone can be assigned the last one who was chosen counts', () => {
    const [ada, gus] = [{ id: 'ada' }, { id: 'gus' }];
    const change = withPerson(withPerson({ add: [], remove: [] }, ada, true), gus, true);
    expect(assigneesAfter([{ id: 'bo' }], change, false)).toEqual([gus]);
    expect(assigneesAfter([{ id: 'bo' }], change, true)).toEqual([{ id: 'bo' }, ada, gus]);
    expect(assigneesAfter([ada], { add: [], remove: ['ada'] }, false)).toEqual([]);
  });

  test('WI-03.2 an assignment that another answer brought meanwhile stays', async () => {
    const app = await start();
    const [row] = [app.row()];
    const gus = [...app.world.users.values()].find(({ username }) => username === 'gus')?.id ?? 0;
    await open(app, 'assignees');
    await tickPeople(app, 'ada');
    if (row !== undefined) app.world.items.set(row.id, { ...row, assigneeIds: [gus] });
    await app.act(workItemActions.pageRetried());
    await app.act(itemEdits.assigneesChanged({ id: app.id }));
    expect([assigned(app), app.row()?.assigneeIds.length]).toEqual([['gus', 'ada'], 2]);
  });

  test('WI-03.2 a refusal brings the former people back', async () => {
    const app = await start();
    app.server.fault({ kind: 'refuse', match: 'workItemEdit', error: refusal(422, 'Nobody') });
    await app.act(
      itemEdits.assigneesChanged({ id: app.id, add: [selectSelf(app.state(), app.id) as never], remove: [] }),
    );
    expect([assigned(app), app.alerts()]).toEqual([[], [[SENTENCE, 'Nobody']]]);
  });

  test('WI-03.3 ten at a time; more when asked for; a search is sent 250 ms after the last key', async () => {
    const app = await start(members);
    await open(app, 'assignees');
    expect([picker(app)?.people.length, picker(app)?.hasMorePeople]).toEqual([10, true]);
    await app.act(itemFieldActions.morePeopleAsked());
    expect([picker(app)?.people.length, picker(app)?.hasMorePeople]).toEqual([14, false]);
    await search(app, 'm');
    await search(app, 'm12');
    await app.fake.clock.advance(249);
    expect(asked(app, 'itemPeople')).toHaveLength(2);
    await app.fake.clock.advance(1);
    expect([names(app), asked(app, 'itemPeople').at(-1)?.variables]).toEqual([
      ['M12'],
      { fullPath: 'acme/app', search: 'm12' },
    ]);
    await search(app, 'nobody');
    await app.fake.clock.advance(250);
    expect([names(app), picker(app)?.empty]).toEqual([[], 'No matching results']);
  });

  test('WI-03.3 members of the project alone are offered, and members of another project are not', async () => {
    const app = await start({
      seed: (world, acme, project) => {
        const other = world.addProject({ groupId: acme, path: 'other' });
        for (const [username, projectId] of [
          ['pat', project],
          ['oto', other],
        ] as const) {
          world.addMember({ userId: world.addUser({ username, name: username }), projectId, level: 30 });
        }
        return {};
      },
    });
    await open(app, 'assignees');
    expect(names(app)).toEqual(['ada', 'gus', 'pat']);
    await tickPeople(app, 'pat');
    await app.act(itemEdits.assigneesChanged({ id: app.id }));
    expect(assigned(app)).toEqual(['pat']);
  });

  test('WI-03.3 what cannot be read says so and can be read again', async () => {
    const app = await start();
    app.server.fault({ kind: 'refuse', match: 'itemPeople', error: refusal(500) });
    await open(app, 'assignees');
    expect(picker(app)?.error).toBe('Something went wrong while fetching users. Please try again.');
    await app.act(itemFieldActions.pickerRetried());
    expect([picker(app)?.error, names(app)]).toEqual([null, ['ada', 'gus']]);
  });

  test('WI-03.4 one assigns oneself, once, and only with the right', async () => {
    const app = await start();
    const self = selectSelf(app.state(), app.id);
    await app.act(itemEdits.assigneesChanged({ id: app.id, add: self === null ? [] : [self], remove: [] }));
    expect([assigned(app), selectSelf(app.state(), app.id)]).toEqual([['ada'], null]);
    expect(selectSelf((await start({}, 'gus')).state(), app.id)).toBeNull();
    expect(selectSelf((await start({}, null)).state(), app.id)).toBeNull();
  });
});

describe('labels', () => {
  const labels = {
    seed: (world: ItemPage['world'], acme: number) => {
      const ids = ['bug', 'team::red', 'team::blue'].map((title) => world.addLabel(title, '#ff0000', acme));
      return { labelIds: ids.slice(0, 2) };
    },
  };
  const titles = (app: ItemPage) => selectWorkItemModel(app.state(), app.id)?.labels?.map(({ title }) => title);
  const offered = (app: ItemPage) => picker(app)?.labels.map(({ title, ticked }) => `${ticked ? '+' : ''}${title}`);
  const tick = (app: ItemPage, title: string) => {
    const label = picker(app)?.labels.find((each) => each.title === title);
    return app.act(itemFieldActions.labelTicked({ label: label as never, ticked: label?.ticked !== true }));
  };

  test('WI-04.1 what is ticked is saved as ids to add and to remove; of a scope the last stays', async () => {
    const app = await start(labels);
    await open(app, 'labels');
    expect(offered(app)).toEqual(['+bug', '+team::red', 'team::blue']);
    await tick(app, 'bug');
    await tick(app, 'team::blue');
    expect(offered(app)).toEqual(['bug', 'team::red', '+team::blue']);
    await app.act(itemFieldActions.pickerClosed());
    expect([titles(app), app.sent().length]).toEqual([['bug', 'team::red'], 0]);
    await open(app, 'labels');
    await tick(app, 'bug');
    await tick(app, 'team::blue');
    await app.act(itemEdits.labelsChanged({ id: app.id }));
    const [{ labelsWidget } = { labelsWidget: null }] = sentInputs(app);
    expect(labelsWidget).toMatchObject({
      addLabelIds: [expect.any(String)],
      removeLabelIds: [expect.any(String), expect.any(String)],
    });
    expect([titles(app), app.row()?.labelIds.length]).toEqual([['team::blue'], 1]);
    await app.act(commandActions.undoAsked());
    expect(titles(app)?.toSorted()).toEqual(['bug', 'team::red']);
  });

  test('WI-04.1 a refusal brings the former labels back', async () => {
    const app = await start(labels);
    app.server.fault({ kind: 'refuse', match: 'workItemEdit', error: refusal(422, 'No') });
    const [label] = selectWorkItemModel(app.state(), app.id)?.labels ?? [];
    await app.act(itemEdits.labelsChanged({ id: app.id, add: [], remove: [label?.id ?? ''] }));
    expect([titles(app), app.alerts()]).toEqual([['bug', 'team::red'], [[SENTENCE, 'No']]]);
  });

  test('WI-04.2 labels of the project and the groups above are searched by title', async () => {
    const app = await start(labels);
    await open(app, 'labels');
    await search(app, 'BLUE');
    await app.fake.clock.advance(250);
    expect(offered(app)).toEqual(['team::blue']);
    expect(asked(app, 'itemLabels').at(-1)?.variables).toEqual({ fullPath: 'acme/app', search: 'BLUE' });
  });

  test('WI-04.2 a failure says so, and they can be read again', async () => {
    const app = await start(labels);
    app.server.fault({ kind: 'refuse', match: 'itemLabels', error: refusal(500) });
    await open(app, 'labels');
    expect(picker(app)?.error).toBe('Something went wrong when fetching labels. Please try again.');
    await app.act(itemFieldActions.pickerRetried());
    expect([picker(app)?.error, offered(app)]).toEqual([null, ['+bug', '+team::red', 'team::blue']]);
  });

  test('WI-04.3 what is not found is made a label of the project, and is ticked then', async () => {
    const app = await start(labels);
    await open(app, 'labels');
    await search(app, 'fresh');
    await app.fake.clock.advance(250);
    expect(picker(app)?.creatable).toBe('fresh');
    await app.act(itemFieldActions.newLabelOpened());
    expect(picker(app)?.newLabel).toMatchObject({ title: 'fresh', submittable: true });
    app.server.fault({ kind: 'refuse', match: 'labelCreate', error: refusal(422, 'Title has already been taken') });
    await app.act(itemFieldActions.newLabelSubmitted());
    expect(picker(app)?.newLabel?.error).toBe('Title has already been taken');
    await app.act(itemFieldActions.newLabelColorChanged({ color: 'red' }), itemFieldActions.newLabelSubmitted());
    expect(picker(app)?.newLabel).toMatchObject({ submittable: false });
    await app.act(itemFieldActions.newLabelTitleChanged({ title: 'fresher' }));
    await app.act(itemFieldActions.newLabelColorChanged({ color: '#00ff00' }), itemFieldActions.newLabelSubmitted());
    expect(picker(app)?.newLabel).toBeNull();
    expect([...app.world.labels.values()].at(-1)).toMatchObject({ title: 'fresher', projectId: app.app });
    await app.act(itemEdits.labelsChanged({ id: app.id }));
    expect(titles(app)).toContain('fresher');
  });

  test('WI-04.3 a form that was left takes nothing of its answer', async () => {
    const app = await start(labels);
    await open(app, 'labels');
    await app.act(itemFieldActions.newLabelOpened(), itemFieldActions.newLabelTitleChanged({ title: 'late' }));
    app.server.fault({ kind: 'delay', match: 'labelCreate', milliseconds: 500 });
    await app.act(itemFieldActions.newLabelSubmitted(), itemFieldActions.newLabelClosed());
    await app.fake.clock.advance(500);
    expect([picker(app)?.newLabel, picker(app)?.labels.find(({ title }) => title === 'late')?.ticked]).toEqual([
      null,
      false,
    ]);
  });
});

describe('the milestone', () => {
  const milestones = {
    seed: (world: ItemPage['world'], acme: number) => {
      const [first] = ['1.0', '2.0'].map((title, index) =>
        world.addMilestone(title, null, `202${index + 1}-01-01`, acme),
      );
      return { milestoneId: first ?? null };
    },
  };
  const shown = (app: ItemPage) => selectWorkItemModel(app.state(), app.id)?.milestone?.title ?? null;
  const choose = (app: ItemPage, title: string | null) => {
    const milestone = picker(app)?.milestones.find((each) => each.title === title) ?? null;
    return app.act(itemFieldActions.milestoneChosen({ milestone }));
  };

  test('WI-06.1 20 active ones, searched by title; a failure says so', async () => {
    const app = await start(milestones);
    app.server.fault({ kind: 'refuse', match: 'itemMilestones', error: refusal(500) });
    await open(app, 'milestone');
    expect(picker(app)?.error).toBe('Something went wrong while fetching milestones. Please try again.');
    await app.act(itemFieldActions.pickerRetried());
    expect(picker(app)?.milestones.map(({ title }) => title)).toEqual(['1.0', '2.0']);
    await search(app, '2');
    await app.fake.clock.advance(250);
    expect(picker(app)?.milestones.map(({ title }) => title)).toEqual(['2.0']);
  });

  test('WI-06.2 the choice is saved when the picker is closed, and only if it changed', async () => {
    const app = await start(milestones);
    await open(app, 'milestone');
    await choose(app, '2.0');
    expect([shown(app), app.sent().length]).toEqual(['1.0', 0]);
    await app.act(itemFieldActions.pickerClosed());
    await open(app, 'milestone');
    await choose(app, '1.0');
    await app.act(itemEdits.milestoneChanged({ id: app.id }));
    expect([shown(app), app.sent().length, picker(app)]).toEqual(['1.0', 0, null]);
    await open(app, 'milestone');
    await choose(app, null);
    await app.act(itemEdits.milestoneChanged({ id: app.id }));
    expect([shown(app), sentInputs(app).at(-1)?.['milestoneWidget']]).toEqual([null, { milestoneId: null }]);
    await app.act(commandActions.undoAsked());
    expect([shown(app), app.row()?.milestoneId]).toEqual(['1.0', expect.any(Number)]);
  });

  test('WI-15.3 all errors are told, and the milestone is what it was', async () => {
    const app = await start(milestones);
    app.server.fault({ kind: 'refuse', match: 'workItemEdit', error: refusal(422, 'One', 'Two') });
    await open(app, 'milestone');
    await choose(app, '2.0');
    await app.act(itemEdits.milestoneChanged({ id: app.id }));
    expect([shown(app), app.alerts()]).toEqual(['1.0', [[SENTENCE, 'One; Two']]]);
  });

  test('WI-06.3 it is expired from the day after its due date on', () => {
    const milestone = { title: '1.0', startDate: null, dueDate: '2026-03-01' };
    expect([milestoneTitle(milestone, '2026-03-01'), milestoneTitle(milestone, '2026-03-02')]).toEqual([
      '1.0',
      '1.0 (expired)',
    ]);
  });
});

describe('the parent', () => {
  const parentTitle = (app: ItemPage) => selectWorkItemModel(app.state(), app.id)?.parent?.title ?? null;
  const offered = (app: ItemPage) => picker(app)?.parents.map(({ title }) => title);

  async function withParents() {
    const app = await start({ type: 'task' });
    const [plan] = ['Plan', 'Other'].map((title) => app.world.addItem(app.app, { title }));
    app.world.addItem(app.app, { title: 'Planned task', type: 'task' });
    await open(app, 'parent');
    return { app, plan };
  }

  test('WI-09.11 a task finds issues by words and by reference, and is put under one', async () => {
    const { app, plan } = await withParents();
    expect(offered(app)).toEqual(['Other', 'Plan']);
    await search(app, 'plan');
    await app.fake.clock.advance(250);
    expect(offered(app)).toEqual(['Plan']);
    await search(app, `acme/app#${plan?.iid}`);
    await app.fake.clock.advance(250);
    expect(offered(app)).toEqual(['Plan']);
    const [parent] = picker(app)?.parents ?? [];
    await app.act(itemEdits.parentChanged({ id: app.id, parent: parent ?? null }));
    expect([parentTitle(app), picker(app), app.world.links.get(app.row()?.id ?? 0)?.parentId]).toEqual([
      'Plan',
      null,
      plan?.id,
    ]);
    await app.act(itemEdits.parentChanged({ id: app.id, parent: null }));
    expect([parentTitle(app), app.world.links.size]).toEqual([null, 0]);
    await app.act(commandActions.undoAsked());
    expect(parentTitle(app)).toBe('Plan');
  });

  test('WI-09.11 what the server refuses is said in its words', async () => {
    const { app } = await withParents();
    const error = refusal(422, "acme/app#1 cannot be added: it's not allowed to add this type of parent item");
    app.server.fault({ kind: 'refuse', match: 'workItemEdit', error });
    const [parent] = picker(app)?.parents ?? [];
    await app.act(itemEdits.parentChanged({ id: app.id, parent: parent ?? null }));
    expect([parentTitle(app), app.alerts()[0]?.[1]]).toEqual([null, error.messages[0]]);
  });

  test('WI-09.11 an issue finds epics', async () => {
    const app = await start();
    app.world.addEpic(app.acme, { title: 'Roof' });
    await open(app, 'parent');
    expect(offered(app)).toEqual(['Roof']);
    const [parent] = picker(app)?.parents ?? [];
    await app.act(itemEdits.parentChanged({ id: app.id, parent: parent ?? null }));
    expect([parentTitle(app), app.world.links.size]).toEqual(['Roof', 1]);
    await app.act(workItemActions.pageClosed());
    await app.act(workItemActions.pageOpened(app.route));
    expect(parentTitle(app)).toBe('Roof');
  });

  test('RP-02.275 an epic that is the parent is chosen, and not asked for again, also where it was known as a work item', async () => {
    const app = await start();
    const [roof, wall] = ['Roof', 'Wall'].map((title) => app.world.addEpic(app.acme, { title }).id);
    const parent = () => app.world.links.get(app.row()?.id ?? 0)?.parentId;
    app.world.attach(roof ?? 0, [app.row()?.id ?? 0]);
    await app.act(workItemActions.pageClosed());
    await app.act(workItemActions.pageOpened(app.route));
    await open(app, 'parent');
    const known = get(selectVisible(app.state()).items, app.id)?.parentId;
    expect([known, picker(app)?.parentId]).toEqual([`gid://gitlab/WorkItem/${roof}`, `gid://gitlab/Epic/${roof}`]);
    const choose = (title: string) =>
      app.act(
        itemEdits.parentChanged({ id: app.id, parent: picker(app)?.parents.find((it) => it.title === title) ?? null }),
      );
    await choose('Roof');
    expect([parentTitle(app), app.sent()]).toEqual(['Roof', []]);
    await open(app, 'parent');
    await choose('Wall');
    expect([parentTitle(app), parent(), app.sent().length]).toEqual(['Wall', wall, 1]);
  });
});

test('RP-02.199 the palette has the fields that the viewer may change', async () => {
  const ids = async (who: 'ada' | 'gus' | null, options: Parameters<typeof openItem>[1] = {}) => {
    const state = (await start(options, who)).state();
    const commands = commandsOf({ ...state, visible: selectVisible(state) });
    return commands.filter(({ id }) => /^edit:|^assign/.test(id)).map(({ id }) => id.replace('edit:', ''));
  };
  expect(await ids('ada')).toEqual([
    'title',
    'assignees',
    'assignMyself',
    'labels',
    'milestone',
    'start date',
    'due date',
    'iteration',
    'health status',
    'weight',
    'parent',
  ]);
  expect(await ids('ada', { type: 'key_result' })).toContain('progress');
  expect([await ids('gus'), await ids(null)]).toEqual([[], []]);
});
