import createSagaMiddleware, { channel, buffers, type Task } from 'redux-saga';
import { call } from 'typed-redux-saga';
import { applyMiddleware, legacy_createStore } from '@reduxjs/toolkit';
import { FakePorts, settle, wireError } from '../testing/index.ts';
import { backoff, BACKOFF_CAP, INTERVAL, intervalOf, poll, type PollAnswer, type PollPlan } from './index.ts';

const answer = (interval?: string, status = 200): PollAnswer => ({
  status,
  headers: interval === undefined ? {} : { 'poll-interval': interval },
});

describe('the interval', () => {
  test('AP-15.1 is the header of a successful answer, positive', () => {
    expect(intervalOf(answer('3000'))).toBe(3000);
    expect(intervalOf(answer('3000', 304))).toBeNull();
    expect(intervalOf(answer('3000', 500))).toBeNull();
    expect(intervalOf(answer('0'))).toBeNull();
    expect(intervalOf(answer('-1'))).toBeNull();
    expect(intervalOf(answer('soon'))).toBeNull();
    expect(intervalOf(answer())).toBeNull();
  });

  test('AP-15.2 wild intervals are brought to the bounds', () => {
    expect(intervalOf(answer('1'))).toBe(INTERVAL.least);
    expect(intervalOf(answer('1e12'))).toBe(INTERVAL.most);
  });

  test('AP-15.6 doubles with every failure up to the cap', () => {
    expect([0, 1, 2, 3, 9].map((failures) => backoff(10_000, failures))).toEqual([
      10_000,
      20_000,
      40_000,
      80_000,
      BACKOFF_CAP,
    ]);
    expect(backoff(BACKOFF_CAP * 2, 1)).toBe(BACKOFF_CAP * 2);
  });
});

