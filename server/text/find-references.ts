import { CompiledQuery } from 'kysely';
import {
  epicReadableSql,
  groupReadableSql,
  projectItemReadableSql,
  projectReadableSql,
  withNumbers,
} from '../access/filters.ts';
import type { Viewer } from '../access/viewer.ts';
import type { Db } from '../db/types.ts';
import type { ReferredKind } from './candidates.ts';
import type { Referred, References, Wanted } from './references.ts';

interface Reader {
  readonly db: Db;
  readonly viewer: Viewer;
  /** `https://host[:port]` of this server. */
  readonly baseUrl: string;
}

/** IE-07.24: references as this reader may see them, all in one statement. */
export const referencesFor = (reader: Reader): References => ({
  origin: reader.baseUrl,
  find: async (wanted) => {
    const viewer: Viewer = { ...reader.viewer, isNamed: true };
    const kinds = new Set(wanted.map(({ kind }) => kind));
    const selects = [...kinds].flatMap((kind) => SELECTS[kind](viewer));
    if (selects.length === 0) return [];
    const params: unknown[] = [];
    const param = (value: unknown, type: string) => `$${params.push(value)}::${type}`;
    const list = param(JSON.stringify(wanted.map(asked)), 'json');
    const text =
      `WITH x AS (SELECT * FROM json_to_recordset(${list}) AS x (n int, kind text, "group" text, project text, name text, iid int)) ` +
      selects.join(' UNION ALL ');
    const { rows } = await reader.db.executeQuery(
      CompiledQuery.raw(withNumbers(viewer, text, param), params) as CompiledQuery<Referred & { readonly n: number }>,
    );
    const found: (Referred | undefined)[] = wanted.map(() => undefined);
    // Of labels with the same title the nearest: that of the project, then that of the longest path.
    const nearest = [...rows].sort(
      (a, b) => Number(b.isProject) - Number(a.isProject) || b.path.length - a.path.length,
    );
    for (const { n, ...referred } of nearest) found[n] ??= referred;
    return found;
  },
});

const asked = ({ kind, group, project, name }: Wanted, n: number) => ({
  n,
  kind,
  group: group?.toLowerCase(),
  project: project?.toLowerCase(),
  name,
  iid: kind === 'epic' || kind === 'issue' ? Number(name) : undefined,
});

interface Columns {
  readonly id: string;
  readonly title: string;
  readonly path: string;
  readonly isProject?: boolean;
  readonly state?: string;
  readonly color?: string;
  readonly iid?: string;
}

/** The selects are put together, so their columns stand in one order. */
const select = (
  kind: ReferredKind,
  { id, title, path, isProject = false, state = 'NULL', color = 'NULL', iid = 'NULL' }: Columns,
): string =>
  `SELECT x.n, '${kind}' AS kind, ${id} AS id, ${title} AS title, ${path} AS path, ${isProject} AS "isProject", ` +
  `${state}::text AS state, ${color}::text AS color, ${iid}::int AS iid FROM x `;

const item = (kind: 'epic' | 'issue', path: string): string =>
  select(kind, { id: 'w.id', title: 'w.title', state: 'w.state', path, isProject: kind === 'issue', iid: 'w.iid' });

/** Where labels and milestones of a text's place stand: in its project, and in the groups from its own up to the root that the reader may see. */
function owned(kind: 'label' | 'milestone', viewer: Viewer): string[] {
  const [table, rest] =
    kind === 'label' ? ['labels', { color: 'o.color' }] : ['milestones', { state: 'o.state', iid: 'o.iid' }];
  const of = (path: string, isProject: boolean) =>
    select(kind, { id: 'o.id', title: 'o.title', path, isProject, ...rest });
  return [
    `${of('p.full_path', true)}JOIN projects p ON p.id = project_named(x.project) JOIN groups g ON g.id = p.group_id ` +
      `JOIN ${table} o ON o.project_id = p.id AND o.title = x.name WHERE x.kind = '${kind}' AND ${projectReadableSql(viewer, 'p', 'g')}`,
    `${of('a.full_path', false)}JOIN groups g ON g.id = group_named(x.group) JOIN groups a ON a.id = ANY(g.traversal_ids) ` +
      `JOIN ${table} o ON o.group_id = a.id AND o.title = x.name WHERE x.kind = '${kind}' AND ${groupReadableSql(viewer, 'a')}`,
  ];
}

const SELECTS: Readonly<Record<ReferredKind, (viewer: Viewer) => string[]>> = {
  // Users are listed to those who are signed in.
  user: ({ userId }) =>
    userId === null
      ? []
      : [
          select('user', { id: 'u.id', title: 'u.name', path: 'u.username' }) +
            `JOIN users u ON lower(u.username) = x.name WHERE x.kind = 'user'`,
        ],
  epic: (viewer) => [
    `${item('epic', 'g.full_path')}JOIN groups g ON g.id = group_named(x.group) ` +
      'JOIN work_items w ON w.group_id = g.id AND w.project_id IS NULL AND w.iid = x.iid ' +
      `WHERE x.kind = 'epic' AND ${epicReadableSql(viewer, 'w', 'g')}`,
  ],
  issue: (viewer) => [
    `${item('issue', 'p.full_path')}JOIN projects p ON p.id = project_named(x.project) JOIN groups g ON g.id = p.group_id ` +
      'JOIN work_items w ON w.project_id = p.id AND w.iid = x.iid ' +
      `WHERE x.kind = 'issue' AND ${projectItemReadableSql(viewer, 'w', 'g', 'p')}`,
  ],
  label: (viewer) => owned('label', viewer),
  milestone: (viewer) => owned('milestone', viewer),
};
