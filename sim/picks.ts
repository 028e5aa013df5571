/** Chooses by a step's picks, each time by the next one. */
export class Picks {
  #at = 0;
  readonly #picks: readonly number[];

  constructor(picks: readonly number[]) {
    this.#picks = picks;
  }

  /** A whole number below `below`; the same for the same step, whatever else changed. */
  number(below: number): number {
    const pick = this.#picks[this.#at % Math.max(1, this.#picks.length)] ?? 0;
    this.#at += 1;
    return below <= 0 ? 0 : pick % below;
  }

  of<T>(list: readonly T[]): T | undefined {
    return list[this.number(list.length)];
  }

  /** True once in `times`. */
  once(times: number): boolean {
    return this.number(times) === 0;
  }
}
