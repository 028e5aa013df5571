export interface Frames {
  /** Milliseconds between frames, of which one in twenty takes longer. */
  readonly p95: number;
  /** Milliseconds of tasks over 50 ms. */
  readonly longTasks: number[];
}

/** Writes down the frames and the long tasks from now on. */
export class FrameLog {
  readonly #deltas: number[] = [];
  readonly #tasks: number[] = [];
  readonly #start = performance.now();
  readonly #observer = new PerformanceObserver((list) => this.#take(list.getEntries()));
  #frame = 0;

  constructor() {
    let last: number | null = null;
    const tick = (now: number): void => {
      if (last !== null) this.#deltas.push(now - last);
      last = now;
      this.#frame = requestAnimationFrame(tick);
    };
    this.#frame = requestAnimationFrame(tick);
    this.#observer.observe({ type: 'longtask' });
  }

  #take(entries: PerformanceEntryList): void {
    for (const { startTime, duration } of entries) if (startTime >= this.#start) this.#tasks.push(duration);
  }

  end(): Frames {
    cancelAnimationFrame(this.#frame);
    this.#take(this.#observer.takeRecords());
    this.#observer.disconnect();
    const sorted = this.#deltas.sort((a, b) => a - b);
    return { p95: sorted[Math.floor(sorted.length * 0.95)] ?? 0, longTasks: this.#tasks };
  }
}
