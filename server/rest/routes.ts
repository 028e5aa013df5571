import { apiWriteRoutes } from './api-writes.ts';
import { epicPageRoutes, issuePageRoutes } from './epic-writes.ts';
import { epicPageReadRoutes } from './reads/epic-page.ts';
import { epicRoutes } from './reads/epics.ts';
import { groupPageReadRoutes } from './reads/group-page.ts';
import { groupRoutes } from './reads/groups.ts';
import { planningRoutes } from './reads/planning.ts';
import { sessionRoutes } from './session.ts';
import type { RestRoute } from './types.ts';

/** Under /api/v4/. */
export const apiRoutes: readonly RestRoute[] = [...groupRoutes, ...epicRoutes, ...planningRoutes, ...apiWriteRoutes];
/** Under /-/. */
export const siteRoutes: readonly RestRoute[] = sessionRoutes;
/** Under /groups/<full path>/-/. */
export const groupPageRoutes: readonly RestRoute[] = [...epicPageReadRoutes, ...groupPageReadRoutes, ...epicPageRoutes];
/** Under /<full path of a project>/-/. */
export const projectPageRoutes: readonly RestRoute[] = issuePageRoutes;
