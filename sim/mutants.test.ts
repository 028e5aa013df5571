import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { MUTANTS } from './mutants.ts';
import { filesOf, planted } from './plant.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const sourceOf = (file: string): string => readFileSync(path.join(root, file), 'utf8');

test('there are at least thirty planted bugs, of different names', () => {
  expect(MUTANTS.length).toBeGreaterThanOrEqual(30);
  expect(new Set(MUTANTS.map(({ name }) => name)).size).toBe(MUTANTS.length);
});

test.each(MUTANTS.map((mutant) => [mutant.name, mutant] as const))(
  '%s has its one place in the source',
  (_, mutant) => {
    for (const file of filesOf(mutant)) {
      const source = sourceOf(file);
      expect(planted(source, mutant, file)).not.toBe(source);
    }
  },
);

test('a text that does not stand there, or stands there twice, is no place', () => {
  const mutant = { name: 'm', file: 'f.ts', about: '', find: 'a', put: 'b' };
  expect(planted('xax', mutant)).toBe('xbx');
  expect(() => planted('xx', mutant)).toThrow('stands 0 times in f.ts');
  expect(() => planted('aa', mutant)).toThrow('stands 2 times in f.ts');
  expect(planted('ac', { ...mutant, put: '$&', also: { find: 'c', put: 'd' } })).toBe('$&d');
  const two = { ...mutant, elsewhere: { file: 'g.ts', find: 'x', put: 'y' } };
  expect([planted('ax', two), planted('ax', two, 'g.ts'), filesOf(two)]).toEqual(['bx', 'ay', ['f.ts', 'g.ts']]);
});
