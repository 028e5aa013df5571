import { useCallback, useEffect, useRef, useState } from 'react';
import { usePorts } from '../ports/context.ts';
import { gutterStartsCollapsed, leaveGutter } from '../ports/gutter.ts';

/** The page's end of the gutter: what it shows, and how it asks for the other. */
export interface Gutter {
  readonly collapsed: boolean;
  readonly toggle: () => void;
  /** The sidebar's own end, once its code is there: from then on the core says what is shown. */
  readonly connect: (end: GutterEnd | null) => void;
}

export interface GutterEnd {
  readonly toggle: () => void;
}

/** EP-15: collapsed or not, from the first frame on; the sidebar's code comes later. */
export function useGutter(): Gutter & { readonly show: (collapsed: boolean) => void } {
  const ports = usePorts();
  const [collapsed, show] = useState(() => gutterStartsCollapsed(ports, window.innerWidth));
  const end = useRef<GutterEnd | null>(null);
  useEffect(() => {
    // Once the sidebar's own code is there it says so itself.
    const leave = () => {
      if (end.current === null) leaveGutter(ports, window.innerWidth);
    };
    window.addEventListener('pagehide', leave);
    return () => window.removeEventListener('pagehide', leave);
  }, [ports]);
  const toggle = useCallback(() => {
    if (end.current === null) show((before) => !before);
    else end.current.toggle();
  }, []);
  const connect = useCallback((next: GutterEnd | null) => {
    end.current = next;
  }, []);
  return { collapsed, toggle, connect, show };
}
