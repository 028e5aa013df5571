import type { Ports } from '@espalier/core/ports';
import { GUTTER_COOKIE, startsCollapsed } from '@espalier/core/sidebar/rules';

/** Whether a page's sidebar starts collapsed (EP-15.3), asked before the code of the sidebar is there, so that nothing jumps when it comes. */
export function gutterStartsCollapsed({ cookies }: Pick<Ports, 'cookies'>, width: number): boolean {
  try {
    return startsCollapsed(cookies?.get(GUTTER_COOKIE) ?? null, width);
  } catch {
    return startsCollapsed(null, width);
  }
}
