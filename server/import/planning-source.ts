import type { PlanningFile } from './format.ts';

/** The lists of a planning file, each after those that it refers to. */
export const LISTS = [
  'users',
  'groups',
  'projects',
  'labels',
  'milestones',
  'epics',
  'issues',
  'links',
  'mergeRequests',
  'templates',
] as const;

export type ListName = (typeof LISTS)[number];

export const isList = (name: string): name is ListName => (LISTS as readonly string[]).includes(name);

/** So many rows are read, checked and written at once: little enough for others to be served in between. */
export const PIECE_ROWS = 200;

/** A planning file, wherever it lies. Its lists are read in pieces, as often as needed; what is in them is not checked yet. */
export interface PlanningSource {
  /** What the file holds beside the rows of its lists; the file itself where that is not even an object. */
  readonly head: unknown;
  /** The number of rows of a list; undefined where the file has no such list. */
  length(list: ListName): number | undefined;
  pieces(list: ListName): AsyncIterable<readonly unknown[]>;
}

/** A whole document in memory: the demo data, and files of tests. */
export function memorySource(document: unknown): PlanningSource {
  if (typeof document !== 'object' || document === null || Array.isArray(document)) {
    return { head: document, length: () => undefined, pieces: noPieces };
  }
  const fields = Object.entries(document);
  const rows = new Map<string, unknown[]>(fields.filter(([name, value]) => isList(name) && Array.isArray(value)));
  return {
    head: Object.fromEntries(fields.filter(([name]) => !rows.has(name))),
    length: (list) => rows.get(list)?.length,
    async *pieces(list) {
      const all = rows.get(list) ?? [];
      for (let at = 0; at < all.length; at += PIECE_ROWS) yield all.slice(at, at + PIECE_ROWS);
    },
  };
}

async function* noPieces(): AsyncIterable<readonly unknown[]> {}

/** A list that fits into memory, whole. Its form has been checked. */
export async function wholeList<L extends ListName>(
  source: PlanningSource,
  list: L,
): Promise<NonNullable<PlanningFile[L]>> {
  const all: unknown[] = [];
  for await (const piece of source.pieces(list)) all.push(...piece);
  return all as NonNullable<PlanningFile[L]>;
}

/** The rows of a list, piece by piece, with the place of the first of them. Their form has been checked. */
export async function* rowsOf<L extends ListName>(
  source: PlanningSource,
  list: L,
): AsyncIterable<{ from: number; rows: NonNullable<PlanningFile[L]> }> {
  let from = 0;
  for await (const piece of source.pieces(list)) {
    yield { from, rows: piece as NonNullable<PlanningFile[L]> };
    from += piece.length;
  }
}
