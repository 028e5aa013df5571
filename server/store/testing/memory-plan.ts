import { expect } from '@jest/globals';
import type { Visibility } from '@espalier/core/access';
import type { WorkItemType } from '@espalier/core/work-item/rules';
import type { Item, ItemFields } from '../../command/item.ts';
import { type Outcome, Refusal } from '../../command/outcome.ts';
import { Derived } from '../memory/derived.ts';
import type { ItemRow } from '../memory/rows.ts';
import type { World } from '../memory/world.ts';
import { plantMemory } from './planted.ts';

/**
 * A plan in memory for tests of commands, which take milliseconds: the helpers of `db/testing-data.ts` and `tree/testing.ts` by the same names, on a
 * world instead of a database. Rows are written as they are; roll-ups and dates are counted when they are first asked for.
 */
export const plantPlan = () => {
  const { world: db, ...rest } = plantMemory();
  return { ...rest, db };
};

export type Plan = ReturnType<typeof plantPlan>;

type Given = ItemFields & { readonly iid?: number; readonly author_id?: number };
export interface MadeItem {
  readonly id: number;
  readonly iid: number;
}

export const makeEpic = (db: World, { groupId, ...given }: Given & { readonly groupId: number }): MadeItem =>
  db.addEpic(groupId, rowOf('epic', given));

export const makeIssue = (
  db: World,
  { projectId, type = 'issue', ...given }: Given & { readonly projectId: number; readonly type?: WorkItemType },
): MadeItem => db.addItem(projectId, { ...rowOf(type, given), type });

export const makeGroup = (db: World, group: { path: string; parentId?: number; visibility?: Visibility }): number =>
  db.addGroup(group);
export const makeProject = (db: World, project: { groupId: number; path: string }): number => db.addProject(project);

export const makeLabel = (db: World, groupId: number, title: string): number => db.addLabel(title, '#aabbcc', groupId);

/** Puts a child under a parent, after those that are there. */
export function link(db: World, parentId: number, childId: number, position?: number): number {
  const id = db.nextId('links');
  const last = db.linksUnder(parentId).at(-1)?.position ?? -512;
  db.links.set(childId, { id, parentId, childId, position: position ?? last + 512, createdAt: db.now() });
  return id;
}

export const childrenOf = (db: World, parentId: number): number[] =>
  db.linksUnder(parentId).map(({ childId }) => childId);
export const parentOf = (db: World, childId: number): number | null => db.links.get(childId)?.parentId ?? null;
export const linkOf = (db: World, childId: number): number => db.links.get(childId)?.id ?? 0;
export const notesOn = (db: World, id: number): string[] =>
  db.notes.filter(({ itemId }) => itemId === id).map(({ body }) => body);
export const eventsOf = (db: World, id: number): string[] =>
  db.events.filter(({ itemId }) => itemId === id).map(({ kind }) => kind);

/** An item as commands know it, whoever may read it. */
export async function itemRow({ store, viewers }: Plan, id: number): Promise<Item> {
  const item = (await store.items.byId(viewers.root, [id])).get(id);
  if (item === undefined) throw new RangeError(`no item ${id}`);
  return item;
}

/** 200, or the status and what was wrong, also where a field was refused before the command began. */
export async function cameTo(command: () => Promise<Outcome<unknown>>): Promise<readonly (number | string)[]> {
  try {
    const outcome = await command();
    return outcome.ok ? [200] : [outcome.status, ...outcome.errors];
  } catch (error) {
    if (error instanceof Refusal) return [error.status, ...error.errors];
    throw error;
  }
}

/** Everything a refused change must leave as it was. */
export const everything = (db: World): unknown => {
  const { tables, notes, events, noteChanges, jobs } = db.saveTables();
  return { tables: tables.map((table) => [...table]), notes, events, noteChanges, jobs };
};

/** Roll-ups and dates are what a count from the links says, positions rise, and nothing stands below itself. */
export function expectConsistent(db: World): void {
  const counted = Derived.of(db);
  for (const item of db.items.values()) {
    const { id } = item;
    expect({ id, ...db.rollupOf(id) }).toEqual({ id, ...counted.rollup(id) });
    expect({ id, ...db.datesOf(item) }).toEqual({ id, ...counted.datesOf(item) });
    const positions = db.linksUnder(id).map(({ position }) => position);
    expect(positions.every((position, index) => index === 0 || (positions[index - 1] ?? 0) < position)).toBe(true);
    const above = new Set<number>();
    for (let at = db.parentOf(id); at !== null && !above.has(at.id); at = db.parentOf(at.id)) above.add(at.id);
    expect(above.has(id)).toBe(false);
  }
}

export const epicGid = (id: number): string => `gid://gitlab/Epic/${id}`;
export const linkGid = (id: number): string => `gid://gitlab/EpicIssue/${id}`;
export const itemGid = (id: number): string => `gid://gitlab/WorkItem/${id}`;

function rowOf(type: WorkItemType, given: Given): Partial<ItemRow> {
  const isEpic = type === 'epic';
  const { title, description, state, confidential, color, weight, progress, iid } = given;
  const row = {
    ...{ title, description, state, confidential, color, weight, progress, iid },
    authorId: given.author_id,
    healthStatus: given.health_status,
    milestoneId: given.milestone_id,
    startDate: isEpic ? given.start_date_fixed : given.start_date,
    startIsFixed: given.start_date_is_fixed,
    dueDate: isEpic ? given.due_date_fixed : given.due_date,
    dueIsFixed: given.due_date_is_fixed,
  };
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined)) as Partial<ItemRow>;
}
