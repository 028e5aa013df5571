import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';

/** IE-09.91: what had the focus in a form is gone with it; the button that opens it gets the focus then. */
export function useFocusBack(open: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const was = useRef(open);
  useEffect(() => {
    if (was.current && !open && document.activeElement === document.body) button.current?.focus();
    was.current = open;
  }, [open]);
  return button;
}
