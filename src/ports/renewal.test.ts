import { jest } from '@jest/globals';
import { ManualClock, settle } from '@espalier/core/testing';
import { createRenewal } from './renewal.ts';

function page({ online = true, answers = true, typing = false, memory = new Map<string, string>() } = {}) {
  const world = { online, answers, typing, asked: 0, loads: 0 };
  const clock = new ManualClock();
  let changed = (): void => undefined;
  let paused = (): void => undefined;
  const renewal = createRenewal({
    clock,
    connection: {
      online: () => world.online,
      onChange: (listener) => ((changed = () => listener(world.online)), () => undefined),
    },
    tab: { getItem: (key) => memory.get(key) ?? null, setItem: (key, value) => void memory.set(key, value) },
    reachable: () => {
      world.asked += 1;
      return Promise.resolve(world.answers);
    },
    typing: () => world.typing,
    onPause: (listener) => (paused = listener),
    load: () => void (world.loads += 1),
  });
  const pass = async (milliseconds = 0) => {
    await settle();
    await clock.advance(milliseconds);
  };
  return { renewal, world, clock, memory, pass, changed: () => changed(), paused: () => paused() };
}

test('RP-02.221 RP-02.223 a page that lacks code says that it loads anew, and does', async () => {
  const { renewal, world, pass } = page();
  const told = jest.fn();
  renewal.onChange(told);
  renewal.missing();
  await pass();
  expect([renewal.state(), world.loads]).toEqual(['renewing', 0]);
  expect(told).toHaveBeenCalled();
  await pass(1500);
  expect(world.loads).toBe(1);
});

test('RP-02.221 it waits for the server, asked every five seconds, and at once when the machine is online again', async () => {
  const { renewal, world, pass, changed } = page({ answers: false });
  renewal.missing();
  await pass();
  await pass(5000);
  expect([world.asked, world.loads, renewal.state()]).toEqual([2, 0, 'missing']);
  world.online = false;
  await pass(5000);
  expect(world.asked).toBe(2);
  Object.assign(world, { online: true, answers: true });
  changed();
  await pass();
  await pass(1500);
  expect([world.asked, world.loads]).toEqual([3, 1]);
});

test('RP-02.221 not while somebody types, but when they have stopped', async () => {
  const { renewal, world, pass, paused } = page({ typing: true });
  renewal.missing();
  await pass();
  await pass(60_000);
  expect(world.loads).toBe(0);
  world.typing = false;
  paused();
  await pass();
  await pass(1500);
  expect(world.loads).toBe(1);
});

test('RP-02.221 not twice within a minute, unless a person asks', async () => {
  const first = page();
  first.renewal.missing();
  await first.pass();
  await first.pass(1500);
  const second = page({ memory: first.memory });
  second.renewal.missing();
  await second.pass();
  await second.pass(10_000);
  expect([second.world.loads, second.renewal.state()]).toEqual([0, 'missing']);
  second.renewal.renew();
  await second.pass();
  expect(second.world.loads).toBe(1);
});

test('RP-02.220 a person who asks while the server cannot be reached keeps the page', async () => {
  const { renewal, world, pass } = page({ answers: false });
  renewal.missing();
  renewal.renew();
  await pass();
  await pass(10_000);
  expect(world.loads).toBe(0);
});

test('RP-02.225 a newer version waits for a person', async () => {
  const { renewal, world, pass } = page();
  const activate = jest.fn();
  renewal.newer(activate);
  await pass(10_000);
  expect([renewal.state(), activate.mock.calls.length]).toEqual(['newer', 0]);
  Object.assign(world, { answers: false });
  renewal.renew();
  await pass();
  expect([renewal.state(), activate.mock.calls.length]).toEqual(['newer', 0]);
  Object.assign(world, { answers: true });
  renewal.renew();
  await pass();
  expect([renewal.state(), activate.mock.calls.length, world.loads]).toEqual(['renewing', 1, 0]);
});

test('RP-02.225 a page from which another one takes its files loads itself anew, but not while somebody types', async () => {
  const { renewal, world, pass, paused } = page({ typing: true });
  renewal.newer(jest.fn());
  renewal.missing();
  await pass(10_000);
  expect([renewal.state(), world.loads]).toEqual(['missing', 0]);
  world.typing = false;
  paused();
  await pass();
  await pass(1500);
  expect(world.loads).toBe(1);
});

test('RP-02.221 a page that stays offers it again', async () => {
  const { renewal, world, pass } = page();
  renewal.missing();
  await pass();
  await pass(1500);
  expect([renewal.state(), world.loads]).toEqual(['renewing', 1]);
  await pass(5000);
  expect(renewal.state()).toBe('missing');
  renewal.renew();
  await pass();
  expect([renewal.state(), world.loads]).toEqual(['renewing', 2]);
});

test('RP-02.221 it loads once, however often it is asked meanwhile', async () => {
  const { renewal, world, pass, changed } = page();
  renewal.missing();
  changed();
  renewal.missing();
  await pass();
  await pass(10_000);
  expect(world.loads).toBe(1);
});
