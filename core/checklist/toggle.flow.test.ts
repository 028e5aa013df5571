import { accessActions } from '../access/index.ts';
import { epicActions } from '../epic/index.ts';
import { createPlanner } from '../planner.ts';
import type { Action } from '../store/action.ts';
import { get } from '../table/index.ts';
import { epicGid, FakePorts, refusal, settle } from '../testing/index.ts';
import { ModelServer } from '../../sim/server/index.ts';
import { issueList } from '../work-item/index.ts';
import { issueListSaga, selectIssueList } from '../work-item/list/index.ts';
import { checklistActions, checklistSaga, selectChecklist } from './index.ts';
import { openChecklist, TEXT } from './testing/checking.ts';

const checkedText = TEXT.replace('[ ] one', '[x] one');

test('IE-06.41 IE-06.43 a line is checked at once, and sent as update_task; its version is the answer’s', async () => {
  const app = await openChecklist();
  expect([app.boxes(), app.shown()]).toEqual([
    [false, true, false],
    expect.objectContaining({ mayCheck: true, saving: false, status: '1 of 2 checklist items completed' }),
  ]);
  app.server.fault({ kind: 'hold', match: 'PATCH', milliseconds: 100 });
  await app.check(2);
  expect([app.boxes(), app.shown().saving, app.shown().status]).toEqual([
    [true, true, false],
    true,
    '2 of 2 checklist items completed',
  ]);
  await app.fake.clock.advance(100);
  expect(app.patches().map(({ request }) => request?.body)).toEqual([
    {
      issue: {
        description: checkedText,
        lock_version: 0,
        update_task: { index: 1, checked: true, line_number: 2, line_source: '- [ ] one' },
      },
    },
  ]);
  expect([app.text(), app.shown().saving]).toEqual([checkedText, false]);
  expect(app.state().confirmed.items).toBeDefined();
  await app.check(2, false);
  expect(app.patches()[1]?.request?.body).toMatchObject({ issue: { lock_version: 1 } });
  expect([app.text(), app.boxes(), app.alerts()]).toEqual([TEXT, [false, true, false], []]);
});

test('IE-06.72 a row of a list tells of the line that is checked, deleted and brought back, at once', async () => {
  const app = await openChecklist();
  app.planner.watch('issueList', issueListSaga);
  await app.act(
    issueList.actions.opened({ place: { kind: 'project', fullPath: 'acme/app' }, query: issueList.defaults }),
  );
  const row = () => selectIssueList(app.state()).rows[0]?.tasks;
  expect(row()).toEqual({ count: 2, completed: 1 });
  app.server.fault({ kind: 'hold', match: 'PATCH', milliseconds: 100 });
  await app.check(2);
  expect(row()).toEqual({ count: 2, completed: 2 });
  await app.fake.clock.advance(100);
  expect(row()).toEqual({ count: 2, completed: 2 });
  app.server.fault({ kind: 'refuse', match: 'PATCH', error: refusal(422) });
  await app.check(2, false);
  expect(row()).toEqual({ count: 2, completed: 2 });
  await app.edit(2, null);
  expect(row()).toEqual({ count: 1, completed: 1 });
  await app.edit(2, null);
  expect([row(), app.text()]).toEqual([null, 'Do:\n- [~] three']);
});

test('IE-06.72 what no row has told of the checklist stays unknown', async () => {
  const app = await openChecklist();
  await app.check(2);
  expect(get(app.state().confirmed.items, app.id)?.tasks).toBeUndefined();
});

test('IE-06.42 one line is on its way at a time', async () => {
  const app = await openChecklist();
  app.server.fault({ kind: 'hold', match: 'PATCH', milliseconds: 100 });
  await app.check(2);
  await app.check(3, false);
  expect([app.boxes(), app.patches().length]).toEqual([[true, true, false], 1]);
  await app.fake.clock.advance(100);
  await app.check(3, false);
  expect(app.text()).toBe(checkedText.replace('[x] two', '[ ] two'));
});

test('IE-06.40 who may not update it, and no line that is not there, asks nothing', async () => {
  const guest = await openChecklist('gus');
  expect(guest.shown().mayCheck).toBe(false);
  await guest.check(2);
  const nobody = await openChecklist(null);
  await nobody.check(2);
  const ada = await openChecklist();
  await ada.check(9);
  expect([guest, nobody, ada].flatMap((app) => app.patches())).toEqual([]);
  const author = await openChecklist('gus', { mine: true });
  await author.check(2);
  expect(author.text()).toBe(checkedText);
});

