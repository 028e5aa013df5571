import { sql } from 'kysely';
import type { Tx } from '../db/types.ts';
import type { Visibility } from '../db/place-tables.ts';
import { inheritDatesOf } from '../store/sql/dates.ts';
import { recountFromChildren } from '../store/sql/rollups.ts';
import { iidSettingKey, nextIid } from '../store/sql/iids.ts';
import type { Outline } from './check-contents.ts';
import { depthsOf } from './check-trees.ts';
import { finishBeside, finishImport, type Unfinished } from './finish.ts';
import type { FileLink } from './format.ts';
import type { Pieces } from './pieces.ts';
import { type PlanningSource, rowsOf } from './planning-source.ts';
import { epicItems, type FileItems, type ItemContext, type ItemIds, issueItems, writeItems } from './write-items.ts';
import { findChanges, isChanged, noChanges } from './changes.ts';
import { writeRelations } from './item-relations.ts';
import { Pace } from './pace.ts';
import { differingLinks, writeLinks } from './write-links.ts';
import { misplaced, type Placement, Positions, writeNewParents } from './write-parents.ts';
import {
  type FilePlaces,
  newPlaces,
  type PlaceDefaults,
  readPlaces,
  writeMembers,
  writePlaces,
} from './write-places.ts';
import { known, type Tally, Writer } from './writer.ts';

export type ImportResult = Record<
  'users' | 'groups' | 'projects' | 'labels' | 'milestones' | 'epics' | 'issues' | 'links',
  Tally
> & {
  /** Only of a file that speaks of any. */
  mergeRequests?: Tally;
  templates?: Tally;
};

export interface RunOptions {
  source: PlanningSource;
  outline: Outline;
  pieces: Pieces;
  now: string;
  visibility: Visibility;
  /** Called with the number of rows that have been dealt with. */
  advance: (rows: number) => void;
}

/** Ids asked for at once. */
const IDS = 2000;
/** Children whose counts are added up in one piece. */
const CHILDREN = 1000;

/** One import of a file that has been checked. */
export class ImportRun {
  readonly #options: RunOptions;
  readonly #dataset: string;
  /** Database ids of the items that are here, and of those that are being written, by the file's. */
  readonly #here = new Map<string, number>();
  readonly #new = new Map<string, number>();
  readonly #ids: ItemIds = { get: (id) => this.#here.get(id) ?? this.#new.get(id) };
  readonly #positions = new Positions();
  readonly #pace = new Pace();
  readonly #unfinished: Unfinished = { changes: noChanges(), moves: [], links: [], rootless: [], newLinks: 0 };

  constructor(options: RunOptions) {
    this.#options = options;
    this.#dataset = (options.source.head as { dataset: { name: string } }).dataset.name;
  }

