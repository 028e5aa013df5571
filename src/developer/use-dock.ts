import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { HTMLAttributes, KeyboardEvent, PointerEvent, RefObject } from 'react';

/** Pixels: the minimum height of the panel, and what must remain of the window for the product. */
const LEAST = 220;
const LEFT = 160;
const STEP = 24;

const highest = () => Math.max(LEAST, window.innerHeight - LEFT);
const clamped = (height: number) => Math.round(Math.min(Math.max(height, LEAST), highest()));
/** Two fifths of the window; on a phone, half. */
const usual = () => clamped(window.innerHeight * (window.innerWidth < 768 ? 0.5 : 0.4));

interface Dock {
  readonly frame: RefObject<HTMLElement | null>;
  /** Props for the edge, which can be dragged or moved with the arrow keys. */
  readonly separator: HTMLAttributes<HTMLElement>;
}

/** The panel is docked at the bottom of the window, and the page ends above it: `--dock` tells fixed elements its height. */
export function useDock(): Dock {
  const frame = useRef<HTMLElement>(null);
  const [height, setHeight] = useState(usual);

  useLayoutEffect(() => {
    const { style } = document.documentElement;
    style.setProperty('--dock', `${height}px`);
    return () => void style.removeProperty('--dock');
  }, [height]);

  useEffect(() => {
    const resized = () => setHeight((before) => clamped(before));
    window.addEventListener('resize', resized);
    return () => window.removeEventListener('resize', resized);
  }, []);

  const drag = useCallback((event: PointerEvent<HTMLElement>) => {
    if (event.buttons !== 1) return;
    if (event.type === 'pointerdown') event.currentTarget.setPointerCapture(event.pointerId);
    setHeight(clamped(window.innerHeight - event.clientY));
  }, []);
  const press = useCallback((event: KeyboardEvent) => {
    const change = { ArrowUp: STEP, ArrowDown: -STEP }[event.key];
    if (change === undefined) return;
    event.preventDefault();
    setHeight((before) => clamped(before + change));
  }, []);

  return {
    frame,
    separator: {
      role: 'separator',
      'aria-orientation': 'horizontal',
      'aria-label': 'Height of the panel',
      'aria-valuenow': height,
      'aria-valuemin': LEAST,
      'aria-valuemax': highest(),
      tabIndex: 0,
      onPointerDown: drag,
      onPointerMove: drag,
      onKeyDown: press,
    },
  };
}

/** Milliseconds during which the screens of a moment may render and grab the focus. */
const SETTLING_MS = 1000;

/**
 * Returns a function to call before a moment is shown: a dialog or a new page of that moment would take the focus away from the slider that brought it
 * up. For a second the focus is restored, unless the person moves it.
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

/**
 * A separate element next to the product for the developer tools. Dialogs and menus of the product make everything outside of them inert; what is marked
 * as a top layer stays usable (react-aria).
 */
export function useLayer(name: string): HTMLElement {
  const [layer] = useState(() => {
    const element = document.createElement('div');
    element.dataset['developer'] = name;
    element.dataset['reactAriaTopLayer'] = 'true';
    return element;
  });
  useLayoutEffect(() => {
    document.body.append(layer);
    return () => layer.remove();
  }, [layer]);
  return layer;
}
