import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';

/** BD-05.24: once something was saved, its question ends, and the heading has the focus of the form or question. `saved`: how often something was. */
export function useFocusAfter(
  heading: RefObject<HTMLHeadingElement | null>,
  saved: number,
  isAsking: boolean,
  end: () => void,
): void {
  const before = useRef(saved);
  /** What had the focus goes with the question. */
  const leaves = useRef(false);
  // What was sent is done: its form or question goes, and with it the button that had the focus.
  useEffect(() => {
    if (before.current === saved) return;
    before.current = saved;
    if (isAsking) leaves.current = true;
    else if (document.activeElement === document.body) heading.current?.focus();
    end();
  }, [heading, saved, isAsking, end]);
  // Not before: a question keeps the focus to itself.
  useEffect(() => {
    if (isAsking || !leaves.current) return;
    leaves.current = false;
    heading.current?.focus();
  }, [heading, isAsking]);
}
