import { addDays } from '@espalier/core/calendar/rules';
import { initialPositions } from '@espalier/core/tree/rules';
import type { Insertable } from 'kysely';
import type { Database, Db, NewWorkItem, Tx } from '../db/types.ts';
import type { GroupsTable } from '../db/place-tables.ts';
import { inheritAllDates } from '../store/sql/dates.ts';
import { lockHierarchy } from '../store/sql/lock.ts';
import { recountAll } from '../store/sql/rollups.ts';
import * as content from './kitchen-sink-content.ts';

/** The data set's name in external ids: `kitchen-sink:<kind>:<key>`. */
const externalId = (kind: string, key: string): string => `kitchen-sink:${kind}:${key}`;

/**
 * Makes the kitchen-sink group, in one transaction. What is there already (known by its external id) is left as it is, so that making it
 * twice changes nothing. The demo user becomes Maintainer of the group `kubernetes` too, where there is one. `now`: an ISO instant.
 */
export async function makeKitchenSink(db: Db, now: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockHierarchy(tx);
    const users = await makePeople(tx, now);
    const groups = await makeGroups(tx, now);
    await makeMembers(tx, now, users, groups);
    await makeItems(tx, now, users, groups);
    await recountAll(tx);
    await inheritAllDates(tx);
  });
}

type Ids = ReadonlyMap<string, number>;

function idOf(ids: Ids, key: string): number {
  const id = ids.get(key);
  if (id === undefined) throw new Error(`The kitchen sink has no ${key}.`);
  return id;
}

/** Inserts what is not there and answers the ids of all, by key. */
async function make<T extends 'groups' | 'projects' | 'labels' | 'milestones' | 'iterations' | 'work_items'>(
  tx: Tx,
  table: T,
  kind: string,
  rows: readonly { key: string; row: Omit<Insertable<Database[T]>, 'external_id'> }[],
): Promise<{ ids: Map<string, number>; made: Set<number> }> {
  const external = new Map(rows.map(({ key }) => [externalId(kind, key), key]));
  // All these tables have an id and an external id; the query builder wants one of them by name.
  const any = table as 'groups';
  const values = rows.map(({ key, row }) => ({
    ...row,
    external_id: externalId(kind, key),
  })) as unknown as Insertable<GroupsTable>[];
  const made = await tx
    .insertInto(any)
    .values(values)
    .onConflict((conflict) => conflict.column('external_id').doNothing())
    .returning('id')
    .execute();
  const all = await tx
    .selectFrom(any)
    .select(['id', 'external_id'])
    .where('external_id', 'in', [...external.keys()])
    .execute();
  return {
    ids: new Map(all.map((row) => [external.get(row.external_id ?? '') ?? '', row.id])),
    made: new Set(made.map(({ id }) => id)),
  };
}

/** A person who has an account under that name is that person. */
async function makePeople(tx: Tx, now: string): Promise<Ids> {
  const values = content.people.map(({ username, name }) => ({
    username,
    name,
    external_id: externalId('user', username),
    created_at: now,
  }));
  await tx
    .insertInto('users')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const names = content.people.map(({ username }) => username);
  const rows = await tx
    .selectFrom('users')
    .select(['id', (eb) => eb.fn<string>('lower', ['username']).as('username')])
    .where((eb) => eb(eb.fn<string>('lower', ['username']), 'in', names))
    .execute();
  return new Map(rows.map(({ id, username }) => [username, id]));
}

/** By full path. Parents stand before their children in the content. */
async function makeGroups(tx: Tx, now: string): Promise<Ids> {
  const made = new Map<string, { id: number; fullName: string; traversal: number[] }>();
  for (const { path, name, visibility } of content.groups) {
    const parent = made.get(path.slice(0, Math.max(path.lastIndexOf('/'), 0)));
    const fullName = parent === undefined ? name : `${parent.fullName} / ${name}`;
    const own = path.slice(path.lastIndexOf('/') + 1);
    const row = {
      parent_id: parent?.id ?? null,
      path: own,
      full_path: path,
      name,
      full_name: fullName,
      visibility,
      created_at: now,
    };
    const { ids } = await make(tx, 'groups', 'group', [{ key: path, row }]);
    const id = idOf(ids, path);
    const traversal = [...(parent?.traversal ?? []), id];
    await tx.updateTable('groups').set({ traversal_ids: traversal }).where('id', '=', id).execute();
    made.set(path, { id, fullName, traversal });
  }
  return new Map([...made].map(([path, { id }]) => [path, id]));
}

