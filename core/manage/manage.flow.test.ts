import { accessActions } from '../access/index.ts';
import { Browser, Tab } from '../gate/testing/tab.ts';
import { keeper } from '../keep/index.ts';
import { parseLog, printLog, redact, replay } from '../replay/index.ts';
import { frameActions } from '../frame/index.ts';
import { refusal } from '../testing/index.ts';
import {
  chosenIn,
  chosenText,
  isEntryWritten,
  manageActions,
  manageDraft,
  manageSaga,
  NOUNS,
  selectIsOutside,
  selectIsWritingEntry,
  selectManage,
  selectManagedStatus,
  selectMayManage,
  selectMayThere,
  selectNothingOffered,
  selectOwnLevel,
  type ManagedPage,
} from './index.ts';
import { openPage as page } from './testing/page.ts';
import { requestsOf } from './testing/requests.ts';

const LABELS = { noun: 'labels', kind: 'group', fullPath: 'acme' } as const;
const OF_APP = { noun: 'labels', kind: 'project', fullPath: 'acme/app' } as const;
const LIST = 'GET /api/v4/groups/acme/labels';
const DRAFT = { title: '', color: '#6699cc', description: '' };
const BUG = { id: 3, name: 'Bug', color: '#ff0000', description: null, open_issues_count: 4, subscribed: true };

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
  expect(app.manage().entries).toEqual([]);
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
  expect(app.manage().form).toEqual({ status: 'idle', what: null, error: null, faults: {} });
});

