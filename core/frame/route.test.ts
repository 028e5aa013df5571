import { epicOf, epicReference, groupOf, itemOver, overIn, paths, routeOf, signInFrom, withOver } from './route.ts';

test.each([
  ['/', { page: 'home' }],
  ['', { page: 'home' }],
  ['/groups/a', { page: 'group', groupPath: 'a' }],
  ['/groups/a/b/c/', { page: 'group', groupPath: 'a/b/c' }],
  ['/groups/a/-/epics', { page: 'epics', groupPath: 'a' }],
  ['/groups/a/b/-/epics/', { page: 'epics', groupPath: 'a/b' }],
  ['/groups/a/b/-/epics/12', { page: 'epic', groupPath: 'a/b', iid: '12' }],
  ['/groups/a/-/epics/new', { page: 'new-epic', groupPath: 'a' }],
  ['/groups/a/-/epics/0', { page: 'unknown' }],
  ['/groups/a/-/epics/x', { page: 'unknown' }],
  ['/groups/a/b/-/issues', { page: 'issues', kind: 'group', fullPath: 'a/b', groupPath: 'a/b' }],
  ['/a/b/app/-/issues/', { page: 'issues', kind: 'project', fullPath: 'a/b/app', groupPath: 'a/b' }],
  ['/a/app/-/work_items', { page: 'issues', kind: 'project', fullPath: 'a/app', groupPath: 'a' }],
  ['/groups/a/b/-/labels', { page: 'managed', kind: 'group', fullPath: 'a/b', groupPath: 'a/b', rest: 'labels' }],
  [
    '/a/b/app/-/settings/templates/',
    { page: 'managed', kind: 'project', fullPath: 'a/b/app', groupPath: 'a/b', rest: 'settings/templates' },
  ],
  ['/groups/a/-/constructor', { page: 'managed', kind: 'group', fullPath: 'a', groupPath: 'a', rest: 'constructor' }],
  [
    '/a/app/-/work_items/0',
    { page: 'managed', kind: 'project', fullPath: 'a/app', groupPath: 'a', rest: 'work_items/0' },
  ],
  [
    '/a/app/-/issues/7/designs',
    { page: 'managed', kind: 'project', fullPath: 'a/app', groupPath: 'a', rest: 'issues/7/designs' },
  ],
  ['/dana/-/issues', { page: 'unknown' }],
  ['/groups/new', { page: 'site', noun: 'newGroup' }],
  ['/admin/users', { page: 'site', noun: 'users' }],
  ['/-/profile', { page: 'site', noun: 'profile' }],
  ['/-/profile/active_sessions', { page: 'site', noun: 'sessions' }],
  ['/-/profile/preferences', { page: 'site', noun: 'preferences' }],
  ['/a/app', { page: 'issues', kind: 'project', fullPath: 'a/app', groupPath: 'a' }],
  ['/-/nothing', { page: 'unknown' }],
  ['/groups/a/-/roadmap', { page: 'roadmap', groupPath: 'a' }],
  ['/groups/epics/-/epics/1', { page: 'epic', groupPath: 'epics', iid: '1' }],
  ['/groups', { page: 'unknown' }],
  ['/groups/a//b', { page: 'unknown' }],
  ['/a/b/app/-/issues/7', { page: 'work-item', groupPath: 'a/b', projectPath: 'a/b/app', by: 'iid', number: '7' }],
  ['/a/app/-/issues/incident/7', { page: 'work-item', groupPath: 'a', projectPath: 'a/app', by: 'iid', number: '7' }],
  ['/a/app/-/work_items/7/', { page: 'work-item', groupPath: 'a', projectPath: 'a/app', by: 'id', number: '7' }],
  ['/a/app/-/issues/new', { page: 'new-issue', groupPath: 'a', projectPath: 'a/app' }],
  ['/dana', { page: 'person', username: 'dana' }],
  ['/-/sign-in', { page: 'sign-in' }],
  ['/-/password', { page: 'password' }],
  ['/-/tokens', { page: 'tokens' }],
  ['/-/gallery', { page: 'gallery' }],
  ['/help/user/group/epics/index.md', { page: 'epics-help' }],
  ['/help/user/group/epics', { page: 'epics-help' }],
  ['/groups/%C3%A9/-/epics/1', { page: 'epic', groupPath: 'é', iid: '1' }],
  ['/groups/%/-/epics/1', { page: 'epic', groupPath: '%', iid: '1' }],
])('the address %s is %o', (pathname, route) => {
  expect(routeOf(pathname)).toEqual(route);
});

