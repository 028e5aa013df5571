import { useEffect, useRef } from 'react';
import type { FocusEvent } from 'react';

interface LeaveHandlers {
  readonly onFocus: () => void;
  readonly onBlur: (event: FocusEvent) => void;
  readonly onPointerDownCapture: () => void;
}

/**
 * Reports when an open editor is left: the focus moved elsewhere, or something else was pressed. Whatever the editor opened above the page (a calendar,
 * a list) belongs to it, as React's events bubble through portals.
 */
export function useLeave(open: boolean, leave: () => void): LeaveHandlers {
  const pressed = useRef(false);
  const timer = useRef(0);
  const latest = useRef(leave);
  useEffect(() => {
    latest.current = leave;
  });

  useEffect(() => {
    if (!open) return;
    const press = () => {
      if (!pressed.current) latest.current();
      pressed.current = false;
    };
    document.addEventListener('pointerdown', press);
    return () => {
      document.removeEventListener('pointerdown', press);
      window.clearTimeout(timer.current);
    };
  }, [open]);

  return {
    onFocus: () => window.clearTimeout(timer.current),
    onBlur: ({ relatedTarget }) => {
      window.clearTimeout(timer.current);
      // Without a target the window lost the focus, or the element was removed: nobody left.
      if (!open || relatedTarget === null) return;
      timer.current = window.setTimeout(() => latest.current(), 0);
    },
    // Ignore the press that opens the editor.
    onPointerDownCapture: () => {
      pressed.current = open;
    },
  };
}
