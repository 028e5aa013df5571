import type { Planner } from '../planner.ts';
import { epicActions, selectNewEpic } from '../epic/index.ts';
import { DAY } from '../gate/index.ts';
import { Browser, Tab } from '../gate/testing/tab.ts';
import { linkActions, linkSaga } from '../link/index.ts';
import {
  epicChildren,
  epicGid,
  epicNode,
  issueGid,
  issueNode,
  refusal,
  settle,
  UNREACHABLE,
} from '../testing/index.ts';
import { madeIn } from '../store/action.ts';
import { NOTICE } from '../notice/index.ts';
import { treeActions } from '../tree/index.ts';
import { keeper, KEEP_TEXTS } from './index.ts';

const CREATE = 'POST /groups/acme/-/epics';
const ROLL_CALL = 250;

let open: Planner[] = [];
afterEach(() => {
  for (const planner of open) planner.dispose();
  open = [];
});

/** A tab of a browser in which somebody is signed in; it has asked which others are there. */
async function tab(browser: Browser, person = 7): Promise<Tab> {
  const made = new Tab(browser);
  open.push(made.planner);
  made.planner.keep(keeper);
  await made.signIn(person);
  await browser.storage.clock.advance(ROLL_CALL);
  return made;
}

/** It is closed, or crashes: nothing of it is heard any more. */
function end(app: Tab): void {
  app.planner.dispose();
}

const form = (app: Tab) => selectNewEpic(app.state);
const typing = (app: Tab, title: string, groupPath = 'acme') =>
  app.do(epicActions.newEpicOpened({ groupPath }), epicActions.newEpicTitleChanged({ title }));
const opening = (app: Tab, groupPath = 'acme') => app.do(epicActions.newEpicOpened({ groupPath }));
const kept = ({ storage }: Browser): string => [...storage.stored].map(([, text]) => text).join();

/** The tree of epic 1, read. */
async function tree(app: Tab): Promise<void> {
  const root = { kind: 'epic' as const, fullPath: 'acme', iid: '1', id: epicGid(1) };
  await app.do(treeActions.opened({ root, config: { userSignedIn: true } }));
  const issues = [1, 2, 3].map((id) => issueNode(id));
  await app.fake.next('epicChildren').answer(epicChildren(1, { issues, epics: [epicNode(9)] }));
}

test('RP-02.36 EP-04.28 what is typed for a new epic is there again in the next tab, in its group, once', async () => {
  const browser = new Browser();
  const first = await tab(browser);
  await typing(first, 'Half');
  await first.do(
    epicActions.newEpicDescriptionChanged({ description: 'Text' }),
    epicActions.newEpicConfidentialChanged({ confidential: true }),
  );
  end(first);
  const second = await tab(browser);
  await opening(second, 'other');
  expect(form(second).title).toBe('');
  await opening(second);
  expect(form(second)).toMatchObject({ title: 'Half', description: 'Text', confidential: true, sending: false });
  await second.do(epicActions.newEpicClosed());
  expect(kept(browser)).toBe('');
  await opening(second);
  expect(form(second).title).toBe('');
});

test('RP-02.36 a page that is left keeps what was typed, and never overwrites what is typed now', async () => {
  const browser = new Browser();
  const app = await tab(browser);
  await typing(app, 'Half');
  await app.do(epicActions.newEpicClosed({ left: true }));
  expect(kept(browser)).toContain('Half');
  await opening(app);
  expect(form(app).title).toBe('Half');
  end(app);
  const slow = new Tab(browser);
  open.push(slow.planner);
  slow.planner.keep(keeper);
  await slow.signIn();
  await typing(slow, 'Typed before the roll call ended');
  await browser.storage.clock.advance(ROLL_CALL);
  expect(form(slow).title).toBe('Typed before the roll call ended');
});

test('RP-02.36 a form that is emptied by hand stays empty, here and in the next tab', async () => {
  const browser = new Browser();
  const first = await tab(browser);
  await typing(first, 'Half');
  await first.do(epicActions.newEpicTitleChanged({ title: '' }));
  expect([form(first).title, kept(browser)]).toEqual(['', '']);
  await first.do(epicActions.newEpicConfidentialChanged({ confidential: true }));
  expect(form(first).title).toBe('');
  await first.do(epicActions.newEpicConfidentialChanged({ confidential: false }));
  await first.do(epicActions.newEpicClosed({ left: true }));
  await opening(first);
  expect(form(first).title).toBe('');
});