test('IE-06.44 IE-06.45 a line that others have changed is told, and the text is read again', async () => {
  const app = await openChecklist();
  app.elsewhere('New\n- [ ] other');
  await app.check(2);
  expect(app.alerts()).toEqual([
    [
      'Someone edited this issue at the same time you did. The description has been updated and you will need to make your changes again.',
      null,
    ],
  ]);
  expect([app.boxes(), app.text()]).toEqual([[false], 'New\n- [ ] other']);
});

test('IE-06.10 other lines that others have changed do not matter', async () => {
  const app = await openChecklist();
  app.elsewhere(`${TEXT} and more`);
  await app.check(2);
  expect([app.alerts(), app.text(), app.boxes()]).toEqual([[], `${checkedText} and more`, [true, true, false]]);
});

test('IE-06.49 the version of a text that is not known yet is not taken', async () => {
  const app = await openChecklist();
  const known = () => get(app.state().confirmed.items, app.id)?.lockVersion;
  app.elsewhere(`${TEXT} and more`);
  app.server.fault({ kind: 'delay', match: 'workItemPage', milliseconds: 60_000 });
  app.server.fault({ kind: 'delay', match: 'projectWorkItemPage', milliseconds: 60_000 });
  await app.check(2);
  expect([app.boxes()[0], known()]).toEqual([true, 0]);
});

test.each([
  [refusal(422, 'Title is wrong', 'And more'), 'Title is wrong And more'],
  [refusal(422), 'Update failed'],
])('IE-06.44 a refusal says why, and takes the mark back', async (error, text) => {
  const app = await openChecklist();
  app.server.fault({ kind: 'refuse', match: 'PATCH', error });
  await app.check(2);
  expect([app.alerts(), app.boxes(), app.text()]).toEqual([[[text, null]], [false, true, false], TEXT]);
  await app.check(2);
  expect(app.text()).toBe(checkedText);
});

test('IE-06.43 an answer that was lost is asked for again, and checks once', async () => {
  const app = await openChecklist();
  app.server.fault({ kind: 'lose', match: 'PATCH', when: 'afterCommit' });
  await app.check(2);
  await app.fake.clock.advance(2000);
  expect([app.alerts(), app.boxes(), app.text()]).toEqual([[], [true, true, false], checkedText]);
});

test('IE-06.46 what others write above does not check another line meanwhile', async () => {
  const app = await openChecklist();
  app.server.fault({ kind: 'delay', match: 'PATCH', milliseconds: 60_000 });
  await app.check(2);
  app.elsewhere(`- [ ] a new one\n${TEXT}`);
  await app.fake.clock.advance(31_000);
  expect(app.boxes()).toEqual([false, false, true, false]);
});

test('IE-06.43 IE-06.44 the lines of an epic are checked at the epic’s address', async () => {
  const fake = new FakePorts();
  const server = new ModelServer({ clock: fake.clock });
  const { world } = server;
  const acme = world.addGroup({ path: 'acme' });
  world.addMember({ userId: world.addUser({ username: 'ada' }), groupId: acme, level: 50 });
  const { id } = world.addEpic(acme, { description: TEXT });
  server.signInAs('ada');
  const planner = createPlanner({ ...fake.ports, graphql: server.graphql, rest: server.rest });
  planner.watch('checklist', checklistSaga);
  const act = async (action: Action) => {
    planner.store.dispatch(action);
    await settle();
  };
  await act(accessActions.sessionRequested());
  await act(epicActions.epicPageOpened({ groupPath: 'acme', iid: '1' }));
  const toggle = () => act(checklistActions.toggled({ id: epicGid(id), line: 2, checked: true }));
  await toggle();
  expect(world.item(id).description).toBe(checkedText);
  expect(server.calls.filter(({ what }) => what.startsWith('PATCH')).map(({ request }) => request)).toEqual([
    expect.objectContaining({
      path: '/groups/acme/-/epics/1.json',
      body: { epic: expect.objectContaining({ lock_version: 0 }) as object },
    }),
  ]);
  world.change(id, { description: 'Gone', lockVersion: 2 });
  await toggle();
  expect(planner.store.getState().notice).toEqual([
    expect.objectContaining({ scope: 'epic', text: expect.stringMatching(/^Someone edited this epic/) as string }),
  ]);
  expect(selectChecklist(planner.store.getState(), epicGid(id)).html).toBe('<p>Gone</p>');
  planner.dispose();
});
