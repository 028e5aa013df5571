import { Browser, Tab } from '../gate/testing/tab.ts';
import { keeper } from '../keep/index.ts';
import { createPlanner } from '../planner.ts';
import { parseLog, printLog, record, redact, replay } from '../replay/index.ts';
import { accessActions } from '../access/index.ts';
import { FakePorts, refusal, settle } from '../testing/index.ts';
import {
  isEntryWritten,
  manageActions,
  manageSaga,
  NOUNS,
  selectManage,
  selectManagedStatus,
  selectMayManage,
  type ManagedPage,
} from './index.ts';

const LABELS = { noun: 'labels', kind: 'group', fullPath: 'acme' } as const;
const OF_APP = { noun: 'labels', kind: 'project', fullPath: 'acme/app' } as const;
const LIST = 'GET /api/v4/groups/acme/labels';
const DRAFT = { title: '', color: '#6699cc', description: '' };
const BUG = { id: 3, name: 'Bug', color: '#ff0000', description: null, open_issues_count: 4, subscribed: true };

async function page(shown: ManagedPage = LABELS, user: { readonly admin?: boolean } | null = { admin: true }) {
  const fake = new FakePorts();
  const recording = record({ hashEvery: 1 });
  const planner = createPlanner(fake.ports, { middleware: [recording.middleware] });
  const act = async (...actions: readonly { readonly type: string }[]): Promise<void> => {
    for (const action of actions) planner.store.dispatch(action);
    await settle();
  };
  const given = { id: 'gid://gitlab/User/7', username: 'ada', name: 'Ada', avatarUrl: null, webUrl: '/ada' };
  const session = { features: {}, settings: {}, firstRun: false };
  planner.watch('manage', manageSaga);
  await act(
    accessActions.sessionReceived({ ...session, user: user && { ...given, admin: false, ...user } }),
    manageActions.opened({ page: shown }),
  );
  const state = () => planner.store.getState();
  const count = (what: string) => fake.calls.filter((call) => call.what === what).length;
  return { fake, recording, act, state, count, manage: () => selectManage(state()) };
}

test('BD-05.1 the page lists what a place has of its own; what may not be seen is missing, what fails is asked for again', async () => {
  const app = await page();
  expect(selectManagedStatus(app.state()).status).toBe('loading');
  expect(app.fake.next(LIST).request?.query).toEqual({
    with_counts: true,
    include_ancestor_groups: false,
    per_page: 100,
    page: 1,
  });
  await app.fake.next(LIST).answer([BUG, { id: 4 }]);
  const bug = {
    id: '3',
    title: 'Bug',
    color: '#ff0000',
    textColor: '#FFFFFF',
    scoped: null,
    description: null,
    opened: 4,
    followed: true,
  };
  expect(app.manage().entries).toEqual([bug]);
  await app.act(manageActions.opened({ page: OF_APP }));
  expect(app.manage().entries).toEqual([]);
  await app.fake.next('GET /api/v4/projects/acme%2Fapp/labels').fail(refusal(500));
  expect(selectManagedStatus(app.state())).toMatchObject({ status: 'failed' });
  await app.act(manageActions.retried());
  await app.fake.next('GET /api/v4/projects/acme%2Fapp/labels').fail(refusal(404));
  expect(selectManagedStatus(app.state()).status).toBe('missing');
});

test('BD-05.2 a search waits for its last letter, a filter does not; the next hundred come when they are asked for', async () => {
  const app = await page();
  const many = (from: number) => Array.from({ length: 100 }, (_, at) => ({ ...BUG, id: from + at }));
  await app.fake.next(LIST).answer(many(1));
  await app.act(manageActions.moreAsked());
  expect(app.fake.next(LIST).request?.query).toMatchObject({ page: 2 });
  await app.fake.next(LIST).answer([{ ...BUG, id: 500 }]);
  expect(app.manage().entries).toHaveLength(101);
  await app.act(manageActions.moreAsked());
  expect(app.count(LIST)).toBe(2);

  await app.act(manageActions.narrowed({ search: 'b' }), manageActions.narrowed({ search: 'bu' }));
  await app.fake.clock.advance(249);
  expect(app.count(LIST)).toBe(2);
  await app.fake.clock.advance(1);
  expect(app.fake.next(LIST).request?.query).toMatchObject({ search: 'bu', page: 1 });
  await app.fake.next(LIST).answer([BUG]);
  expect(app.manage().entries).toHaveLength(1);
  await app.act(manageActions.narrowed({ filter: 'all' }));
  expect(app.fake.next(LIST).request?.query).toMatchObject({ search: 'bu', include_ancestor_groups: true });
});

