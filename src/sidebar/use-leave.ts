import { useEffect, useRef } from 'react';
import type { FocusEvent } from 'react';

interface LeaveHandlers {
  readonly onFocus: () => void;
  readonly onBlur: (event: FocusEvent) => void;
  readonly onPointerDownCapture: () => void;
}

/**
 * Tells when an open editor is left: the focus went to something else, or something else was pressed. What the editor itself opened above the page
 * (a calendar, a list) belongs to it: React's events come from there too.
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
      // Without a target the window itself lost the focus, or something vanished: nobody went anywhere.
      if (!open || relatedTarget === null) return;
      timer.current = window.setTimeout(() => latest.current(), 0);
    },
    // The press that opens the editor is none inside it.
    onPointerDownCapture: () => {
      pressed.current = open;
    },
  };
}