test('RP-02.36 TR-12.25 a form of the tree that is emptied and closed stays closed', async () => {
  const app = await tab(new Browser());
  await tree(app);
  await app.do(
    treeActions.formOpened({ form: 'createEpic', parentId: epicGid(9) }),
    treeActions.titleTyped({ title: 'Child' }),
    treeActions.titleTyped({ title: '' }),
  );
  expect(app.state.tree.form).toMatchObject({ title: '' });
  await app.do(treeActions.formClosed());
  expect(app.state.tree.form).toBeNull();
});

test('RP-02.36 what was typed before the keeper was there is kept as well', async () => {
  const browser = new Browser();
  const first = new Tab(browser);
  await first.signIn();
  await typing(first, 'Early');
  first.planner.keep(keeper);
  expect(kept(browser)).toContain('Early');
  end(first);
  const second = await tab(browser);
  await opening(second);
  expect(form(second).title).toBe('Early');
});

test('TR-12.25 a form of the tree comes back when its tree has been read', async () => {
  const browser = new Browser();
  const first = await tab(browser);
  await tree(first);
  await first.do(
    treeActions.formOpened({ form: 'createEpic', parentId: epicGid(9) }),
    treeActions.titleTyped({ title: 'Child' }),
  );
  end(first);
  const second = await tab(browser);
  await tree(second);
  expect(second.state.tree.form).toMatchObject({ form: 'createEpic', parentId: epicGid(9), title: 'Child' });
  // RP-02.36
  expect([second.state.tree.form?.restored, second.state.tree.announcement.text]).toEqual([true, NOTICE.putBack]);
  const text = '&5 &6 &';
  await second.do(
    treeActions.formOpened({ form: 'addEpic' }),
    treeActions.referencesTyped({ text, caret: text.length }),
  );
  end(second);
  const third = await tab(browser);
  await tree(third);
  expect(third.state.tree.form).toMatchObject({
    form: 'addEpic',
    input: '&',
    references: [{ text: '&5' }, { text: '&6' }],
  });
});

/** Epic 1, with its linked items shown. */
const subject = {
  id: epicGid(1),
  kind: 'epic',
  iid: '1',
  state: 'opened',
  ownerPath: 'acme',
  groupPath: 'acme',
  endpoint: '/api/v4/groups/acme/epics/1/related_epic_links',
  webPath: '/groups/acme/-/epics/1',
  canRelate: true,
} as const;

test('RL-01.41 a form of links comes back with its item', async () => {
  const browser = new Browser();
  const first = await tab(browser);
  first.planner.watch('link', linkSaga);
  const text = '&5 acme/web&6 ';
  await first.do(
    linkActions.opened({ subject }),
    linkActions.formOpened(),
    linkActions.typeChosen({ linkType: 'blocks' }),
    linkActions.referencesTyped({ text, caret: text.length }),
  );
  end(first);
  const second = await tab(browser);
  second.planner.watch('link', linkSaga);
  await second.do(linkActions.opened({ subject: { ...subject, id: epicGid(2) } }));
  expect(second.state.link.page.form).toBeNull();
  await second.do(linkActions.opened({ subject }));
  expect(second.state.link.page).toMatchObject({
    announcement: NOTICE.putBack,
    form: { restored: true },
  });
  expect(second.state.link.page.form).toMatchObject({
    linkType: 'blocks',
    references: [{ text: '&5' }, { text: 'acme/web&6' }],
    input: '',
  });
});

test('RL-01.41 RL-01.44 two forms of links are kept, and each comes back where its item is shown', async () => {
  const browser = new Browser();
  const issue = { ...subject, id: issueGid(2), kind: 'issue', ownerPath: 'acme/web' } as const;
  const first = await tab(browser);
  first.planner.watch('link', linkSaga);
  const typing = (text: string) => linkActions.referencesTyped({ text, caret: text.length });
  const over = [linkActions.opened({ subject: issue }), linkActions.formOpened(), typing('#7 ')];
  await first.do(linkActions.opened({ subject }), linkActions.formOpened(), typing('&5 '));
  await first.do(...over.map((action) => madeIn<unknown>(action, 'over')));
  end(first);
  const second = await tab(browser);
  second.planner.watch('link', linkSaga);
  // The one that was over a page has a page of its own now.
  await second.do(linkActions.opened({ subject: issue }), madeIn(linkActions.opened({ subject }), 'over'));
  const { page, over: front } = second.state.link;
  expect([page, front].map(({ form: open }) => open?.references.map(({ text }) => text))).toEqual([['#7'], ['&5']]);
  expect([page.announcement, front.announcement]).toEqual([NOTICE.putBack, NOTICE.putBack]);
});

