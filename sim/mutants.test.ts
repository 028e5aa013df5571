import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { filesBelow } from '../tools/scripts/lib/hash.mjs';
import { MUTANTS } from './mutants.ts';
import { changesOf, markersIn, planted } from './plant.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const MARKED = ['core', 'server']
  .flatMap((folder) => filesBelow(root, folder))
  .filter((file) => /(?<!\.test)\.ts$/.test(file))
  .map((file) => ({ file, source: readFileSync(path.join(root, file), 'utf8') }))
  .flatMap(({ file, source }) => markersIn(source).map((marker) => ({ file, source, marker })));
const CHANGES = new Map(MUTANTS.flatMap((mutant) => [...changesOf(mutant)]));

test('there are at least a hundred planted bugs, of different names', () => {
  expect(MUTANTS.length).toBeGreaterThanOrEqual(100);
  expect(MUTANTS.map(({ name }) => name).filter((name) => !/^[a-z]+(-[a-z]+)+$/.test(name))).toEqual([]);
  expect(new Set(MUTANTS.map(({ name }) => name)).size).toBe(MUTANTS.length);
});

test('every planted bug has its one marker, every marker a planted bug', () => {
  expect(MARKED.map(({ marker }) => marker).sort()).toEqual([...CHANGES.keys()].sort());
});

test.each(MARKED.map(({ file, source, marker }) => [marker, file, source] as const))(
  '%s changes what stands behind its marker in %s',
  (marker, _, source) => {
    const change = CHANGES.get(marker);
    if (change === undefined) throw new Error(`There is no mutant "${marker}".`);
    expect(planted(source, marker, change)).not.toBe(source);
  },
);

describe('a marker', () => {
  const lines = (...all: string[]): string => all.join('\n');
  const marked = (...code: string[]): string => lines('a(b);', '// mutant: m', ...code, 'a(b);');

  test('says it of the statement that follows, wherever else its words stand', () => {
    expect(planted(marked('if (a)', '  a(b, b);'), 'm', { replace: ['(b,', '(c,'] })).toBe(
      marked('if (a)', '  a(c, b);'),
    );
    expect(planted(marked('a(b, c);'), 'm', { swap: ['c', 'b'] })).toBe(marked('a(c, b);'));
    expect(planted(marked('a(c);'), 'm', { instead: 'a($&);' })).toBe(marked('a($&);'));
    expect(planted(marked('a(c);'), 'm', { then: 'd();' })).toBe(marked('a(c);', 'd();'));
    expect(planted(marked('a(c);'), 'm', { drop: true })).toBe(marked(''));
  });

  test('says it of a property, an argument or a part of an expression', () => {
    const object = (...rows: string[]): string => lines('f({', '// mutant: m', ...rows, '});');
    expect(planted(object('a: { b },', 'b,'), 'm', { drop: true })).toBe(object('', 'b,'));
    expect(planted(object('a: b,', 'b,'), 'm', { replace: ['b', 'c'] })).toBe(object('a: c,', 'b,'));
    const sum = (last: string): string => lines('f(', '  a &&', '    // mutant: m', `    ${last},`, '  b < c);');
    expect(planted(sum('b < c'), 'm', { replace: ['<', '>'] })).toBe(sum('b > c'));
  });

  test('may stand above another one, and above a comment', () => {
    const two = (code: string): string => lines('// mutant: m', '// mutant: m, also', '/* a */', '// a', code);
    expect(planted(two('a();'), 'm', { replace: ['a', 'b'] })).toBe(two('b();'));
    expect(planted(two('a();'), 'm, also', { replace: ['a', 'b'] })).toBe(two('b();'));
    const inner = lines('// mutant: m', 'if (a) {', '  // mutant: m, also', '  c();', '}');
    expect(planted(inner, 'm', { replace: ['a', 'b'] })).toBe(inner.replace('(a)', '(b)'));
  });

  test('is refused with words that are not there, are there twice, or change nothing', () => {
    expect(() => planted('a();', 'm', { drop: true })).toThrow('no marker "// mutant: m"');
    expect(() => planted(marked('c();'), 'm', { replace: ['b', 'd'] })).toThrow('stands 0 times');
    expect(() => planted(marked('c(c);'), 'm', { replace: ['c', 'd'] })).toThrow('stands 2 times');
    expect(() => planted(marked('c();'), 'm', { swap: ['c', 'd'] })).toThrow('stands 0 times');
    expect(() => planted(marked('c();'), 'm', { instead: 'c();' })).toThrow('changes nothing');
    expect(() => planted('// mutant: m\n', 'm', { drop: true })).toThrow('No statement');
  });
});
