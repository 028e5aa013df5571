import fc from 'fast-check';
import { hoveredRow, scrollStep } from './drag.ts';

const collapsed = (key: string): boolean => key !== 'open' && key !== 'leaf';

test.each([
  ['the row that is drawn there', { drawn: 'a', displaced: 'b', parent: 'c' }, 'a'],
  ['in a gap the item that would take it in', { drawn: null, displaced: 'b', parent: 'c' }, 'c'],
  ['in a gap else the row whose place that is', { drawn: null, displaced: 'b', parent: 'open' }, 'b'],
  ['not the displaced row where another one is drawn', { drawn: 'leaf', displaced: 'b', parent: 'open' }, null],
  ['nothing beyond the list', { drawn: null, displaced: null, parent: null }, null],
])('TR-16.28 a pointer means %s', (_, under, expected) => {
  expect(hoveredRow(under, collapsed)).toBe(expected);
});

const SETTINGS = { scrollSensitivity: 100, scrollSpeed: 20 };

test('TR-16.29 a drag scrolls near the edges, the faster the nearer', () => {
  const steps = [-50, 0, 50, 99, 100, 300, 500, 501, 550, 600, 700].map((at) => scrollStep(at, [0, 600], SETTINGS));
  expect(steps).toEqual([-20, -20, -5, -1, 0, 0, 0, 1, 5, 20, 20]);
});

test('TR-16.29 in a list lower than both edges the middle stands still', () => {
  expect([0, 30, 60, 90, 120].map((at) => Math.sign(scrollStep(at, [0, 120], SETTINGS)))).toEqual([-1, -1, 0, 1, 1]);
  const at = fc.integer({ min: -500, max: 1500 });
  fc.assert(
    fc.property(at, fc.integer({ min: 1, max: 1000 }), (place, size) => {
      const step = scrollStep(place, [0, size], SETTINGS);
      const mirrored = scrollStep(size - place, [0, size], SETTINGS);
      expect(Math.abs(step)).toBeLessThanOrEqual(20);
      expect(step + mirrored).toBe(0);
    }),
  );
});
