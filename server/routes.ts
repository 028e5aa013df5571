import { apiLinkRoutes, groupLinkRoutes, projectLinkRoutes } from './link/routes.ts';
import { accessRequestApi } from './rest/access-requests.ts';
import { asApi } from './rest/api.ts';
import { billableApi } from './rest/billable-members.ts';
import { apiWriteRoutes } from './rest/api-writes.ts';
import { awardRoutes } from './rest/awards.ts';
import { epicChildRoutes } from './rest/epic-children.ts';
import { epicPageRoutes, issuePageRoutes } from './rest/epic-writes.ts';
import { epicPageReadRoutes } from './rest/reads/epic-page.ts';
import { epicChangesRoutes, issueChangesRoutes } from './rest/reads/page-changes.ts';
import { epicRoutes } from './rest/reads/epics.ts';
import { eventRoutes } from './rest/reads/events.ts';
import { groupPageReadRoutes } from './rest/reads/group-page.ts';
import { groupRoutes } from './rest/reads/groups.ts';
import { groupPreviewRoutes, markdownApiRoutes, projectPreviewRoutes } from './rest/reads/markdown.ts';
import { groupShareApi } from './rest/group-shares.ts';
import { invitationApi } from './rest/invitations.ts';
import { searchRoutes } from './rest/reads/search.ts';
import { siteRoutes } from './rest/reads/site.ts';
import { targetRoutes } from './rest/reads/targets.ts';
import { issueWriteRoutes } from './rest/issues.ts';
import { issueRoutes } from './rest/reads/issues.ts';
import { labelWriteRoutes } from './rest/labels.ts';
import { labelReadRoutes } from './rest/reads/labels.ts';
import { userRoutes } from './rest/reads/users.ts';
import { ownApiRoutes, ownSiteRoutes } from './rest/own.ts';
import { sessionRoutes } from './rest/sessions.ts';
import { userWriteRoutes } from './rest/users.ts';
import { memberApi } from './rest/members.ts';
import { iterationApi } from './rest/reads/iterations.ts';
import { milestoneApi } from './rest/milestones.ts';
import { pictureApi, uploadRoutes } from './rest/pictures.ts';
import { placeWriteRoutes } from './rest/places.ts';
import { groupLimitRoutes, projectLimitRoutes } from './rest/member-limits.ts';
import { trialApi, trialRoutes } from './rest/trials.ts';
import { noteRoutes } from './rest/notes.ts';
import { dashboardRoutes, personalEpicRoutes, todoApiRoutes } from './rest/todos.ts';
import { epicVersionRoutes, issueVersionRoutes } from './rest/versions.ts';
import { timeRoutes } from './rest/time-tracking.ts';
import { bareTemplateRoutes, groupTemplateRoutes, projectTemplateRoutes, templateApi } from './rest/templates.ts';
import { write } from './rest/writes/answers.ts';
import type { RestRoutes } from './rest/types.ts';

/** What the server answers over REST, by where it stands. */
export const routes: RestRoutes = {
  api: [
    ...groupRoutes,
    ...targetRoutes,
    ...epicRoutes,
    ...issueRoutes,
    ...userRoutes,
    ...userWriteRoutes,
    ...ownApiRoutes,
    ...labelReadRoutes,
    ...labelWriteRoutes,
    ...issueWriteRoutes,
    ...apiWriteRoutes,
    ...epicChildRoutes,
    ...todoApiRoutes,
    ...searchRoutes,
    ...eventRoutes,
    ...awardRoutes,
    ...noteRoutes,
    ...timeRoutes,
    ...templateApi(write),
    ...memberApi(write),
    ...billableApi(write),
    ...accessRequestApi(write),
    ...groupShareApi(write),
    ...invitationApi(write),
    ...trialApi(write),
    ...milestoneApi,
    ...iterationApi,
    ...placeWriteRoutes,
    ...pictureApi,
    ...apiLinkRoutes,
    ...markdownApiRoutes,
  ].map(asApi),
  site: [...siteRoutes, ...ownSiteRoutes, ...sessionRoutes],
  groupPage: [
    ...epicPageReadRoutes,
    ...epicChangesRoutes,
    ...epicVersionRoutes,
    ...groupPageReadRoutes,
    ...groupPreviewRoutes,
    ...epicPageRoutes,
    ...personalEpicRoutes,
    ...groupLinkRoutes,
    ...groupTemplateRoutes,
    ...groupLimitRoutes,
    ...trialRoutes(write),
  ],
  projectPage: [
    ...issueChangesRoutes,
    ...issueVersionRoutes,
    ...issuePageRoutes,
    ...projectLinkRoutes,
    ...projectPreviewRoutes,
    ...projectTemplateRoutes,
    ...projectLimitRoutes,
  ],
  project: bareTemplateRoutes,
  uploads: uploadRoutes,
  dashboard: dashboardRoutes,
};
