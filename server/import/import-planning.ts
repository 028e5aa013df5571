import type { OpenDatabase } from '../db/open-database.ts';
import type { Visibility } from '../db/place-tables.ts';
import { ImportRefused } from './faults.ts';
import { ImportRun, type ImportResult } from './import-run.ts';
import { goOn, inPieces } from './pieces.ts';
import { LISTS, memorySource, type PlanningSource } from './planning-source.ts';
import { validatePlanningFile } from './validate.ts';

export type { ImportResult } from './import-run.ts';

export interface ImportOptions {
  /** An ISO instant: the time of everything for which the file has none. */
  now: string;
  /** Who may see groups and projects that are new. */
  visibility: Visibility;
  /** Says what would change, and changes nothing. */
  dryRun?: boolean | undefined;
  /** Where another import is under way it is waited for; else this one is refused. */
  inTurn?: boolean | undefined;
  /** Ends the import with `ImportCancelled`, of which nothing stays. */
  signal?: AbortSignal | undefined;
  /** Called after every piece with the steps done and all there are. */
  onProgress?: ((done: number, total: number) => void) | undefined;
}

/**
 * Imports a planning data file: all of it or, with `ImportRefused`, nothing. It is read, checked and written in pieces between which others are
 * served, and nobody sees any of it before the end.
 *
 * Rows are known again by the data set's name and their id, so running it again changes nothing, and a newer file changes what it changed.
 * The file states its fields anew each time: where people changed such a field here, the file wins. What it does not speak of stays:
 * health, the order of children, labels, links and items made here, and whether something is confidential. What has gone from
 * a newer file is not deleted.
 */
export async function importPlanning(
  database: Pick<OpenDatabase, 'db' | 'kind'>,
  source: PlanningSource,
  { now, visibility, dryRun, inTurn, signal, onProgress }: ImportOptions,
): Promise<ImportResult> {
  const rows = LISTS.reduce((sum, list) => sum + (source.length(list) ?? 0), 0);
  // Each row is looked at twice and written in two steps, the second of which may be left to the end, where more is done.
  const total = 4 * rows + 1;
  let done = 0;
  const advance = (more: number): void => {
    goOn(signal);
    done = Math.min(done + more, total - 1);
    onProgress?.(done, total);
  };
  const outline = await validatePlanningFile(source, advance);
  try {
    const result = await inPieces(database, { signal, dryRun, inTurn }, (pieces) =>
      new ImportRun({ source, outline, pieces, now, visibility, advance }).run(),
    );
    onProgress?.(total, total);
    return result;
  } catch (error) {
    throw refusalOf(error) ?? error;
  }
}

/** The same for a document in memory. */
export const importDocument = (
  database: Pick<OpenDatabase, 'db' | 'kind'>,
  document: unknown,
  options: ImportOptions,
): Promise<ImportResult> => importPlanning(database, memorySource(document), options);

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