test('BD-05.3 one change at a time is sent; faults and refusals are said, and the list is read again', async () => {
  const app = await page();
  const form = () => app.manage().form;
  const save = (id: string | null, draft: Record<string, string>, what = 'save') =>
    app.act(manageActions.submitted({ page: LABELS, what, id, draft }));
  await app.fake.next(LIST).answer([]);
  await app.act(manageActions.formOpened({ was: null, before: DRAFT }), manageActions.typed({ draft: { title: ' ' } }));
  await save(null, app.manage().edited?.draft ?? {});
  expect(form()).toMatchObject({ status: 'failed', error: null, faults: { title: "can't be blank", color: null } });
  await save(null, { ...DRAFT, title: ' Urgent ' });
  await save(null, { ...DRAFT, title: 'Second' });
  const made = app.fake.next('POST /api/v4/groups/acme/labels');
  expect(made.request?.body).toEqual({ name: 'Urgent', color: '#6699cc', description: '' });
  await made.fail(refusal(400, 'title has already been taken'));
  expect(form()).toMatchObject({ status: 'failed', error: 'Title has already been taken', faults: {} });
  expect(app.manage().edited?.draft).toMatchObject({ title: ' ' });
  await save('3', { ...DRAFT, title: 'Now' });
  await app.fake.next('PUT /api/v4/groups/acme/labels/3').answer({});
  expect([form().status, app.manage().edited, app.manage().saved, app.count(LIST)]).toEqual(['idle', null, 1, 2]);
  await save('3', {}, 'delete');
  await app.fake.next('DELETE /api/v4/groups/acme/labels/3').answer(null);
  expect(app.manage().saved).toBe(2);
});

test('BD-05.4 an answer to what another page sent does not close this page’s form', async () => {
  const app = await page();
  await app.act(manageActions.submitted({ page: LABELS, what: 'delete', id: '3', draft: {} }));
  await app.act(manageActions.opened({ page: OF_APP }), manageActions.formOpened({ was: null, before: DRAFT }));
  await app.fake.next('DELETE /api/v4/groups/acme/labels/3').answer(null);
  expect([app.manage().edited?.was, app.manage().saved]).toEqual([null, 0]);
  await app.act(manageActions.opened({ page: LABELS }));
  await app.act(manageActions.submitted({ page: LABELS, what: 'delete', id: '4', draft: {} }));
  await app.act(manageActions.opened({ page: OF_APP }));
  await app.fake.next('DELETE /api/v4/groups/acme/labels/4').fail(refusal(403, 'Forbidden'));
  expect(app.manage().form).toEqual({ status: 'idle', error: null, faults: {} });
});

test('BD-05.5 what is typed is there again on the page of its place, until it is saved or discarded', async () => {
  const browser = new Browser();
  const open = async (shown: ManagedPage) => {
    const tab = new Tab(browser);
    tab.planner.keep(keeper);
    tab.planner.watch('manage', manageSaga);
    await tab.signIn();
    // It has asked which other tabs are there.
    await browser.storage.clock.advance(250);
    await tab.do(manageActions.opened({ page: shown }));
    return { tab, edited: () => selectManage(tab.state).edited };
  };
  const first = await open(LABELS);
  await first.tab.do(manageActions.formOpened({ was: { id: '3' }, before: DRAFT }));
  expect(isEntryWritten(first.edited()!)).toBe(false);
  await first.tab.do(manageActions.typed({ draft: { title: 'Urgent' } }));
  expect(isEntryWritten(first.edited()!)).toBe(true);
  first.tab.planner.dispose();
  const other = await open(OF_APP);
  expect(other.edited()).toBeNull();
  other.tab.planner.dispose();
  const second = await open(LABELS);
  expect(second.edited()).toEqual({ was: { id: '3' }, before: DRAFT, draft: { ...DRAFT, title: 'Urgent' } });
  await second.tab.do(manageActions.formClosed());
  second.tab.planner.dispose();
  expect((await open(LABELS)).edited()).toBeNull();
});

test.each([
  ['a visitor', null, LABELS, null, false],
  ['an administrator', { admin: true }, LABELS, null, true],
  ['a Guest', {}, LABELS, 10, false],
  ['a Reporter', {}, LABELS, 20, true],
  ['a Reporter of a project', {}, OF_APP, 20, true],
  ['a Maintainer, the members of a group', {}, { ...LABELS, noun: 'members' }, 40, false],
  ['a Maintainer, those of a project', {}, { ...OF_APP, noun: 'members' }, 40, true],
  ['who has no role', {}, LABELS, 404, false],
] as const)('BD-05.6 %s manages what their role allows', async (_who, user, shown, level, may) => {
  const app = await page(shown, user);
  expect(selectMayManage(app.state())).toBe(level === null && may);
  const asked = app.fake.calls.find(({ what }) => what.endsWith('/members/all/7'));
  expect(asked === undefined).toBe(level === null);
  if (level === 404) await asked?.fail(refusal(404));
  else await asked?.answer({ access_level: level });
  expect(selectMayManage(app.state())).toBe(may);
});

