/**
 * The calls that GitLab 16.2 documents of what this server has, or could have, by the page of its documentation (docs/api/…). Of what there is not here at all
 * (repositories, merge requests, pipelines, packages, wikis and more) none are listed. What `docs/rest.md` says is made of these and of the router.
 */
export const CALLS: Readonly<Record<string, readonly string[]>> = {
  'access_requests.md': both([
    'GET :of/:id/access_requests',
    'POST :of/:id/access_requests',
    'PUT :of/:id/access_requests/:user_id/approve',
    'DELETE :of/:id/access_requests/:user_id',
  ]),
  'award_emoji.md': [
    ...awards('projects/:id/issues/:issue_iid'),
    ...awards('projects/:id/issues/:issue_iid/notes/:note_id'),
    ...awards('groups/:id/epics/:epic_iid'),
    ...awards('groups/:id/epics/:epic_iid/notes/:note_id'),
  ],
  'boards.md, group_boards.md': [
    ...both(crud(':of/:id/boards', ':board_id')),
    ...both(crud(':of/:id/boards/:board_id/lists', ':list_id')),
  ],
  'discussions.md': ['projects/:id/issues/:issue_iid', 'groups/:id/epics/:epic_id'].flatMap((item) => [
    `GET ${item}/discussions`,
    `GET ${item}/discussions/:discussion_id`,
    `POST ${item}/discussions`,
    `POST ${item}/discussions/:discussion_id/notes`,
    `PUT ${item}/discussions/:discussion_id/notes/:note_id`,
    `DELETE ${item}/discussions/:discussion_id/notes/:note_id`,
  ]),
  'epic_issues.md': [
    'GET groups/:id/epics/:epic_iid/issues',
    'POST groups/:id/epics/:epic_iid/issues/:issue_id',
    'DELETE groups/:id/epics/:epic_iid/issues/:epic_issue_id',
    'PUT groups/:id/epics/:epic_iid/issues/:epic_issue_id',
  ],
  'epic_links.md': [
    'GET groups/:id/epics/:epic_iid/epics',
    'POST groups/:id/epics/:epic_iid/epics/:child_epic_id',
    'POST groups/:id/epics/:epic_iid/epics',
    'PUT groups/:id/epics/:epic_iid/epics/:child_epic_id',
    'DELETE groups/:id/epics/:epic_iid/epics/:child_epic_id',
  ],
  'epics.md': [...crud('groups/:id/epics', ':epic_iid'), 'POST groups/:id/epics/:epic_iid/todo'],
  'events.md': ['GET events', 'GET users/:id/events', 'GET projects/:project_id/events'],
  'group_iterations.md, iterations.md': both(['GET :of/:id/iterations']),
  'groups.md': [
    ...crud('groups', ':id'),
    'GET groups/:id/subgroups',
    'GET groups/:id/descendant_groups',
    'GET groups/:id/projects',
    'GET groups/:id/projects/shared',
    'GET groups/:id/provisioned_users',
    'POST groups/:id/projects/:project_id',
    'GET groups/:id/transfer_locations',
    'POST groups/:id/transfer',
    'POST groups/:id/restore',
    'POST groups/:id/share',
    'DELETE groups/:id/share/:group_id',
    'GET groups/:id/avatar',
  ],
  'invitations.md': both([
    'POST :of/:id/invitations',
    'GET :of/:id/invitations',
    'PUT :of/:id/invitations/:email',
    'DELETE :of/:id/invitations/:email',
  ]),
  'issue_links.md': crud('projects/:id/issues/:issue_iid/links', ':issue_link_id', ['list', 'one', 'create', 'delete']),
  'issues.md': [
    'GET issues',
    'GET groups/:id/issues',
    ...crud('projects/:id/issues', ':issue_iid'),
    'GET issues/:id',
    'PUT projects/:id/issues/:issue_iid/reorder',
    'POST projects/:id/issues/:issue_iid/move',
    'POST projects/:id/issues/:issue_iid/clone',
    'POST projects/:id/issues/:issue_iid/subscribe',
    'POST projects/:id/issues/:issue_iid/unsubscribe',
    'POST projects/:id/issues/:issue_iid/todo',
    'POST projects/:id/issues/:issue_iid/notes',
    'POST projects/:id/issues/:issue_iid/time_estimate',
    'POST projects/:id/issues/:issue_iid/reset_time_estimate',
    'POST projects/:id/issues/:issue_iid/add_spent_time',
    'POST projects/:id/issues/:issue_iid/reset_spent_time',
    'GET projects/:id/issues/:issue_iid/time_stats',
    'GET projects/:id/issues/:issue_iid/related_merge_requests',
    'GET projects/:id/issues/:issue_iid/closed_by',
    'GET projects/:id/issues/:issue_iid/participants',
    'GET projects/:id/issues/:issue_iid/user_agent_detail',
    'GET projects/:id/issues/:issue_iid/metric_images',
  ],
  'issues_statistics.md': [
    'GET issues_statistics',
    'GET groups/:id/issues_statistics',
    'GET projects/:id/issues_statistics',
  ],
  'labels.md, group_labels.md': [
    ...both(crud(':of/:id/labels', ':label_id')),
    'PUT projects/:id/labels/:label_id/promote',
    ...both(['POST :of/:id/labels/:label_id/subscribe', 'POST :of/:id/labels/:label_id/unsubscribe']),
  ],
  'linked_epics.md': [
    'GET groups/:id/related_epic_links',
    ...crud('groups/:id/epics/:epic_iid/related_epics', ':related_epic_link_id', ['list', 'create', 'delete']),
  ],
  'markdown.md': ['POST markdown'],
  'members.md': [
    ...both([
      'GET :of/:id/members',
      'GET :of/:id/members/all',
      'GET :of/:id/members/:user_id',
      'GET :of/:id/members/all/:user_id',
      'POST :of/:id/members',
      'PUT :of/:id/members/:user_id',
      'DELETE :of/:id/members/:user_id',
    ]),
    'GET groups/:id/billable_members',
    'GET groups/:id/billable_members/:user_id/memberships',
    'DELETE groups/:id/billable_members/:user_id',
    'PUT groups/:id/members/:user_id/state',
    'GET groups/:id/pending_members',
    'PUT groups/:id/members/:member_id/approve',
    'POST groups/:id/members/approve_all',
    'POST groups/:id/members/:user_id/override',
    'DELETE groups/:id/members/:user_id/override',
  ],
  'milestones.md, group_milestones.md': [
    ...both([
      ...crud(':of/:id/milestones', ':milestone_id'),
      'GET :of/:id/milestones/:milestone_id/issues',
      'GET :of/:id/milestones/:milestone_id/merge_requests',
      'GET :of/:id/milestones/:milestone_id/burndown_events',
    ]),
    'POST projects/:id/milestones/:milestone_id/promote',
  ],
  'notes.md': ['projects/:id/issues/:issue_iid', 'groups/:id/epics/:epic_id'].flatMap((item) =>
    crud(`${item}/notes`, ':note_id'),
  ),
  'personal_access_tokens.md': [
    'GET personal_access_tokens',
    'GET personal_access_tokens/:id',
    'GET personal_access_tokens/self',
    'DELETE personal_access_tokens/:id',
    'DELETE personal_access_tokens/self',
    'POST personal_access_tokens/:id/rotate',
  ],
  'projects.md': [
    ...crud('projects', ':id'),
    'GET users/:user_id/projects',
    'GET projects/:id/users',
    'GET projects/:id/groups',
    'POST projects/:id/archive',
    'POST projects/:id/unarchive',
    'POST projects/:id/restore',
    'PUT projects/:id/transfer',
    'GET projects/:id/transfer_locations',
    'POST projects/:id/star',
    'POST projects/:id/unstar',
    'GET projects/:id/starrers',
    'GET users/:user_id/starred_projects',
    'POST projects/:id/share',
    'DELETE projects/:id/share/:group_id',
  ],
  'search.md': ['GET search', 'GET groups/:id/search', 'GET projects/:id/search'],
  'todos.md': ['GET todos', 'POST todos/:id/mark_as_done', 'POST todos/mark_as_done'],
  'users.md': [
    ...crud('users', ':id'),
    'GET user',
    'GET user_counts',
    'GET user/status',
    'PUT user/status',
    'GET users/:id/memberships',
    ...['activate', 'deactivate', 'block', 'unblock', 'ban', 'unban', 'approve', 'reject'].map(
      (verb) => `POST users/:id/${verb}`,
    ),
    'POST users/:user_id/personal_access_tokens',
    'GET user/emails',
    'GET user/preferences',
  ],
  'version.md, metadata.md': ['GET version', 'GET metadata'],
};

