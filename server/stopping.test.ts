import { ConfigError } from './config.ts';
import { failureText, stopOnSignal } from './stopping.ts';

function signals(stop: () => Promise<void>) {
  const exits: number[] = [];
  const warnings: string[] = [];
  const on = stopOnSignal(
    stop,
    (code) => exits.push(code),
    (line) => warnings.push(line),
  );
  return { on, exits, warnings };
}

test('the first signal stops in order and ends with 0', async () => {
  let finish: () => void = () => undefined;
  const stopped = new Promise<void>((resolve) => (finish = resolve));
  const { on, exits } = signals(() => stopped);
  on('SIGTERM');
  expect(exits).toEqual([]);
  finish();
  await stopped;
  await Promise.resolve();
  expect(exits).toEqual([0]);
});

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('a second signal does not wait: %s ends with %d', (signal, code) => {
  const { on, exits } = signals(() => new Promise(() => undefined));
  on('SIGTERM');
  on(signal);
  expect(exits).toEqual([code]);
});

test('stopping that fails is said, and ends with 1', async () => {
  const failed = Promise.reject(new Error('the database does not close'));
  const { on, exits, warnings } = signals(() => failed);
  on('SIGINT');
  await failed.catch(() => undefined);
  await Promise.resolve();
  expect([exits, warnings]).toEqual([[1], ['the database does not close']]);
});

test('what a person can put right comes in one line, a mistake of the program with its stack', () => {
  expect(failureText(new ConfigError('PORT must be a number.'))).toBe('PORT must be a number.');
  expect(failureText(Object.assign(new Error('in use'), { code: 'EADDRINUSE' }))).toBe('in use');
  expect(failureText(new TypeError('x is not a function'))).toMatch(/^TypeError: x is not a function\n\s+at /);
  expect(failureText('odd')).toBe('odd');
});
