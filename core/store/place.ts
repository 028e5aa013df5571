import type { Meta } from './action.ts';

/** Where a person acts (WI-14): in what is over the page, or (absent) on the page. */
export type Place = Meta['place'];

export const PLACES = [undefined, 'over'] as const;

/** The parts of the state that stand twice, by their names on the page and over it. */
const TWICE = { tree: 'overTree', epic: 'overEpic', sidebar: 'overSidebar' } as const;

/** The state as whoever works in one place sees it: under `tree`, `epic` and `sidebar` are those of this place. */
export function inPlace<S extends object>(state: S, place: Place): S {
  if (place === undefined) return state;
  const seen = { ...state } as Record<string, unknown>;
  for (const [part, over] of Object.entries(TWICE)) if (over in seen) seen[part] = seen[over];
  return seen as S;
}

/** Stands in the keys of reads for what is over the page: no word, so that a redacted log keeps it. */
export const keyIn = (place: Place, key: string): string => (place === undefined ? key : `- ${key}`.trimEnd());

let last: { readonly state: object; readonly seen: object } | null = null;

/** WI-14.8: the state as those see it who stand over the page; the same for the same state. */
export function overPage<S extends object>(state: S): S {
  if (last?.state !== state) last = { state, seen: inPlace(state, 'over') };
  return last.seen as S;
}