test('WI-01.4 a work item is asked for by its number in the project where the address says so', () => {
  const item = { page: 'work-item', groupPath: 'a', projectPath: 'a/app', number: '7' };
  expect(routeOf('/a/app/-/work_items/7', '?iid_path=true')).toEqual({ ...item, by: 'iid' });
  expect(routeOf('/a/app/-/work_items/7', '?iid_path=false')).toEqual({ ...item, by: 'id' });
});

test('every address that is built is understood', () => {
  expect(routeOf(paths.epic('a/b', '3'))).toEqual({ page: 'epic', groupPath: 'a/b', iid: '3' });
  expect(routeOf(paths.epics('a/b'))).toEqual({ page: 'epics', groupPath: 'a/b' });
  expect(routeOf(paths.newEpic('a'))).toEqual({ page: 'new-epic', groupPath: 'a' });
  expect(routeOf(paths.newIssue('a/app'))).toMatchObject({ page: 'new-issue', projectPath: 'a/app' });
  for (const kind of ['group', 'project'] as const) {
    expect(routeOf(paths.issues({ kind, fullPath: 'a/b' }))).toMatchObject({ page: 'issues', kind, fullPath: 'a/b' });
  }
  expect(routeOf(paths.group('a'))).toEqual({ page: 'group', groupPath: 'a' });
  expect(groupOf(routeOf('/groups/a/b/-/epics'))).toBe('a/b');
  expect(groupOf(routeOf('/'))).toBeNull();
});

test('signing in comes back to where it was asked for', () => {
  expect(signInFrom({ pathname: '/groups/a/-/epics', search: '?search=x&state=all' })).toBe(
    '/-/sign-in?return_to=%2Fgroups%2Fa%2F-%2Fepics%3Fsearch%3Dx%26state%3Dall',
  );
  expect(signInFrom({ pathname: '/', search: '' })).toBe('/-/sign-in');
});

test('WI-14.2 the item over a page', () => {
  const over = (address: string) => {
    const [path = '', search = ''] = address.split('?');
    return itemOver(search === '' ? '' : `?${search}`, routeOf(path, `?${search}`));
  };
  const byId = { projectPath: null, by: 'id', number: '12' };
  expect(over('/groups/acme/-/epics/1?work_item_id=12')).toEqual(byId);
  expect(over('/groups/acme/-/roadmap?sort=start_date_asc&work_item_id=12&x=1')).toEqual(byId);
  expect(over('/acme/app/-/issues/1?work_item_iid=7')).toEqual({ projectPath: 'acme/app', by: 'iid', number: '7' });
  expect(over('/acme/app/-/issues?work_item_iid=7')).toEqual({ projectPath: 'acme/app', by: 'iid', number: '7' });
  for (const none of [
    '/groups/acme/-/epics/1',
    '/groups/acme/-/epics/1?work_item_iid=7',
    '/groups/acme/-/issues?work_item_iid=7',
    '/acme/app/-/issues/1?work_item_iid=0',
    '/acme/app/-/issues/1?work_item_id=12x',
    '/acme/app/-/issues/1?not_work_item_id=12',
  ])
    expect([none, over(none)]).toEqual([none, null]);
  expect(withOver('?a=1&work_item_iid=3&b[]=2', '12')).toBe('?a=1&b[]=2&work_item_id=12');
  expect(withOver('?a=1&work_item_id=12', null)).toBe('?a=1');
  expect(withOver('?work_item_id=12', null)).toBe('');
});

test('WI-14.12 the epic over a page', () => {
  const over = (search: string) => overIn(search, routeOf('/groups/acme/-/roadmap', search));
  const epic = { groupPath: 'acme/web', iid: '3' };
  expect(over('?a=1&epic=acme%2Fweb%263')).toEqual(epic);
  // As somebody types it into the address line.
  expect(over('?epic=acme/web%263&a=1')).toEqual(epic);
  expect(over('?epic=acme%2Fweb%263&work_item_id=12')).toMatchObject({ by: 'id', number: '12' });
  for (const none of ['', '?epic=', '?epic=acme', '?epic=%263', '?epic=acme%260', '?epic=a%20b%263', '?epics=acme%263'])
    expect([none, over(none)]).toEqual([none, null]);
  expect(over('?epic=%')).toBeNull();
  expect(withOver('?a=1&work_item_id=12', epicReference(epic))).toBe('?a=1&epic=acme%2Fweb%263');
  expect(withOver('?epic=acme%2Fweb%263&b[]=2', '12')).toBe('?b[]=2&work_item_id=12');
  expect(withOver('?epic=acme%2Fweb%263', null)).toBe('');
  expect([epicOf('acme/web&3'), epicOf('&3'), epicOf('12')]).toEqual([epic, null, null]);
});
