/** BD-12.2: how far a bar is filled, 0 to 100. Without a maximum that makes sense it is 100. */
export function progressPercent(value: number, max?: number): number {
  const limit = max !== undefined && Number.isFinite(max) && max > 0 ? max : 100;
  const part = Number.isFinite(value) ? value / limit : 0;
  return Math.min(Math.max(part, 0), 1) * 100;
}

/** BD-12.3: who is shown of a stack of so many places, and how many are not. A counter never stands for one person. */
export function stacked<P>(
  people: readonly P[],
  places: number,
): { readonly shown: readonly P[]; readonly more: number } {
  if (people.length <= places + 1) return { shown: people, more: 0 };
  return { shown: people.slice(0, places), more: people.length - places };
}

/** BD-11.7: options are indented by their depth, from 1 to 6 steps; those of no depth are not. */
export const indentSteps = (depth: number | undefined): number =>
  depth === undefined || !(depth >= 1) ? 0 : Math.min(Math.trunc(depth), 6);
