/** Lets so many in at a time, first come, first served. Who leaves while waiting is forgotten. */
export class Turns {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  /** Answers when it is one's turn, with the function that ends it; rejects when the signal comes first. */
  async take(left: AbortSignal | undefined): Promise<() => void> {
    left?.throwIfAborted();
    if (this.#free > 0) this.#free -= 1;
    else await this.#wait(left);
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    };
  }

  #wait(left: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const go = (): void => {
        left?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(go), 1);
        reject(left?.reason as Error);
      };
      left?.addEventListener('abort', leave, { once: true });
      this.#waiting.push(go);
    });
  }
}
