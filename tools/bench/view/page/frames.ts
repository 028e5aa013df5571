export interface Frames {
  /** Milliseconds between frames, in the order of their length. */
  readonly deltas: readonly number[];
  /** Milliseconds between frames, of which one in twenty takes longer. */
  readonly p95: number;
  /** Milliseconds of the tasks, or of the page's work on a frame, over 50 ms. */
  readonly longTasks: number[];
}

/** A frame that took over 50 ms, as the browser tells of it. */
interface LongFrame extends PerformanceEntry {
  /** When styles and layout began; 0: they did not. */
  readonly renderStart: number;
  /** What ran for at least 5 ms. */
  readonly scripts: readonly { readonly duration: number }[];
}

/** What the page did in a frame. A busy machine makes frames long in which nothing runs at all. */
function workOf({ startTime, duration, renderStart, scripts }: LongFrame): number {
  const drawn = renderStart === 0 ? 0 : startTime + duration - renderStart;
  return scripts.reduce((sum, script) => sum + script.duration, drawn);
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
    for (const entry of entries.filter(({ startTime }) => startTime >= this.#start)) {
      const work = 'scripts' in entry ? workOf(entry as LongFrame) : entry.duration;
      if (work > 50) this.#tasks.push(work);
    }
  }

  end(): Frames {
    cancelAnimationFrame(this.#frame);
    this.#take(this.#observer.takeRecords());
    this.#observer.disconnect();
    const sorted = this.#deltas.sort((a, b) => a - b);
    return { deltas: sorted, p95: sorted[Math.floor(sorted.length * 0.95)] ?? 0, longTasks: this.#tasks };
  }
}
