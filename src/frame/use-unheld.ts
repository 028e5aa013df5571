import { useEffect, useState } from 'react';

/** Nobody's hands are on the page: it is out of sight, or nothing of it has the focus but its whole. */
const isFree = ({ hidden, activeElement, body }: Document): boolean =>
  hidden || activeElement === null || activeElement === body || activeElement.matches('main');

/** RP-02.38: the newest value, but not before nothing of the page has the focus: what is typed, open or focused would be lost with it. */
export function useUnheld<T>(value: T): T {
  const [taken, setTaken] = useState(value);
  useEffect(() => {
    if (taken === value) return;
    let frame = 0;
    const take = () => {
      if (isFree(document)) setTaken(value);
    };
    // After the focus has arrived where it goes.
    const later = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(take);
    };
    take();
    document.addEventListener('focusout', later);
    document.addEventListener('visibilitychange', take);
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener('focusout', later);
      document.removeEventListener('visibilitychange', take);
    };
  }, [taken, value]);
  return taken;
}
