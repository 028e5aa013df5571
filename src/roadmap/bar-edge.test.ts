import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { contrast, parseColor } from '../ui/contrast.ts';
import { lostOn } from './bar-edge.ts';

const tokens = readFileSync('src/ui/tokens.css', 'utf8');
const token = (name: string): readonly string[] =>
  new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(tokens)?.slice(1) ?? [];
const between = (one: string, other: string): number => {
  const [a, b] = [parseColor(one), parseColor(other)];
  if (a === null || b === null) throw new Error(`No color: ${one}, ${other}`);
  return contrast(a, b);
};
const [light = '', dark = ''] = token('surface');

test('RM-09.48 a bar is lost in one theme at most, and has an edge there', () => {
  expect(['#ffffff', '#f0e68c', '#000000', '#1068bf', '#888888', 'none'].map(lostOn)).toEqual([
    'light',
    'light',
    'dark',
    undefined,
    undefined,
    undefined,
  ]);
  const part = fc.integer({ min: 0, max: 255 }).map((value) => value.toString(16).padStart(2, '0'));
  fc.assert(
    fc.property(fc.tuple(part, part, part), (parts) => {
      const color = `#${parts.join('')}`;
      const lost = { light: between(color, light) < 3, dark: between(color, dark) < 3 };
      expect(lost.light && lost.dark).toBe(false);
      expect(lostOn(color)).toBe(lost.light ? 'light' : lost.dark ? 'dark' : undefined);
    }),
  );
});

test('RM-09.48 the edge stands out from the surface of its theme', () => {
  const edges = token('line-control');
  expect(between(edges[0] ?? '', light)).toBeGreaterThanOrEqual(3);
  expect(between(edges[1] ?? '', dark)).toBeGreaterThanOrEqual(3);
});
