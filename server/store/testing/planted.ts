import { loadViewer } from '../../access/load-viewer.ts';
import type { Viewer } from '../../access/viewer.ts';
import { sql } from 'kysely';
import type { Job } from '../../command/job.ts';
import type { PlanStore } from '../../command/plan-store.ts';
import { openTestDatabase } from '../../db/testing.ts';
import { seedTiny, type TinyData } from '../../db/testing-data.ts';
import { keptTasks } from '../../text/task-counts.ts';
import { MemoryStore } from '../memory/index.ts';
import { addIteration } from '../memory/iterations.ts';
import { World } from '../memory/world.ts';
import { sqlStore } from '../sql/index.ts';

/** The instant of every change in these tests. */
export const NOW = '2099-11-21T12:00:00.000Z';

type Person = keyof TinyData['users'];

export interface NewMilestone {
  readonly groupId: number;
  readonly title: string;
  readonly start?: string;
  readonly due?: string;
}

/** A store with the tiny data set (`seedTiny`): people, groups and projects, and nothing planned yet. */
export interface Planted extends TinyData {
  readonly store: PlanStore;
  readonly viewers: Readonly<Record<Person | 'nobody', Viewer>>;
  addMilestone(milestone: NewMilestone): Promise<number>;
  addIteration(groupId: number, title: string): Promise<number>;
  notesOn(itemId: number): Promise<string[]>;
  /** Ids of the versions of its description, the oldest first. */
  versionsOf(itemId: number): Promise<number[]>;
  /** What was kept of its description, then of its comments; null: nothing yet. */
  mentionsOf(itemId: number): Promise<(readonly string[] | null)[]>;
  /** Kinds, in their order. */
  eventsOf(itemId: number): Promise<string[]>;
  /** What is still to be done, in any order. */
  jobs(): Promise<readonly Job[]>;
}

/** Where a plan is kept, for the tests of what both must do. */
export interface Ground {
  /** An empty store, planted anew. */
  plant(): Promise<Planted>;
  close(): Promise<void>;
}

export function memoryGround(): Ground {
  return { plant: () => Promise.resolve(plantMemory()), close: () => Promise.resolve() };
}

export function plantMemory(): Planted & { readonly world: World } {
  const world = new World(() => NOW, { idsPerTable: true });
  const people = ['plan', 'dev', 'rep', 'guest', 'out'] as const;
  const users = Object.fromEntries([['root', 1], ...people.map((username) => [username, world.addUser({ username })])]);
  const acme = world.addGroup({ path: 'acme', name: 'Acme' });
  const web = world.addGroup({ path: 'web', name: 'Web', parentId: acme });
  const hidden = world.addGroup({ path: 'hidden', name: 'Hidden', visibility: 'private' });
  for (const [name, level] of Object.entries({ plan: 50, dev: 30, rep: 20, guest: 10 })) {
    world.addMember({ userId: users[name] as number, groupId: acme, level });
  }
  const app = world.addProject({ groupId: web, path: 'app', name: 'App' });
  const api = world.addProject({ groupId: acme, path: 'api', name: 'API' });
  const viewers = Object.fromEntries(Object.entries(users).map(([name, id]) => [name, world.viewer(id as number)]));
  return {
    world,
    store: new MemoryStore(world, keptTasks),
    users: users as TinyData['users'],
    groups: { acme, web, hidden },
    projects: { app, api },
    viewers: { ...viewers, nobody: world.viewer(null) } as Planted['viewers'],
    addMilestone: async ({ groupId, title, start = null, due = null }) =>
      world.addMilestone(title, start, due, groupId),
    addIteration: async (groupId, title) =>
      addIteration(world, groupId, { title, startDate: '2026-01-01', dueDate: '2026-01-14' }),
    notesOn: async (id) => world.notes.filter(({ itemId }) => itemId === id).map(({ body }) => body),
    versionsOf: async (id) => [...world.versions.values()].filter(({ itemId }) => itemId === id).map((row) => row.id),
    mentionsOf: async (id) => {
      const comments = [...world.comments.values()].filter(({ itemId }) => itemId === id);
      return [world.item(id), ...comments].map(({ mentions }) => mentions ?? null);
    },
    eventsOf: async (id) => world.events.filter(({ itemId }) => itemId === id).map(({ kind }) => kind),
    jobs: async () => world.jobs,
  };
}

/** The embedded database, or the PostgreSQL server of TEST_DATABASE_URL. */
export async function databaseGround(): Promise<Ground> {
  const database = await openTestDatabase();
  const { db } = database;
  const plant = async (): Promise<Planted> => {
    await database.reset();
    const tiny = await seedTiny(db);
    const viewers: Record<string, Viewer> = { nobody: await loadViewer(db, null) };
    for (const [name, id] of Object.entries(tiny.users)) viewers[name] = await loadViewer(db, id);
    return {
      ...tiny,
      store: sqlStore(db),
      viewers: viewers as Planted['viewers'],
      addMilestone: async ({ groupId, title, start = null, due = null }) => {
        const { count } = await db
          .selectFrom('milestones')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow();
        const row = { iid: Number(count) + 1, group_id: groupId, title, start_date: start, due_date: due };
        return (await db.insertInto('milestones').values(row).returning('id').executeTakeFirstOrThrow()).id;
      },
      addIteration: async (groupId, title) => {
        const { count } = await db
          .selectFrom('iterations')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow();
        const row = {
          iid: Number(count) + 1,
          group_id: groupId,
          title,
          start_date: '2026-01-01',
          due_date: '2026-01-14',
        };
        return (await db.insertInto('iterations').values(row).returning('id').executeTakeFirstOrThrow()).id;
      },
      notesOn: async (id) => {
        const rows = await db.selectFrom('notes').select('body').where('work_item_id', '=', id).orderBy('id').execute();
        return rows.map(({ body }) => body);
      },
      versionsOf: async (id) => {
        const versions = db.selectFrom('description_versions').select('id').where('work_item_id', '=', id);
        return (await versions.orderBy('id').execute()).map((version) => version.id);
      },
      mentionsOf: async (id) => {
        const items = db.selectFrom('work_items').select('mentions').where('id', '=', id);
        const comments = db
          .selectFrom('notes')
          .select('mentions')
          .where('work_item_id', '=', id)
          .where('system', '=', false);
        return [...(await items.execute()), ...(await comments.orderBy('id').execute())].map(
          ({ mentions }) => mentions,
        );
      },
      eventsOf: async (id) => {
        const rows = await db
          .selectFrom('events')
          .select('kind')
          .where('work_item_id', '=', id)
          .orderBy('id')
          .execute();
        return rows.map(({ kind }) => kind);
      },
      jobs: async () => {
        const { rows } = await sql<{ data: Job }>`SELECT data FROM espalier_jobs.job`.execute(db);
        return rows.map(({ data }) => data);
      },
    };
  };
  return { plant, close: () => database.close() };
}