  async run(): Promise<ImportResult> {
    const { source, outline, pieces, visibility, advance } = this.#options;
    const files = await readPlaces(source);
    const defaults: PlaceDefaults = { visibility, lastActive: outline.lastActive };
    // What stands in the way is found before the many rows are written.
    const rehearsed = await pieces.rehearse(async (tx) => {
      const w = this.#writer(tx);
      const { places, tallies } = await writePlaces(w, files, files, defaults);
      await writeMembers(w, files.groups, places);
      return tallies;
    });
    await this.#find([...outline.epics.keys(), ...outline.issues.keys()]);
    const missing = [...outline.epics.keys(), ...outline.issues.keys()].filter((id) => !this.#here.has(id));
    const iids = await pieces.write((tx) => this.#numbersToHold(this.#writer(tx), files));
    const { placed: places, itemIds } = await pieces.begin({ items: missing.length, iids }, async (tx) => {
      const w = this.#writer(tx);
      return (await writePlaces(w, files, await newPlaces(w, files), defaults)).places;
    });
    missing.forEach((id, index) => this.#new.set(id, itemIds[index] ?? 0));

    const groupOf = new Map(files.projects.map(({ id, groupId }) => [id, groupId]));
    const context: ItemContext = { ids: this.#ids, places, groupOf };
    for await (const { rows } of rowsOf(source, 'epics')) {
      await this.#writeItems(epicItems(rows), context);
      advance(this.#stepsDone(rows));
    }
    // After all epics: a parent may come later in the file.
    for await (const { rows } of rowsOf(source, 'epics')) await this.#place(epicItems(rows));
    for await (const { rows } of rowsOf(source, 'issues')) {
      await this.#writeItems(issueItems(rows), context);
      await this.#place(issueItems(rows));
      advance(this.#stepsDone(rows));
    }
    await this.#countNew();
    for await (const { rows } of rowsOf(source, 'links')) {
      await this.#writeLinks(rows);
      advance(2 * rows.length);
    }
    await this.#countForPlanner();
    const work = { source, files, defaults, context, unfinished: this.#unfinished, advance };
    const done = await pieces.finish(
      (tx) => finishBeside(this.#writer(tx), work),
      (tx, changed) => finishImport(this.#writer(tx), work, changed),
    );
    const tallyOf = (ids: ReadonlyMap<string, unknown>, changed: number): Tally => ({
      total: ids.size,
      created: [...ids.keys()].filter((id) => this.#new.has(id)).length,
      changed,
    });
    return {
      ...rehearsed,
      epics: tallyOf(outline.epics, done.changedEpics),
      issues: tallyOf(outline.issues, done.changedIssues),
      links: done.links,
      ...(done.mergeRequests && { mergeRequests: done.mergeRequests }),
      ...(done.templates && { templates: done.templates }),
    };
  }

  #writer(tx: Tx): Writer {
    return new Writer(tx, this.#options.now, this.#dataset);
  }

  /** Of each row two steps; of one that changes an item that is here the second is left to the end. */
  #stepsDone(rows: readonly { readonly id: string }[]): number {
    return 2 * rows.length - rows.filter(({ id }) => isChanged(this.#unfinished.changes, id)).length;
  }

  /** The file's highest numbers in groups and projects that are here, where people may be making items meanwhile. */
  async #numbersToHold(w: Writer, { groups, projects }: FilePlaces): Promise<{ key: string; iid: number }[]> {
    const { lastIids } = this.#options.outline;
    const groupIds = await w.idsOf(
      'groups',
      groups.map(({ id }) => id),
    );
    const projectIds = await w.idsOf(
      'projects',
      projects.map(({ id }) => id),
    );
    const wanted: { key: string; iid: number }[] = [];
    for (const [file, iid] of lastIids) {
      const [groupId, projectId] = [groupIds.get(file), projectIds.get(file)];
      const owner = groupId !== undefined ? { groupId } : projectId !== undefined ? { projectId } : undefined;
      if (owner !== undefined && iid >= (await nextIid(w.tx, owner))) wanted.push({ key: iidSettingKey(owner), iid });
    }
    return wanted;
  }

  /** Which of the items are here already? */
  async #find(ids: readonly string[]): Promise<void> {
    for (let at = 0; at < ids.length; at += IDS) {
      const found = await this.#options.pieces.write((tx) =>
        this.#writer(tx).idsOf('work_items', ids.slice(at, at + IDS)),
      );
      for (const [id, row] of found) this.#here.set(id, row);
    }
  }

  /** New items are written; of the others it is only found out which would change, and in what. */
  async #writeItems(items: FileItems, context: ItemContext): Promise<void> {
    const { pieces } = this.#options;
    const piece = (part: FileItems, work: (w: Writer, part: FileItems) => Promise<void>): Promise<void> =>
      pieces.write((tx) => this.#pace.timed(() => work(this.#writer(tx), part)));
    const fresh = items.filter(({ item }) => this.#new.has(item.id));
    await this.#pace.parts(fresh, (part) =>
      piece(part, async (w) => {
        await writeItems(w, part, context);
        await writeRelations(w, { items: part, ...context });
      }),
    );
    const old = items.filter(({ item }) => this.#here.has(item.id));
    await this.#pace.parts(old, (part) => piece(part, (w) => findChanges(w, part, context, this.#unfinished.changes)));
  }

  /** New items below new ones are put there; the others are remembered where they do not stand there already. */
  async #place(items: FileItems): Promise<void> {
    const fresh: Placement[] = [];
    const others: Placement[] = [];
    for (const { item, epic, issue } of items) {
      const parentId = epic?.parentId ?? issue?.epicId ?? null;
      const isNew = this.#new.has(item.id);
      if (isNew && parentId === null) {
        if (epic !== null) this.#unfinished.rootless.push(known(this.#ids, item.id));
        continue;
      }
      const belowNew = parentId !== null && this.#new.has(parentId);
      const parent = parentId === null ? null : known(this.#ids, parentId);
      const position = belowNew && parent !== null ? this.#positions.next(parent) : null;
      (isNew && belowNew ? fresh : others).push({
        child: known(this.#ids, item.id),
        parent,
        position,
        isEpic: epic !== null,
      });
    }
    if (fresh.length > 0) await this.#options.pieces.write((tx) => writeNewParents(this.#writer(tx), fresh));
    if (others.length === 0) return;
    this.#unfinished.moves.push(...(await this.#options.pieces.write((tx) => misplaced(this.#writer(tx), others))));
  }

  /** Counts and dates of the new epics, the deepest first. */
  async #countNew(): Promise<void> {
    const { outline, pieces } = this.#options;
    const children = new Map<string, number>();
    for (const [, parentId] of outline.epics) {
      if (parentId !== null) children.set(parentId, (children.get(parentId) ?? 0) + 1);
    }
    for await (const { rows } of rowsOf(this.#options.source, 'issues')) {
      for (const { epicId } of rows) if (epicId !== null) children.set(epicId, (children.get(epicId) ?? 0) + 1);
    }
    const levels = new Map<number, string[]>();
    for (const [id, depth] of depthsOf(outline.epics)) {
      if (this.#new.has(id)) levels.set(depth, [...(levels.get(depth) ?? []), id]);
    }
    for (const [, ids] of [...levels].sort(([a], [b]) => b - a)) {
      for (const some of byWeight(ids, (id) => 1 + (children.get(id) ?? 0))) {
        const epics = some.map((id) => known(this.#ids, id));
        await pieces.write((tx) => recountFromChildren(tx, epics));
        await pieces.write((tx) => inheritDatesOf(tx, epics));
        this.#options.advance(0);
      }
    }
  }

  async #writeLinks(links: readonly FileLink[]): Promise<void> {
    const { pieces } = this.#options;
    const here = await pieces.write((tx) =>
      this.#writer(tx).idsOf(
        'work_item_links',
        links.map(({ id }) => id),
      ),
    );
    const isFresh = ({ id, sourceId, targetId }: FileLink): boolean =>
      !here.has(id) && this.#new.has(sourceId) && this.#new.has(targetId);
    const fresh = links.filter(isFresh);
    if (fresh.length > 0) await pieces.write((tx) => writeLinks(this.#writer(tx), fresh, this.#ids));
    this.#unfinished.newLinks += fresh.length;
    const others = links.filter((link) => !isFresh(link));
    if (others.length === 0) return;
    const differing = await pieces.write((tx) => differingLinks(this.#writer(tx), others, this.#ids));
    this.#unfinished.links.push(...differing);
  }

  /**
   * The embedded database never gathers statistics by itself, and without them its planner takes thousands of rows for one: a page of the roadmap
   * among 10,000 epics took 200 times as long.
   */
  async #countForPlanner(): Promise<void> {
    for (const table of COUNTED) {
      await this.#options.pieces.write(async (tx) => {
        // Others wait for the 9,000 rows that it then looks at, and not for 30,000.
        await sql`SET LOCAL default_statistics_target = 30`.execute(tx);
        await sql`ANALYZE ${sql.table(table)}`.execute(tx);
      });
    }
  }
}

const COUNTED = [
  'users',
  'groups',
  'projects',
  'memberships',
  'labels',
  'milestones',
  'work_items',
  'item_descriptions',
  'parent_links',
  'rollups',
  'work_item_labels',
  'work_item_people',
  'work_item_links',
];

/** Parts of a list of about as much weight each. */
function* byWeight<T>(all: readonly T[], weightOf: (one: T) => number): Iterable<T[]> {
  let part: T[] = [];
  let weight = 0;
  for (const one of all) {
    part.push(one);
    weight += weightOf(one);
    if (weight < CHILDREN) continue;
    yield part;
    part = [];
    weight = 0;
  }
  if (part.length > 0) yield part;
}
