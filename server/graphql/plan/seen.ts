import {
  groupReadableSql,
  groupTrustedSql,
  hiddenSql,
  meSql,
  mineSql,
  projectReadableSql,
  projectTrustedSql,
} from '../../access/filters.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { Query } from './query.ts';

/** What may be seen across the groups of a tree: whose items, and how many. All lists of an object share it, a page and the numbers beside it (AP-06.56). */

/** The items of a kind, across groups. */
export interface ItemsOf {
  readonly kind: 'epic' | 'issue';
  /** The alias of the object whose list it is: what its lists share stands beside it. */
  readonly of: string;
  /** Of which groups `g` (of projects `p`) the items are, as a condition. */
  readonly range: string;
  readonly state: 'opened' | 'closed' | null;
}

/** CTEs: `owners`, the groups or projects whose items may be seen, `trusted` also with the confidential ones, and `size`, how many items these have. */
export function seenSql(query: Query, items: ItemsOf): string {
  const owners = ownersBeside(query, items);
  const { columns, from } = kept(items, `${owners} o(id, trusted)`, 'TRUE');
  const size = query.share(items.of, `SELECT ${columns} FROM ${from}`);
  return `${ownersCte(owners)}, size AS MATERIALIZED (SELECT ${inState(items, size)} AS n)`;
}

/** How many items may be seen, by the kept counts and what differs from these for the viewer. */
export function totalSql(query: Query, items: ItemsOf): string {
  const owners = ownersBeside(query, items);
  const { columns, from } = kept(items, 'owners o', '(o.trusted OR NOT c.confidential)');
  const { viewer } = query.context;
  const isAsKept = items.kind === 'epic' || viewer.admin;
  const parts = [
    { sign: '+', text: `SELECT ${columns} FROM ${from}` },
    ...(isAsKept ? [] : [{ sign: '-', text: hiddenOnes(viewer, items) }]),
    ...(isAsKept || viewer.userId === null ? [] : [{ sign: '+', text: mineAlso(viewer) }]),
  ];
  const sums = STATES.map((state) => `${parts.map(({ sign }, at) => `${sign} n${at}.${state}`).join(' ')} AS ${state}`);
  const numbers = parts.map(({ text }, at) => `(${text}) n${at}`);
  const total = `WITH ${ownersCte(owners)} SELECT ${sums.join(', ')} FROM ${numbers.join(', ')}`;
  return inState(items, query.share(items.of, total));
}

const STATES = ['opened', 'closed'] as const;

const inState = ({ state }: ItemsOf, of: string): string =>
  state === null ? `(${of}.opened + ${of}.closed)` : `${of}.${state}`;

/** A FROM item that gives the owners, from what stands beside the object. */
function ownersBeside(query: Query, { kind, range, of }: ItemsOf): string {
  const { viewer } = query.context;
  const which =
    kind === 'epic'
      ? `SELECT g.id, ${groupTrustedSql(viewer, 'g')} AS trusted FROM groups g WHERE ${range} AND ${groupReadableSql(viewer, 'g')}`
      : `SELECT p.id, ${projectTrustedSql(viewer, 'p', 'g')} AS trusted FROM projects p JOIN groups g ON g.id = p.group_id ` +
        `WHERE ${range} AND ${projectReadableSql(viewer, 'p', 'g')}`;
  const name = query.share(of, `SELECT array_agg(o.id) AS ids, array_agg(o.trusted) AS trusted FROM (${which}) o`);
  // All of them, as it is; but the planner takes them for few, and their table for cheap to look up in for every item.
  return `(SELECT * FROM unnest(${name}.ids, ${name}.trusted) LIMIT cardinality(${name}.ids))`;
}

const ownersCte = (owners: string): string =>
  `owners AS MATERIALIZED (SELECT id, trusted FROM ${owners} o(id, trusted))`;

/** The kept counts of the owners. */
function kept({ kind }: ItemsOf, owners: string, where: string) {
  const owner = kind === 'epic' ? 'c.group_id = o.id AND c.project_id IS NULL' : 'c.project_id = o.id';
  const columns = STATES.map(
    (state) => `coalesce(sum(c.items) FILTER (WHERE c.state = '${state}'), 0)::integer AS ${state}`,
  );
  return { columns: columns.join(', '), from: `${owners} JOIN item_counts c ON ${owner} WHERE ${where}` };
}

const counted = STATES.map((state) => `(count(*) FILTER (WHERE w.state = '${state}'))::integer AS ${state}`).join(', ');

/** Confidential items that may be seen because they are one's own. */
function mineAlso(viewer: Viewer): string {
  // Where an owner is not trusted is looked up: a join would begin with the owners and read all that they have.
  const where = [
    'EXISTS (SELECT 1 FROM owners WHERE NOT trusted)',
    'w.confidential',
    '(w.project_id IN (SELECT id FROM owners WHERE NOT trusted)) IS TRUE',
  ];
  const mine =
    `SELECT a.id FROM work_items a WHERE a.author_id = ${meSql(viewer)} AND a.confidential ` +
    `UNION ALL SELECT x.work_item_id FROM work_item_people x WHERE x.role = 'assignee' AND x.user_id = ${meSql(viewer)}`;
  return `SELECT ${counted} FROM work_items w WHERE w.id = ANY(ARRAY(${mine})) AND ${where.join(' AND ')}`;
}

/** AP-09.30: of what the counts hold, the items of banned people. Their authors' index finds them. */
const hiddenOnes = (viewer: Viewer, items: ItemsOf): string =>
  `SELECT ${counted} FROM work_items w WHERE ${[hiddenSql('w'), ...readableIn(viewer, items)].join(' AND ')}`;

export const ownerOf = ({ kind }: ItemsOf): string => (kind === 'epic' ? 'w.group_id' : 'w.project_id');
export const ofKind = ({ kind }: ItemsOf): string => `w.project_id IS ${kind === 'epic' ? '' : 'NOT '}NULL`;

/** May be seen. The owners are a hash table and not a join, whose order would be the planner's. */
export function readable({ context: { viewer } }: Query, items: ItemsOf): string[] {
  const shown = items.kind === 'epic' || viewer.admin ? [] : [`NOT ${hiddenSql('w')}`];
  return [...readableIn(viewer, items), ...shown];
}

function readableIn(viewer: Viewer, items: ItemsOf): string[] {
  const among = (which: string): string => `(${ownerOf(items)} IN (SELECT id FROM owners${which})) IS TRUE`;
  if (viewer.admin) return [among('')];
  const mine = items.kind === 'epic' ? 'FALSE' : mineSql(viewer, 'w');
  return [among(''), `(NOT w.confidential OR ${among(' WHERE trusted')} OR ${mine})`];
}
