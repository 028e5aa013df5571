import { groupReadableSql, projectReadableSql } from '../../access/filters.ts';
import { type Args, search } from '../filters/conditions.ts';
import { many } from '../plan/connection.ts';
import { column, instant, part, value } from '../plan/fields.ts';
import type { Order, OrderKey } from '../plan/order.ts';
import type { Field, Fields, Scope } from '../plan/query.ts';
import { user } from './item.ts';

/** Members of groups and projects: BD-05.52. */

const MEMBER_FROM = ({ query }: Scope): string =>
  `own_memberships_on(${query.now()}) mb JOIN users u ON u.id = mb.user_id`;

const LEVELS: Readonly<Record<string, number>> = { GUEST: 10, REPORTER: 20, DEVELOPER: 30, MAINTAINER: 40, OWNER: 50 };

const KEYS: Readonly<Record<string, OrderKey>> = {
  ACCESS_LEVEL: { text: 'mb.access_level', type: 'integer' },
  CREATED: { text: 'mb.created_at', type: 'timestamptz' },
  UPDATED: { text: 'mb.updated_at', type: 'timestamptz' },
  USER_FULL_NAME: { text: 'lower(u.name)', type: 'text' },
};
const ID: OrderKey = { text: 'mb.id', type: 'bigint' };

function orderOf({ sort }: Args): Order {
  const [, name = '', direction] = /^(\w+)_(ASC|DESC)$/.exec(typeof sort === 'string' ? sort.toUpperCase() : '') ?? [];
  const key = KEYS[name];
  if (key === undefined) return { name: 'id', keys: [ID] };
  const descending = direction === 'DESC';
  return { name: `${name} ${direction}`, keys: [key, ID].map((each) => ({ ...each, descending })) };
}

/** EP-18.35: members are told to those who are signed in. `conditions`: by relation. */
const members =
  (type: string, conditions: (scope: Scope) => Readonly<Record<string, string>>): Parameters<typeof many>[0] =>
  (scope, { args }) => {
    const { query } = scope;
    const relations = Array.isArray(args.relations) ? (args.relations as string[]) : ['DIRECT', 'INHERITED'];
    const wanted =
      query.context.viewer.userId === null ? [] : relations.flatMap((name) => conditions(scope)[name] ?? []);
    return {
      type,
      ...(type === 'MemberInterface' && {
        rows: {
          types: ['GroupMember', 'ProjectMember'],
          name: (a: string) => `CASE WHEN ${a}.project_id IS NULL THEN 'GroupMember' ELSE 'ProjectMember' END`,
        },
      }),
      from: MEMBER_FROM(scope),
      columns: 'mb.*',
      where: [
        wanted.length === 0 ? 'FALSE' : `(${wanted.join(' OR ')})`,
        `u.state = 'active'`,
        ...(typeof args.search === 'string' ? search(query, args.search, ['u.name', 'u.username']) : []),
        ...(Array.isArray(args.accessLevels)
          ? [
              `mb.access_level = ANY(${query.param(
                (args.accessLevels as string[]).flatMap((name) => LEVELS[name] ?? []),
                'int[]',
              )})`,
            ]
          : []),
      ],
      order: orderOf(args),
    };
  };

/** BD-05.68: the invited groups that the viewer may see, of the shares `s` for which this holds. */
const invited = ({ query }: Scope, condition: string): string =>
  `(SELECT g.traversal_ids, s.with_group_id FROM group_shares s JOIN groups g ON g.id = s.with_group_id WHERE ${condition} ` +
  `AND (s.expires_at IS NULL OR s.expires_at > (${query.now()} AT TIME ZONE 'UTC')::date) AND ${groupReadableSql(query.context.viewer, 'g')})`;

/** Members of groups that are invited to one of these groups: those of the invited group itself. */
const sharedWith = (scope: Scope, groups: string): string =>
  `mb.group_id IN (SELECT i.with_group_id FROM ${invited(scope, `s.group_id = ANY(${groups})`)} i)`;

export const groupMembers: Field = many(
  members('GroupMember', (scope) => {
    const { alias, query } = scope;
    return {
      DIRECT: `mb.group_id = ${alias}.id`,
      INHERITED: `(mb.group_id = ANY(${alias}.traversal_ids) AND mb.group_id <> ${alias}.id)`,
      DESCENDANTS:
        `mb.group_id IN (SELECT g.id FROM groups g WHERE g.traversal_ids @> ARRAY[${alias}.id] AND g.id <> ${alias}.id ` +
        `AND ${groupReadableSql(query.context.viewer, 'g')})`,
      SHARED_FROM_GROUPS: sharedWith(scope, `${alias}.traversal_ids`),
    };
  }),
);

/** WI-03.41: the project's own, and those of its group and of the groups above. */
export const projectMembers: Field = many(
  members('MemberInterface', (scope) => {
    const { alias } = scope;
    return {
      DIRECT: `mb.project_id = ${alias}.id`,
      INHERITED: `mb.group_id = ANY(${alias}.g_ids)`,
      INVITED_GROUPS: `mb.group_id IN (SELECT unnest(i.traversal_ids) FROM ${invited(scope, `s.project_id = ${alias}.id`)} i)`,
      SHARED_INTO_ANCESTORS: sharedWith(scope, `${alias}.g_ids`),
    };
  }),
);

/** BD-05.53: of a person, in groups and in projects that the viewer may see. */
const memberships = (type: string, place: (scope: Scope) => string): Field =>
  many((scope) => ({
    type,
    from: MEMBER_FROM(scope),
    columns: 'mb.*',
    where: [
      scope.query.context.viewer.userId === null ? 'FALSE' : `mb.user_id = ${scope.alias}.id`,
      `EXISTS (SELECT 1 FROM ${place(scope)})`,
    ],
    order: { name: 'id', keys: [ID] },
  }));

export const groupMemberships = memberships(
  'GroupMember',
  ({ query }) => `groups g WHERE g.id = mb.group_id AND ${groupReadableSql(query.context.viewer, 'g')}`,
);
export const projectMemberships = memberships(
  'ProjectMember',
  ({ query }) =>
    `projects p JOIN groups g ON g.id = p.group_id WHERE p.id = mb.project_id AND ${projectReadableSql(query.context.viewer, 'p', 'g')}`,
);

/** What members of groups and of projects have alike. In a list with both each row is read once, with the id of its own kind. */
export const memberFields: Fields = {
  accessLevel: part('AccessLevel'),
  createdAt: instant('created_at'),
  createdBy: user('created_by'),
  expiresAt: column('expires_at'),
  id: value(
    (a) =>
      `CASE WHEN ${a}.project_id IS NULL THEN 'gid://gitlab/GroupMember/' ELSE 'gid://gitlab/ProjectMember/' END || ${a}.id`,
  ),
  updatedAt: instant('updated_at'),
  user: user('user_id'),
};

const LEVEL_NAMES = Object.entries(LEVELS).map(([name, level]) => `WHEN ${level} THEN '${name}'`);

export const accessLevelFields: Fields = {
  integerValue: column('access_level'),
  stringValue: value((a) => `CASE ${a}.access_level ${LEVEL_NAMES.join(' ')} END`),
};
