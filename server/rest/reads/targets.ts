import { type Ability, neededLevel } from '@espalier/core/access';
import { accessLevelSql, groupReadableSql } from '../../access/filters.ts';
import { mayIn } from '../../command/item.ts';
import { search } from '../../graphql/filters/conditions.ts';
import type { Query } from '../../graphql/plan/query.ts';
import { type GroupFacts, publicGroupJson } from '../json/places.ts';
import { forbidden, notFound, type RestAnswer, type RestContext, type RestRoute, unauthorized } from '../types.ts';
import { pathOrId } from '../writes/fields.ts';
import { Asked } from './asked.ts';
import { groupFacts } from './facts.ts';
import { groupOwner, lastingSql, projectOwner } from './groups.ts';
import { listAnswer, queryFor } from './page.ts';

/** Groups that one chooses from: where a group or project can go, and those that a project has its people from. GitLab's docs/api/groups.md and docs/api/projects.md. */

type Kind = 'group' | 'project';

interface Wanted {
  readonly query: Query;
  readonly owner: string;
  readonly search: string | undefined;
  readonly where: readonly string[];
}

const listed = (ctx: RestContext, { query, owner, search: words, where }: Wanted): Promise<RestAnswer> =>
  listAnswer(
    ctx,
    query,
    {
      owner,
      from: 'groups g',
      columns: 'g.*',
      where: [
        groupReadableSql(query.context.viewer, 'g'),
        ...where,
        ...search(query, words ?? '', ['g.name', 'g.full_path']),
      ],
      order: {
        name: 'full_path',
        keys: [
          { text: 'g.full_path', type: 'text' },
          { text: 'g.id', type: 'bigint' },
        ],
      },
      json: groupFacts,
    },
    (row) => publicGroupJson(ctx.baseUrl, row as unknown as GroupFacts),
  );

const MOVES: Readonly<Record<Kind, { readonly may: Ability; readonly into: Ability; readonly outside: string }>> = {
  group: {
    may: 'adminGroup',
    into: 'createSubgroup',
    outside: 'g.id IS DISTINCT FROM owner.parent_id AND NOT g.traversal_ids @> ARRAY[owner.id]',
  },
  project: { may: 'ownProject', into: 'createProject', outside: 'g.id <> owner.group_id' },
};

/** AP-05.202: by the same rights as the move (AP-05.114). */
const transferLocations = (kind: Kind) => async (ctx: RestContext) => {
  if (ctx.viewer.userId === null) return unauthorized;
  const { store, viewer, params } = ctx;
  const id = pathOrId(params.id ?? '');
  const place = await (kind === 'group' ? store.group(viewer, id) : store.project(viewer, id));
  if (place === undefined) return notFound;
  const { may, into, outside } = MOVES[kind];
  if (!mayIn(viewer, may, place)) return forbidden;
  const query = queryFor(ctx);
  return listed(ctx, {
    query,
    owner: (kind === 'group' ? groupOwner : projectOwner)(ctx, query),
    search: new Asked(ctx).text('search'),
    where: [
      accessLevelSql(query.context.viewer, 'g.traversal_ids', neededLevel(into) ?? Infinity),
      outside,
      'NOT EXISTS (SELECT 1 FROM groups x WHERE x.id = ANY(g.traversal_ids) AND x.doomed)',
    ],
  });
};

/** AP-05.205: the groups above a project; if asked for, also those that are invited to it or to one of these. */
async function groupsOf(ctx: RestContext): Promise<RestAnswer> {
  const query = queryFor(ctx);
  const asked = new Asked(ctx);
  const skipped = asked.numbers('skip_groups');
  const least = asked.number('shared_min_access_level') ?? 0;
  const isShared = asked.flag('with_shared') === true;
  asked.flag('shared_visible_only');
  asked.check();
  // A parameter of a statement has to stand in it.
  const invited = () =>
    `EXISTS (SELECT 1 FROM group_shares s WHERE s.with_group_id = g.id AND s.access_level >= ${least} ` +
    `AND (s.project_id = owner.id OR s.group_id = ANY(owner.g_ids)) AND ${lastingSql(query)})`;
  return listed(ctx, {
    query,
    owner: projectOwner(ctx, query),
    search: asked.text('search'),
    where: [
      isShared ? `(g.id = ANY(owner.g_ids) OR ${invited()})` : 'g.id = ANY(owner.g_ids)',
      ...(skipped.length > 0 ? [`g.id <> ALL(${query.param(skipped, 'bigint[]')})`] : []),
    ],
  });
}

/** Behind `/api/v4/`. */
export const targetRoutes: readonly RestRoute[] = [
  ...(['group', 'project'] as const).map((kind): RestRoute => ({
    method: 'GET',
    pattern: `${kind}s/:id/transfer_locations`,
    handle: transferLocations(kind),
  })),
  { method: 'GET', pattern: 'projects/:id/groups', handle: groupsOf },
];
