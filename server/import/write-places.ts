import { sql } from 'kysely';
import type { AccessLevelValue, Visibility } from '../db/place-tables.ts';
import type { FileGroup, FileUser, PlanningFile } from './format.ts';
import { type PlanningSource, wholeList } from './planning-source.ts';
import { known, type Tally, tally, type Touched, type Writer } from './writer.ts';

/** Database ids of everything that items refer to. */
export interface Places {
  users: Map<string, number>;
  groups: Map<string, number>;
  projects: Map<string, number>;
  labels: Map<string, number>;
  milestones: Map<string, number>;
}

/** Roles of the file and the access they give: chair Owner, tech lead Maintainer, any other role Reporter; of several the highest. */
export function accessLevelOf(roles: readonly string[]): AccessLevelValue {
  if (roles.includes('chair')) return 50;
  return roles.includes('tech_lead') ? 40 : 20;
}

/** The lists of a file that items refer to; they fit into memory. */
export type FilePlaces = Pick<PlanningFile, 'users' | 'groups' | 'projects' | 'labels' | 'milestones'>;

export async function readPlaces(source: PlanningSource): Promise<FilePlaces> {
  return {
    users: await wholeList(source, 'users'),
    groups: await wholeList(source, 'groups'),
    projects: await wholeList(source, 'projects'),
    labels: await wholeList(source, 'labels'),
    milestones: await wholeList(source, 'milestones'),
  };
}

/** What new groups and projects take from elsewhere. */
export interface PlaceDefaults {
  visibility: Visibility;
  /** When something was last changed in each project, by the file's ids. */
  lastActive: ReadonlyMap<string, string>;
}

export type PlaceTallies = Record<keyof FilePlaces, Tally>;

/** Users, groups, projects, labels, milestones: `rows`, which are all or some of the file's. */
export async function writePlaces(
  w: Writer,
  all: FilePlaces,
  rows: FilePlaces,
  defaults: PlaceDefaults,
): Promise<{ places: Places; tallies: PlaceTallies; changedMilestones: number[] }> {
  const users = await writeUsers(w, rows.users, all.users);
  const groups = await writeGroups(w, rows.groups, all.groups, defaults.visibility);
  const projects = await writeProjects(w, rows.projects, groups.ids, defaults);
  const labels = await writeLabels(w, rows.labels, groups.ids);
  const milestones = await writeMilestones(w, rows.milestones, groups.ids);
  const idsOf = (table: 'projects' | 'labels' | 'milestones'): Promise<Map<string, number>> =>
    w.idsOf(
      table,
      all[table].map(({ id }) => id),
    );
  return {
    places: {
      users: users.ids,
      groups: groups.ids,
      projects: await idsOf('projects'),
      // RP-02.457: what the last step makes the file's is known by its title until then.
      labels: new Map([...(await titledLabels(w, all.labels, groups.ids)), ...(await idsOf('labels'))]),
      milestones: await idsOf('milestones'),
    },
    tallies: {
      users: users.tally,
      groups: groups.tally,
      projects,
      labels,
      milestones: tally(rows.milestones.length, milestones),
    },
    changedMilestones: milestones.filter(({ created }) => !created).map(({ id }) => id),
  };
}

/** Those that the database does not have in any form: neither under their id nor under a name that makes them the file's. */
export async function newPlaces(w: Writer, all: FilePlaces): Promise<FilePlaces> {
  const missing = async <T extends { id: string }>(
    table: 'groups' | 'projects' | 'labels' | 'milestones',
    rows: readonly T[],
  ): Promise<T[]> => {
    const ids = await w.idsOf(
      table,
      rows.map(({ id }) => id),
    );
    return rows.filter(({ id }) => !ids.has(id));
  };
  const here = await w.batches(
    all.users,
    'ext text, username text',
    ({ id, username }) => ({ ext: w.externalId(id), username }),
    (x) => sql<{ ext: string }>`
      SELECT x.ext FROM ${x} WHERE EXISTS (SELECT FROM users u WHERE u.external_id = x.ext)
        OR EXISTS (SELECT FROM users u WHERE lower(u.username) = lower(x.username))`,
  );
  const users = new Set(here.map(({ ext }) => ext));
  const groups = await w.idsOf(
    'groups',
    all.groups.map(({ id }) => id),
  );
  const adopted = await titledLabels(w, all.labels, groups);
  return {
    users: all.users.filter(({ id }) => !users.has(w.externalId(id))),
    groups: await missing('groups', all.groups),
    projects: await missing('projects', all.projects),
    labels: (await missing('labels', all.labels)).filter(({ id }) => !adopted.has(id)),
    milestones: await missing('milestones', all.milestones),
  };
}

/** The labels that are here under the titles of the file's, by the ids of these. */
async function titledLabels(
  w: Writer,
  labels: FilePlaces['labels'],
  groups: ReadonlyMap<string, number>,
): Promise<Map<string, number>> {
  const rows = await w.batches(
    labels.filter(({ groupId }) => groups.has(groupId)),
    'ext text, group_id bigint, title text',
    ({ id, groupId, title }) => ({ ext: id, group_id: known(groups, groupId), title }),
    (x) => sql<{ id: number; ext: string }>`
    SELECT l.id, x.ext FROM ${x} JOIN labels l ON l.group_id = x.group_id AND l.title = x.title`,
  );
  return new Map(rows.map(({ id, ext }) => [ext, id]));
}

