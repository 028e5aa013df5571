import { Elsewhere, NAMED, type Present, textsOf } from './elsewhere.ts';

const at = (...ids: readonly number[]): Present[] => ids.map((id) => [id, null]);

test('AP-07.23 of each item counts what each server said last; an empty list ends it', () => {
  const elsewhere = new Elsewhere();
  expect(
    elsewhere.hear(
      {
        server: 'a',
        items: [
          [1, at(5, 6)],
          [2, at(5)],
        ],
      },
      0,
    ),
  ).toEqual([1, 2]);
  expect(elsewhere.hear({ server: 'b', items: [[1, [[7, 'TITLE']]]] }, 0)).toEqual([1]);
  expect(elsewhere.at(1)).toEqual([...at(5, 6), [7, 'TITLE']]);
  // The same again is no news.
  expect(elsewhere.hear({ server: 'b', items: [[1, [[7, 'TITLE']]]] }, 1)).toEqual([]);
  expect(elsewhere.hear({ server: 'b', items: [[1, [[7, null]]]] }, 2)).toEqual([1]);
  expect(elsewhere.hear({ server: 'a', items: [[1, []]] }, 3)).toEqual([1]);
  expect([elsewhere.at(1), elsewhere.at(2), elsewhere.at(3)]).toEqual([at(7), at(5), []]);
});

test('AP-07.23 what is not said again is forgotten, item by item', () => {
  const elsewhere = new Elsewhere();
  elsewhere.hear(
    {
      server: 'a',
      items: [
        [1, at(5)],
        [2, at(5)],
      ],
    },
    0,
  );
  elsewhere.hear({ server: 'b', items: [[1, at(6)]] }, 0);
  elsewhere.hear({ server: 'a', items: [[2, at(5)]] }, 100);
  expect(elsewhere.forgetBefore(0)).toEqual([]);
  expect(elsewhere.forgetBefore(50)).toEqual([1, 1]);
  expect([elsewhere.at(1), elsewhere.at(2)]).toEqual([[], at(5)]);
  expect(elsewhere.forgetBefore(101)).toEqual([2]);
  expect(elsewhere.at(2)).toEqual([]);
});

test('AP-07.25 announcements fit into notifications, whatever they are about, and name 100 people of an item', () => {
  const server = '00000000-0000-0000-0000-000000000000';
  const crowd: Present[] = Array.from({ length: 500 }, (_, index) => [2_000_000_000 + index, 'CONFIDENTIALITY']);
  const items = Array.from(
    { length: 300 },
    (_, index) => [3_000_000_000 + index, index % 10 === 0 ? crowd : at(7)] as const,
  );
  const texts = textsOf({ server, items });
  expect(texts.every((text) => Buffer.byteLength(text) < 8000)).toBe(true);
  const elsewhere = new Elsewhere();
  for (const text of texts) elsewhere.hear(JSON.parse(text) as never, 0);
  expect(items.map(([item]) => elsewhere.at(item).length)).toEqual(
    items.map((_, index) => (index % 10 === 0 ? NAMED : 1)),
  );
  expect(texts.length).toBeLessThan(40);
  expect(textsOf({ server, items: [] })).toEqual([]);
});
