import { Attempts } from './attempts.ts';

const HERE = '192.0.2.1';

test('the eleventh try of a name from one address waits, another name does not', () => {
  const attempts = new Attempts();
  for (let index = 0; index < 10; index += 1) attempts.failed('dev', HERE, 1000);
  expect([attempts.wait('DEV', HERE, 1000), attempts.wait('rep', HERE, 1000)]).toEqual([600, 0]);
  expect(attempts.wait('dev', '192.0.2.2', 1000)).toBe(0);
  expect(attempts.wait('dev', HERE, 601_000)).toBe(0);
});

test('after fifty tries of whatever names an address waits, another does not', () => {
  const attempts = new Attempts();
  for (let index = 0; index < 49; index += 1) attempts.failed(`name${index}`, HERE, 1000);
  expect(attempts.wait('new', HERE, 1000)).toBe(0);
  attempts.failed('name49', HERE, 2000);
  expect([attempts.wait('new', HERE, 2000), attempts.wait('new', '192.0.2.2', 2000)]).toEqual([599, 0]);
  expect(attempts.wait('new', HERE, 601_000)).toBe(0);
});

test('a success takes back its own try and no other of the address', () => {
  const attempts = new Attempts();
  for (let index = 0; index < 50; index += 1) attempts.failed(`name${index}`, HERE, 1000);
  attempts.succeeded('name49', HERE);
  expect(attempts.wait('new', HERE, 1000)).toBe(0);
  attempts.failed('new', HERE, 1000);
  expect(attempts.wait('newer', HERE, 1000)).toBe(600);
});
