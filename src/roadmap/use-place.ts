import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { useLocation } from 'react-router-dom';
import { selectExpandedEpics } from '@espalier/core/roadmap';
import type { GlobalId } from '@espalier/core/work-item';
import { useAppStore } from '../store.ts';

/** The place that this entry of the history was left at; null where it is new. */
export function useLeftPlace(): Place | null {
  const store = useAppStore();
  const { key } = useLocation();
  const [place] = useState(() => placeOf(store, key));
  return place;
}

/** RM-02.12: restores the scroll position as far as the rows have loaded, until somebody scrolls, and saves it on leaving. */
export function usePlace(scroller: RefObject<HTMLElement | null>, left: Place | null): void {
  const store = useAppStore();
  const { key } = useLocation();
  const entry = useRef(key);
  useEffect(() => {
    entry.current = key;
  }, [key]);
  const wanted = useRef(left);

  useLayoutEffect(() => {
    const [element, place] = [scroller.current, wanted.current];
    if (element === null || place === null || element.clientWidth === 0) return;
    element.scrollLeft = place.left;
    element.scrollTop = place.top;
    if (Math.abs(element.scrollTop - place.top) < 1) wanted.current = null;
  });

  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const moved = new AbortController();
    const giveUp = () => {
      wanted.current = null;
    };
    const options = { signal: moved.signal, passive: true };
    for (const kind of ['wheel', 'pointerdown', 'touchstart', 'keydown'])
      element.addEventListener(kind, giveUp, options);
    return () => {
      moved.abort();
      const { scrollTop, scrollLeft } = element;
      const place = wanted.current ?? { top: scrollTop, left: scrollLeft };
      keepPlace(store, entry.current, { ...place, expanded: selectExpandedEpics(store.getState()) });
    };
  }, [scroller, store]);
}

/** What the address does not say: the expanded rows and the scroll position. */
export interface Place {
  readonly expanded: readonly GlobalId[];
  readonly top: number;
  readonly left: number;
}

/** Entries of the browser's history that are remembered. */
const MOST = 50;
/** By session: each has a history of its own. */
const sessions = new WeakMap<object, Map<string, Place>>();

/** RM-02.12: by the key of the history's entry; the browser itself remembers only what the page scrolls. */
const placeOf = (session: object, entry: string): Place | null => sessions.get(session)?.get(entry) ?? null;

function keepPlace(session: object, entry: string, place: Place): void {
  const places = sessions.get(session) ?? new Map<string, Place>();
  sessions.set(session, places);
  places.delete(entry);
  places.set(entry, place);
  for (const oldest of places.keys()) {
    if (places.size <= MOST) return;
    places.delete(oldest);
  }
}
