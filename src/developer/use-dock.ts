import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { HTMLAttributes, KeyboardEvent, PointerEvent, RefObject } from 'react';

/** Pixels: the least height of the panel, and what must be left of the window for the product. */
const LEAST = 220;
const LEFT = 160;
const STEP = 24;

const highest = () => Math.max(LEAST, window.innerHeight - LEFT);
const clamped = (height: number) => Math.round(Math.min(Math.max(height, LEAST), highest()));
/** Two fifths of the window, half of a phone's. */
const usual = () => clamped(window.innerHeight * (window.innerWidth < 768 ? 0.5 : 0.4));

interface Dock {
  readonly frame: RefObject<HTMLElement | null>;
  /** For the edge that can be dragged, and moved by the arrow keys. */
  readonly separator: HTMLAttributes<HTMLElement>;
}

/** The panel stands at the bottom of the window, and the page ends above it: `--dock` tells its height to whatever is fixed to the bottom. */
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