test('RP-02.34 RP-02.37 two tabs keep each their own, and take from no tab that is there', async () => {
  const browser = new Browser();
  const first = await tab(browser);
  await typing(first, 'First');
  const second = await tab(browser);
  await opening(second);
  expect(form(second).title).toBe('');
  await typing(second, 'Second', 'other');
  end(first);
  end(second);
  const third = await tab(browser);
  await opening(third);
  expect(form(third).title).toBe('First');
  await opening(third, 'other');
  expect(form(third).title).toBe('Second');
  expect(browser.storage.stored.size).toBe(1);
});

test('RP-02.37 a tab that is put to sleep is there: nothing is taken from it', async () => {
  const browser = new Browser({ locks: true });
  await typing(await tab(browser), 'First');
  browser.sleep();
  const second = await tab(browser);
  await settle();
  await opening(second);
  expect(form(second).title).toBe('');
});

test('RP-02.35 a tab whose record was taken over writes it again', async () => {
  const browser = new Browser();
  const app = await tab(browser);
  await typing(app, 'Half');
  browser.storage.stored.clear();
  await app.fake.hide(true);
  expect(kept(browser)).toContain('Half');
});

test('RP-02.34 another person finds nothing of it, and leaves it where it is', async () => {
  const browser = new Browser();
  const first = await tab(browser);
  await typing(first, 'Mine');
  end(first);
  const other = await tab(browser, 8);
  await opening(other);
  expect(form(other).title).toBe('');
  end(other);
  const back = await tab(browser);
  await opening(back);
  expect(form(back).title).toBe('Mine');
});

test('RP-02.33 RP-02.38 an edit without an answer is sent by the next tab: once, in the same words, under the same key', async () => {
  const browser = new Browser();
  const first = await tab(browser);
  await typing(first, 'Sent');
  await first.do(epicActions.newEpicSubmitted());
  const [call] = first.fake.waiting(CREATE);
  end(first);
  const second = await tab(browser);
  const again = second.fake.next(CREATE);
  expect([again.idempotencyKey, again.request]).toEqual([call?.idempotencyKey, call?.request]);
  await again.fail(UNREACHABLE);
  await browser.storage.clock.advance(1000);
  await second.fake.next(CREATE).answer({ web_url: '/groups/acme/-/epics/9' });
  expect([kept(browser), second.state.frame.resumed, second.state.notice]).toEqual(['', 1, []]);
  expect(second.fake.visits).toEqual([]);
  end(second);
  const third = await tab(browser);
  expect(third.fake.waiting(CREATE)).toEqual([]);
});

test('RP-02.38 one that is refused is told, and gone', async () => {
  const browser = new Browser();
  const first = await tab(browser);
  await typing(first, 'Sent');
  await first.do(epicActions.newEpicSubmitted());
  end(first);
  const second = await tab(browser);
  await second.fake.next(CREATE).fail(refusal(422, 'Title is taken'));
  expect(second.state.notice).toMatchObject([{ kind: 'danger', text: KEEP_TEXTS.refused, detail: 'Title is taken' }]);
  expect([kept(browser), second.state.frame.resumed]).toEqual(['', undefined]);
});

test('RP-02.38 what is changed now goes out after what an earlier tab had sent', async () => {
  const browser = new Browser();
  const first = await tab(browser);
  await typing(first, 'Old');
  await first.do(epicActions.newEpicSubmitted());
  end(first);
  const second = await tab(browser);
  await typing(second, 'New');
  await second.do(epicActions.newEpicSubmitted());
  expect(second.fake.waiting(CREATE).map(({ request }) => request)).toMatchObject([{ body: { title: 'Old' } }]);
  await second.fake.next(CREATE).answer({ web_url: '/groups/acme/-/epics/9' });
  expect(second.fake.waiting(CREATE).map(({ request }) => request)).toMatchObject([{ body: { title: 'New' } }]);
});

