import Fastify from 'fastify';
import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { ConfigError } from './config.ts';
import { endConnections, failureText, stopOnSignal } from './stopping.ts';

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

test('AP-06.37 requests that are under way are waited for, and no connection is', async () => {
  const app = Fastify({ forceCloseConnections: 'idle' });
  endConnections(app);
  let answer: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => {
    app.get('/', () => {
      resolve();
      return new Promise((done) => (answer = () => done('answered')));
    });
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const unused = connect(port, '127.0.0.1').resume();
  await once(app.server, 'connection');
  const request = fetch(`http://127.0.0.1:${port}/`);
  await asked;
  const closed = app.close();
  await once(unused, 'close');
  answer();
  expect(await (await request).text()).toBe('answered');
  // Each of the two would take longer by itself.
  await closed;
}, 15_000);
