import { useCallback, useEffect, useRef } from 'react';

/** Milliseconds in which the screens of a moment may be drawn and reach for the focus. */
const SETTLING_MS = 1000;

/**
 * Gives a function to be called before a moment is shown: a dialog or a new page of that moment would take the focus away from the slider that
 * brought it up. For a second the focus comes back, unless the person moves it.
 */
export function useKeptFocus(): () => void {
  const kept = useRef<{ readonly element: HTMLElement; readonly until: number } | null>(null);

  useEffect(() => {
    const moved = (event: Event) => {
      if (!(event instanceof KeyboardEvent) || event.key === 'Tab') kept.current = null;
    };
    const taken = (event: FocusEvent) => {
      const { current } = kept;
      if (current === null || performance.now() > current.until || !current.element.isConnected) return;
      const inPanel = event.target instanceof Element && event.target.closest('[data-developer="panel"]') !== null;
      if (!inPanel) current.element.focus();
    };
    window.addEventListener('pointerdown', moved, true);
    window.addEventListener('keydown', moved, true);
    document.addEventListener('focusin', taken);
    return () => {
      window.removeEventListener('pointerdown', moved, true);
      window.removeEventListener('keydown', moved, true);
      document.removeEventListener('focusin', taken);
    };
  }, []);

  return useCallback(() => {
    const { activeElement } = document;
    if (!(activeElement instanceof HTMLElement) || activeElement.closest('[data-developer="panel"]') === null) return;
    kept.current = { element: activeElement, until: performance.now() + SETTLING_MS };
  }, []);
}
