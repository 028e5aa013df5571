export { seededRandom } from '../replay/random.ts';

/** A whole number from `least` up to, and not including, `most`. */
export const randomInt = (random: () => number, least: number, most: number): number =>
  least + Math.floor(random() * (most - least));

export const pick = <T>(random: () => number, list: readonly T[]): T => {
  if (list.length === 0) throw new RangeError('Nothing to pick from');
  return list[randomInt(random, 0, list.length)] as T;
};
