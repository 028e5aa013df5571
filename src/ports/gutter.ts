import type { Ports } from '@espalier/core/ports';
import { GUTTER_COOKIE, isSmallScreen, startsCollapsed } from '@espalier/core/sidebar/rules';

/** Whether a page's sidebar starts collapsed (EP-15.3), asked before the code of the sidebar is there, so that nothing jumps when it comes. */
export function gutterStartsCollapsed({ cookies }: Pick<Ports, 'cookies'>, width: number): boolean {
  try {
    return startsCollapsed(cookies?.get(GUTTER_COOKIE) ?? null, width);
  } catch {
    return startsCollapsed(null, width);
  }
}

/** EP-15.4: on a small screen a page that goes leaves the sidebar collapsed. Where cookies are forbidden nothing is left. */
export function leaveGutter({ cookies }: Pick<Ports, 'cookies'>, width: number): void {
  if (!isSmallScreen(width)) return;
  try {
    cookies?.set(GUTTER_COOKIE, 'true');
  } catch {
    // The choice lasts for the session.
  }
}
