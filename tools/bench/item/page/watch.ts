export interface Watched {
  /** Milliseconds between frames. */
  readonly frames: readonly number[];
  /** Milliseconds that the page itself worked on a frame, of those over 50 (long animation frames). */
  readonly long: readonly number[];
  /** Milliseconds from the press of a key to the painted frame. */
  readonly keys: readonly number[];
}

/** Writes down frames, and how soon what is typed is seen, from now on. */
export class Watch {
  readonly #frames: number[] = [];
  readonly #long: number[] = [];
  readonly #keys: number[] = [];
  readonly #start = performance.now();
  readonly #observer = new PerformanceObserver((list) => this.#take(list.getEntries()));
  #frame = 0;

  constructor() {
    let last: number | null = null;
    const tick = (now: number): void => {
      if (last !== null) this.#frames.push(now - last);
      last = now;
      this.#frame = requestAnimationFrame(tick);
    };
    this.#frame = requestAnimationFrame(tick);
    this.#observer.observe({ type: 'long-animation-frame' });
    addEventListener('keydown', this.#press, true);
  }

  readonly #press = ({ timeStamp }: KeyboardEvent): void => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => this.#keys.push(performance.now() - timeStamp);
      port2.postMessage(null);
    });
  };

  #take(entries: PerformanceEntryList): void {
    for (const { startTime, duration } of entries) if (startTime >= this.#start) this.#long.push(duration);
  }

  end(): Watched {
    cancelAnimationFrame(this.#frame);
    removeEventListener('keydown', this.#press, true);
    this.#take(this.#observer.takeRecords());
    this.#observer.disconnect();
    return { frames: this.#frames, long: this.#long, keys: this.#keys };
  }
}
