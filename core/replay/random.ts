/** Mulberry32: the same numbers from the same seed, in [0, 1). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A whole number from `least` up to, and not including, `most`. */
export const randomInt = (random: () => number, least: number, most: number): number =>
  least + Math.floor(random() * (most - least));

export const pick = <T>(random: () => number, list: readonly T[]): T => {
  if (list.length === 0) throw new RangeError('Nothing to pick from');
  return list[randomInt(random, 0, list.length)] as T;
};
