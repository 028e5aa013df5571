import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { contrast, parseColor, readableOn } from './contrast.ts';
import { lostOn } from './shape-contrast.ts';

const of = (a: string, b: string) => contrast(parseColor(a) ?? [0, 0, 0], parseColor(b) ?? [0, 0, 0]);

test('contrast is that of the standard', () => {
  expect(of('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(of('#fff', '#FFFFFF')).toBe(1);
  expect(of('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
  expect(of('rgb(118, 118, 118)', '#fff')).toBeCloseTo(4.54, 2);
  expect(parseColor('red')).toBeNull();
});

test('a label can be read on every colour, in the preferred colour where that is enough', () => {
  expect(readableOn('#0052cc', '#FFFFFF')).toBe('#FFFFFF');
  expect(readableOn('#d2b48c', '#333333')).toBe('#333333');
  expect(readableOn('#00b140', '#FFFFFF')).toBe('#000000');
  expect(readableOn('tomato', '#FFFFFF')).toBe('#FFFFFF');
  const part = fc.integer({ min: 0, max: 255 });
  fc.assert(
    fc.property(part, part, part, (red, green, blue) => {
      const ground = `rgb(${red}, ${green}, ${blue})`;
      expect(of(readableOn(ground, '#FFFFFF'), ground)).toBeGreaterThanOrEqual(4.5);
    }),
  );
});

describe('tokens', () => {
  const text = readFileSync('src/ui/tokens.css', 'utf8');
  const tokens = new Map(
    [...text.matchAll(/--([\w-]+): light-dark\((#\w+), (#\w+)\)/g)].map(([, name, light, dark]) => [
      name,
      [String(light).slice(0, 7), String(dark).slice(0, 7)],
    ]),
  );
  const grounds = [
    'surface',
    'surface-sunken',
    'surface-raised',
    'surface-hover',
    'surface-active',
    'surface-selected',
  ];
  const pairs: [string, string, number][] = [
    ...['text', 'text-muted', 'text-link', 'text-danger', 'text-warning'].flatMap((ink) =>
      grounds.map((ground): [string, string, number] => [ink, ground, 4.5]),
    ),
    // Coloured code.
    ...['text-accent', 'text-info'].map((ink): [string, string, number] => [ink, 'surface-sunken', 4.5]),
    ...['line-control', 'focus'].flatMap((line) =>
      grounds
        .filter((ground) => ground !== 'surface-active')
        .map((ground): [string, string, number] => [line, ground, 3]),
    ),
    ...['danger', 'warning', 'success', 'info'].flatMap((tone): [string, string, number][] => [
      [`text-${tone}`, `tint-${tone}`, 4.5],
      ['text', `tint-${tone}`, 4.5],
    ]),
    ['text', 'tint-neutral', 4.5],
    ['text-muted', 'tint-neutral', 4.5],
    ['text-muted', 'tint-danger', 4.5],
    ['text-inverse', 'surface-inverse', 4.5],
    ['on-accent', 'accent', 4.5],
    ['on-accent', 'accent-hover', 4.5],
    ['on-danger', 'danger', 4.5],
    ['on-danger', 'danger-hover', 4.5],
    ['accent', 'surface', 3],
  ];

  test.each(pairs)('%s on %s has a contrast of at least %d in both themes', (ink, ground, least) => {
    for (const theme of [0, 1]) {
      expect(of(tokens.get(ink)?.[theme] ?? '#fff', tokens.get(ground)?.[theme] ?? '#fff')).toBeGreaterThanOrEqual(
        least,
      );
    }
  });
});

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
