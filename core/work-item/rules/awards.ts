import type { Award } from '../entity.ts';

const isSame = (one: Award, other: Award): boolean => one.emoji === other.emoji && one.userId === other.userId;

export const hasGiven = (awards: readonly Award[], award: Award): boolean => awards.some((each) => isSame(each, award));

/** The reactions once this one is given, behind the others, or is taken back. */
export function withAward<A extends Award>(awards: readonly A[], award: A, on: boolean): readonly A[] {
  if (hasGiven(awards, award) === on) return awards;
  return on ? [...awards, award] : awards.filter((each) => !isSame(each, award));
}
