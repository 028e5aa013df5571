/** A piece that takes longer, in milliseconds, is followed by smaller ones: whoever asks meanwhile waits for it. */
const LONGEST = 120;
const SMALLEST = 50;
const LARGEST = 200;

/** Cuts work into pieces of about the same time, on a fast machine as on a slow one. */
export class Pace {
  #size = SMALLEST;
  #took = 0;

  /** The work of a part, without the wait for its turn. */
  async timed<T>(work: () => Promise<T>): Promise<T> {
    const begun = performance.now();
    const result = await work();
    this.#took = performance.now() - begun;
    return result;
  }

  async parts<T>(rows: readonly T[], work: (part: readonly T[]) => Promise<unknown>): Promise<void> {
    for (let at = 0; at < rows.length;) {
      const part = rows.slice(at, at + this.#size);
      await work(part);
      at += part.length;
      if (this.#took > LONGEST) this.#size = Math.max(SMALLEST, Math.floor(this.#size / 2));
      else if (this.#took < LONGEST / 2) this.#size = Math.min(LARGEST, Math.ceil(this.#size * 1.2));
    }
  }
}