describe('polling', () => {
  function run(change: Partial<PollPlan<PollAnswer>> = {}, fake = new FakePorts()) {
    const reads: { resolve: (it: PollAnswer) => Promise<void>; reject: (error: unknown) => Promise<void> }[] = [];
    const errors: unknown[] = [];
    const saga = createSagaMiddleware();
    legacy_createStore(() => ({}), applyMiddleware(saga));
    const task: Task = saga.run(() =>
      poll(fake.ports, {
        *read() {
          return yield* call(
            () =>
              new Promise<PollAnswer>((resolve, reject) => {
                reads.push({
                  resolve: (it) => (resolve(it), settle()),
                  reject: (error) => (reject(error), settle()),
                });
              }),
          );
        },
        *failed(error) {
          yield* call(() => errors.push(error));
        },
        fallback: 10_000,
        ...change,
      }),
    );
    return { fake, reads, errors, task, last: () => reads.at(-1) as (typeof reads)[number] };
  }

  test('AP-15.1 reads again after the interval that the answer names', async () => {
    const { fake, reads, last } = run();
    await last().resolve(answer('3000'));
    await fake.clock.advance(2999);
    expect(reads).toHaveLength(1);
    await fake.clock.advance(1);
    expect(reads).toHaveLength(2);
    await last().resolve(answer());
    await fake.clock.advance(9999);
    expect(reads).toHaveLength(2);
    await fake.clock.advance(1);
    expect(reads).toHaveLength(3);
  });

  test('AP-15.1 ends where neither the answer nor the plan has an interval', async () => {
    const { fake, reads, last, task } = run({ fallback: null });
    await last().resolve(answer('2000'));
    await fake.clock.advance(2000);
    await last().resolve(answer());
    await fake.clock.advance(INTERVAL.most);
    expect(reads).toHaveLength(2);
    expect(task.isRunning()).toBe(false);
  });

  test('AP-15.3 a hidden tab stops it, a shown one reads at once', async () => {
    const { fake, reads, last } = run();
    await last().resolve(answer());
    await fake.hide(true);
    await fake.clock.advance(60_000);
    expect(reads).toHaveLength(1);
    await fake.hide(false);
    expect(reads).toHaveLength(2);
  });

  test('AP-15.11 a plan may have the first reading not wait for the tab', async () => {
    const fake = new FakePorts();
    await fake.hide(true);
    let asked = true;
    const [waits, reads] = [run({}, fake), run({ evenHidden: () => asked }, fake)];
    expect([waits.reads.length, reads.reads.length]).toEqual([0, 1]);
    asked = false;
    await reads.last().resolve(answer('1000'));
    await fake.clock.advance(60_000);
    expect([waits.reads.length, reads.reads.length]).toEqual([0, 1]);
    await fake.hide(false);
    expect([waits.reads.length, reads.reads.length]).toEqual([1, 2]);
  });

  test('AP-15.3 what is on its way when the tab is hidden is taken in, and nothing follows', async () => {
    const { fake, reads, last } = run();
    await fake.hide(true);
    await last().resolve(answer('1000'));
    await fake.clock.advance(60_000);
    expect(reads).toHaveLength(1);
  });

  test('AP-15.4 a slow answer delays the next reading', async () => {
    const { fake, reads, last } = run();
    await fake.clock.advance(60_000);
    expect(reads).toHaveLength(1);
    await last().resolve(answer());
    await fake.clock.advance(10_000);
    expect(reads).toHaveLength(2);
  });

  test('AP-15.5 an abort is ignored, another failure reported; both go on', async () => {
    const { fake, reads, errors, last } = run();
    await last().reject(wireError({ kind: 'aborted' }));
    expect(errors).toEqual([]);
    await fake.clock.advance(10_000);
    expect(reads).toHaveLength(2);
    const failure = wireError({ kind: 'network' });
    await last().reject(failure);
    expect(errors).toEqual([failure]);
  });

  /** The reading after the next one comes after so many milliseconds, and not before. */
  async function expectNextAfter({ fake, reads }: ReturnType<typeof run>, wait: number) {
    const known = reads.length;
    await fake.clock.advance(wait - 1);
    expect(reads).toHaveLength(known);
    await fake.clock.advance(1);
    expect(reads).toHaveLength(known + 1);
  }

  test('AP-15.6 failures double the wait, a success ends that', async () => {
    const polling = run();
    const fail = () => polling.last().reject(wireError({ kind: 'network' }));
    await fail();
    await expectNextAfter(polling, 20_000);
    await fail();
    await expectNextAfter(polling, 40_000);
    await polling.last().resolve(answer());
    await expectNextAfter(polling, 10_000);
    // The next failure is the first one again.
    await fail();
    await expectNextAfter(polling, 20_000);
  });

  test('AP-15.6 what doubles is the interval that the last answer named, where there was none half a minute', async () => {
    const polling = run({ fallback: null });
    await polling.last().reject(wireError({ kind: 'network' }));
    await expectNextAfter(polling, 60_000);
    await polling.last().resolve(answer('3000'));
    await expectNextAfter(polling, 3_000);
    await polling.last().reject(wireError({ kind: 'network' }));
    await expectNextAfter(polling, 6_000);
  });

  test('AP-15.6 a reading that was broken off is neither a failure nor a success', async () => {
    const polling = run();
    await polling.last().reject(wireError({ kind: 'network' }));
    await expectNextAfter(polling, 20_000);
    await polling.last().reject(wireError({ kind: 'aborted' }));
    await expectNextAfter(polling, 20_000);
    await polling.last().reject(wireError({ kind: 'network' }));
    await expectNextAfter(polling, 40_000);
  });

  test('AP-15.10 a reading that failed is tried again when its time comes, also while the plan is quiet', async () => {
    const wake = channel<object>(buffers.sliding(1));
    const { fake, reads, last } = run({ quiet: () => true, wake });
    wake.put({});
    await settle();
    await last().reject(wireError({ kind: 'network' }));
    await fake.clock.advance(20_000);
    expect(reads).toHaveLength(2);
    await last().reject(wireError({ kind: 'aborted' }));
    await fake.clock.advance(20_000);
    expect(reads).toHaveLength(3);
    await last().resolve(answer());
    await fake.clock.advance(600_000);
    expect(reads).toHaveLength(3);
  });

  test('AP-15.7 a wake-up reads at once, also one that came during a reading', async () => {
    const wake = channel<object>(buffers.sliding(1));
    const { reads, last } = run({ wake });
    await last().resolve(answer());
    wake.put({});
    await settle();
    expect(reads).toHaveLength(2);
    wake.put({});
    await last().resolve(answer());
    expect(reads).toHaveLength(3);
  });

  test('AP-15.8 while it is quiet only wake-ups count', async () => {
    const wake = channel<object>(buffers.sliding(1));
    let quiet = true;
    const { fake, reads, last } = run({ wake, quiet: () => quiet });
    await fake.clock.advance(60_000);
    expect(reads).toHaveLength(0);
    wake.put({});
    await settle();
    expect(reads).toHaveLength(1);
    quiet = false;
    await last().resolve(answer());
    await fake.clock.advance(10_000);
    expect(reads).toHaveLength(2);
  });

  test('AP-15.9 cancelling ends the timer and the listening', async () => {
    const { fake, reads, last, task } = run();
    await last().resolve(answer());
    task.cancel();
    expect(fake.clock.waiting).toBe(0);
    await fake.hide(true);
    await fake.hide(false);
    expect(reads).toHaveLength(1);
  });
});
