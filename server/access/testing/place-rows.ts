import { route } from './rest-row.ts';
import type { Row } from './rows.ts';

const named = (more: object) => () => ({ name: 'New', path: 'fresh', ...more });
/** What makes and changes groups and projects. */
export const placeRows: readonly Row[] = [
  route('POST /api/v4/groups', 'site', { least: 'signing in', body: named({}) }),
  route('POST /api/v4/groups', 'group', {
    about: 'in a group',
    least: 'Maintainer',
    body: ({ groupId }) => named({ parent_id: groupId })(),
  }),
  route('POST /api/v4/projects', 'group', {
    least: 'Developer',
    body: ({ groupId }) => named({ namespace_id: groupId })(),
  }),
  route('PUT /api/v4/groups/:id', 'group', { least: 'Owner', body: named({}) }),
  route('PUT /api/v4/projects/:id', 'project', { least: 'Maintainer', body: named({}) }),
  route('PUT /api/v4/projects/:id', 'project', {
    about: 'its visibility',
    least: 'Owner',
    // The others are private.
    places: ['open', 'inner'],
    body: () => ({ visibility: 'private' }),
  }),
  ...['archive', 'unarchive'].map((name) => route(`POST /api/v4/projects/:id/${name}`, 'project', { least: 'Owner' })),
  ...(['group', 'project'] as const).map((on) => route(`DELETE /api/v4/${on}s/:id`, on, { least: 'Owner' })),
  route('POST /api/v4/projects/:id/restore', 'project', { least: 'Owner' }),
  {
    ...route('POST /api/v4/groups/:id/restore', 'group', { least: 'Owner' }),
    ask: ({ group }) => ({ method: 'POST', url: `/api/v4/groups/${encodeURIComponent(`${group}/marked`)}/restore` }),
  },
  {
    ...route('POST /api/v4/groups/:id/transfer', 'group', { least: 'Owner' }),
    ask: ({ group }) => ({ method: 'POST', url: `/api/v4/groups/${encodeURIComponent(`${group}/marked`)}/transfer` }),
  },
  route('GET /api/v4/groups/:id/avatar', 'group'),
  route('GET /api/v4/groups/:id/projects/shared', 'group'),
  {
    ...route('POST /api/v4/groups/:id/projects/:project', 'group', { least: 'administration' }),
    ask: ({ group, project }) => ({
      method: 'POST',
      url: `/api/v4/groups/${encodeURIComponent(`${group}/marked`)}/projects/${encodeURIComponent(project)}`,
    }),
  },
  ...(['group', 'project'] as const).map((on) =>
    route(`GET /api/v4/${on}s/:id/transfer_locations`, on, { least: 'Owner' }),
  ),
  route('GET /api/v4/projects/:id/groups', 'project', { query: '?with_shared=true' }),
  route('GET /api/v4/users/:user/projects', 'site', { fill: ({ helper }) => ({ user: helper }) }),
  route('PUT /api/v4/projects/:id/transfer', 'project', {
    least: 'Owner',
    body: ({ group }) => ({ namespace: `${group}/marked` }),
  }),
];
