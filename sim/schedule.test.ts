import { seededRandom } from '@espalier/core/testing';
import { runSchedule, runSeed, TABLES } from './draw.ts';
import type { Schedule } from './schedule.ts';
import { drawFate, drawSchedule, pickWeighted } from './schedule.ts';
import { shrink } from './shrink.ts';

const draw = (seed: number): Schedule => drawSchedule(seededRandom(seed), seed, 30, TABLES).schedule;

test('the same seed draws the same schedule, another seed another', () => {
  expect(draw(1)).toEqual(draw(1));
  expect(draw(2).steps).not.toEqual(draw(1).steps);
});

test('two to eight planners, each of a person of the plan; the first may change things', () => {
  for (let seed = 1; seed <= 60; seed += 1) {
    const { clients, world } = draw(seed);
    expect(clients.length).toBeGreaterThanOrEqual(2);
    expect(clients.length).toBeLessThanOrEqual(8);
    expect(clients.every(({ username }) => username in world.people)).toBe(true);
    expect(world.people[clients[0]?.username ?? '']).toBe('owner');
  }
});

test('every row of the tables is drawn', () => {
  const names = new Set<string>();
  for (let seed = 1; seed <= 400; seed += 1) for (const { name } of draw(seed).steps) names.add(name);
  const all = [...TABLES.operations, ...TABLES.faults].map(({ name }) => name);
  expect(all.filter((name) => !names.has(name))).toEqual([]);
});

test('a calm network has no faults, a bad one has all of them', () => {
  const random = seededRandom(7);
  const kinds = new Set(Array.from({ length: 2000 }, () => drawFate(random, 100).fault));
  const named = ['refuse', 'loseBefore', 'loseAfter', 'gateway', 'truncate', 'abort', 'duplicate'];
  expect(named.filter((kind) => !kinds.has(kind as 'refuse'))).toEqual([]);
  expect(Array.from({ length: 500 }, () => drawFate(random, 0).fault).some((fault) => fault !== undefined)).toBe(false);
});

test('weights are shares of the draws', () => {
  const list = [
    { name: 'often', weight: 3 },
    { name: 'seldom', weight: 1 },
  ];
  expect([0, 0.74, 0.76, 0.999].map((value) => pickWeighted(() => value, list))).toEqual([
    'often',
    'often',
    'seldom',
    'seldom',
  ]);
});

test('a run is the same when its file is run again, and nothing is drawn for it', async () => {
  const first = await runSeed(11);
  const again = await runSchedule(JSON.parse(JSON.stringify(first.schedule)) as Schedule);
  expect(again).toEqual(first);
  expect(Object.keys(first.schedule.fates).length).toBeGreaterThan(10);
});

test('shrinking leaves what the failure needs: operations go first, then faults, fates and pauses', async () => {
  const step = (name: string, table: 'operation' | 'fault' = 'operation') => ({
    table,
    name,
    client: 0,
    picks: [],
    after: 50,
  });
  const calm = { up: 10, down: 10 };
  const steps = [step('a'), step('hide', 'fault'), step('b'), step('crash', 'fault'), step('c')];
  const schedule: Schedule = { ...draw(1), steps, fates: { x: calm, y: { ...calm, fault: 'abort' } } };
  const asked: number[] = [];
  const small = await shrink(schedule, async (candidate) => {
    asked.push(candidate.steps.filter(({ table }) => table === 'fault').length);
    const names = candidate.steps.map(({ name }) => name);
    return names.includes('b') && names.includes('crash') && candidate.fates['y'] !== undefined;
  });
  expect(small.steps).toEqual([
    { ...step('b'), after: 0 },
    { ...step('crash', 'fault'), after: 0 },
  ]);
  expect(Object.keys(small.fates)).toEqual(['y']);
  expect(asked[0]).toBe(2);
});

test('shrinking ends by itself', async () => {
  let runs = 0;
  await shrink(
    draw(1),
    () => {
      runs += 1;
      return Promise.resolve(false);
    },
    25,
  );
  expect(runs).toBe(25);
});
