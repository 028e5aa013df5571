import type { AccessLevelValue, Visibility } from './place-tables.ts';
import type { Db, NewWorkItem } from './types.ts';
import type { LinkType, WorkItemTypeName } from './work-item-tables.ts';

/** Ids of what `seedTiny` made. Names are short because tests read better so. */
export interface TinyData {
  users: Record<'root' | 'plan' | 'dev' | 'rep' | 'guest' | 'out', number>;
  groups: Record<'acme' | 'web' | 'hidden', number>;
  projects: Record<'app' | 'api', number>;
}

/**
 * A small world: group `acme` (public) with subgroup `acme/web` (public) and a private group `hidden`; projects `acme/web/app` and `acme/api`
 * (public); in `acme` the users plan (Owner), dev (Developer), rep (Reporter) and guest (Guest); `out` is a member of nothing and nobody but
 * root (the administrator) sees `hidden`.
 */
export async function seedTiny(db: Db): Promise<TinyData> {
  const people = ['plan', 'dev', 'rep', 'guest', 'out'] as const;
  const users: TinyData['users'] = { root: 1, plan: 0, dev: 0, rep: 0, guest: 0, out: 0 };
  for (const username of people) users[username] = await makeUser(db, username);
  const acme = await makeGroup(db, { path: 'acme', name: 'Acme' });
  const web = await makeGroup(db, { path: 'web', name: 'Web', parentId: acme });
  const hidden = await makeGroup(db, { path: 'hidden', name: 'Hidden', visibility: 'private' });
  await makeMember(db, { userId: users.plan, groupId: acme, accessLevel: 50 });
  await makeMember(db, { userId: users.dev, groupId: acme, accessLevel: 30 });
  await makeMember(db, { userId: users.rep, groupId: acme, accessLevel: 20 });
  await makeMember(db, { userId: users.guest, groupId: acme, accessLevel: 10 });
  const app = await makeProject(db, { groupId: web, path: 'app', name: 'App' });
  const api = await makeProject(db, { groupId: acme, path: 'api', name: 'API' });
  return { users, groups: { acme, web, hidden }, projects: { app, api } };
}

export async function makeUser(db: Db, username: string, name = username): Promise<number> {
  const row = await db.insertInto('users').values({ username, name }).returning('id').executeTakeFirstOrThrow();
  return row.id;
}

export interface GroupInput {
  path: string;
  name?: string;
  parentId?: number;
  visibility?: Visibility;
}

