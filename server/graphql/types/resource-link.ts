import { requireId } from '../filters/conditions.ts';
import { many } from '../plan/connection.ts';
import { column, constant, gid, one } from '../plan/fields.ts';
import type { Fields } from '../plan/query.ts';
import { ISSUE_COLUMNS, ISSUE_FROM, issueReadable } from './item.ts';

/** IE-01.52: the Zoom meeting of an issue as GitLab's resource link. Its number is that of the issue, which has one at most. */

export const issuableResourceLinks = many(({ alias, query }, { args }) => ({
  type: 'IssuableResourceLink',
  from: 'work_items z',
  columns: 'z.id, z.zoom_link',
  where: [
    `z.id = ${alias}.id`,
    // A query is priced without its arguments.
    ...(typeof args.incidentId === 'string'
      ? [`z.id = ${query.param(requireId(args.incidentId, 'Issue'), 'bigint')}`]
      : []),
    'z.zoom_link IS NOT NULL',
  ],
  order: { name: 'id', keys: [{ text: 'z.id', type: 'bigint' }] },
}));

export const issuableResourceLinkFields: Fields = {
  id: gid('IncidentManagement::IssuableResourceLink'),
  issue: one({
    type: 'Issue',
    from: (alias, outer, scope) =>
      `(SELECT ${ISSUE_COLUMNS} FROM ${ISSUE_FROM} WHERE w.id = ${outer}.id AND ${issueReadable(scope)}) ${alias}`,
  }),
  link: column('zoom_link'),
  linkType: constant('zoom'),
};
