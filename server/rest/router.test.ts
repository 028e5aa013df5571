import { makeRouter, splitPagePath } from './router.ts';
import type { RestMethod, RestRoute } from './types.ts';

const route = (method: RestMethod, pattern: string): RestRoute => ({
  method,
  pattern,
  handle: () => ({ status: 200 }),
});
const router = makeRouter([
  route('GET', 'epics/:iid'),
  route('GET', 'epics/:iid.json'),
  route('GET', 'epics/new'),
  route('DELETE', 'epics/:iid/links/:id'),
  route('GET', 'groups/:id/epics'),
]);

const find = (method: string, path: string) => {
  const found = router(method, path);
  return found && 'route' in found ? [found.route.pattern, found.params] : found;
};

test('the more literal pattern wins, whatever the order', () => {
  expect(find('GET', 'epics/new')).toEqual(['epics/new', {}]);
  expect(find('GET', 'epics/7.json')).toEqual(['epics/:iid.json', { iid: '7' }]);
  expect(find('GET', 'epics/7')).toEqual(['epics/:iid', { iid: '7' }]);
  expect(find('HEAD', 'epics/7')).toEqual(['epics/:iid', { iid: '7' }]);
});

test('parameters are decoded after the path was taken apart', () => {
  expect(find('GET', 'groups/a%2Fb%20c/epics')).toEqual(['groups/:id/epics', { id: 'a/b c' }]);
  expect(find('GET', 'groups/a/b/epics')).toBeNull();
  expect(find('GET', 'groups/%zz/epics')).toBeNull();
  expect(find('GET', 'groups/a%00/epics')).toBeNull();
});

test('a known path with another method names the methods it has', () => {
  expect(find('POST', 'epics/7/links/2')).toEqual({ allowed: ['DELETE'] });
  expect(find('POST', 'nothing')).toBeNull();
});

test('the path of a page says whose it is', () => {
  expect(splitPagePath('/groups/a/b/-/epics/1/links')).toEqual({
    kind: 'group',
    groupPath: 'a/b',
    rest: 'epics/1/links',
  });
  expect(splitPagePath('/a/b/c/-/issues/')).toEqual({ kind: 'project', groupPath: 'a/b/c', rest: 'issues' });
  expect(splitPagePath('/groups/a%20b/-/')).toEqual({ kind: 'group', groupPath: 'a b', rest: '' });
  for (const path of [
    '/-/health',
    '/a/b',
    '/groups//-/x',
    '/groups/%zz/-/x',
    '/groups/a%00/-/x',
    '/a//b/-/x',
    '/groups/-/x',
  ]) {
    expect([path, splitPagePath(path)]).toEqual([path, null]);
  }
});
