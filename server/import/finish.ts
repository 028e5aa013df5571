import { sql } from 'kysely';
import type { Tx } from '../db/types.ts';
import { inheritDates } from '../store/sql/dates.ts';
import { sendJobs } from '../jobs/queue.ts';
import { writeEvents } from '../live/events.ts';
import { grow, type Growth, growthOf } from '../store/sql/item-counts.ts';
import { recountFromChildren } from '../store/sql/rollups.ts';
import type { FileLink } from './format.ts';
import { type PlanningSource, rowsOf } from './planning-source.ts';
import type { ItemContext, ItemIds } from './write-items.ts';
import { changeBeside, type Changed, type Changes, deletedOf, makeChanges } from './changes.ts';
import { checkCircles, checkDepth, hideBelowConfidential } from './check-moved.ts';
import { writeLinks } from './write-links.ts';
import { type Move, moveBeside, type MovedBeside, movesLeft, moveToParents } from './write-parents.ts';
import { writeTemplates } from './write-templates.ts';
import { writeMergeRequests } from './write-merge-requests.ts';
import { type FilePlaces, type PlaceDefaults, type Places, writeMembers, writePlaces } from './write-places.ts';
import { RELATIONS } from './item-relations.ts';
import { known, type Tally, tally, type Touched, type Writer } from './writer.ts';

/** What an import leaves to its last step: everything that changes rows that are here. */
export interface Unfinished {
  readonly changes: Changes;
  moves: Move[];
  links: FileLink[];
  /** New epics that no parent shows. */
  readonly rootless: number[];
  /** How many links have been made already. */
  newLinks: number;
}

interface Work {
  source: PlanningSource;
  files: FilePlaces;
  defaults: PlaceDefaults;
  context: ItemContext;
  unfinished: Unfinished;
  /** Called with the number of items that have been changed. */
  advance: (items: number) => void;
}

interface Finished {
  changedEpics: number;
  changedIssues: number;
  links: Tally;
  mergeRequests?: Tally;
  templates?: Tally;
}

/** What was written beside others, and has yet to be counted. */
interface Beside {
  readonly changed: Changed;
  readonly growth: Growth;
  readonly moved: MovedBeside;
}

/** Writes what does not need the tree to stand still, and says so. */
export async function finishBeside(w: Writer, { source, context, unfinished, advance }: Work): Promise<Beside> {
  const changed = await changeBeside(w, { source, context, changes: unfinished.changes, advance });
  await writeEvents(w.tx, changed.events.all, w.now);
  const growth = await growthOf(w.tx, changed.before);
  return { changed, growth, moved: await moveBeside(w, unfinished.moves) };
}

/** Writes what was left. Nobody else changes the tree meanwhile. */
export async function finishImport(w: Writer, work: Work, { changed, growth, moved }: Beside): Promise<Finished> {
  const { source, files, advance } = work;
  const { ids } = work.context;
  const { places, changedMilestones } = await writePlaces(w, files, files, work.defaults);
  await writeMembers(w, files.groups, places);
  const unfinished = await stillThere(w, work.unfinished, moved, ids);
  const context = { ...work.context, places };
  const last = await makeChanges(w, { source, context, changes: unfinished.changes, advance });
  const { events } = last;
  await moveToParents(w, unfinished.moves);
  const moves = [...moved.moves, ...unfinished.moves];
  const epics = moves.flatMap(({ child, isEpic, parent }) => (isEpic && parent !== null ? [child] : []));
  const parents = [...new Set(moves.flatMap(({ from, parent }) => [from, parent]))].filter((id) => id !== null);
  await checkCircles(w, epics);
  await hideBelowConfidential(w, moves);
  const links = await writeLinks(w, unfinished.links, ids);
  const mergeRequests = await changeMergeRequests(w, source, ids, places);
  const templates = await changeTemplates(w, source, places);
  // Rows are seen through their parents.
  const above = await parentsOf(w.tx, [changed, last]);
  await grow(w.tx, growth);
  await countAgain(w.tx, [...parents, ...above.counted]);
  await checkDepth(w, epics);
  const ofMilestones = await epicsOfMilestones(w.tx, changedMilestones);
  const datedEpics = [...changed.datedEpics, ...last.datedEpics];
  const newDates = await inheritDates(w.tx, [...parents, ...datedEpics, ...above.dated, ...ofMilestones]);
  for (const id of unfinished.rootless) events.add('created', id);
  events.add('dates', ...newDates.epics);
  events.add('milestone', ...ofMilestones);
  events.add('tree', ...parents, ...newDates.parents, ...ofMilestones, ...above.all);
  events.add(
    'links',
    ...unfinished.links.flatMap(({ sourceId, targetId }) => [known(ids, sourceId), known(ids, targetId)]),
  );
  await writeEvents(w.tx, events.all, w.now);
  await sendJobs(w.tx, [{ kind: 'readMentions' }]);
  const { created, changed: relinked } = tally(0, links);
  return {
    changedEpics: changed.epics + last.epics,
    changedIssues: changed.issues + last.issues,
    links: { total: source.length('links') ?? 0, created: created + unfinished.newLinks, changed: relinked },
    ...(mergeRequests && { mergeRequests }),
    ...(templates && { templates }),
  };
}

