import type { Planner } from '../planner.ts';
import { bulkSaga } from '../bulk/edit.ts';
import { bulkActions, type BulkChange } from '../bulk/index.ts';
import { Browser, Tab } from '../gate/testing/tab.ts';
import { LANES } from '../mutation/index.ts';
import { epicChildren, epicGid, issueGid, issueNode, workItemGid } from '../testing/index.ts';
import { treeActions } from '../tree/index.ts';
import { keeper } from './index.ts';

/** What is left of many edits that were asked for together when their tab ends. */

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

const end = (app: Tab): void => app.planner.dispose();
const kept = ({ storage }: Browser): string => [...storage.stored].map(([, text]) => text).join();

/** The tree of epic 1 with so many issues, read. */
async function tree(app: Tab, count: number): Promise<void> {
  const root = { kind: 'epic' as const, fullPath: 'acme', iid: '1', id: epicGid(1) };
  await app.do(treeActions.opened({ root, config: { userSignedIn: true } }));
  await app.fake.next('epicChildren').answer(epicChildren(1, { issues: numbers(count).map((id) => issueNode(id)) }));
}

const SAVED = { workItemUpdate: { errors: [], workItem: null } };
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const input = (id: number, change: object) => ({ input: { id: workItemGid(id), ...change } });

/** A tab in which so many issues of a tree were edited. */
async function edited(browser: Browser, count: number, change: BulkChange): Promise<Tab> {
  const app = await tab(browser);
  app.planner.watch('bulk', bulkSaga);
  await tree(app, count);
  const ids = numbers(count).map(issueGid);
  await app.do(bulkActions.rangeTaken({ from: ids[0] ?? '', ids }), bulkActions.editAsked({ change }));
  return app;
}

/** Answers all that is asked: the whole of it goes out, never more than four at a time. */
async function answerAll(app: Tab): Promise<readonly unknown[]> {
  const asked: unknown[] = [];
  for (let [call] = app.fake.waiting('workItemEdit'); call !== undefined; [call] = app.fake.waiting('workItemEdit')) {
    expect(app.fake.waiting('workItemEdit').length).toBeLessThanOrEqual(LANES);
    asked.push(call.variables);
    await call.answer(SAVED);
  }
  return asked;
}

test('RP-02.38 states that waited for their turn are asked for again, though nothing shows them before', async () => {
  const browser = new Browser();
  end(await edited(browser, 7, { field: 'state', event: 'close' }));
  const second = await tab(browser);
  expect(await answerAll(second)).toMatchObject(numbers(7).map((id) => input(id, { stateEvent: 'CLOSE' })));
  expect([second.state.pending, kept(browser)]).toEqual([[], '']);
});

test('RP-02.33 what was held back beyond a hundred is kept too, and made when its tree is there', async () => {
  const browser = new Browser();
  end(await edited(browser, 103, { field: 'weight', weight: 7 }));
  const second = await tab(browser);
  const sent = await answerAll(second);
  expect(second.state.pending).toEqual([]);
  await tree(second, 103);
  const made = await answerAll(second);
  const all = numbers(103).map((id) => input(id, { weightWidget: { weight: 7 } }));
  expect([...sent, ...made]).toMatchObject(all);
  expect([second.state.pending, kept(browser)]).toEqual([[], '']);
});
