import { sql } from 'kysely';
import { EventLog } from '../command/events.ts';
import type { CountedBefore } from '../store/sql/timebox-days.ts';
import { lockHierarchyIfWaitedFor } from '../store/sql/lock.ts';
import { changeRelations, differingRelations, type RelationName, RELATIONS } from './item-relations.ts';
import { type PlanningSource, rowsOf } from './planning-source.ts';
import {
  changeItems,
  differingItems,
  epicItems,
  type FileItems,
  freeNumbers,
  keepReferred,
  lockFree,
  type ItemContext,
  issueItems,
  moveItems,
} from './write-items.ts';
import { known, type Writer } from './writer.ts';

/**
 * What a file changes of items that are here. It is found out beforehand without writing anything, so that the last step of an import, for which everybody
 * waits who changes the tree, does no more than it must.
 */

/** The file's ids of the items of which something changes: their own fields, their place (number, group, project), what hangs on them. */
export type Changes = Readonly<Record<'fields' | 'places' | RelationName, Set<string>>>;

export const noChanges = (): Changes => ({
  fields: new Set(),
  places: new Set(),
  labels: new Set(),
  people: new Set(),
  refs: new Set(),
});

export const isChanged = (changes: Changes, id: string): boolean => Object.values(changes).some((ids) => ids.has(id));

/** Adds what would change of these items. */
export async function findChanges(w: Writer, items: FileItems, context: ItemContext, changes: Changes): Promise<void> {
  const fileIds = new Map(items.map(({ item }) => [known(context.ids, item.id), item.id]));
  const add = (to: keyof Changes, id: number): unknown => changes[to].add(fileIds.get(id) ?? '');
  for (const { id, moves } of await differingItems(w, items, context)) {
    add('fields', id);
    if (moves) add('places', id);
  }
  for (const name of RELATIONS) {
    for (const id of await differingRelations(w, name, { items, ...context })) add(name, id);
  }
}

/** What was changed. */
export interface Changed {
  readonly epics: number;
  readonly issues: number;
  readonly events: EventLog;
  /** Items whose parents have to be counted again. */
  readonly counted: readonly number[];
  /** Items whose parents' dates have to be found again, and among them epics, which have dates of their own to be found. */
  readonly dated: readonly number[];
  readonly datedEpics: readonly number[];
  /** Items of which something changed that counts, as they were. */
  readonly before: readonly CountedBefore[];
}

/** Items written at once. */
const AT_ONCE = 1000;

interface Work {
  readonly source: PlanningSource;
  readonly context: ItemContext;
  readonly changes: Changes;
  /** Hears how many items have been changed since it was called last. */
  readonly advance: (items: number) => void;
}

/**
 * Changes what was found of items that keep their places, while others go on, and takes it from `changes`. What somebody else holds is left, so this waits for
 * nobody; nothing is counted yet. Whoever comes upon these items waits for the end of the transaction.
 */
export async function changeBeside(w: Writer, work: Work): Promise<Changed> {
  const { changes, context } = work;
  const staying = new Set([...allOf(changes)].filter((id) => !changes.places.has(id)));
  if (staying.size > 0) await keepReferred(w, context.places);
  return changePart(w, work, staying, async (items) => {
    await lockHierarchyIfWaitedFor(w.tx);
    const idOf = ({ item }: FileItems[number]): number => known(context.ids, item.id);
    const free = await lockFree(w, items.map(idOf));
    return items.filter((one) => free.has(idOf(one)));
  });
}

/** Changes all that is left. Nobody else changes the tree meanwhile. */
export async function makeChanges(w: Writer, work: Work): Promise<Changed> {
  const { changes, context } = work;
  await freeNumbers(
    w,
    [...changes.places].map((id) => known(context.ids, id)),
  );
  return changePart(w, work, allOf(changes), (items) => Promise.resolve(items));
}

const allOf = (changes: Changes): Set<string> => new Set(Object.values(changes).flatMap((ids) => [...ids]));

/** Of the wanted items those that `choose` gives, some at a time; everything else of the file is read over. */
async function changePart(
  w: Writer,
  { source, context, changes, advance }: Work,
  wanted: ReadonlySet<string>,
  choose: (items: FileItems) => Promise<FileItems>,
): Promise<Changed> {
  const events = new EventLog();
  const [counted, dated, datedEpics]: [number[], number[], number[]] = [[], [], []];
  const before: CountedBefore[] = [];
  const sums = { epics: 0, issues: 0 };
  const idOf = (id: string): number => known(context.ids, id);
  for await (const part of wanted.size === 0 ? [] : partsOf(source, wanted)) {
    const items = await choose(part);
    const among = (ids: ReadonlySet<string>): FileItems => items.filter(({ item }) => ids.has(item.id));
    await moveItems(w, among(changes.places), context);
    const own = new Map((await changeItems(w, among(changes.fields), context)).map((row) => [row.id, row]));
    for (const name of RELATIONS) await changeRelations(w, name, { items: among(changes[name]), ...context });
    events.add('labels', ...among(changes.labels).map(({ item }) => idOf(item.id)));
    events.add('assignees', ...among(changes.people).map(({ item }) => idOf(item.id)));
    for (const { item, epic } of items) {
      for (const ids of Object.values(changes)) ids.delete(item.id);
      const row = own.get(idOf(item.id));
      if (row === undefined) continue;
      sums[epic === null ? 'issues' : 'epics'] += 1;
      const kinds = KINDS.filter((kind) => row[kind]);
      // Whatever else it is (its number, say), whoever looks at the item reads it again.
      for (const kind of kinds.length === 0 ? (['title'] as const) : kinds) events.add(kind, row.id);
      if (row.state || row.weight) counted.push(row.id);
      if (row.milestone || row.dates) dated.push(row.id);
      if (row.dates && epic !== null) datedEpics.push(row.id);
      if (row.state || row.weight || row.milestone) before.push({ id: row.id, ...row.before });
    }
    advance(items.length);
  }
  return { ...sums, events, counted, dated, datedEpics, before };
}

const KINDS = ['title', 'description', 'state', 'weight', 'milestone', 'dates'] as const;

/** The wanted items of a file, many at once. */
async function* partsOf(source: PlanningSource, wanted: ReadonlySet<string>): AsyncIterable<FileItems> {
  let part: FileItems[number][] = [];
  for await (const items of itemsOf(source)) {
    part.push(...items.filter(({ item }) => wanted.has(item.id)));
    if (part.length < AT_ONCE) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}

async function* itemsOf(source: PlanningSource): AsyncIterable<FileItems> {
  for await (const { rows } of rowsOf(source, 'epics')) yield epicItems(rows);
  for await (const { rows } of rowsOf(source, 'issues')) yield issueItems(rows);
}

/** Those of these items that somebody has deleted since they were found. Each is looked for by itself: there may be a few, or all that there are. */
export async function deletedOf(w: Writer, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    SELECT x.id FROM unnest(${[...new Set(ids)]}::bigint[]) AS x (id) WHERE (SELECT w.id FROM work_items w WHERE w.id = x.id) IS NULL
  `.execute(w.tx);
  return new Set(rows.map(({ id }) => id));
}
