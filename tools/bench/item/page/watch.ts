import { painted } from '../../view/page/contestant.ts';
import { FrameLog } from '../../view/page/frames.ts';

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
  readonly #frames = new FrameLog('long-animation-frame');
  readonly #keys: number[] = [];

  constructor() {
    addEventListener('keydown', this.#press, true);
  }

  readonly #press = ({ timeStamp }: KeyboardEvent): void =>
    void painted().then(() => this.#keys.push(performance.now() - timeStamp));

  end(): Watched {
    removeEventListener('keydown', this.#press, true);
    const { deltas, longTasks } = this.#frames.end();
    return { frames: deltas, long: longTasks, keys: this.#keys };
  }
}
