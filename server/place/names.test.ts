import { placeFaults } from './names.ts';

const RESERVED = ['path is a reserved name'];
const of = (kind: 'group' | 'project', isTop = false) => ({
  name: (name: string) => placeFaults(kind, { name }, isTop).length === 0,
  path: (path: string) => placeFaults(kind, { path }, isTop),
});

test('AP-05.102 names begin with a letter, a digit, an emoji or an underscore', () => {
  const [group, project] = [of('group').name, of('project').name];
  for (const good of ['Acme', 'Ärger 2.0', '_x', '🚀 Rocket', '北京', 'a-b.c'])
    expect([good, group(good), project(good)]).toEqual([good, true, true]);
  for (const bad of ['-a', '.a', ' a', 'a/b', 'a\0', 'a<b>'])
    expect([bad, group(bad), project(bad)]).toEqual([bad, false, false]);
  expect([group('R&D'), group('a (b)'), project('a (b)'), group('a+b'), project('C++')]).toEqual([
    false,
    true,
    false,
    false,
    true,
  ]);
});

test('AP-05.102 paths are letters, digits, _, - and ., and end neither in a dot nor like a repository', () => {
  const [group, project] = [of('group').path, of('project').path];
  for (const good of ['acme', 'A.b-c_1', '.dot', 'a-', '2'])
    expect([good, group(good), project(good)]).toEqual([good, [], []]);
  for (const bad of ['-a', 'a b', 'ä', 'a/b', 'a.git', 'a.ATOM', '..', '.'])
    expect([bad, group(bad).length, project(bad).length]).toEqual([bad, 1, 1]);
  expect([group('a.').length, project('a.')]).toEqual([1, []]);
});

test('AP-05.102 words of addresses are nobody’s path: at the top others than within', () => {
  expect([of('group', true).path('Admin'), of('group').path('admin'), of('group', true).path('groups')]).toEqual([
    RESERVED,
    [],
    RESERVED,
  ]);
  expect([of('group', true).path('blob'), of('group').path('blob'), of('project').path('WIKIS')]).toEqual([
    [],
    RESERVED,
    RESERVED,
  ]);
});

test('AP-05.102 what is missing or too long is said, all of it', () => {
  const long = 'x'.repeat(256);
  expect(placeFaults('group', { name: '', path: long, description: long }, true)).toEqual([
    "name can't be blank",
    'path is too long (maximum is 255 characters)',
    'description is too long (maximum is 255 characters)',
  ]);
  expect(placeFaults('project', { name: long, path: '', description: long }, false)).toEqual([
    'name is too long (maximum is 255 characters)',
    "path can't be blank",
  ]);
});
