import { apiLinkRoutes, groupLinkRoutes, projectLinkRoutes } from '../link/routes.ts';
import { apiWriteRoutes } from './api-writes.ts';
import { epicPageRoutes, issuePageRoutes } from './epic-writes.ts';
import { autocompleteRoutes } from './reads/award-emojis.ts';
import { epicPageReadRoutes } from './reads/epic-page.ts';
import { epicRoutes } from './reads/epics.ts';
import { groupPageReadRoutes } from './reads/group-page.ts';
import { groupRoutes } from './reads/groups.ts';
import { placeCountRoutes } from './reads/place-counts.ts';
import { planningRoutes } from './reads/planning.ts';
import { sessionRoutes } from './session.ts';
import { dashboardRoutes as todoRoutes, personalEpicRoutes } from './todos.ts';
import type { RestRoute } from './types.ts';

/** Under /api/v4/. */
export const apiRoutes: readonly RestRoute[] = [
  ...groupRoutes,
  ...epicRoutes,
  ...planningRoutes,
  ...apiWriteRoutes,
  ...apiLinkRoutes,
];
/** Under /-/. */
export const siteRoutes: readonly RestRoute[] = [...sessionRoutes, ...autocompleteRoutes, ...placeCountRoutes];
/** Under /groups/<full path>/-/. */
export const groupPageRoutes: readonly RestRoute[] = [
  ...epicPageReadRoutes,
  ...groupPageReadRoutes,
  ...epicPageRoutes,
  ...personalEpicRoutes,
  ...groupLinkRoutes,
];
/** Under /dashboard/. */
export const dashboardRoutes: readonly RestRoute[] = todoRoutes;
/** Under /<full path of a project>/-/. */
export const projectPageRoutes: readonly RestRoute[] = [...issuePageRoutes, ...projectLinkRoutes];
