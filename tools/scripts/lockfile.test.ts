import { lockFaults } from './lib/lockfile.mjs';

const lock = (packages: Record<string, object>) => ({ packages });

test('a complete lock has no faults: packages are found as Node finds them', () => {
  expect(
    lockFaults(
      lock({
        '': { dependencies: { a: '1' } },
        core: { dependencies: { a: '1' } },
        'node_modules/own': { link: true, resolved: 'core' },
        'node_modules/a': { version: '1', dependencies: { b: '2', c: '1' } },
        'node_modules/a/node_modules/b': { version: '2', dependencies: { c: '1' } },
        'node_modules/c': { version: '1', optionalDependencies: { 'c-linux': '1' } },
        'node_modules/c-linux': { version: '1', optional: true },
      }),
    ),
  ).toEqual([]);
});

test('a binary of another platform without an entry is a fault', () => {
  const faults = lockFaults(
    lock({
      'node_modules/c': { optionalDependencies: { 'c-linux': '1', 'c-win32': '1' } },
      'node_modules/c-linux': {},
    }),
  );
  expect(faults).toEqual([expect.stringContaining('node_modules/c may need, on another platform, c-win32')]);
});

test('a package that only another place has is missing where it is needed', () => {
  const faults = lockFaults(lock({ 'server/node_modules/x': { dependencies: { y: '1' } }, 'core/node_modules/y': {} }));
  expect(faults).toEqual([expect.stringContaining('server/node_modules/x needs y')]);
});

test('addresses are faults; what npm notes and never installs is not looked at', () => {
  const faults = lockFaults(
    lock({
      'node_modules/a': { resolved: 'https://example.com/a.tgz' },
      'node_modules/b': { extraneous: true, dependencies: { gone: '1' } },
    }),
  );
  expect(faults).toEqual([expect.stringContaining('node_modules/a names an address (https:')]);
});
