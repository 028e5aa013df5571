import type { Clock } from '../ports/index.ts';

interface Timer {
  readonly due: number;
  readonly order: number;
  readonly run: () => void;
}

/** Runs every promise that is ready, and those that become ready by it. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 250; turn += 1) await Promise.resolve();
}

/** A clock that only moves when told to. It starts at `2026-11-21T12:00:00Z` unless told otherwise. */
export class ManualClock implements Clock {
  #now: number;
  #timers: Timer[] = [];
  #order = 0;

  constructor(start = '2026-11-21T12:00:00Z') {
    this.#now = Date.parse(start);
  }

  now(): number {
    return this.#now;
  }

  today(): string {
    return new Date(this.#now).toISOString().slice(0, 10);
  }

  after(milliseconds: number, run: () => void): () => void {
    const timer = { due: this.#now + milliseconds, order: this.#order++, run };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  /** How many timers are waiting. */
  get waiting(): number {
    return this.#timers.length;
  }

  /** The machine slept: time has passed, and timers that fell due run with the next move. */
  jump(milliseconds: number): void {
    this.#now += milliseconds;
  }

  /** Moves on, running every timer that falls due on the way at its time, and everything that follows from it. */
  async advance(milliseconds: number): Promise<void> {
    const end = this.#now + milliseconds;
    await settle();
    for (;;) {
      const next = this.#timers.filter(({ due }) => due <= end).sort((a, b) => a.due - b.due || a.order - b.order)[0];
      if (next === undefined) break;
      this.#timers = this.#timers.filter((other) => other !== next);
      this.#now = Math.max(this.#now, next.due);
      next.run();
      await settle();
    }
    this.#now = end;
  }
}

/** A whole number from `least` up to, and not including, `most`. */
export const randomInt = (random: () => number, least: number, most: number): number =>
  least + Math.floor(random() * (most - least));

export const pick = <T>(random: () => number, list: readonly T[]): T => {
  if (list.length === 0) throw new RangeError('Nothing to pick from');
  return list[randomInt(random, 0, list.length)] as T;
};
