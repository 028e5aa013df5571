import { addressesIn, managedPath, milestonePlace, NOUNS, pageAt, pathOf, type UserEntry } from './index.ts';
import type { RestRequest } from '../ports/index.ts';
import { isKnownText } from '../replay/known-texts.ts';
import { requestsOf } from './testing/requests.ts';

const LABELS = { noun: 'labels', kind: 'group', fullPath: 'acme' } as const;
const OF_APP = { noun: 'labels', kind: 'project', fullPath: 'acme/app' } as const;

test('BD-05.8 members get a role and a last day, one role for all who are added', () => {
  const members = { ...LABELS, noun: 'members' } as const;
  const list = 'groups/acme/members';
  expect(requestsOf(members, '7', { level: '30', expires: '' }, 'save', 'delete')).toEqual([
    [`PUT ${list}/7`, { access_level: 30, expires_at: null }],
    [`DELETE ${list}/7`],
  ]);
  const email = requestsOf(members, 'bo@example.com', { level: '30', expires: '' }, 'save', 'withdraw');
  const waiting = 'groups/acme/invitations/bo%40example.com';
  expect(email).toEqual([[`PUT ${waiting}`, { access_level: 30, expires_at: null }], [`DELETE ${waiting}`]]);
  expect(requestsOf(members, '7', { level: '20' }, 'approve', 'deny', 'unshare', 'ask')).toEqual([
    ['PUT groups/acme/access_requests/7/approve', { access_level: 20 }],
    ['DELETE groups/acme/access_requests/7'],
    ['DELETE groups/acme/share/7'],
    ['POST groups/acme/access_requests'],
  ]);
  expect((NOUNS.members.list({ ...members, search: '', filter: 'all' }) as RestRequest | null)?.path).toBe(
    '/api/v4/groups/acme/members/all',
  );
  const created_by = { name: 'Bo' };
  const none = {
    avatarUrl: null,
    expiresAt: null,
    createdAt: null,
    createdBy: null,
    path: null,
    link: null,
    isVoid: false,
  };
  expect(
    [
      { id: 7, username: 'ada', access_level: 30, created_by },
      { id: 7, username: 'ada', requested_at: '2026-11-01T00:00:00Z' },
      { invite_email: 'bo@example.com', access_level: 30, invite_link: '/-/invites/x', created_by_name: 'Bo' },
      { group_id: 4, group_name: 'Web', group_full_path: 'acme/web', group_access_level: 20 },
      { id: 8 },
    ].map(NOUNS.members.entryOf),
  ).toEqual([
    { ...none, kind: 'member', id: '7', name: 'ada', path: 'ada', level: 30, createdBy: 'Bo' },
    { ...none, kind: 'request', id: '7', name: 'ada', path: 'ada', level: null, createdAt: '2026-11-01T00:00:00Z' },
    {
      ...none,
      kind: 'invitation',
      id: 'bo@example.com',
      name: 'bo@example.com',
      level: 30,
      createdBy: 'Bo',
      link: '/-/invites/x',
    },
    { ...none, kind: 'share', id: '4', name: 'Web', path: 'acme/web', level: 20 },
    null,
  ]);
  const { rowsIn } = NOUNS.members;
  const shares = { ...members, search: '', filter: 'shares' };
  expect([rowsIn?.({ shared_with_groups: [1] }, shares), rowsIn?.({}, shares)]).toEqual([[1], []]);
});

test('BD-05.12 a group or project is made in the group of the page, and opened', () => {
  expect(['Café & Bar', '  --', 'API 2.0.', 'ÅNGSTRÖM'].map(pathOf)).toEqual(['cafe-bar', '', 'api-2.0', 'angstrom']);
  const draft = { name: 'Web', path: 'web', description: 'All', visibility: 'internal', parent: '3' };
  const body = { name: 'Web', path: 'web', description: 'All', visibility: 'internal' };
  const [group, top] = [
    { ...LABELS, noun: 'newGroup' } as const,
    { noun: 'newGroup', kind: 'site', fullPath: '' } as const,
  ];
  expect(requestsOf(group, null, draft, 'save')).toEqual([['POST groups', { ...body, parent_id: 3 }]]);
  expect(requestsOf(top, null, { ...draft, parent: '' }, 'save')).toEqual([['POST groups', body]]);
  const project = { ...LABELS, noun: 'newProject' } as const;
  expect(requestsOf(project, null, draft, 'save')).toEqual([['POST projects', { ...body, namespace_id: 3 }]]);
  const made = { page: project, what: 'save', id: null, draft };
  expect(NOUNS.newGroup.next?.({ full_path: 'acme/web' }, made)).toBe('/groups/acme/web');
  expect(NOUNS.newProject.next?.({ path_with_namespace: 'acme/web' }, made)).toBe('/acme/web');
  expect(NOUNS.newGroup.faults({ name: '', path: 'x'.repeat(256) })).toEqual({
    name: "can't be blank",
    path: 'is too long (maximum is 255 characters)',
  });
});