test('RP-02.38 moves that waited in line are made again, one after the other, once their tree is there', async () => {
  const browser = new Browser();
  const first = await tab(browser);
  await tree(first);
  const move = (id: number, before: number | null) =>
    treeActions.childMoved({
      childId: issueGid(id),
      fromParentId: epicGid(1),
      parentId: epicGid(1),
      before: before === null ? null : issueGid(before),
      after: null,
    } as never);
  await first.do(move(3, 1), move(2, 3));
  expect(first.state.pending.map(({ status }) => status)).toEqual(['sent', 'queued']);
  const keys = first.state.pending.map(({ id }) => id);
  end(first);
  const second = await tab(browser);
  const sent = second.fake.next('epicTreeReorder');
  expect(sent.idempotencyKey).toBe(keys[0]);
  await tree(second);
  expect(second.state.pending).toEqual([]);
  await sent.answer({ epicTreeReorder: { errors: [] } });
  expect(second.state.pending).toMatchObject([{ id: keys[1], status: 'sent' }]);
  expect(second.fake.next('epicTreeReorder').idempotencyKey).toBe(keys[1]);
  await second.fake.next('epicTreeReorder').answer({ epicTreeReorder: { errors: [] } });
  expect([second.state.pending, kept(browser)]).toEqual([[], '']);
});

test('RP-02.39 what was kept for a day is dropped with a word to its person, also where another one comes first', async () => {
  const browser = new Browser();
  const first = await tab(browser);
  await typing(first, 'Old');
  end(first);
  browser.storage.clock.jump(DAY + 1);
  const other = await tab(browser, 8);
  expect([kept(browser).includes('Old'), other.state.notice]).toEqual([false, []]);
  end(other);
  const back = await tab(browser);
  expect(back.state.notice).toMatchObject([{ kind: 'info', text: KEEP_TEXTS.gone }]);
  await opening(back);
  expect(form(back).title).toBe('');
  end(back);
  const later = await tab(browser);
  expect(later.state.notice).toEqual([]);
});

test.each<[string, (app: Tab) => unknown]>([
  ['was hidden', (app) => app.fake.hide(true)],
  ['was loaded anew', (app) => app.planner.isKept()],
])('RP-02.39 what is typed counts from when its tab %s, what was left from when it was typed', async (_what, ends) => {
  const browser = new Browser();
  const first = await tab(browser);
  await typing(first, 'Left', 'other');
  await first.do(epicActions.newEpicClosed({ left: true }));
  await typing(first, 'Open');
  browser.storage.clock.jump(DAY + 1);
  await ends(first);
  end(first);
  const second = await tab(browser);
  expect(second.state.notice).toMatchObject([{ text: KEEP_TEXTS.gone }]);
  await opening(second, 'other');
  expect(form(second).title).toBe('');
  await opening(second);
  expect(form(second).title).toBe('Open');
});

test.each([
  'no JSON',
  '{"person":"gid://gitlab/User/7"}',
  '{"person":"gid://gitlab/User/7","edits":[1],"mutations":[],"drafts":[]}',
])('RP-02.35 what else stands in the storage is nothing: %s', async (text) => {
  const browser = new Browser();
  browser.storage.stored.set('espalier.kept.x', text);
  const app = await tab(browser);
  expect([app.fake.calls.length, browser.storage.stored.size, app.state.notice]).toEqual([1, 0, []]);
});

test('RP-02.37 a tab that ends while it takes over what another has left loses nothing of it', async () => {
  const browser = new Browser();
  const first = await tab(browser);
  await typing(first, 'Half');
  end(first);
  const { storage } = browser.storage.ports;
  const { set } = storage;
  const ends = () => {
    throw new Error('The tab has ended');
  };
  Object.assign(storage, { set: ends });
  end(await tab(browser));
  Object.assign(storage, { set });
  const third = await tab(browser);
  await opening(third);
  expect(form(third).title).toBe('Half');
  expect(browser.storage.stored.size).toBe(1);
});

test('RP-02.35 RP-02.39 a full storage disturbs nothing, and is no promise', async () => {
  const browser = new Browser();
  const app = await tab(browser);
  await typing(app, 'Kept');
  expect(app.planner.isKept()).toBe(true);
  browser.storage.storageBroken = true;
  await typing(app, 'Not kept');
  expect([app.planner.isKept(), form(app).title]).toEqual([false, 'Not kept']);
  browser.storage.storageBroken = false;
  await typing(app, 'Kept again');
  expect(app.planner.isKept()).toBe(true);
});
