import { useEffect, useState } from 'react';
import type { RefObject } from 'react';

/** A window's height more on each side, also of a panel that scrolls by itself. */
const MARGINS = { rootMargin: '100%', scrollMargin: '100%' };

const waiting = new WeakMap<Element, () => void>();
let observer: IntersectionObserver | undefined;

/** One for all rows: with many observers a browser would look at each of them in every frame. */
const observed = (): IntersectionObserver =>
  (observer ??= new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) if (isIntersecting) waiting.get(target)?.();
  }, MARGINS));

/** WI-10.95: whether the element was near sight since it is there. What is not `far` was from the start, as everything is where a browser cannot tell. */
export function useNear(element: RefObject<Element | null>, far: boolean): boolean {
  const [near, setNear] = useState(!far || typeof IntersectionObserver === 'undefined');
  useEffect(() => {
    const { current } = element;
    if (near || current === null) return;
    waiting.set(current, () => setNear(true));
    observed().observe(current);
    return () => {
      waiting.delete(current);
      observed().unobserve(current);
    };
  }, [element, near]);
  return near;
}
