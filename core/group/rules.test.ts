import fc from 'fast-check';
import type { Group } from './index.ts';
import { nestGroups } from './index.ts';

const group = (fullPath: string): Group => ({
  id: `gid://gitlab/Group/${fullPath}`,
  name: fullPath.split('/').at(-1) ?? '',
  fullName: fullPath.split('/').join(' / '),
  fullPath,
  description: null,
  visibility: 'public',
  webUrl: `/groups/${fullPath}`,
  avatarUrl: null,
});
const nested = (paths: string[], collapsed: string[] = []) =>
  nestGroups(paths.map(group), (id) => collapsed.includes(id.replace('gid://gitlab/Group/', '')));
const lines = (rows: ReturnType<typeof nested>) => rows.map(({ depth, label }) => `${'  '.repeat(depth)}${label}`);

test('RP-02.122 groups nest under the nearest listed ancestor, in the order they came', () => {
  expect(lines(nested(['b/x', 'a', 'b', 'a/y/z', 'b/x/y', 'a/w']))).toEqual([
    'a',
    '  a / y / z',
    '  w',
    'b',
    '  x',
    '    y',
  ]);
});

test('RP-02.122 without its ancestors a group is told by its full name', () => {
  expect(lines(nested(['a/b/c', 'ab']))).toEqual(['a / b / c', 'ab']);
});

test('RP-02.122 a collapsed group hides what lies below it', () => {
  const rows = nested(['a', 'a/b', 'a/b/c', 'd'], ['a/b']);
  expect(lines(rows)).toEqual(['a', '  b', 'd']);
  expect(rows.map(({ hasChildren, expanded }) => [hasChildren, expanded])).toEqual([
    [true, true],
    [true, false],
    [false, false],
  ]);
});

test('RP-02.122 every group is listed once, below its nearest listed ancestor', () => {
  const path = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));
  fc.assert(
    fc.property(fc.array(path), (paths) => {
      const rows = nested(paths);
      expect(rows.map((row) => row.group.fullPath).sort()).toEqual([...new Set(paths)].sort());
      const open: string[] = [];
      for (const {
        group: { fullPath },
        depth,
      } of rows) {
        open.length = depth;
        const above = open.at(-1);
        if (above !== undefined) expect(fullPath.startsWith(`${above}/`)).toBe(true);
        open.push(fullPath);
      }
    }),
  );
});
