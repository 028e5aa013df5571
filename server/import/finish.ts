import { sql } from 'kysely';
import type { Tx } from '../db/types.ts';
import { inheritDates } from '../store/sql/dates.ts';
import { EventLog } from '../command/events.ts';
import { writeEvents } from '../live/events.ts';
import { lockHierarchy } from '../store/sql/lock.ts';
import { recountFromChildren } from '../store/sql/rollups.ts';
import type { FileLink } from './format.ts';
import { type PlanningSource, rowsOf } from './planning-source.ts';
import { epicItems, type FileItems, type ItemIds, issueItems, writeItems } from './write-items.ts';
import { moveToParents, type Placement, writeLinks } from './write-links.ts';
import { writeMergeRequests } from './write-merge-requests.ts';
import { type FilePlaces, type PlaceDefaults, type Places, writeMembers, writePlaces } from './write-places.ts';
import { known, type Tally, tally, type Touched, type Writer } from './writer.ts';

/** What an import leaves to its last step: everything that changes rows that are here. */
export interface Unfinished {
  /** The file's ids of the items that change. */
  changed: Set<string>;
  placements: Placement[];
  links: FileLink[];
  /** How many links have been made already. */
  newLinks: number;
}

interface Work {
  source: PlanningSource;
  files: FilePlaces;
  defaults: PlaceDefaults;
  groupOf: ReadonlyMap<string, string>;
  ids: ItemIds;
  isNew: (id: string) => boolean;
  unfinished: Unfinished;
}

interface Finished {
  changedEpics: number;
  changedIssues: number;
  links: Tally;
  mergeRequests?: Tally;
}

/** Writes what was left. From its first statement on nobody else changes the tree. */
export async function finishImport(w: Writer, work: Work): Promise<Finished> {
  const { source, files, unfinished, ids } = work;
  const { places, changedMilestones } = await writePlaces(w, files, files, work.defaults);
  await writeMembers(w, files.groups, places);
  await lockHierarchy(w.tx);
  const epics = await changeItems(w, work, places, 'epics');
  const issues = await changeItems(w, work, places, 'issues');
  const parents = await moveToParents(w, unfinished.placements);
  const links = await writeLinks(w, unfinished.links, ids);
  const mergeRequests = await changeMergeRequests(w, source, ids, places);
  const changed = [...epics.ids, ...issues.ids];
  await countAgain(w.tx, [...parents, ...(await parentsOf(w.tx, changed))]);
  await inheritDates(w.tx, [
    ...parents,
    ...epics.ids,
    ...(await parentsOf(w.tx, changed)),
    ...(await epicsOfMilestones(w.tx, changedMilestones)),
  ]);
  await announce(w, changed, [...epics.described, ...issues.described], parents);
  const { created, changed: relinked } = tally(0, links);
  return {
    changedEpics: epics.own.length,
    changedIssues: issues.own.length,
    links: { total: source.length('links') ?? 0, created: created + unfinished.newLinks, changed: relinked },
    ...(mergeRequests && { mergeRequests }),
  };
}

interface Changes {
  own: Touched[];
  /** Ids of everything that changed in whatever way. */
  ids: number[];
  described: number[];
}

async function changeItems(w: Writer, work: Work, places: Places, list: 'epics' | 'issues'): Promise<Changes> {
  const changes: Changes = { own: [], ids: [], described: [] };
  if (work.unfinished.changed.size === 0) return changes;
  const take = async (items: FileItems): Promise<void> => {
    const some = items.filter(({ item }) => work.unfinished.changed.has(item.id));
    if (some.length === 0) return;
    const { own } = await writeItems(w, some, work.ids, places, work.groupOf, work.isNew);
    changes.own.push(...own);
    changes.ids.push(...own.map(({ id }) => id));
    for (const { item } of some) if (item.description !== undefined) changes.described.push(known(work.ids, item.id));
  };
  if (list === 'epics') for await (const { rows } of rowsOf(work.source, 'epics')) await take(epicItems(rows));
  else for await (const { rows } of rowsOf(work.source, 'issues')) await take(issueItems(rows));
  return changes;
}

async function changeMergeRequests(
  w: Writer,
  source: PlanningSource,
  ids: ItemIds,
  places: Places,
): Promise<Tally | undefined> {
  const total = source.length('mergeRequests');
  if (total === undefined) return undefined;
  const touched: Touched[] = [];
  for await (const { rows } of rowsOf(source, 'mergeRequests'))
    touched.push(...(await writeMergeRequests(w, rows, ids, places)));
  return tally(total, touched);
}

async function parentsOf(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT DISTINCT parent_id AS id FROM parent_links WHERE child_id = ANY(${[...ids]}::bigint[])`.execute(tx);
  return rows.map(({ id }) => id);
}

/** The counts of these items and of everything above them, the deepest first. */
async function countAgain(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await sql<{ depth: number; ids: number[] }>`
    WITH RECURSIVE affected (id) AS (
      SELECT unnest(${[...new Set(ids)]}::bigint[])
      UNION
      SELECT pl.parent_id FROM affected JOIN parent_links pl ON pl.child_id = affected.id
    ),
    way (id, above) AS (
      SELECT id, id FROM affected
      UNION ALL
      SELECT way.id, pl.parent_id FROM way JOIN parent_links pl ON pl.child_id = way.above
    ),
    deep AS (SELECT id, count(*) AS depth FROM way GROUP BY id)
    SELECT depth, array_agg(id) AS ids FROM deep GROUP BY depth ORDER BY depth DESC`.execute(tx);
  for (const level of rows) await recountFromChildren(tx, level.ids);
}

/** Epics with items of these milestones: they may take their dates from them. */
async function epicsOfMilestones(tx: Tx, milestones: readonly number[]): Promise<number[]> {
  if (milestones.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    SELECT DISTINCT pl.parent_id AS id FROM work_items w JOIN parent_links pl ON pl.child_id = w.id
    WHERE w.milestone_id = ANY(${[...milestones]}::bigint[])`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Whoever looks at something that was changed reads it again. New items are seen through their parents. */
async function announce(
  w: Writer,
  changed: readonly number[],
  described: readonly number[],
  parents: readonly number[],
): Promise<void> {
  const events = new EventLog();
  for (const kind of ['title', 'state', 'dates'] as const) events.add(kind, ...changed);
  events.add('description', ...described);
  events.add('tree', ...parents);
  await writeEvents(w.tx, events.all, w.now);
}
