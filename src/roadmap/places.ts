import type { GlobalId } from '@espalier/core/work-item';

/** What of a roadmap its address does not say: the expanded rows and where it was scrolled to. */
export interface Place {
  readonly expanded: readonly GlobalId[];
  readonly top: number;
  readonly left: number;
}

/** Entries of the browser's history that are remembered. */
const MOST = 50;
/** By session: another one begins with a history of its own. */
const sessions = new WeakMap<object, Map<string, Place>>();

/** RM-02.12: by the key of the history's entry; the browser itself remembers only what the page scrolls. */
export const placeOf = (session: object, entry: string): Place | null => sessions.get(session)?.get(entry) ?? null;

export function keepPlace(session: object, entry: string, place: Place): void {
  const places = sessions.get(session) ?? new Map<string, Place>();
  sessions.set(session, places);
  places.delete(entry);
  places.set(entry, place);
  for (const oldest of places.keys()) {
    if (places.size <= MOST) return;
    places.delete(oldest);
  }
}