/** Calls that are here, but not as documented: what lacks. */
export const PARTS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['events', 'users/:id/events', 'projects/:project_id/events'].map((path) => [
      `GET ${path}`,
      'items made, closed and reopened, and comments',
    ]),
  ),
  'GET projects/:id/issues/:issue_iid/closed_by': 'always empty: no merge request closes anything here',
  'PUT projects/:id/issues/:issue_iid/reorder': 'among the children of one epic',
  'POST projects/:id/issues/:issue_iid/move': 'links, subtasks and time spent stay',
  'POST projects/:id/issues/:issue_iid/clone': 'links, subtasks and time spent stay',
  'GET todos': 'one for each item, always `marked`',
  'GET search': 'projects, issues, milestones, users',
  'GET groups/:id/search': 'projects, issues, epics, milestones, users',
  'GET projects/:id/search': 'issues, milestones, users, notes',
  'GET user/emails': 'always empty: an account has one address',
  'GET groups/:id/milestones/:milestone_id/merge_requests': 'always empty',
  'GET projects/:id/milestones/:milestone_id/merge_requests': 'always empty',
};

const STARS = 'nobody stars projects: those that one works in stand on the home page';
const SEATS = 'nobody waits for a seat: a group that is full takes nobody';
const LDAP = 'no roles come from LDAP';

