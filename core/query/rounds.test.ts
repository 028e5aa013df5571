import { runSaga } from 'redux-saga';
import { call } from 'typed-redux-saga';
import { FakePorts, UNREACHABLE } from '../testing/index.ts';
import { readInRounds, type PollAnswer, type RoundStep } from './index.ts';

const OK: PollAnswer = { status: 200, headers: {} };

/** A pass over steps of these names; what was asked, in its order. */
function start(names: readonly string[], step: (name: string, steps: RoundStep[]) => PollAnswer | null = () => OK) {
  const { ports, clock } = new FakePorts();
  const asked: string[] = [];
  let isOpen = true;
  const task = runSaga({}, readInRounds, ports, {
    limit: 3,
    interval: 10_000,
    pass: (steps: RoundStep[]) =>
      call(() =>
        isOpen
          ? names.map((name): RoundStep => () => {
              asked.push(name);
              return call(() => step(name, steps));
            })
          : null,
      ),
  });
  return {
    asked,
    task,
    close: () => (isOpen = false),
    later: async (milliseconds = 10_000) => {
      asked.length = 0;
      await clock.advance(milliseconds);
      return asked.join('');
    },
  };
}

test('RP-02.312 a round asks so many questions, the next one goes on, and after the last a pass begins anew', async () => {
  const it = start(['a', 'b', 'c', 'd', 'e']);
  expect(await it.later(9_999)).toBe('');
  expect(await it.later(1)).toBe('abc');
  expect(await it.later()).toBe('de');
  expect(await it.later()).toBe('abc');
  it.close();
  expect(await it.later(60_000)).toBe('');
  it.task.cancel();
});

test('RP-02.312 a step that has more to ask is asked again before the others', async () => {
  let pages = 2;
  const it = start(['a', 'b'], (name, steps) => {
    if (name === 'a' && (pages -= 1) > 0) {
      steps.unshift(() => {
        it.asked.push('+');
        return call(() => null);
      });
    }
    return OK;
  });
  expect(await it.later()).toBe('a+b');
  it.task.cancel();
});

test('RP-02.312 after a failure the pass begins anew, later; the server may name another interval', async () => {
  let failing = true;
  const it = start(['a', 'b'], (name) => {
    if (name === 'b' && failing) throw UNREACHABLE;
    return { status: 200, headers: { 'poll-interval': '2000' } };
  });
  expect(await it.later()).toBe('ab');
  failing = false;
  expect(await it.later(19_999)).toBe('');
  expect(await it.later(1)).toBe('ab');
  expect(await it.later(2_000)).toBe('ab');
  it.task.cancel();
});
