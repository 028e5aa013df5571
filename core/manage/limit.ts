/** How many people a top-level group may have and has. */
export interface Places {
  /** Null: as many as there are. */
  readonly limit: number | null;
  readonly members: number;
}

/** So few places are told of before they are taken. */
const CLOSE = 2;

/** BD-13.10: null: there is no limit. */
export const placesLeft = ({ limit, members }: Places): number | null =>
  limit === null ? null : Math.max(0, limit - members);

/** BD-13.10 */
export function limitState(places: Places): 'none' | 'far' | 'close' | 'reached' {
  const left = placesLeft(places);
  return left === null ? 'none' : left === 0 ? 'reached' : left <= CLOSE ? 'close' : 'far';
}
