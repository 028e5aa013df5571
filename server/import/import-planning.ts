import { sql } from 'kysely';
import type { Db, Tx, Visibility } from '../db/types.ts';
import { inheritAllDates } from '../epic/dates.ts';
import { EventLog } from '../live/events.ts';
import { lockHierarchy } from '../tree/lock.ts';
import { recountAll } from '../tree/rollups.ts';
import { ImportRefused } from './faults.ts';
import type { PlanningFile } from './format.ts';
import { validatePlanningFile } from './validate.ts';
import { itemsOf, writeItemRelations, writeItems } from './write-items.ts';
import { writeLinks, writeParents } from './write-links.ts';
import { writeMergeRequests } from './write-merge-requests.ts';
import { writePlaces } from './write-places.ts';
import { type Tally, Writer } from './writer.ts';

export interface ImportOptions {
  /** An ISO instant: the time of everything for which the file has none. */
  now: string;
  /** Who may see groups and projects that are new. */
  visibility: Visibility;
  /** Called after every batch with the rows written and all there are to write. */
  onProgress?: (done: number, total: number) => void;
}

export type ImportResult = Record<
  'users' | 'groups' | 'projects' | 'labels' | 'milestones' | 'epics' | 'issues' | 'links',
  Tally
> & {
  /** Only of a file that speaks of any. */
  mergeRequests?: Tally;
};

/**
 * Imports a planning data file: all of it or, with `ImportRefused`, nothing.
 *
 * Rows are known again by the data set's name and their id, so running it again changes nothing, and a newer file changes what it changed.
 * The file states its fields anew each time: where people changed such a field here, the file wins. What it does not speak of stays:
 * descriptions, health, the order of children, labels, links and items made here, and whether something is confidential. What has gone from
 * a newer file is not deleted.
 */
export async function importPlanning(db: Db, document: unknown, options: ImportOptions): Promise<ImportResult> {
  const file = validatePlanningFile(document);
  try {
    return await db.transaction().execute((tx) => write(tx, file, options));
  } catch (error) {
    throw refusalOf(error) ?? error;
  }
}

async function write(
  tx: Tx,
  file: PlanningFile,
  { now, visibility, onProgress }: ImportOptions,
): Promise<ImportResult> {
  const items = itemsOf(file);
  const lists = [
    file.users,
    file.groups,
    file.projects,
    file.labels,
    file.milestones,
    items,
    items,
    file.links,
    file.mergeRequests ?? [],
  ];
  // The last two are the counts and the dates of the whole tree.
  const total = lists.reduce((sum, list) => sum + list.length, 2);
  let done = 0;
  const progress = (rows: number): void => {
    done += rows;
    onProgress?.(done, total);
  };
  const w = new Writer(tx, now, file.dataset.name, progress);
  // First of all: from here on nobody else changes the tree.
  await lockHierarchy(tx);
  const { places, tallies } = await writePlaces(w, file, visibility);
  const { ids, changed, epics, issues } = await writeItems(w, file, places);
  await writeItemRelations(w, items, ids, places);
  const parents = await writeParents(w, items, ids);
  const links = await writeLinks(w, file.links, ids);
  const mergeRequests =
    file.mergeRequests === undefined ? undefined : await writeMergeRequests(w, file.mergeRequests, ids, places);
  await recountAll(tx);
  progress(1);
  await inheritAllDates(tx);
  progress(1);
  await announce(tx, now, changed, parents);
  await countForPlanner(tx);
  return { ...tallies, epics, issues, links, ...(mergeRequests && { mergeRequests }) };
}

/**
 * The embedded database never gathers statistics by itself, and without them its planner takes thousands of rows for one: a page of the roadmap among 10,000
 * epics took 200 times as long.
 */
async function countForPlanner(tx: Tx): Promise<void> {
  await sql`ANALYZE users, groups, projects, memberships, labels, milestones, work_items, parent_links, rollups, work_item_labels, work_item_people, work_item_links`.execute(
    tx,
  );
}

/** Whoever looks at something that was changed reads it again. New items are seen through their parents. */
async function announce(tx: Tx, now: string, changed: readonly number[], parents: readonly number[]): Promise<void> {
  const events = new EventLog();
  for (const kind of ['title', 'state', 'dates'] as const) events.add(kind, ...changed);
  events.add('tree', ...parents);
  await events.write(tx, now);
}

/**
 * A unique index that refuses means that something else is here under the same path, number or name: what people made, or what came from this data
 * set under another id.
 */
function refusalOf(error: unknown): ImportRefused | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error) || error.code !== '23505') return undefined;
  const { constraint, detail } = error as { constraint?: unknown; detail?: unknown };
  const what = clashes[String(constraint)] ?? String(constraint);
  const which = typeof detail === 'string' ? ` (${detail.replace(/\.$/, '')})` : '';
  return new ImportRefused([
    { path: '', message: `The database already has ${what}, and it is not the one of the file${which}.` },
  ]);
}

const clashes: Readonly<Record<string, string>> = {
  users_username: 'a user of that name',
  groups_full_path: 'a group of that path',
  projects_full_path: 'a project of that path',
  labels_group_title: 'a label of that title',
  milestones_group_iid: 'a milestone of that number',
  work_items_epic_iid: 'an epic of that number in that group',
  work_items_project_iid: 'an item of that number in that project',
  merge_requests_project_id_iid_key: 'a merge request of that number in that project',
};
