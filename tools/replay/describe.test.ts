import { replayTerminal } from './testing.ts';

const { run } = replayTerminal(() => undefined);

test('RP-03.236 the actions are listed, all or those that are asked for', async () => {
  const list = async (...args: string[]) => (await run('log.jsonl', '--list', ...args)).out.split('\n');
  expect(await list()).toEqual([
    '1    +0.000 user   tree/labelsToggled {}',
    '2    +0.000 user   notice/raised {"kind":"info","text":"Marmalade is ready"}',
    '3    +0.000 user   tree/labelsToggled {}',
    '4    +0.000 user   notice/raised {"kind":"info","text":"Kaleidoscope broke"}',
    '5    +0.000 user   notice/raised {"kind":"info","text":"Umbrella closed"}',
    '5 of 5 actions.',
  ]);
  const numbers = async (...args: string[]) => (await list(...args)).map((line) => line.split(' ')[0]).join(' ');
  expect(await numbers('--type', 'tree')).toBe('1 3 2');
  expect(await numbers('--type', 'tree/labelsToggled', '--type', 'notice')).toBe('1 2 3 4 5 5');
  expect(await numbers('--type', '*/raised')).toBe('2 4 5 3');
  expect(await numbers('--type', 'tre')).toBe('0');
  expect(await numbers('--origin', 'server')).toBe('0');
  expect(await numbers('--about', '"n1"')).toBe('2 4 2');
  expect(await numbers('--about', 'Umbrella')).toBe('5 1');
  expect(await numbers('--from', '3', '--until', '4')).toBe('3 4 2');
});