test('BD-05.7 a redacted log tells nothing of labels, and replays', async () => {
  const app = await page();
  const SECRETS = ['Kaleidoscope', 'marmalade', 'zeppelin'] as const;
  const [named, said, typed] = SECRETS;
  await app.fake.next(LIST).answer([{ ...BUG, name: named, description: said }]);
  await app.act(manageActions.formOpened({ was: { id: '3' }, before: { ...DRAFT, title: named, description: said } }));
  await app.act(manageActions.typed({ draft: { title: typed } }), manageActions.narrowed({ search: typed }));
  const change = { page: LABELS, what: 'save', id: '3', draft: { ...DRAFT, title: typed } };
  await app.act(manageActions.submitted(change));
  await app.fake.next('PUT /api/v4/groups/acme/labels/3').fail(refusal(400, `No ${typed}`));
  app.recording.stop();
  const log = app.recording.log();
  for (const secret of SECRETS) expect(printLog(log)).toContain(secret);
  const shared = printLog(redact(log));
  for (const secret of SECRETS) expect(shared).not.toContain(secret);
  expect(replay(parseLog(shared)).mismatch).toBeNull();
});

const requestsOf = (shown: ManagedPage, id: string | null, draft: Record<string, string>, ...whats: string[]) =>
  whats.map((what) => {
    const { method, path, body } = NOUNS[shown.noun].request({ page: shown, what, id, draft });
    return [`${method} ${path.replace('/api/v4/', '')}`, ...(body === undefined ? [] : [body])];
  });

test('BD-05.8 members get a role and a last day, one role for all who are added', () => {
  const members = { ...LABELS, noun: 'members' } as const;
  const list = 'groups/acme/members';
  expect(requestsOf(members, '7', { level: '30', expires: '' }, 'save', 'delete')).toEqual([
    [`PUT ${list}/7`, { access_level: 30, expires_at: null }],
    [`DELETE ${list}/7`],
  ]);
  expect(requestsOf(members, null, { users: '7,8', level: '20', expires: '2026-12-24' }, 'save')).toEqual([
    [`POST ${list}`, { user_id: '7,8', access_level: 20, expires_at: '2026-12-24' }],
  ]);
  expect(NOUNS.members.faults({ users: '' })).toEqual({ users: 'Please add members to invite' });
  expect(NOUNS.members.list({ ...members, search: '', filter: 'all' }).path).toBe('/api/v4/groups/acme/members/all');
  const created_by = { name: 'Bo' };
  expect(NOUNS.members.entryOf({ id: 7, username: 'ada', access_level: 30, created_by })).toEqual({
    id: '7',
    username: 'ada',
    name: 'ada',
    avatarUrl: null,
    level: 30,
    expiresAt: null,
    createdAt: null,
    createdBy: 'Bo',
  });
});

test('AP-14.50 labels are named, coloured, merged, promoted and followed', () => {
  const faults = (title: string, color: string) => NOUNS.labels.faults({ title, color });
  expect(faults('x'.repeat(256), '#12')).toEqual({
    title: 'is too long (maximum is 255 characters)',
    color: 'must be a valid color code',
  });
  expect(faults('x', '#F00')).toEqual({ title: null, color: null });
  const list = 'projects/acme%2Fapp/labels';
  const draft = { title: 'Bug', color: '#F00', description: ' Faults ', into: '9' };
  expect(requestsOf(OF_APP, '3', draft, 'save', 'merge', 'promote', 'follow', 'unfollow')).toEqual([
    [`PUT ${list}/3`, { new_name: 'Bug', color: '#ff0000', description: 'Faults' }],
    [`POST ${list}/3/merge`, { into: '9' }],
    [`PUT ${list}/3/promote`],
    [`POST ${list}/3/subscribe`],
    [`POST ${list}/3/unsubscribe`],
  ]);
});

test('AP-05.95 milestones have a title and days in their order; they are closed, reopened and promoted', () => {
  const faults = (start: string, due: string) => NOUNS.milestones.faults({ title: 'One', start, due })['due'];
  expect([faults('2026-12-01', '2026-12-01'), faults('2026-12-01', '2026-12-02'), faults('', '2026-12-01')]).toEqual([
    'must be greater than start date',
    null,
    null,
  ]);
  const shown = { ...OF_APP, noun: 'milestones' } as const;
  const list = 'projects/acme%2Fapp/milestones';
  const draft = { title: ' One ', description: '', start: '2026-12-01', due: '' };
  const body = { title: 'One', description: null, start_date: '2026-12-01', due_date: null };
  expect(requestsOf(shown, null, draft, 'save')).toEqual([[`POST ${list}`, body]]);
  expect(requestsOf(shown, '3', draft, 'save', 'close', 'reopen', 'promote', 'delete')).toEqual([
    [`PUT ${list}/3`, body],
    [`PUT ${list}/3`, { state_event: 'close' }],
    [`PUT ${list}/3`, { state_event: 'activate' }],
    [`POST ${list}/3/promote`],
    [`DELETE ${list}/3`],
  ]);
  const { list: read } = NOUNS.milestones;
  expect(['active', 'all'].map((filter) => read({ ...shown, search: '', filter }).query)).toEqual([
    { state: 'active' },
    {},
  ]);
  expect(NOUNS.milestones.entryOf({ id: 3, iid: 1, title: 'One', state: 'closed', due_date: '2026-12-02' })).toEqual({
    id: '3',
    iid: '1',
    title: 'One',
    description: null,
    isClosed: true,
    startDate: null,
    dueDate: '2026-12-02',
    sign: 'Closed',
  });
});
