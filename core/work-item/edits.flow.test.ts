import { accessActions } from '../access/index.ts';
import { createPlanner } from '../planner.ts';
import { checkLog, parseLog, record, replay } from '../replay/index.ts';
import { settle } from '../testing/index.ts';
import { openItem, type ItemChange } from './testing/item-page.ts';
import { refusal, wireError } from '../testing/ports.ts';
import { childrenTexts, WORK_ITEM_TYPES, workItemActions } from './index.ts';
import { selectItemPageParts, selectWorkItem } from './select.ts';
import { selectStateToggle } from './edits.ts';
import { itemStateButton, itemUpdateError } from './rules.ts';

test('WI-02.2 the button says what it does with an item of the type', async () => {
  expect(WORK_ITEM_TYPES.map((type) => itemStateButton({ type, state: 'opened' }))).toEqual([
    'Close epic',
    'Close issue',
    'Close task',
    'Close incident',
    'Close test case',
    'Close requirement',
    'Close objective',
    'Close key result',
  ]);
  expect(itemStateButton({ type: 'task', state: 'closed' })).toBe('Reopen task');
  const app = await openItem();
  expect(app.toggle()).toEqual({ label: 'Close issue', event: 'close', loading: false });
});

test.each(['gus', null] as const)(
  'WI-02.3 without the right (%s) there is no button, and nothing is sent',
  async (who) => {
    const app = await openItem(who);
    expect([app.shown(), app.toggle()]).toEqual(['Open', null]);
    await app.ask('close');
    expect([app.sent(), app.stored(), app.state().pending]).toEqual([[], 'opened', []]);
  },
);

test('WI-02.3 an author may close their own issue', async () => {
  const app = await openItem('gus', { mine: true });
  expect(app.toggle()?.label).toBe('Close issue');
  await app.ask('close');
  expect([app.shown(), app.stored()]).toEqual(['Closed', 'closed']);
});

test('WI-02.4 it is closed once, shows loading meanwhile, and then what the answer says; and is reopened', async () => {
  const app = await openItem();
  app.server.fault({ kind: 'delay', match: 'workItemEdit', milliseconds: 500 });
  await app.ask('close');
  await app.ask('close');
  expect([app.shown(), app.toggle()]).toEqual(['Open', { label: 'Close issue', event: 'close', loading: true }]);
  await app.fake.clock.advance(500);
  expect([app.shown(), app.stored(), app.toggle()?.loading]).toEqual(['Closed', 'closed', false]);
  expect(selectWorkItem(app.state())?.closedAt).not.toBeNull();
  expect(app.sent()).toHaveLength(1);
  expect(app.sent()[0]?.idempotencyKey).toMatch(/./);
  await app.ask('reopen');
  expect([app.shown(), app.stored(), app.alerts()]).toEqual(['Open', 'opened', []]);
  // It is so already.
  await app.ask('reopen');
  expect(app.sent()).toHaveLength(2);
});

test('WI-02.5 a refusal says so with the server’s words, and the item is as it was', async () => {
  const app = await openItem('ada', { type: 'task' });
  app.server.fault({ kind: 'refuse', match: 'workItemEdit', error: refusal(403, 'The task is locked') });
  await app.ask('close');
  expect(app.alerts()).toEqual([
    ['Something went wrong while updating the task. Please try again.', 'The task is locked'],
  ]);
  expect([app.shown(), app.stored(), app.toggle()?.loading]).toEqual(['Open', 'opened', false]);
  expect(itemUpdateError('key_result')).toBe('Something went wrong while updating the key result. Please try again.');
});

test('WI-02.5 a refusal within the answer as well: the right was taken away meanwhile', async () => {
  const app = await openItem();
  app.server.world.members.clear();
  await app.ask('close');
  expect(app.alerts()[0]?.[0]).toBe('Something went wrong while updating the issue. Please try again.');
  expect(app.alerts()[0]?.[1]).toMatch(/permission|not exist/);
  expect([app.shown(), app.stored()]).toEqual(['Open', 'opened']);
});