async function makeMembers(tx: Tx, now: string, users: Ids, groups: Ids): Promise<void> {
  const values = content.people.flatMap(({ username, access }) =>
    access.map(([group, level]) => ({
      user_id: idOf(users, username),
      group_id: idOf(groups, group),
      access_level: level,
      created_at: now,
    })),
  );
  const kubernetes = await tx
    .selectFrom('groups')
    .select('id')
    .where('full_path', '=', 'kubernetes')
    .executeTakeFirst();
  if (kubernetes !== undefined) {
    const demo = idOf(users, content.DEMO_USER.username);
    values.push({ user_id: demo, group_id: kubernetes.id, access_level: 40, created_at: now });
  }
  await tx
    .insertInto('memberships')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function makeItems(tx: Tx, now: string, users: Ids, groups: Ids): Promise<void> {
  const today = now.slice(0, 10);
  const day = (offset: number | null | undefined): string | null =>
    offset === null || offset === undefined ? null : addDays(today, offset);
  const groupId = idOf(groups, 'kitchen-sink');
  const projects = await make(
    tx,
    'projects',
    'project',
    content.projects.map(({ path, name, visibility }) => {
      const slash = path.lastIndexOf('/');
      const row = {
        group_id: idOf(groups, path.slice(0, slash)),
        path: path.slice(slash + 1),
        full_path: path,
        name,
        visibility,
      };
      return { key: path, row: { ...row, created_at: now, last_activity_at: now } };
    }),
  );
  const labels = await make(
    tx,
    'labels',
    'label',
    Object.entries(content.labels).map(([key, label]) => ({
      key,
      row: { ...label, group_id: groupId, created_at: now, updated_at: now },
    })),
  );
  const milestones = await make(
    tx,
    'milestones',
    'milestone',
    Object.entries(content.milestones).map(([key, { title, state = 'active' as const, start, due }], index) => ({
      key,
      row: {
        iid: index + 1,
        group_id: groupId,
        title,
        state,
        start_date: day(start),
        due_date: day(due),
        created_at: now,
        updated_at: now,
      },
    })),
  );
  const iterations = await make(
    tx,
    'iterations',
    'iteration',
    Object.entries(content.iterations).map(([key, { title, start, due }], index) => ({
      key,
      row: {
        iid: index + 1,
        group_id: groupId,
        title,
        start_date: addDays(today, start),
        due_date: addDays(today, due),
        created_at: now,
        updated_at: now,
      },
    })),
  );

  const iids = new Map<string, number>();
  const nextIid = (owner: string): number => {
    iids.set(owner, (iids.get(owner) ?? 0) + 1);
    return iids.get(owner) ?? 1;
  };
  const author = idOf(users, 'chef');
  const toRow = (spec: content.ItemSpec): Omit<NewWorkItem, 'external_id'> => {
    const isEpic = spec.type === 'epic';
    const [start, due] = [day(spec.start), day(spec.due)];
    return {
      type: spec.type,
      iid: nextIid(spec.in),
      group_id: isEpic ? idOf(groups, spec.in) : idOf(groups, spec.in.slice(0, spec.in.lastIndexOf('/'))),
      project_id: isEpic ? null : idOf(projects.ids, spec.in),
      title: spec.title,
      description: spec.description ?? null,
      state: spec.state ?? 'opened',
      confidential: spec.confidential ?? false,
      author_id: author,
      weight: isEpic ? null : (spec.weight ?? null),
      progress: spec.progress ?? null,
      health_status: spec.health ?? null,
      milestone_id: spec.milestone === undefined ? null : idOf(milestones.ids, spec.milestone),
      iteration_id: spec.iteration === undefined ? null : idOf(iterations.ids, spec.iteration),
      start_date: start,
      start_date_fixed: start,
      start_date_is_fixed: start !== null,
      due_date: due,
      due_date_fixed: due,
      due_date_is_fixed: due !== null,
      created_at: now,
      updated_at: now,
      closed_at: spec.state === 'closed' ? now : null,
    };
  };
  const items = await make(
    tx,
    'work_items',
    'item',
    content.items.map((spec) => ({ key: spec.key, row: toRow(spec) })),
  );
  const isNew = (key: string): boolean => items.made.has(idOf(items.ids, key));
  await makeRelations(tx, now, { users, labels: labels.ids, items: items.ids }, isNew);
  await makeMergeRequests(tx, now, author, { projects: projects.ids, items: items.ids });
}

/** Numbered in the order of the content. What is there already stays. */
async function makeMergeRequests(
  tx: Tx,
  now: string,
  author: number,
  ids: { projects: Ids; items: Ids },
): Promise<void> {
  const made = await tx
    .insertInto('merge_requests')
    .values(
      content.mergeRequests.map(({ title, in: project, state, pipeline }, index) => ({
        iid: index + 1,
        project_id: idOf(ids.projects, project),
        title,
        state,
        author_id: author,
        pipeline_status: pipeline,
        external_id: externalId('merge-request', String(index + 1)),
        created_at: now,
        merged_at: state === 'merged' ? now : null,
        closed_at: state === 'closed' ? now : null,
      })),
    )
    .onConflict((conflict) => conflict.column('external_id').doNothing())
    .returning(['id', 'iid'])
    .execute();
  const pairs = made.flatMap(({ id, iid }) =>
    (content.mergeRequests[iid - 1]?.items ?? []).map((key) => ({
      merge_request_id: id,
      work_item_id: idOf(ids.items, key),
    })),
  );
  if (pairs.length > 0) await tx.insertInto('merge_request_items').values(pairs).execute();
}

/** Only of items that have just been made: what people changed on the others since stays. */
async function makeRelations(
  tx: Tx,
  now: string,
  ids: { users: Ids; labels: Ids; items: Ids },
  isNew: (key: string) => boolean,
): Promise<void> {
  const fresh = content.items.filter(({ key }) => isNew(key));
  if (fresh.length === 0) return;
  const itemLabels = fresh.flatMap(({ key, labels = [] }) =>
    labels.map((label) => ({ work_item_id: idOf(ids.items, key), label_id: idOf(ids.labels, label) })),
  );
  if (itemLabels.length > 0) await tx.insertInto('work_item_labels').values(itemLabels).execute();
  const assignees = fresh.flatMap(({ key, assignees: names = [] }) =>
    names.map((name, place) => ({
      work_item_id: idOf(ids.items, key),
      role: 'assignee' as const,
      user_id: idOf(ids.users, name),
      place,
    })),
  );
  if (assignees.length > 0) await tx.insertInto('work_item_people').values(assignees).execute();

  const parents = [...new Set(content.items.flatMap(({ parent }) => parent ?? []))];
  const children = parents.flatMap((parent) => {
    const keys = content.items.filter((item) => item.parent === parent).map(({ key }) => key);
    const positions = initialPositions(keys.length);
    return keys.map((key, index) => ({ parent, key, position: positions[index] ?? 0 }));
  });
  const parentLinks = children
    .filter(({ key }) => isNew(key))
    .map(({ parent, key, position }) => ({
      parent_id: idOf(ids.items, parent),
      child_id: idOf(ids.items, key),
      relative_position: position,
      created_at: now,
    }));
  if (parentLinks.length > 0) await tx.insertInto('parent_links').values(parentLinks).execute();
  const links = content.links
    .filter(([source, , target]) => isNew(source) || isNew(target))
    .map(([source, type, target]) => ({
      type,
      source_id: idOf(ids.items, source),
      target_id: idOf(ids.items, target),
      external_id: externalId('link', `${source}-${target}`),
      created_at: now,
    }));
  if (links.length > 0)
    await tx
      .insertInto('work_item_links')
      .values(links)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}
