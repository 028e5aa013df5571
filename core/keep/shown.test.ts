import { epicActions, selectNewEpic } from '../epic/index.ts';
import { Browser, Tab } from '../gate/testing/tab.ts';
import type { Planner } from '../planner.ts';
import { settle } from '../testing/index.ts';
import { keeper } from './index.ts';

const CREATE = 'POST /groups/acme/-/epics';
const ROLL_CALL = 250;

let open: Planner[] = [];
afterEach(() => {
  for (const planner of open) planner.dispose();
  open = [];
});

async function tab(browser: Browser): Promise<Tab> {
  const made = new Tab(browser);
  open.push(made.planner);
  made.planner.keep(keeper);
  await made.signIn();
  await browser.storage.clock.advance(ROLL_CALL);
  return made;
}

const form = (app: Tab) => selectNewEpic(app.state);
const opening = (app: Tab) => app.do(epicActions.newEpicOpened({ groupPath: 'acme' }));
const typing = async (app: Tab, title: string) => {
  await opening(app);
  await app.do(epicActions.newEpicTitleChanged({ title }));
};

/** The person comes back to this tab. */
async function show(browser: Browser, app: Tab): Promise<void> {
  await app.fake.hide(true);
  await app.fake.hide(false);
  await browser.storage.clock.advance(ROLL_CALL);
  await settle();
}

test('RP-02.37 RP-02.38 a tab that is shown when another one was closed sends what that had not', async () => {
  const browser = new Browser({ locks: true });
  const [first, second] = [await tab(browser), await tab(browser)];
  await typing(first, 'Sent');
  await first.do(epicActions.newEpicSubmitted());
  await show(browser, second);
  expect(second.fake.waiting(CREATE)).toEqual([]);
  first.planner.dispose();
  browser.release();
  await show(browser, second);
  await second.fake.next(CREATE).answer({ web_url: '/groups/acme/-/epics/9' });
  expect([browser.storage.stored.size, second.state.notice]).toEqual([0, []]);
  await show(browser, second);
  expect(second.fake.waiting(CREATE)).toEqual([]);
});

test('RP-02.37 where nobody knows which tabs are asleep, one that is shown takes nothing', async () => {
  const browser = new Browser();
  const [first, second] = [await tab(browser), await tab(browser)];
  await typing(first, 'Half');
  browser.sleep();
  await show(browser, second);
  await opening(second);
  expect(form(second).title).toBe('');
});
