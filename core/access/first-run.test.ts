import fc from 'fast-check';
import { anyText } from '../testing/any-text.ts';
import { firstRunFaults, pathFromName, type FirstRunInput } from './index.ts';

const fine: FirstRunInput = {
  group: { name: 'Acme', path: 'acme' },
  project: { name: 'Web', path: 'web.app' },
  user: { name: 'Ada', username: 'ada_l', password: '12345678' },
};
const withPath = (path: string): FirstRunInput => ({ ...fine, group: { ...fine.group, path } });

test('RP-02.106 a complete form has no faults; blank and over-long names have', () => {
  expect(firstRunFaults(fine)).toEqual({});
  const blank = { ...fine, group: { name: ' \t', path: '' }, user: { name: '', username: ' ', password: '' } };
  expect(Object.keys(firstRunFaults(blank))).toEqual([
    'group.name',
    'group.path',
    'user.name',
    'user.username',
    'user.password',
  ]);
  expect(firstRunFaults({ ...fine, project: { ...fine.project, name: '😀'.repeat(255) } })).toEqual({});
  expect(firstRunFaults({ ...fine, project: { ...fine.project, name: 'x'.repeat(256) } })).toEqual({
    'project.name': 'is too long (maximum is 255 characters)',
  });
});

test('RP-02.106 a password has 8 to 128 characters, whatever the script', () => {
  const fault = (password: string) => firstRunFaults({ ...fine, user: { ...fine.user, password } })['user.password'];
  expect([7, 8, 128, 129].map((length) => fault('😀'.repeat(length)))).toEqual([
    'is too short (minimum is 8 characters)',
    undefined,
    undefined,
    'is too long (maximum is 128 characters)',
  ]);
});

test.each(['-a', '.a', 'a-', 'a.', 'a b', 'a/b', 'é', '<script>'])(
  'RP-02.106 a path with other characters, or with a dash or dot at an end, is a fault: %s',
  (path) => {
    expect(firstRunFaults(withPath(path))['group.path']).toMatch(/^can contain only letters, digits/);
  },
);

test('RP-02.106 names by which addresses of the product begin are for no group and no person, but for a project', () => {
  const called = (name: string): FirstRunInput => ({
    group: { name: 'A', path: name },
    project: { name: 'A', path: name },
    user: { name: 'A', username: name, password: '12345678' },
  });
  for (const name of ['help', 'Groups', 'api', 'assets', 'cable', 'dashboard']) {
    expect(firstRunFaults(called(name))).toEqual({
      'group.path': 'is a reserved name',
      'user.username': 'is a reserved name',
    });
  }
  expect(firstRunFaults(called('Root'))).toEqual({ 'user.username': 'has already been taken' });
  expect(firstRunFaults(called('helpers'))).toEqual({});
});

test('RP-02.106 what no database keeps is a fault', () => {
  expect(firstRunFaults({ ...fine, group: { ...fine.group, name: 'a\0b' } })).toEqual({ 'group.name': 'is not valid' });
  expect(firstRunFaults({ ...fine, user: { ...fine.user, password: '1234567\0' } })).toEqual({
    'user.password': 'is not valid',
  });
});

test('RP-02.110 a name suggests a path that is allowed, or none', () => {
  expect(['Acme Web', 'Ünïcode Grüppe', ' --x-- ', '日本', 'A.B'].map(pathFromName)).toEqual([
    'acme-web',
    'unicode-gruppe',
    'x',
    '',
    'a.b',
  ]);
  fc.assert(
    fc.property(anyText(), (name) => {
      const path = pathFromName(name);
      const fault = firstRunFaults(withPath(path))['group.path'];
      return path === '' || fault === undefined || path.length > 255;
    }),
  );
});
