import { sql } from 'kysely';
import type { AccessLevelValue, Visibility } from '../db/types.ts';
import type { FileGroup, PlanningFile } from './format.ts';
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

/** Users, groups with members, projects, labels, milestones. */
export async function writePlaces(
  w: Writer,
  file: PlanningFile,
  visibility: Visibility,
): Promise<{ places: Places; tallies: Record<'users' | 'groups' | 'projects' | 'labels' | 'milestones', Tally> }> {
  const users = await writeUsers(w, file);
  const groups = await writeGroups(w, file.groups, visibility);
  await writeMembers(w, file.groups, groups.ids, users.ids);
  const projects = await writeProjects(w, file, groups.ids, visibility);
  const labels = await writeLabels(w, file, groups.ids);
  const milestones = await writeMilestones(w, file, groups.ids);
  return {
    places: {
      users: users.ids,
      groups: groups.ids,
      projects: await w.idsOf(
        'projects',
        file.projects.map(({ id }) => id),
      ),
      labels: await w.idsOf(
        'labels',
        file.labels.map(({ id }) => id),
      ),
      milestones: await w.idsOf(
        'milestones',
        file.milestones.map(({ id }) => id),
      ),
    },
    tallies: { users: users.tally, groups: groups.tally, projects, labels, milestones },
  };
}

/** A person who has an account under that name is that person; the account is left as it is. */
async function writeUsers(w: Writer, { users }: PlanningFile): Promise<{ ids: Map<string, number>; tally: Tally }> {
  const columns = 'ext text, username text, name text';
  const toRow = (user: PlanningFile['users'][number]) => ({
    ext: w.externalId(user.id),
    username: user.username,
    name: user.name,
  });
  const renamed = await w.batches(
    users,
    columns,
    toRow,
    (x) => sql<Touched>`
    UPDATE users u SET username = x.username FROM ${x}
    WHERE u.external_id = x.ext AND u.username <> x.username RETURNING u.id, false AS created`,
    { counted: false },
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
    users,
    columns,
    toRow,
    (x) => sql<{ id: number; ext: string }>`
    SELECT u.id, x.ext FROM ${x} JOIN users u ON lower(u.username) = lower(x.username)`,
    { counted: false },
  );
  const ids = new Map(rows.map(({ id, ext }) => [ext.slice(w.prefix.length), id]));
  const created = new Set(touched.map(({ id }) => id));
  return { ids, tally: tally(users.length, [...touched, ...renamed.filter(({ id }) => !created.has(id))]) };
}

/** Parents first, one level at a time. The visibility is that of new groups; people may have changed it since. */
async function writeGroups(
  w: Writer,
  groups: readonly FileGroup[],
  visibility: Visibility,
): Promise<{ ids: Map<string, number>; tally: Tally }> {
  const byId = new Map(groups.map((group) => [group.id, group]));
  const fullName = ({ name, parentId }: FileGroup): string => {
    const parent = parentId === null ? undefined : byId.get(parentId);
    return parent === undefined ? name : `${fullName(parent)} / ${name}`;
  };
  const levelOf = ({ fullPath }: FileGroup): number => fullPath.split('/').length;
  const ids = new Map<string, number>();
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
      WHERE g.id = ANY(${[...ids.values()]}::bigint[])
        AND g.traversal_ids IS DISTINCT FROM coalesce((SELECT p.traversal_ids FROM groups p WHERE p.id = g.parent_id), '{}') || g.id
    `.execute(w.tx);
  }
  return { ids, tally: tally(groups.length, touched) };
}

async function writeMembers(
  w: Writer,
  groups: readonly FileGroup[],
  groupIds: ReadonlyMap<string, number>,
  userIds: ReadonlyMap<string, number>,
): Promise<void> {
  const members = groups.flatMap(({ id, members: list }) => list.map(({ userId, roles }) => ({ id, userId, roles })));
  await w.batches(
    members,
    'user_id bigint, group_id bigint, level smallint',
    ({ id, userId, roles }) => ({
      user_id: known(userIds, userId),
      group_id: known(groupIds, id),
      level: accessLevelOf(roles),
    }),
    (x) => sql`
      INSERT INTO memberships AS m (user_id, group_id, access_level, created_at)
      SELECT x.user_id, x.group_id, x.level, ${w.now}::timestamptz FROM ${x} ORDER BY x.n
      ON CONFLICT (user_id, group_id) WHERE group_id IS NOT NULL
        DO UPDATE SET access_level = excluded.access_level WHERE m.access_level <> excluded.access_level`,
    { counted: false },
  );
}

async function writeProjects(
  w: Writer,
  { projects, issues }: PlanningFile,
  groups: ReadonlyMap<string, number>,
  visibility: Visibility,
): Promise<Tally> {
  const active = new Map<string, string>();
  for (const { projectId, updatedAt } of issues) {
    if (updatedAt !== null && updatedAt > (active.get(projectId) ?? '')) active.set(projectId, updatedAt);
  }
  const touched = await w.batches(
    projects,
    'ext text, group_id bigint, path text, full_path text, name text, active timestamptz',
    (project) => ({
      ext: w.externalId(project.id),
      group_id: known(groups, project.groupId),
      path: project.path,
      full_path: project.fullPath,
      name: project.name,
      active: active.get(project.id) ?? null,
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
async function writeLabels(w: Writer, { labels }: PlanningFile, groups: ReadonlyMap<string, number>): Promise<Tally> {
  const columns = 'ext text, group_id bigint, title text, color text';
  const toRow = (label: PlanningFile['labels'][number]) => ({
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
    { counted: false },
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
  { milestones }: PlanningFile,
  groups: ReadonlyMap<string, number>,
): Promise<Tally> {
  const touched = await w.batches(
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
  return tally(milestones.length, touched);
}
