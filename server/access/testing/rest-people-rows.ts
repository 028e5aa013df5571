import type { Row, Target } from './rows.ts';
import { route } from './rest-row.ts';

/** The rows of who has a role in a place, or is to have one. */

const memberRows: readonly Row[] = (['group', 'project'] as const).flatMap((on): Row[] => {
  const list = `/api/v4/${on}s/:id/members`;
  const fill = ({ helper }: Target) => ({ user: helper });
  const least = on === 'group' ? 'Owner' : 'Maintainer';
  const added = ({ newcomer }: Target) => ({ user_id: newcomer, access_level: 30 });
  return [
    ...['', '/all', '/:user', '/all/:user'].map((rest) =>
      route(`GET ${list}${rest}`, on, { least: 'signing in', fill }),
    ),
    route(`POST ${list}`, on, { least, body: added }),
    route(`PUT ${list}/:user`, on, { least, fill, body: () => ({ access_level: 30 }) }),
    route(`DELETE ${list}/:user`, on, { least, fill }),
  ];
});

const accessRequestRows: readonly Row[] = (['group', 'project'] as const).flatMap((on): Row[] => {
  const list = `/api/v4/${on}s/:id/access_requests`;
  const made = {
    least: on === 'group' ? 'Owner' : 'Maintainer',
    fill: ({ newcomer }: Target) => ({ user: newcomer }),
  } as const;
  return [
    route(`GET ${list}`, on, made),
    route(`POST ${list}`, on, { least: 'no role' }),
    route(`PUT ${list}/:user/approve`, on, made),
    route(`DELETE ${list}/:user`, on, made),
  ];
});

const shareRows: readonly Row[] = (['group', 'project'] as const).flatMap((on): Row[] => {
  const share = `/api/v4/${on}s/:id/share`;
  const least = on === 'group' ? 'Owner' : 'Maintainer';
  return [
    route(`POST ${share}`, on, { least, body: ({ otherGroup }) => ({ group_id: otherGroup, group_access: 30 }) }),
    route(`DELETE ${share}/:group`, on, { least, fill: ({ invited }) => ({ group: invited }) }),
  ];
});

const invitationRows: readonly Row[] = (['group', 'project'] as const).flatMap((on): Row[] => {
  const list = `/api/v4/${on}s/:id/invitations`;
  const made = {
    least: on === 'group' ? 'Owner' : 'Maintainer',
    fill: () => ({ email: encodeURIComponent('waiting@example.org') }),
  } as const;
  return [
    route(`GET ${list}`, on, made),
    route(`POST ${list}`, on, { ...made, body: () => ({ email: 'new@example.org', access_level: 30 }) }),
    route(`PUT ${list}/:email`, on, { ...made, body: () => ({ access_level: 20 }) }),
    route(`DELETE ${list}/:email`, on, made),
  ];
});

const BILLABLE = '/api/v4/groups/:id/billable_members';
const helped = { least: 'Owner', fill: ({ helper }: Target) => ({ user: helper }) } as const;
const billableRows: readonly Row[] = [
  route('GET /api/v4/projects/:id/users', 'project', { least: 'signing in' }),
  route(`GET ${BILLABLE}`, 'group', helped),
  route(`GET ${BILLABLE}/:user/memberships`, 'group', helped),
  route(`DELETE ${BILLABLE}/:user`, 'group', helped),
];

const namespace = ({ group }: Target) => ({ id: encodeURIComponent(group) });
const LIMIT = '/-/member_limit.json';
const limitRows: readonly Row[] = [
  route(`GET /groups/*${LIMIT}`, 'group', { least: 'Owner' }),
  route(`GET /*${LIMIT}`, 'project', { least: 'Maintainer' }),
  route(`PUT /groups/*${LIMIT}`, 'group', { least: 'administration', body: () => ({ limit: 5000 }) }),
  route('GET /api/v4/namespaces/:id/gitlab_subscription', 'group', { least: 'Owner', fill: namespace }),
  route('PUT /api/v4/namespaces/:id/gitlab_subscription', 'group', {
    least: 'administration',
    fill: namespace,
    body: () => ({ seats: 5000 }),
  }),
  route('POST /groups/*/-/trials.json', 'group', { least: 'Owner' }),
  route('POST /groups/*/-/hand_raise_leads.json', 'group', {
    least: 'Owner',
    body: () => ({ first_name: 'Ada', last_name: 'Byron', company_name: 'Engines' }),
  }),
];

export const peopleRows: readonly Row[] = [
  ...memberRows,
  ...accessRequestRows,
  ...shareRows,
  ...invitationRows,
  ...billableRows,
  ...limitRows,
];
