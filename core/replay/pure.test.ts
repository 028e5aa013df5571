import { parseLog, replay, stateHash } from './index.ts';
import { randomSession } from './testing/session.ts';

type Globals = Record<string, unknown>;

/** What a session may not touch, by where it is found; the name of whatever is touched all the same goes into `touched`. */
function withoutSurroundings(touched: string[]): () => void {
  const refuse = (name: string) => (): never => {
    touched.push(name);
    throw new Error(`${name} is not one of the ports`);
  };
  class NoToday extends Date {
    constructor(...parts: readonly [] | readonly [number | string]) {
      if (parts.length === 0) refuse('new Date()')();
      super(parts[0] ?? 0);
    }
    static override now = refuse('Date.now');
  }
  const everything = globalThis as Globals;
  const changes: readonly [place: Globals, name: string, value: unknown][] = [
    [everything, 'Date', NoToday],
    [Math as unknown as Globals, 'random', refuse('Math.random')],
    ...['setTimeout', 'setInterval', 'setImmediate', 'fetch', 'localStorage', 'indexedDB', 'performance'].map(
      (name) => [everything, name, refuse(name)] as [Globals, string, unknown],
    ),
  ];
  const before = changes.map(([place, name]) => Object.getOwnPropertyDescriptor(place, name));
  for (const [place, name, value] of changes) {
    Object.defineProperty(place, name, { value, configurable: true, writable: true });
  }
  return () => {
    for (const [index, [place, name]] of changes.entries()) {
      const was = before[index];
      if (was === undefined) delete place[name];
      else Object.defineProperty(place, name, was);
    }
  };
}

test.each([3, 48])(
  'RP-01.1 session %i runs, is recorded and replays with nothing around it but its ports',
  async (seed) => {
    expect([typeof document, typeof window]).toEqual(['undefined', 'undefined']);
    const touched: string[] = [];
    const restore = withoutSurroundings(touched);
    let hashes: readonly string[];
    try {
      const { text, planner } = await randomSession(seed, 80);
      const { hash, mismatch } = replay(parseLog(text()));
      hashes = [hash, stateHash(planner.store.getState()), String(mismatch)];
    } finally {
      restore();
    }
    expect(touched).toEqual([]);
    expect(hashes).toEqual([hashes[0], hashes[0], 'null']);
  },
);

test('RP-01.1 whoever touches them is found', () => {
  const touched: string[] = [];
  const restore = withoutSurroundings(touched);
  try {
    for (const touch of [() => Date.now(), () => new Date(), () => Math.random(), () => setTimeout(() => 0)]) {
      expect(touch).toThrow('is not one of the ports');
    }
    expect(new Date(0).toISOString()).toBe('1970-01-01T00:00:00.000Z');
  } finally {
    restore();
  }
  expect(touched).toEqual(['Date.now', 'new Date()', 'Math.random', 'setTimeout']);
  expect(Date.now()).toBeGreaterThan(0);
});
