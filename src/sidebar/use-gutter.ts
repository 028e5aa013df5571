import { useCallback, useEffect, useRef, useState } from 'react';
import type { Ports } from '@espalier/core/ports';
import { GUTTER_COOKIE, isSmallScreen, startsCollapsed } from '@espalier/core/sidebar';
import { usePorts } from '../ports/context.ts';

/** The page's side of the gutter: what it shows, and how it toggles it. */
export interface PageGutter {
  readonly collapsed: boolean;
  readonly toggle: () => void;
  /** The sidebar's side, once its code has loaded: from then on the core decides what is shown. */
  readonly connect: (end: GutterEnd | null) => void;
  readonly show: (collapsed: boolean) => void;
}

interface GutterEnd {
  readonly toggle: () => void;
}

/** EP-15: collapsed or not, from the first frame on; the sidebar's code comes later. */
export function useGutter(): PageGutter {
  const ports = usePorts();
  const [collapsed, show] = useState(() => gutterStartsCollapsed(ports, window.innerWidth));
  const end = useRef<GutterEnd | null>(null);
  useEffect(() => {
    // Once the sidebar's code has loaded it does this itself.
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

/** Whether a page's sidebar starts collapsed (EP-15.3), asked before the code of the sidebar is there, so that nothing jumps when it comes. */
function gutterStartsCollapsed({ cookies }: Pick<Ports, 'cookies'>, width: number): boolean {
  try {
    return startsCollapsed(cookies?.get(GUTTER_COOKIE) ?? null, width);
  } catch {
    return startsCollapsed(null, width);
  }
}

/** EP-15.4: on a small screen a page that goes leaves the sidebar collapsed. Where cookies are forbidden nothing is left. */
function leaveGutter({ cookies }: Pick<Ports, 'cookies'>, width: number): void {
  if (!isSmallScreen(width)) return;
  try {
    cookies?.set(GUTTER_COOKIE, 'true');
  } catch {
    // The choice lasts for the session.
  }
}
