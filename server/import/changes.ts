import { sql } from 'kysely';
import { EventLog } from '../command/events.ts';
import { changeRelations, differingRelations, type RelationName, RELATIONS } from './item-relations.ts';
import { type PlanningSource, rowsOf } from './planning-source.ts';
import {
  changeItems,
  differingItems,
  epicItems,
  type FileItems,
  freeNumbers,
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
  /** Items whose own dates, and those of their parents, have to be found again. */
  readonly dated: readonly number[];
}

/** Items written at once. */
const AT_ONCE = 1000;

/** Changes what was found; everything else of the file is read over. `advance` hears how many items have been changed since it was called last. */
export async function makeChanges(
  w: Writer,
  source: PlanningSource,
  context: ItemContext,
  changes: Changes,
  advance: (items: number) => void,
): Promise<Changed> {
  const events = new EventLog();
  const [counted, dated]: [number[], number[]] = [[], []];
  const sums = { epics: 0, issues: 0 };
  const idOf = (id: string): number => known(context.ids, id);
  const wanted = new Set(Object.values(changes).flatMap((ids) => [...ids]));
  await freeNumbers(w, [...changes.places].map(idOf));
  for await (const items of wanted.size === 0 ? [] : partsOf(source, wanted)) {
    const among = (ids: ReadonlySet<string>): FileItems => items.filter(({ item }) => ids.has(item.id));
    await moveItems(w, among(changes.places), context);
    const own = new Map((await changeItems(w, among(changes.fields), context)).map((row) => [row.id, row]));
    for (const name of RELATIONS) await changeRelations(w, name, { items: among(changes[name]), ...context });
    for (const { item, epic } of items) {
      const row = own.get(idOf(item.id));
      if (row === undefined) continue;
      sums[epic === null ? 'issues' : 'epics'] += 1;
      const kinds = KINDS.filter((kind) => row[kind]);
      // Whatever else it is (its number, say), whoever looks at the item reads it again.
      for (const kind of kinds.length === 0 ? (['title'] as const) : kinds) events.add(kind, row.id);
      if (row.state || row.weight) counted.push(row.id);
      if (row.milestone || row.dates) dated.push(row.id);
    }
    advance(items.length);
  }
  for (const id of changes.labels) events.add('labels', idOf(id));
  for (const id of changes.people) events.add('assignees', idOf(id));
  return { ...sums, events, counted, dated };
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