export async function makeGroup(
  db: Db,
  { path, name = path, parentId, visibility = 'public' }: GroupInput,
): Promise<number> {
  const parent =
    parentId === undefined
      ? undefined
      : await db.selectFrom('groups').selectAll().where('id', '=', parentId).executeTakeFirstOrThrow();
  const { id } = await db
    .insertInto('groups')
    .values({
      parent_id: parentId ?? null,
      path,
      full_path: parent === undefined ? path : `${parent.full_path}/${path}`,
      name,
      full_name: parent === undefined ? name : `${parent.full_name} / ${name}`,
      visibility,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .updateTable('groups')
    .set({ traversal_ids: [...(parent?.traversal_ids ?? []), id] })
    .where('id', '=', id)
    .execute();
  return id;
}

export interface ProjectInput {
  groupId: number;
  path: string;
  name?: string;
  visibility?: Visibility;
}

export async function makeProject(
  db: Db,
  { groupId, path, name = path, visibility = 'public' }: ProjectInput,
): Promise<number> {
  const group = await db.selectFrom('groups').selectAll().where('id', '=', groupId).executeTakeFirstOrThrow();
  const { id } = await db
    .insertInto('projects')
    .values({ group_id: groupId, path, full_path: `${group.full_path}/${path}`, name, visibility })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Give exactly one of `groupId` and `projectId`. */
export interface MemberInput {
  userId: number;
  groupId?: number;
  projectId?: number;
  accessLevel: AccessLevelValue;
}

export async function makeMember(db: Db, { userId, groupId, projectId, accessLevel }: MemberInput): Promise<void> {
  await db
    .insertInto('memberships')
    .values({ user_id: userId, group_id: groupId ?? null, project_id: projectId ?? null, access_level: accessLevel })
    .execute();
}

/** Any column of the row but the ones the helper decides; `title` defaults to the type's name and iid. */
export type EpicInput = { groupId: number; title?: string } & Partial<
  Omit<NewWorkItem, 'type' | 'group_id' | 'project_id' | 'title'>
>;

export interface MadeItem {
  id: number;
  iid: number;
}

/** An epic with the next free iid of its group; author root unless `author_id` is given. Roll-ups and inherited dates are not counted. */
export async function makeEpic(db: Db, { groupId, title, ...columns }: EpicInput): Promise<MadeItem> {
  const iid = columns.iid ?? (await nextIid(db, 'group_id', groupId));
  const { id } = await db
    .insertInto('work_items')
    .values({ author_id: 1, ...columns, iid, type: 'epic', group_id: groupId, title: title ?? `epic ${String(iid)}` })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, iid };
}

export type IssueInput = { projectId: number; type?: Exclude<WorkItemTypeName, 'epic'>; title?: string } & Partial<
  Omit<NewWorkItem, 'type' | 'group_id' | 'project_id' | 'title'>
>;

/** An issue (or another type but epic) with the next free iid of its project; author root unless `author_id` is given. */
export async function makeIssue(
  db: Db,
  { projectId, type = 'issue', title, ...columns }: IssueInput,
): Promise<MadeItem> {
  const project = await db
    .selectFrom('projects')
    .select('group_id')
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow();
  const iid = columns.iid ?? (await nextIid(db, 'project_id', projectId));
  const { id } = await db
    .insertInto('work_items')
    .values({
      author_id: 1,
      ...columns,
      iid,
      type,
      group_id: project.group_id,
      project_id: projectId,
      title: title ?? `${type} ${String(iid)}`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, iid };
}

async function nextIid(db: Db, column: 'group_id' | 'project_id', id: number): Promise<number> {
  let query = db
    .selectFrom('work_items')
    .select((eb) => eb.fn.max('iid').as('last'))
    .where(column, '=', id);
  if (column === 'group_id') query = query.where('project_id', 'is', null);
  const row = await query.executeTakeFirst();
  return (row?.last ?? 0) + 1;
}

/**
 * Puts the child under the parent, after the last of its children in steps of 513 unless a position is given. Answers the id of the parent
 * link (GitLab's EpicIssue id). Roll-ups and inherited dates are not counted.
 */
export async function link(db: Db, parent: number, child: number, relativePosition?: number): Promise<number> {
  const last = await db
    .selectFrom('parent_links')
    .select((eb) => eb.fn.max('relative_position').as('position'))
    .where('parent_id', '=', parent)
    .executeTakeFirst();
  const after = last?.position === null || last?.position === undefined ? 0 : last.position + 513;
  const { id } = await db
    .insertInto('parent_links')
    .values({ parent_id: parent, child_id: child, relative_position: relativePosition ?? after })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The ids of an item's children in their order. */
export async function childrenOf(db: Db, parent: number): Promise<number[]> {
  const rows = await db
    .selectFrom('parent_links')
    .select('child_id')
    .where('parent_id', '=', parent)
    .orderBy('relative_position')
    .orderBy('id')
    .execute();
  return rows.map((row) => row.child_id);
}

/** `blocks` reads: source blocks target. */
export async function relate(db: Db, source: number, type: LinkType, target: number): Promise<void> {
  await db.insertInto('work_item_links').values({ source_id: source, type, target_id: target }).execute();
}

export async function makeLabel(db: Db, groupId: number, title: string, color = '#dc143c'): Promise<number> {
  const { id } = await db
    .insertInto('labels')
    .values({ group_id: groupId, title, color })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
