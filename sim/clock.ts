interface Timer {
  readonly due: number;
  readonly order: number;
  readonly run: () => unknown;
  cancelled: boolean;
}

/** Until every promise that is ready has run, and those that they make ready: the loop of events comes to this only then. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** The one time of a simulation. What a timer starts is followed to its end before the next one runs. */
export class SimClock {
  #now: number;
  #order = 0;
  /** The longest time that anybody asked to wait. Milliseconds. */
  longest = 0;
  /** A binary heap, the timer that is due next on top. */
  readonly #heap: Timer[] = [];

  constructor(start: number) {
    this.#now = start;
  }

  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number {
    return this.#now;
  }

  after(milliseconds: number, run: () => unknown): () => void {
    this.longest = Math.max(this.longest, milliseconds);
    const timer = { due: this.#now + Math.max(0, milliseconds), order: this.#order++, run, cancelled: false };
    this.#push(timer);
    return () => {
      timer.cancelled = true;
    };
  }

  /** Moves on, running every timer that falls due on the way at its time, and what follows from it. */
  async advance(milliseconds: number): Promise<void> {
    const end = this.#now + milliseconds;
    await settled();
    for (;;) {
      const next = this.#heap[0];
      if (next === undefined || next.due > end) break;
      this.#pop();
      if (next.cancelled) continue;
      this.#now = Math.max(this.#now, next.due);
      const result = next.run();
      if (result instanceof Promise) await result;
      await settled();
    }
    this.#now = end;
  }

  #push(timer: Timer): void {
    const heap = this.#heap;
    heap.push(timer);
    for (let at = heap.length - 1; at > 0;) {
      const parent = (at - 1) >> 1;
      if (!isBefore(heap[at] as Timer, heap[parent] as Timer)) return;
      [heap[at], heap[parent]] = [heap[parent] as Timer, heap[at] as Timer];
      at = parent;
    }
  }

  #pop(): void {
    const heap = this.#heap;
    const last = heap.pop() as Timer;
    if (heap.length === 0) return;
    heap[0] = last;
    for (let at = 0; ;) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      let least = at;
      if (left < heap.length && isBefore(heap[left] as Timer, heap[least] as Timer)) least = left;
      if (right < heap.length && isBefore(heap[right] as Timer, heap[least] as Timer)) least = right;
      if (least === at) return;
      [heap[at], heap[least]] = [heap[least] as Timer, heap[at] as Timer];
      at = least;
    }
  }
}

const isBefore = (a: Timer, b: Timer): boolean => a.due < b.due || (a.due === b.due && a.order < b.order);
