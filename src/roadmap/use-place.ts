import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { useLocation } from 'react-router-dom';
import { selectExpandedEpics } from '@espalier/core/roadmap';
import { useAppStore } from '../store.ts';
import type { Place } from './places.ts';
import { keepPlace, placeOf } from './places.ts';

/** The place that this entry of the history was left at; null where it is new. */
export function useLeftPlace(): Place | null {
  const store = useAppStore();
  const { key } = useLocation();
  const [place] = useState(() => placeOf(store, key));
  return place;
}

/**
 * RM-02.12: puts the timeline back to where it was left, as far as its rows have come, until somebody moves it; and keeps where it is left.
 */
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