test('BD-05.4 an answer to another change of the page leaves the form that was opened meanwhile', async () => {
  const app = await page();
  await app.act(manageActions.submitted({ page: LABELS, what: 'follow', id: '3', draft: {} }));
  await app.act(
    manageActions.formOpened({ was: null, before: DRAFT }),
    manageActions.typed({ draft: { title: 'New' } }),
  );
  await app.fake.next('POST /api/v4/groups/acme/labels/3/subscribe').answer({});
  expect([app.manage().edited?.draft['title'], app.manage().saved]).toEqual(['New', 1]);
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
  expect([isEntryWritten(first.edited()!), selectIsWritingEntry(first.tab.state)]).toEqual([true, true]);
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

test('BD-05.5 a form that stands open and untouched takes what was kept; one that is written in does not', async () => {
  const app = await page({ ...LABELS, noun: 'settings' });
  const place = 'settings group acme';
  const kept = { place, data: { was: null, before: DRAFT, draft: { ...DRAFT, title: 'Kept' } } };
  const restored = () => manageDraft.restore(app.state() as never, kept)?.length ?? null;
  await app.act(manageActions.formOpened({ was: null, before: DRAFT }));
  expect(restored()).toBe(2);
  await app.act(manageActions.typed({ draft: { title: 'Other' } }));
  expect(restored()).toBeNull();
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
  expect(selectMayManage(app.state()) === true).toBe(level === null && may);
  const asked = app.fake.calls.find(({ what }) => what.endsWith('/members/all/7'));
  expect(asked === undefined).toBe(level === null);
  if (level === 404) await asked?.fail(refusal(404));
  else await asked?.answer({ access_level: level });
  expect(selectMayManage(app.state())).toBe(may);
});

test('BD-05.96 a session that comes after the page brings the role', async () => {
  const app = await page(LABELS, null);
  const user = { id: 'gid://gitlab/User/7', username: 'ada', name: 'Ada', avatarUrl: null, webUrl: '/ada' };
  await app.act(
    accessActions.sessionReceived({ user: { ...user, admin: false }, features: {}, settings: {}, firstRun: false }),
  );
  await app.fake.next('GET /api/v4/groups/acme/members/all/7').answer({ access_level: 20 });
  expect(selectMayManage(app.state())).toBe(true);
});

test('BD-05.17 the own role bounds the roles that are offered; a role that cannot be read leaves it to the server', async () => {
  const members = { ...LABELS, noun: 'members' } as const;
  expect(selectOwnLevel((await page(members)).state())).toBe(50);
  const app = await page({ ...OF_APP, noun: 'members' }, {});
  const role = 'GET /api/v4/projects/acme%2Fapp/members/all/7';
  await app.fake.next(role).fail(refusal(500));
  expect([selectMayManage(app.state()), selectIsOutside(app.state())]).toEqual([true, false]);
  expect(selectOwnLevel(app.state())).toBe(50);
  await app.act(manageActions.retried());
  await app.fake.next(role).answer({ access_level: 40 });
  expect([selectMayManage(app.state()), selectOwnLevel(app.state())]).toEqual([true, 40]);
  // One's own role is read again after a change.
  await app.act(manageActions.submitted({ page: { ...OF_APP, noun: 'members' }, what: 'delete', id: '8', draft: {} }));
  await app.fake.next('DELETE /api/v4/projects/acme%2Fapp/members/8').answer(null);
  await app.fake.next(role).answer({ access_level: 20 });
  expect(selectMayManage(app.state())).toBe(false);
});

test('BD-05.82 where a page leads to these, the role in that very place decides, with what is inherited', async () => {
  const app = await page({ ...OF_APP, noun: 'members' }, {});
  const there = { kind: 'project', fullPath: 'acme/web' } as const;
  const may = () =>
    (['adminProject', 'adminTemplate', 'ownProject'] as const).map((each) => selectMayThere(app.state(), there, each));
  await app.fake.next('GET /api/v4/projects/acme%2Fapp/members/all/7').answer({ access_level: 50 });
  expect(may()).toEqual([null, null, null]);
  await app.act(manageActions.placeEntered(there));
  expect(may()).toEqual([null, null, null]);
  const role = 'GET /api/v4/projects/acme%2Fweb/members/all/7';
  await app.fake.next(role).answer({ access_level: 40 });
  expect(may()).toEqual([true, true, false]);
  // The page of its members knows it at once, and asks again.
  await app.act(manageActions.opened({ page: { ...there, noun: 'members' } }));
  expect([selectOwnLevel(app.state()), may()]).toEqual([40, [true, true, false]]);
  await app.fake.next(role).fail(refusal(404));
  expect(may()).toEqual([false, false, false]);
  const admin = await page(LABELS);
  expect(selectMayThere(admin.state(), there, 'ownProject')).toBe(true);
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

test('BD-05.9 people are found after the last letter; an answer to an earlier search is not shown', async () => {
  const app = await page({ ...LABELS, noun: 'members' });
  const ask = (search: string) => app.act(manageActions.suggestionsAsked({ what: 'people', search }));
  await ask('a');
  await app.fake.clock.advance(200);
  await app.fake.next('GET /api/v4/users').answer([{ id: 7, name: 'Ada', username: 'ada' }]);
  expect(app.manage().suggested).toEqual([{ id: '7', title: 'Ada', detail: '@ada' }]);
  await ask('ad');
  await ask('bo');
  await app.fake.clock.advance(199);
  expect(app.count('GET /api/v4/users')).toBe(1);
  await app.fake.clock.advance(1);
  const asked = app.fake.next('GET /api/v4/users');
  expect(asked.request?.query).toEqual({ search: 'bo', per_page: 20, active: true });
  await ask('bor');
  await asked.answer([{ id: 8, name: 'Bo', username: 'bo' }]);
  expect(app.manage().suggested).toEqual([]);
  await app.act(manageActions.suggestionsAsked({ what: 'groups', search: '' }));
  await app.fake.next('GET /api/v4/groups').answer([{ id: 4, name: 'Web', full_path: 'acme/web' }]);
  expect(app.manage().suggested).toEqual([{ id: '4', title: 'Web', detail: 'acme/web' }]);
  await ask('zz');
  expect(selectNothingOffered(app.state())).toBeNull();
  await app.fake.clock.advance(200);
  await app.fake.next('GET /api/v4/users').answer([]);
  expect(selectNothingOffered(app.state())).toBe('No matches');
  await ask('zzz');
  await app.fake.clock.advance(200);
  await app.fake.next('GET /api/v4/users').fail(refusal(500));
  expect(selectNothingOffered(app.state())).toMatch(/^Something went wrong/);
});

test('BD-05.81 the other entry is searched for on the server, among all that it can be', async () => {
  const app = await page();
  await app.act(manageActions.suggestionsAsked({ what: 'entries', search: 'feat', page: LABELS }));
  await app.fake.clock.advance(200);
  const asked = app.fake.calls.filter(({ what }) => what === LIST).at(-1);
  expect(asked?.request?.query).toMatchObject({ search: 'feat', per_page: 20, include_ancestor_groups: true });
  await asked?.answer([{ ...BUG, id: 9, name: 'Feature' }]);
  expect(app.manage().suggested).toEqual([{ id: '9', title: 'Feature', detail: '' }]);
  const into = chosenText([{ key: '9', title: 'Feature' }]);
  expect(requestsOf(LABELS, '3', { into }, 'merge')).toEqual([['POST groups/acme/labels/3/merge', { into: '9' }]]);
});

test('BD-05.10 people, addresses or a group are invited; what stands against some of them is told, and the form stays', async () => {
  const members = { ...LABELS, noun: 'members' } as const;
  const who = chosenText([
    { key: '7', title: 'Ada' },
    { key: 'bo@example.com', title: 'bo@example.com' },
    { key: '8', title: 'Bo\tand\nco' },
  ]);
  expect(chosenIn(who).map(({ title }) => title)).toEqual(['Ada', 'bo@example.com', 'Bo and co']);
  const role = { level: '20', expires: '2026-12-24' };
  expect(requestsOf(members, null, { ...role, to: 'people', who, group: '' }, 'save')).toEqual([
    [
      'POST groups/acme/invitations',
      { user_id: '7,8', email: 'bo@example.com', access_level: 20, expires_at: '2026-12-24' },
    ],
  ]);
  const group = chosenText([{ key: '4', title: 'Web' }]);
  expect(requestsOf(members, null, { ...role, to: 'groups', who, group }, 'save')).toEqual([
    ['POST groups/acme/share', { group_id: 4, group_access: 20, expires_at: '2026-12-24' }],
  ]);
  const app = await page(members);
  const draft = { to: 'people', who: '', group: '', level: '10', expires: '' };
  await app.act(manageActions.formOpened({ was: null, before: draft }));
  await app.act(manageActions.submitted({ page: members, what: 'save', id: null, draft }));
  expect(app.manage().form.faults).toEqual({ who: 'Please add members to invite' });
  await app.act(manageActions.typed({ draft: { who } }));
  await app.act(manageActions.submitted({ page: members, what: 'save', id: null, draft: { ...draft, who } }));
  await app.fake.next('GET /api/v4/groups/acme/members').answer([]);
  const message = { 'bo@example.com': 'Invite email has already been taken' };
  await app.fake.next('POST /api/v4/groups/acme/invitations').answer({ status: 'error', message });
  expect(app.manage().form).toMatchObject({
    status: 'failed',
    error: 'Review the invite errors and try again:',
    faults: message,
  });
  expect([app.manage().edited?.draft['who'], app.count('GET /api/v4/groups/acme/members')]).toEqual([who, 2]);
  expect(NOUNS.members.refusalIn?.({ status: 'error', message: 'Too many users' })).toEqual({
    error: 'Too many users',
    faults: {},
  });
});

test('BD-05.11 settings are saved; what is moved or named anew is followed', async () => {
  const settings = { ...LABELS, noun: 'settings' } as const;
  const app = await page(settings);
  await app.fake.next('GET /api/v4/groups/acme').answer({ id: 3, name: 'Acme', path: 'acme', visibility: 'public' });
  const acme = { id: '3', name: 'Acme', path: 'acme', description: '', visibility: 'public' };
  expect(app.manage().entries).toEqual([{ ...acme, avatarUrl: null, isArchived: false, deletedOn: null }]);
  const draft = { name: ' Acme ', path: 'zenith', description: '', visibility: 'public' };
  const save = manageActions.submitted({ page: settings, what: 'save', id: '3', draft });
  await app.act(frameActions.navigated({ webPath: '/groups/acme/-/edit', query: '' }), save);
  const body = { name: 'Acme', path: 'zenith', description: '', visibility: 'public' };
  expect(app.fake.next('PUT /api/v4/groups/acme').request?.body).toEqual(body);
  await app.fake.next('PUT /api/v4/groups/acme').answer({ full_path: 'zenith' });
  expect(app.fake.visits).toEqual(['/groups/zenith/-/edit']);
  // Whoever has gone on is not fetched back; what was answered is shown.
  await app.act(frameActions.navigated({ webPath: '/', query: '' }), save);
  const answer = { id: 3, name: 'Zenith', path: 'z', full_path: 'z', marked_for_deletion_on: '2026-11-24' };
  await app.fake.next('PUT /api/v4/groups/acme').answer(answer);
  expect([app.fake.visits.length, app.manage().entries]).toEqual([
    1,
    [expect.objectContaining({ name: 'Zenith', deletedOn: '2026-12-01' })],
  ]);
  const target = chosenText([{ key: '4', title: 'Web' }]);
  expect(requestsOf(settings, '3', { target }, 'move', 'delete', 'restore')).toEqual([
    ['POST groups/acme/transfer', { group_id: 4 }],
    ['DELETE groups/acme'],
    ['POST groups/acme/restore'],
  ]);
  expect(requestsOf(settings, '3', { target: '' }, 'move')).toEqual([['POST groups/acme/transfer', {}]]);
  expect(requestsOf({ ...OF_APP, noun: 'settings' }, '3', { target }, 'move', 'archive', 'unarchive')).toEqual([
    ['PUT projects/acme%2Fapp/transfer', { namespace: 4 }],
    ['POST projects/acme%2Fapp/archive'],
    ['POST projects/acme%2Fapp/unarchive'],
  ]);
});

test('BD-05.14 who has no role asks for access', async () => {
  const app = await page({ ...LABELS, noun: 'members' }, {});
  const role = app.fake.calls.find(({ what }) => what.endsWith('/members/all/7'));
  expect(selectIsOutside(app.state())).toBe(false);
  await role?.fail(refusal(404));
  expect(selectIsOutside(app.state())).toBe(true);
  const shown = { ...LABELS, noun: 'members' } as const;
  await app.act(manageActions.submitted({ page: shown, what: 'ask', id: null, draft: {} }));
  await app.fake.next('POST /api/v4/groups/acme/access_requests').answer({});
  expect(app.manage().done).toBe('ask');
});

test('AP-09.68 a link to sign in with is shown once, and is in no action and no state', async () => {
  const app = await page({ noun: 'users', kind: 'site', fullPath: '' });
  await app.fake.next('GET /api/v4/users').answer([
    { id: 8, username: 'bo', state: 'active' },
    { id: 9, username: 'cy', state: 'blocked' },
  ]);
  expect(app.manage().entries).toMatchObject([
    { offers: ['link', 'block', 'ban', 'deactivate', 'delete', 'hardDelete'] },
    { offers: ['unblock', 'delete', 'hardDelete'] },
  ]);
  const page8 = { noun: 'users', kind: 'site', fullPath: '' } as const;
  await app.act(manageActions.submitted({ page: page8, what: 'link', id: '8', draft: {} }));
  await app.fake.next('POST /-/users/8/sign_in_link').answer({ url: 'http://here/-/sign-in?token=tell-nobody' });
  expect(app.fake.ports.secrets?.shown()).toEqual({
    of: 'users 8',
    secret: 'http://here/-/sign-in?token=tell-nobody',
  });
  expect(app.manage().done).toBe('link');
  expect(printLog(app.recording.log()) + JSON.stringify(app.state())).not.toContain('tell-nobody');
});