/** A person who has an account under that name is that person; the account is left as it is. */
async function writeUsers(
  w: Writer,
  users: readonly FileUser[],
  all: readonly FileUser[],
): Promise<{ ids: Map<string, number>; tally: Tally }> {
  const columns = 'ext text, username text, name text';
  const toRow = (user: FileUser) => ({ ext: w.externalId(user.id), username: user.username, name: user.name });
  const renamed = await w.batches(
    users,
    columns,
    toRow,
    (x) => sql<Touched>`
    UPDATE users u SET username = x.username FROM ${x}
    WHERE u.external_id = x.ext AND u.username <> x.username RETURNING u.id, false AS created`,
  );
  const touched = await w.batches(
    users,
    columns,
    toRow,
    (x) => sql<Touched>`
    INSERT INTO users AS u (external_id, username, name, created_at)
    SELECT x.ext, x.username, x.name, ${w.now}::timestamptz FROM ${x} ORDER BY x.n
    ON CONFLICT (lower(username)) DO UPDATE SET name = excluded.name
      WHERE u.external_id = excluded.external_id AND u.name <> excluded.name
    RETURNING u.id, (xmax = 0) AS created`,
  );
  const rows = await w.batches(
    all,
    columns,
    toRow,
    (x) => sql<{ id: number; ext: string }>`
    SELECT u.id, x.ext FROM ${x} JOIN users u ON lower(u.username) = lower(x.username)`,
  );
  const ids = new Map(rows.map(({ id, ext }) => [ext.slice(w.prefix.length), id]));
  const created = new Set(touched.map(({ id }) => id));
  return { ids, tally: tally(users.length, [...touched, ...renamed.filter(({ id }) => !created.has(id))]) };
}

/** Parents first, one level at a time. The visibility is that of new groups; people may have changed it since. */
async function writeGroups(
  w: Writer,
  groups: readonly FileGroup[],
  all: readonly FileGroup[],
  visibility: Visibility,
): Promise<{ ids: Map<string, number>; tally: Tally }> {
  const byId = new Map(all.map((group) => [group.id, group]));
  const fullName = ({ name, parentId }: FileGroup): string => {
    const parent = parentId === null ? undefined : byId.get(parentId);
    return parent === undefined ? name : `${fullName(parent)} / ${name}`;
  };
  const levelOf = ({ fullPath }: FileGroup): number => fullPath.split('/').length;
  const ids = await w.idsOf('groups', [...byId.keys()]);
  const touched: Touched[] = [];
  for (const level of [...new Set(groups.map(levelOf))].sort((a, b) => a - b)) {
    const rows = groups.filter((group) => levelOf(group) === level);
    touched.push(
      ...(await w.batches(
        rows,
        'ext text, parent_id bigint, path text, full_path text, name text, full_name text',
        (group) => ({
          ext: w.externalId(group.id),
          parent_id: group.parentId === null ? null : known(ids, group.parentId),
          path: group.path,
          full_path: group.fullPath,
          name: group.name,
          full_name: fullName(group),
        }),
        (x) => sql<Touched>`
          INSERT INTO groups AS g (external_id, parent_id, path, full_path, name, full_name, visibility, created_at)
          SELECT x.ext, x.parent_id, x.path, x.full_path, x.name, x.full_name, ${visibility}, ${w.now}::timestamptz FROM ${x} ORDER BY x.n
          ON CONFLICT (external_id) DO UPDATE SET parent_id = excluded.parent_id, path = excluded.path,
            full_path = excluded.full_path, name = excluded.name, full_name = excluded.full_name
          WHERE (g.parent_id, g.path, g.full_path, g.name, g.full_name) IS DISTINCT FROM
            (excluded.parent_id, excluded.path, excluded.full_path, excluded.name, excluded.full_name)
          RETURNING g.id, (xmax = 0) AS created`,
      )),
    );
    for (const [id, row] of await w.idsOf(
      'groups',
      rows.map(({ id }) => id),
    ))
      ids.set(id, row);
    await sql`
      UPDATE groups g SET traversal_ids = coalesce((SELECT p.traversal_ids FROM groups p WHERE p.id = g.parent_id), '{}') || g.id
      WHERE g.id = ANY(${rows.map(({ id }) => known(ids, id))}::bigint[])
        AND g.traversal_ids IS DISTINCT FROM coalesce((SELECT p.traversal_ids FROM groups p WHERE p.id = g.parent_id), '{}') || g.id
    `.execute(w.tx);
  }
  return { ids, tally: tally(groups.length, touched) };
}