/** Why a call that is documented is not here; of a whole page by its name. */
export const ABSENT: Readonly<Record<string, string>> = {
  'boards.md, group_boards.md': 'there are no boards yet',
  'GET groups/:id/provisioned_users': 'no accounts come from SAML or SCIM',
  'GET projects/:id/issues/:issue_iid/user_agent_detail': 'from which browser an issue was made is not kept',
  'GET projects/:id/issues/:issue_iid/metric_images': 'there are no uploads',
  'PUT groups/:id/members/:user_id/state': SEATS,
  'GET groups/:id/pending_members': SEATS,
  'PUT groups/:id/members/:member_id/approve': SEATS,
  'POST groups/:id/members/approve_all': SEATS,
  'POST groups/:id/members/:user_id/override': LDAP,
  'DELETE groups/:id/members/:user_id/override': LDAP,
  'POST projects/:id/star': STARS,
  'POST projects/:id/unstar': STARS,
  'GET projects/:id/starrers': STARS,
  'GET users/:user_id/starred_projects': STARS,
  'POST users/:id/approve': 'nobody signs up and waits',
  'POST users/:id/reject': 'nobody signs up and waits',
};

type What = 'list' | 'one' | 'create' | 'edit' | 'delete';

function crud(
  list: string,
  one: string,
  what: readonly What[] = ['list', 'one', 'create', 'edit', 'delete'],
): string[] {
  const calls: Readonly<Record<What, string>> = {
    list: `GET ${list}`,
    one: `GET ${list}/${one}`,
    create: `POST ${list}`,
    edit: `PUT ${list}/${one}`,
    delete: `DELETE ${list}/${one}`,
  };
  return what.map((each) => calls[each]);
}

/** Of groups and of projects. */
function both(calls: readonly string[]): string[] {
  return ['groups', 'projects'].flatMap((of) => calls.map((call) => call.replace(':of', of)));
}

function awards(item: string): string[] {
  return crud(`${item}/award_emoji`, ':award_id', ['list', 'one', 'create', 'delete']);
}
