import type { Clock, WireError } from '@espalier/core/ports';

/**
 * What happens to the next request that fits, once.
 * - `refuse`: it is not looked at, and fails with `error`.
 * - `lose`: no answer arrives; `when` says whether the change was made (`afterCommit`) or not.
 * - `delay`: it is answered as it then is, `milliseconds` later by the clock.
 * - `hold`: it is done at once, and its answer arrives `milliseconds` later.
 */
export type Fault =
  | { readonly kind: 'refuse'; readonly match: string | RegExp; readonly error: WireError }
  | { readonly kind: 'lose'; readonly match: string | RegExp; readonly when: 'beforeCommit' | 'afterCommit' }
  | { readonly kind: 'delay' | 'hold'; readonly match: string | RegExp; readonly milliseconds: number };

const LOST: WireError = { name: 'WireError', kind: 'network', messages: [] };

const fits = ({ match }: Fault, what: string): boolean =>
  typeof match === 'string' ? what.startsWith(match) : match.test(what);

/** The faults that wait for their request, in the order in which they were added. */
export class FaultTable {
  #waiting: Fault[] = [];
  readonly #clock: Pick<Clock, 'after'> | undefined;

  constructor(clock: Pick<Clock, 'after'> | undefined) {
    this.#clock = clock;
  }

  add(fault: Fault): void {
    this.#waiting.push(fault);
  }

  /** How many have not struck yet. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Runs a request as its fault says; every fault strikes once. */
  async pass<T>(what: string, run: () => T | Promise<T>): Promise<T> {
    const fault = this.#waiting.find((each) => fits(each, what));
    if (fault === undefined) return run();
    this.#waiting = this.#waiting.filter((each) => each !== fault);
    switch (fault.kind) {
      case 'refuse':
        throw fault.error;
      case 'lose':
        if (fault.when === 'afterCommit') await run();
        throw LOST;
      case 'delay':
        await this.#wait(fault.milliseconds);
        return run();
      case 'hold': {
        const answer = await run();
        await this.#wait(fault.milliseconds);
        return answer;
      }
    }
  }

  #wait(milliseconds: number): Promise<void> {
    const clock = this.#clock;
    if (clock === undefined) throw new TypeError('a delay needs a clock');
    return new Promise((resolve) => {
      clock.after(milliseconds, resolve);
    });
  }
}
