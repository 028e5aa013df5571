import { useLayoutEffect, useRef } from 'react';
import type { FocusEvent, RefObject } from 'react';

/** What a frame needs, so that the focus stays in it: to be spread over it. */
interface KeptFocus<E extends HTMLElement> {
  readonly ref: RefObject<E | null>;
  readonly onFocus: (event: FocusEvent) => void;
  readonly onBlur: (event: FocusEvent) => void;
}

const buttonsIn = (frame: HTMLElement | null): HTMLElement[] => [
  ...(frame?.querySelectorAll<HTMLElement>('button:not([hidden])') ?? []),
];

/**
 * When the button that has the focus goes with what it took away, the button that stands in its place gets it, else the last one, else `fallback`: never the
 * page's body, from where the keyboard would begin again at the top.
 */
export function useKeptFocus<E extends HTMLElement>(fallback?: RefObject<HTMLElement | null>): KeptFocus<E> {
  const ref = useRef<E>(null);
  const focused = useRef<{ readonly button: HTMLElement; readonly index: number } | null>(null);
  // React reports no blur of what it removes itself: then the button is still remembered here.
  useLayoutEffect(() => {
    const { button, index } = focused.current ?? { button: null, index: 0 };
    if (button === null || button.isConnected || document.activeElement !== document.body) return;
    focused.current = null;
    const buttons = buttonsIn(ref.current);
    (buttons[index] ?? buttons.at(-1) ?? fallback?.current)?.focus({ preventScroll: true });
  });
  return {
    ref,
    onFocus: ({ target }) => {
      const index = buttonsIn(ref.current).indexOf(target as HTMLElement);
      focused.current = index < 0 ? null : { button: target as HTMLElement, index };
    },
    onBlur: () => {
      focused.current = null;
    },
  };
}
