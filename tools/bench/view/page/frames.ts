export interface Frames {
  /** Milliseconds between frames, in the order of their length. */
  readonly deltas: readonly number[];
  /** Milliseconds between frames, of which one in twenty takes longer. */
  readonly p95: number;
  /** Milliseconds of the tasks, or of the work on frames, over 50 ms. */
  readonly longTasks: number[];
}

/** Writes down the frames and the long tasks from now on. */
export class FrameLog {
  readonly #deltas: number[] = [];
  readonly #tasks: number[] = [];
  readonly #start = performance.now();
  readonly #observer = new PerformanceObserver((list) => this.#take(list.getEntries()));
  #frame = 0;

  constructor(entries: 'longtask' | 'long-animation-frame' = 'longtask') {
    let last: number | null = null;
    const tick = (now: number): void => {
      if (last !== null) this.#deltas.push(now - last);
      last = now;
      this.#frame = requestAnimationFrame(tick);
    };
    this.#frame = requestAnimationFrame(tick);
    this.#observer.observe({ type: entries });
  }

  #take(entries: PerformanceEntryList): void {
    for (const { startTime, duration } of entries) if (startTime >= this.#start) this.#tasks.push(duration);
  }

  end(): Frames {
    cancelAnimationFrame(this.#frame);
    this.#take(this.#observer.takeRecords());
    this.#observer.disconnect();
    const sorted = this.#deltas.sort((a, b) => a - b);
    return { deltas: sorted, p95: sorted[Math.floor(sorted.length * 0.95)] ?? 0, longTasks: this.#tasks };
  }
}
