import { hasLongList } from './commits.ts';

const list = (entries: number, inside = '') =>
  `<p>added ${entries} commits</p>\n<ul dir="auto">\n${`<li>a1b2c3 - Fix${inside}</li>\n`.repeat(entries)}</ul>`;

test('WI-10.93 a list of more than three entries is long; text, numbers and lists in lists are not', () => {
  expect([0, 3, 4, 40].map((entries) => hasLongList(list(entries)))).toEqual([false, false, true, true]);
  expect(hasLongList(`${list(2)}${list(4)}`)).toBe(true);
  expect(hasLongList(`${list(2)}${list(2)}`)).toBe(false);
  expect(hasLongList(list(1, list(5)))).toBe(false);
  expect(hasLongList(list(4, list(1)))).toBe(true);
  expect(hasLongList(list(4).replaceAll('ul', 'ol'))).toBe(false);
  expect(hasLongList('<p>changed the description</p>')).toBe(false);
  expect(hasLongList('</ul><li><link><li><li><li>')).toBe(false);
});
