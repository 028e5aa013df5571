import fc from 'fast-check';
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

test.each(['-a', '.a', 'a-', 'a.', 'a b', 'a/b', 'é', '<script>'])(
  'RP-02.106 a path with other characters, or with a dash or dot at an end, is a fault: %s',
  (path) => {
    expect(firstRunFaults(withPath(path))['group.path']).toMatch(/^can contain only letters, digits/);
  },
);

test('RP-02.110 a name suggests a path that is allowed, or none', () => {
  expect(['Acme Web', 'Ünïcode Grüppe', ' --x-- ', '日本', 'A.B'].map(pathFromName)).toEqual([
    'acme-web',
    'unicode-gruppe',
    'x',
    '',
    'a.b',
  ]);
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      const path = pathFromName(name);
      const fault = firstRunFaults(withPath(path))['group.path'];
      return path === '' || fault === undefined || path.length > 255;
    }),
  );
});
