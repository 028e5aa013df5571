import { displayOrder, sortByPosition } from './order.ts';

test('TR-14.7 by position, those without one last, ties by the number of their id', () => {
  const item = (id: string | number, relativePosition: number | null) => ({ id, relativePosition });
  const order = (...items: ReturnType<typeof item>[]) => sortByPosition(items).map(({ id }) => id);
  expect(order(item(1, null), item(2, 5), item(3, -5), item(4, null))).toEqual([3, 2, 1, 4]);
  expect(order(item('gid://gitlab/Epic/10', 0), item('gid://gitlab/Issue/9', 0))).toEqual([
    'gid://gitlab/Issue/9',
    'gid://gitlab/Epic/10',
  ]);
  expect(order(item(10, 0), item(9, 0))).toEqual([9, 10]);
});

test('TR-14.8 open ones first, each part in its stored order', () => {
  const stateOf = (id: string) => (id === id.toUpperCase() ? 'closed' : 'opened');
  expect(displayOrder(['A', 'b', 'C', 'd'], stateOf)).toEqual(['b', 'd', 'A', 'C']);
  const sorted = ['b', 'A'];
  expect(displayOrder(sorted, stateOf)).toBe(sorted);
});
