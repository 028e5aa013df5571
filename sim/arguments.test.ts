import { parseArguments, USAGE, UsageError } from './arguments.ts';

test('without options 200 schedules are drawn from seed 1 on; options that come later win', () => {
  expect(parseArguments([])).toEqual({
    schedules: 200,
    seed: 1,
    workers: 2,
    real: 0,
    replay: null,
    plant: null,
    corpus: 'fixtures/sim-corpus',
    skip: new Set(),
    mode: null,
  });
  const given = ['--schedules', '3000', '--real=10', '--schedules', '5', '--first-failure', '--skip', '3,8'];
  expect(parseArguments(given)).toMatchObject({
    schedules: 5,
    real: 10,
    skip: new Set([3, 8]),
    mode: 'first-failure',
  });
});

test.each([
  [['--wat'], "Unknown option '--wat'."],
  [['file.json'], "Unexpected argument 'file.json'."],
  [['--schedules'], "Option '--schedules <value>' argument missing."],
  [['--schedules', 'many'], '--schedules wants a whole number from 1 on, not "many".'],
  [['--schedules', '0'], '--schedules wants a whole number from 1 on, not "0".'],
  [['--seed', '-1'], "Option '--seed' argument is ambiguous."],
  [['--seed=-1'], '--seed wants a whole number from 0 on, not "-1".'],
  [['--workers', '1e9999'], '--workers wants a whole number from 1 on, not "1e9999".'],
  [['--real', ''], '--real wants a whole number from 0 on, not "".'],
  [['--skip', '1,x'], '--skip wants a whole number from 0 on, not "x".'],
])('%j is refused in one line', (args, words) => {
  expect(() => parseArguments(args)).toThrow(new UsageError(words));
});

test('help names every option that a person has', () => {
  expect(parseArguments(['-h', '--list-mutants']).mode).toBe('help');
  for (const option of ['schedules', 'seed', 'workers', 'real', 'replay', 'corpus', 'first-failure', 'skip']) {
    expect(USAGE).toContain(`  --${option} `);
  }
});