/** Who belongs to the groups; what people made of a member here that the file does not name stays. */
export async function writeMembers(w: Writer, groups: readonly FileGroup[], places: Places): Promise<void> {
  const members = groups.flatMap(({ id, members: list }) => list.map(({ userId, roles }) => ({ id, userId, roles })));
  await w.batches(
    members,
    'user_id bigint, group_id bigint, level smallint',
    ({ id, userId, roles }) => ({
      user_id: known(places.users, userId),
      group_id: known(places.groups, id),
      level: accessLevelOf(roles),
    }),
    (x) => sql`
      INSERT INTO memberships AS m (user_id, group_id, access_level, created_at)
      SELECT x.user_id, x.group_id, x.level, ${w.now}::timestamptz FROM ${x} ORDER BY x.n
      ON CONFLICT (user_id, group_id) WHERE group_id IS NOT NULL
        DO UPDATE SET access_level = excluded.access_level WHERE m.access_level <> excluded.access_level`,
  );
}

async function writeProjects(
  w: Writer,
  projects: FilePlaces['projects'],
  groups: ReadonlyMap<string, number>,
  { visibility, lastActive }: PlaceDefaults,
): Promise<Tally> {
  const touched = await w.batches(
    projects,
    'ext text, group_id bigint, path text, full_path text, name text, active timestamptz',
    (project) => ({
      ext: w.externalId(project.id),
      group_id: known(groups, project.groupId),
      path: project.path,
      full_path: project.fullPath,
      name: project.name,
      active: lastActive.get(project.id) ?? null,
    }),
    (x) => sql<Touched>`
      INSERT INTO projects AS p (external_id, group_id, path, full_path, name, visibility, last_activity_at, created_at)
      SELECT x.ext, x.group_id, x.path, x.full_path, x.name, ${visibility}, coalesce(x.active, ${w.now}::timestamptz), ${w.now}::timestamptz
      FROM ${x} ORDER BY x.n
      ON CONFLICT (external_id) DO UPDATE SET group_id = excluded.group_id, path = excluded.path, full_path = excluded.full_path,
        name = excluded.name
      WHERE (p.group_id, p.path, p.full_path, p.name) IS DISTINCT FROM (excluded.group_id, excluded.path, excluded.full_path, excluded.name)
      RETURNING p.id, (xmax = 0) AS created`,
  );
  return tally(projects.length, touched);
}

/** A label of the same title that people made in the group becomes the file's. */
async function writeLabels(
  w: Writer,
  labels: FilePlaces['labels'],
  groups: ReadonlyMap<string, number>,
): Promise<Tally> {
  const columns = 'ext text, group_id bigint, title text, color text';
  const toRow = (label: FilePlaces['labels'][number]) => ({
    ext: w.externalId(label.id),
    group_id: known(groups, label.groupId),
    title: label.title,
    color: label.color,
  });
  await w.batches(
    labels,
    columns,
    toRow,
    (x) => sql`
    UPDATE labels l SET external_id = x.ext FROM ${x}
    WHERE l.external_id IS NULL AND l.group_id = x.group_id AND l.title = x.title
      AND NOT EXISTS (SELECT FROM labels o WHERE o.external_id = x.ext)`,
  );
  const touched = await w.batches(
    labels,
    columns,
    toRow,
    (x) => sql<Touched>`
    INSERT INTO labels AS l (external_id, group_id, title, color, created_at, updated_at)
    SELECT x.ext, x.group_id, x.title, x.color, ${w.now}::timestamptz, ${w.now}::timestamptz FROM ${x} ORDER BY x.n
    ON CONFLICT (external_id) DO UPDATE SET group_id = excluded.group_id, title = excluded.title, color = excluded.color,
      updated_at = excluded.updated_at
    WHERE (l.group_id, l.title, l.color) IS DISTINCT FROM (excluded.group_id, excluded.title, excluded.color)
    RETURNING l.id, (xmax = 0) AS created`,
  );
  return tally(labels.length, touched);
}

async function writeMilestones(
  w: Writer,
  milestones: FilePlaces['milestones'],
  groups: ReadonlyMap<string, number>,
): Promise<Touched[]> {
  return w.batches(
    milestones,
    'ext text, iid int, group_id bigint, title text, state text, start_date date, due_date date',
    (milestone) => ({
      ext: w.externalId(milestone.id),
      iid: milestone.iid,
      group_id: known(groups, milestone.groupId),
      title: milestone.title,
      state: milestone.state,
      start_date: milestone.startDate,
      due_date: milestone.dueDate,
    }),
    (x) => sql<Touched>`
      INSERT INTO milestones AS m (external_id, iid, group_id, title, state, start_date, due_date, created_at, updated_at)
      SELECT x.ext, x.iid, x.group_id, x.title, x.state, x.start_date, x.due_date, ${w.now}::timestamptz, ${w.now}::timestamptz
      FROM ${x} ORDER BY x.n
      ON CONFLICT (external_id) DO UPDATE SET iid = excluded.iid, group_id = excluded.group_id, title = excluded.title,
        state = excluded.state, start_date = excluded.start_date, due_date = excluded.due_date, updated_at = excluded.updated_at
      WHERE (m.iid, m.group_id, m.title, m.state, m.start_date, m.due_date) IS DISTINCT FROM
        (excluded.iid, excluded.group_id, excluded.title, excluded.state, excluded.start_date, excluded.due_date)
      RETURNING m.id, (xmax = 0) AS created`,
  );
}
