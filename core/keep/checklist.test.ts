import { accessActions, selectUnsaved } from '../access/index.ts';
import { checklistSaga } from '../checklist/index.ts';
import { openChecklist, TEXT } from '../checklist/testing/checking.ts';
import { createPlanner, type Planner } from '../planner.ts';
import { settle } from '../testing/index.ts';
import { workItemActions } from '../work-item/index.ts';
import { keeper } from './index.ts';

const CONFLICT =
  'Someone edited this issue at the same time you did. The description has been updated and you will need to make your changes again.';
const CHECKED = TEXT.replace('[ ] one', '[x] one');

let open: Planner[] = [];
afterEach(() => {
  for (const planner of open) planner.dispose();
  open = [];
});

/** A line was checked in a tab that ended before the request reached the server. */
async function leftTick() {
  const app = await openChecklist();
  app.planner.keep(keeper);
  app.server.fault({ kind: 'lose', match: 'PATCH', when: 'beforeCommit' });
  await app.check(2);
  return app;
}

/** Another tab of the same browser, in which the item is opened. */
async function nextTab({ fake, server, route }: Awaited<ReturnType<typeof leftTick>>) {
  const planner = createPlanner({ ...fake.ports, graphql: server.graphql, rest: server.rest });
  open.push(planner);
  planner.keep(keeper);
  planner.watch('checklist', checklistSaga);
  planner.store.dispatch(accessActions.sessionRequested());
  planner.store.dispatch(workItemActions.pageOpened(route));
  await settle();
  return () => planner.store.getState().notice.map(({ text, detail }) => [text, detail]);
}

test('IE-06.80 a line that was checked is sent by the next tab, once', async () => {
  const app = await leftTick();
  expect([app.text(), selectUnsaved(app.state())]).toEqual([TEXT, true]);
  app.planner.dispose();
  const alerts = await nextTab(app);
  const [first, again, ...others] = app.patches();
  expect([again?.idempotencyKey, again?.request, others]).toEqual([first?.idempotencyKey, first?.request, []]);
  expect([app.text(), alerts()]).toEqual([CHECKED, []]);
  await nextTab(app);
  expect(app.patches()).toHaveLength(2);
});

test('IE-06.80 once it is answered nobody is asked on leaving', async () => {
  const app = await leftTick();
  await app.fake.clock.advance(1000);
  expect([app.text(), selectUnsaved(app.state())]).toEqual([CHECKED, false]);
});

test('IE-06.81 where others have changed that line it is told, and theirs stands', async () => {
  const app = await leftTick();
  app.planner.dispose();
  app.elsewhere('Do:\n- [ ] another one');
  const alerts = await nextTab(app);
  expect([app.text(), alerts()]).toEqual(['Do:\n- [ ] another one', [[CONFLICT, null]]]);
});

test('IE-06.81 where others have changed other lines it is checked in their text', async () => {
  const app = await leftTick();
  app.planner.dispose();
  app.elsewhere(`${TEXT}\n- [ ] four`);
  const alerts = await nextTab(app);
  expect([app.text(), alerts()]).toEqual([`${CHECKED}\n- [ ] four`, []]);
});