/** What is left to do without the items that somebody has deleted since it was found out. The next import makes them anew. */
async function stillThere(w: Writer, unfinished: Unfinished, moved: MovedBeside, ids: ItemIds): Promise<Unfinished> {
  const { changes, links } = unfinished;
  const moves = await movesLeft(w, unfinished.moves, moved);
  const idOf = (id: string): number => known(ids, id);
  // Fields of what is gone are passed over by themselves.
  const hanging = RELATIONS.flatMap((name) => [...changes[name]]);
  const concerned = [
    ...hanging.map(idOf),
    // A child that still has its parent is there.
    ...moves.flatMap(({ child, parent, from }) => [
      ...(from === null ? [child] : []),
      ...(parent === null ? [] : [parent]),
    ]),
    ...links.flatMap(({ sourceId, targetId }) => [idOf(sourceId), idOf(targetId)]),
  ];
  const gone = await deletedOf(w, concerned);
  if (gone.size === 0) return { ...unfinished, moves };
  const isThere = (id: string): boolean => !gone.has(idOf(id));
  return {
    ...unfinished,
    changes: Object.fromEntries(
      Object.entries(changes).map(([kind, fileIds]) => [kind, new Set([...fileIds].filter(isThere))]),
    ) as unknown as Changes,
    moves: moves.filter(({ child, parent }) => !gone.has(child) && (parent === null || !gone.has(parent))),
    links: links.filter(({ sourceId, targetId }) => isThere(sourceId) && isThere(targetId)),
  };
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

async function changeTemplates(w: Writer, source: PlanningSource, places: Places): Promise<Tally | undefined> {
  const total = source.length('templates');
  if (total === undefined) return undefined;
  const touched: Touched[] = [];
  for await (const { rows } of rowsOf(source, 'templates')) touched.push(...(await writeTemplates(w, rows, places)));
  return tally(total, touched);
}

/** The parents of what has changed: all, those that have to be counted again, and those whose dates have to be found again. */
async function parentsOf(tx: Tx, changed: readonly Changed[]): Promise<Record<'all' | 'counted' | 'dated', number[]>> {
  const ids = [...new Set(changed.flatMap(({ events }) => [...events.all.values()].flatMap((of) => [...of])))];
  const counted = new Set(changed.flatMap((one) => one.counted));
  const dated = new Set(changed.flatMap((one) => one.dated));
  const { rows } = await sql<{ id: number; counted: boolean; dated: boolean }>`
    SELECT pl.parent_id AS id, bool_or(x.counted) AS counted, bool_or(x.dated) AS dated
    FROM unnest(${ids}::bigint[], ${ids.map((id) => counted.has(id))}::boolean[], ${ids.map((id) => dated.has(id))}::boolean[]) AS x (id, counted, dated)
    JOIN parent_links pl ON pl.child_id = x.id GROUP BY pl.parent_id`.execute(tx);
  const idsOf = (which: typeof rows): number[] => which.map(({ id }) => id);
  return {
    all: idsOf(rows),
    counted: idsOf(rows.filter((row) => row.counted)),
    dated: idsOf(rows.filter((row) => row.dated)),
  };
}

/** The counts of these items and of everything above them, the deepest first. */
async function countAgain(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await sql<{ depth: number; ids: number[] }>`
    WITH RECURSIVE affected (id) AS (
      SELECT unnest(${[...new Set(ids)]}::bigint[])
      UNION
      -- Scalar queries are not joined: the planner would read all links, once for each level.
      SELECT (SELECT pl.parent_id FROM parent_links pl WHERE pl.child_id = affected.id) FROM affected WHERE id IS NOT NULL
    ),
    way (id, above) AS (
      SELECT id, id FROM affected WHERE id IS NOT NULL
      UNION ALL
      SELECT id, (SELECT pl.parent_id FROM parent_links pl WHERE pl.child_id = way.above) FROM way WHERE above IS NOT NULL
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