test('RP-02.28 a change whose answer was lost is sent again, and made once', async () => {
  const app = await openItem();
  app.server.fault({ kind: 'lose', match: 'workItemEdit', when: 'afterCommit' });
  await app.ask('close');
  await app.fake.clock.advance(2000);
  expect([app.shown(), app.stored(), app.alerts()]).toEqual(['Closed', 'closed', []]);
});

test('WI-02.6 where the answer cannot be read the item is read again: the change may have been made', async () => {
  const app = await openItem();
  const broken = wireError({ kind: 'malformed' });
  app.server.fault({ kind: 'refuse', match: 'workItemEdit', error: broken });
  await app.ask('close');
  expect([app.shown(), app.alerts().length]).toEqual(['Open', 1]);
  app.server.fault({ kind: 'refuse', match: 'workItemEdit', error: broken });
  app.server.fault({ kind: 'refuse', match: 'workItemPage', error: broken });
  await app.ask('close');
  // What cannot be read either stays as it was known.
  expect([app.shown(), app.toggle()]).toEqual(['Open', { label: 'Close issue', event: 'close', loading: false }]);
});

test('WI-02.7 what was being sent when the watchers ended is sent again under its key, and is loading until then', async () => {
  const before = await openItem('ada');
  before.server.fault({ kind: 'delay', match: 'workItemEdit', milliseconds: 500 });
  await before.ask('close');
  const { workItem, confirmed, pending, access } = before.state();
  const after = createPlanner(before.fake.ports, { preloadedState: { workItem, confirmed, pending, access } });
  await settle();
  const state = () => after.store.getState();
  expect(selectStateToggle(state(), before.id)).toMatchObject({ label: 'Close issue', loading: true });
  const [again] = before.fake.waiting('workItemEdit');
  expect(again?.idempotencyKey).toBe(before.sent()[0]?.idempotencyKey);
  await again?.fail(refusal(422));
  expect([selectStateToggle(state(), before.id)?.loading, state().notice.length]).toEqual([false, 1]);
});

test('WI-02.4 a page that is left while a change is on its way; the log replays to the same state', async () => {
  const recording = record({ session: 's', timeZone: 'UTC', flags: {}, viewer: 'ada' });
  const app = await openItem('ada', {}, { middleware: [recording.middleware] });
  app.server.fault({ kind: 'delay', match: 'workItemEdit', milliseconds: 500 });
  await app.ask('close');
  await app.act(workItemActions.pageClosed());
  await app.fake.clock.advance(500);
  expect([app.stored(), app.state().pending]).toEqual(['closed', []]);
  await app.act(workItemActions.pageOpened(app.route));
  expect(app.toggle()?.label).toBe('Reopen issue');
  const log = parseLog(recording.text());
  expect(checkLog(log).faults).toEqual([]);
  expect(replay(log).state).toEqual(app.state());
});

describe('EP-16.3 work items MVC', () => {
  const parts = async (type: ItemChange['type'], features: Readonly<Record<string, boolean>> | null) => {
    const app = await openItem('ada', { type });
    const { user, settings, firstRun } = app.state().access.session;
    if (features === null) await app.act(accessActions.signedOut(), accessActions.sessionFailed({ text: 'lost' }));
    else await app.act(accessActions.sessionReceived({ user, settings, firstRun, features }));
    return selectItemPageParts(app.state(), app.id);
  };

  test.each([
    ['issue', true],
    ['incident', true],
    ['task', false],
    ['objective', false],
    ['key_result', false],
  ] as const)(
    'EP-16.3 switched off there are no lists of children, and pages of issues and incidents alone: %s',
    async (type, page) => {
      expect(await parts(type, {})).toEqual({ page, children: null });
      expect(await parts(type, { workItemsMvc: true })).toEqual({ page: true, children: childrenTexts(type) });
    },
  );

  test('EP-16.3 as long as it is not known nothing is taken away', async () => {
    expect(await parts('objective', null)).toEqual({ page: true, children: childrenTexts('objective') });
  });
});