test('BD-05.13 accounts are offered what their state allows', () => {
  const users = { noun: 'users', kind: 'site', fullPath: '' } as const;
  const offers = (state: string) => (NOUNS.users.entryOf({ id: 7, username: 'ada', state }) as UserEntry).offers;
  expect(['active', 'blocked', 'banned', 'deactivated'].map(offers)).toEqual([
    ['link', 'block', 'ban', 'deactivate', 'delete', 'hardDelete'],
    ['unblock', 'delete', 'hardDelete'],
    ['unban', 'delete', 'hardDelete'],
    ['link', 'activate', 'block', 'delete', 'hardDelete'],
  ]);
  const draft = { name: 'Ada', username: 'ada', email: ' ada@example.com ', admin: 'true' };
  const body = { name: 'Ada', username: 'ada', email: 'ada@example.com', admin: true };
  expect(requestsOf(users, null, draft, 'save')).toEqual([['POST users', { ...body, force_random_password: true }]]);
  expect(requestsOf(users, '7', draft, 'save', 'ban', 'delete')).toEqual([
    ['PUT users/7', body],
    ['POST users/7/ban'],
    ['DELETE users/7'],
  ]);
  expect(NOUNS.users.request({ page: users, what: 'hardDelete', id: '7', draft: {} })).toEqual({
    method: 'DELETE',
    path: '/api/v4/users/7',
    query: { hard_delete: true },
  });
  expect((NOUNS.users.list({ ...users, search: '', filter: 'shutOut' }) as RestRequest | null)?.query).toEqual({
    exclude_active: true,
    humans: true,
  });
  expect(NOUNS.users.faults({ name: 'Ada', username: '', email: ' ' })).toEqual({
    name: null,
    username: "can't be blank",
    email: "can't be blank",
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
  expect(
    ['active', 'all'].map((filter) => (read({ ...shown, search: '', filter }) as RestRequest | null)?.query),
  ).toEqual([{ state: 'active' }, {}]);
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

test('BD-05.15 one’s own profile is read and changed as a whole', () => {
  const page = { noun: 'profile', kind: 'site', fullPath: '' } as const;
  expect(NOUNS.profile.entryOf({ id: 7, name: 'Ada', username: 'ada', bio: 'Plans', location: null })).toMatchObject({
    id: '7',
    name: 'Ada',
    parts: { bio: 'Plans', location: '', job_title: '' },
  });
  const [[call, body] = []] = requestsOf(page, '7', { name: ' Ada L ', bio: 'Plans ' }, 'save');
  expect([call, body]).toEqual([
    'PUT /-/profile.json',
    expect.objectContaining({ name: 'Ada L', bio: 'Plans', pronouns: '' }),
  ]);
  expect(NOUNS.profile.faults({ name: ' ' })).toEqual({ name: "can't be blank" });
});

test('AP-09.96 one’s account is linked by going to the provider, and unlinked', () => {
  const page = { noun: 'profile', kind: 'site', fullPath: '' } as const;
  const entry = (more: object) => NOUNS.profile.entryOf({ id: 7, name: 'Ada', username: 'ada', ...more });
  expect(entry({ identities: [] })).toMatchObject({ signInWith: null, isLinked: false });
  const linked = [{ provider: 'openid_connect', extern_uid: '1' }];
  expect(entry({ sign_in_with: 'Acme ID', identities: linked })).toMatchObject({
    signInWith: 'Acme ID',
    isLinked: true,
  });
  expect(requestsOf(page, '7', {}, 'link', 'unlink')).toEqual([['POST /-/oidc/link'], ['DELETE /-/oidc/link']]);
  const next = (what: string) =>
    NOUNS.profile.next?.({ url: 'https://id.example.org/auth?state=x' }, { page, what, id: '7', draft: {} });
  expect([next('link'), next('unlink'), next('save')]).toEqual(['https://id.example.org/auth?state=x', null, null]);
});

test('BD-05.16 a session is ended by itself, or all others', () => {
  const page = { noun: 'sessions', kind: 'site', fullPath: '' } as const;
  expect(NOUNS.sessions.entryOf({ id: 3, user_agent: null, current: true })).toEqual({
    id: '3',
    agent: 'Unknown browser',
    address: null,
    createdAt: null,
    isCurrent: true,
  });
  expect(requestsOf(page, '3', {}, 'delete', 'all')).toEqual([['DELETE /-/sessions/3'], ['DELETE /-/sessions.json']]);
});

test('BD-05.20 every address that is built is that of its page; others are none', () => {
  const nouns = ['labels', 'milestones', 'members', 'settings', 'newGroup', 'newProject', 'templates'] as const;
  for (const kind of ['group', 'project'] as const) {
    for (const noun of nouns) {
      const [place, rest = ''] = managedPath({ kind, fullPath: 'a/b', noun }).split('/-/');
      expect([place, pageAt(kind, rest)]).toEqual([kind === 'group' ? '/groups/a/b' : '/a/b', { noun }]);
    }
  }
  expect(managedPath({ kind: 'project', fullPath: 'a/app', noun: 'members' })).toBe('/a/app/-/project_members');
  const others = ['boards', 'constructor', 'members', 'project_members'];
  expect(others.map((rest) => pageAt('group', rest))).toEqual([null, null, null, null]);
});

test('BD-05.7 what the pages are called is told by a redacted log, for it cannot be replayed without', () => {
  expect(Object.keys(NOUNS).filter((noun) => !isKnownText('noun', noun))).toEqual([]);
});

test('AP-14.60 a milestone has a page of its own, under its number in the place', () => {
  for (const kind of ['group', 'project'] as const) {
    const path = managedPath({ kind, fullPath: 'a/b', noun: 'milestone', iid: '12' });
    const [, rest = ''] = path.split('/-/');
    expect([path, pageAt(kind, rest)]).toEqual([
      `${kind === 'group' ? '/groups' : ''}/a/b/-/milestones/12`,
      { noun: 'milestone', iid: '12' },
    ]);
  }
  const others = ['milestones/0', 'milestones/new', 'milestones/1/edit', 'labels/1', `milestones/${'9'.repeat(16)}`];
  expect(others.map((rest) => pageAt('group', rest))).toEqual(others.map(() => null));
  const page = { ...OF_APP, noun: 'milestone', iid: '12' } as const;
  expect(NOUNS.milestone.list({ ...page, search: '', filter: '' })).toMatchObject({ query: { 'iids[]': '12' } });
  expect(requestsOf(page, '7', {}, 'close')).toEqual([
    ['PUT projects/acme%2Fapp/milestones/7', { state_event: 'close' }],
  ]);
  const after = (what: string, answer: unknown) => NOUNS.milestone.next?.(answer, { page, what, id: '7', draft: {} });
  expect(after('delete', null)).toBe('/acme/app/-/milestones');
  expect(after('promote', { web_url: 'http://host/groups/acme/-/milestones/3' })).toBe('/groups/acme/-/milestones/3');
  expect([after('close', {}), after('promote', {})]).toEqual([null, null]);
  expect(milestonePlace(page, { id: '7', title: 'Beta' })).toEqual({
    kind: 'project',
    fullPath: 'acme/app',
    milestone: { id: 'gid://gitlab/Milestone/7', title: 'Beta' },
  });
});

test('BD-05.10 what is typed or pasted is addresses, and nothing else', () => {
  expect(['42', 'ada', ' a@b.c,d@e.f;\n g@h.i x '].map(addressesIn)).toEqual([[], [], ['a@b.c', 'd@e.f', 'g@h.i']]);
});

test('AP-09.63 preferences are read and sent by the names of the API; nothing chosen is as the server has it', () => {
  const page = { noun: 'preferences', kind: 'site', fullPath: '' } as const;
  const { entryOf } = NOUNS.preferences;
  expect(entryOf({ user_id: 7, time_zone: 'Europe/Vienna', first_day_of_week: 0, theme: 'dark' })).toEqual({
    ...{ id: '7', timeZone: 'Europe/Vienna', firstDay: '0', theme: 'dark', shortcuts: 'true' },
  });
  const none = { timeZone: '', firstDay: '', theme: '', shortcuts: 'false' };
  expect(entryOf({ user_id: 7, theme: null, keyboard_shortcuts_enabled: false })).toEqual({ id: '7', ...none });
  expect(entryOf({})).toBeNull();
  const body = { time_zone: '', first_day_of_week: null, theme: '', keyboard_shortcuts_enabled: false };
  expect(requestsOf(page, '7', none, 'save')).toEqual([['PUT user/preferences', body]]);
  const chosen = { ...none, firstDay: '6', shortcuts: 'true' };
  expect(requestsOf(page, '7', chosen, 'save')).toEqual([
    ['PUT user/preferences', { ...body, first_day_of_week: 6, keyboard_shortcuts_enabled: true }],
  ]);
});

test('AP-09.67 a picture is sent as the file that was chosen, and taken away by an empty text', () => {
  const own = { noun: 'profile', kind: 'site', fullPath: '' } as const;
  const { request } = NOUNS.profile;
  expect(request({ page: own, what: 'picture', id: '7', draft: {} })).toEqual({
    ...{ method: 'PUT', path: '/-/profile.json', upload: 'avatar' },
  });
  for (const [page, id, path] of [
    [own, '7', 'PUT /-/profile.json'],
    [{ ...own, noun: 'users' }, '7', 'PUT users/7'],
    [{ ...LABELS, noun: 'settings' }, '3', 'PUT groups/acme'],
    [{ ...OF_APP, noun: 'settings' }, '5', 'PUT projects/acme%2Fapp'],
  ] as const)
    expect(requestsOf(page, id, {}, 'picture', 'noPicture')).toEqual([[path], [path, { avatar: '' }]]);
  const avatar_url = 'http://here/uploads/-/system/group/avatar/3/a.png';
  for (const noun of ['profile', 'users', 'settings'] as const)
    expect(NOUNS[noun].entryOf({ id: 3, username: 'ada', avatar_url })).toMatchObject({ avatarUrl: avatar_url });
});
