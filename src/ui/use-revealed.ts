import { useEffect, useRef } from 'react';

/**
 * EP-15.5: what a button elsewhere on the page opens may stand out of sight: it is scrolled to and takes the focus. `open` is what is shown; the returned
 * function goes around the button's own.
 */
export function useRevealed(id: string, open: boolean, toggle: () => void): () => void {
  const pressed = useRef(false);
  useEffect(() => {
    if (open && pressed.current) {
      const element = document.getElementById(id);
      element?.scrollIntoView({ block: 'start' });
      element?.focus({ preventScroll: true });
    }
    pressed.current = false;
  }, [id, open]);
  return () => {
    pressed.current = true;
    toggle();
  };
}
