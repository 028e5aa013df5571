import type { Table } from '../../table/index.ts';
import type { GlobalId } from '../../work-item/types.ts';
import type { RoadmapEpic } from '../types.ts';
import { get } from '../../table/index.ts';

/**
 * RM-11.1 to RM-11.4: what stands before a title. `none`: no children. `info`: expanded, and the filters left no child: a click does nothing.
 * `failed`: its children could not be read (RM-11.8).
 */
export type Toggle = 'none' | 'collapsed' | 'expanded' | 'loading' | 'info' | 'failed';

/** The state of an epic that is expanded or about to be; other epics have none. */
export type Mark = Extract<Toggle, 'expanded' | 'loading' | 'failed'>;

/** What decides which epics are listed in which order, apart from their dates. */
export interface LayoutInput {
  readonly epics: Table<RoadmapEpic>;
  /** The list, each epic once. */
  readonly ids: readonly GlobalId[];
  /** The epics that had no dates when they were read: those that have some now follow the list. */
  readonly undated: readonly GlobalId[];
  readonly children: Table<readonly GlobalId[]>;
  readonly marks: Table<Mark>;
  readonly fresh: readonly GlobalId[];
  readonly filtered: boolean;
}

/**
 * Epics in order, as parallel arrays, so that another timeframe needs no table lookups. An epic without a bar has no row, and neither have the `below` entries
 * after it.
 */
export interface Part {
  /** Updated in place when only an epic changes: nobody else holds it. */
  readonly epics: RoadmapEpic[];
  readonly levels: number[];
  readonly toggles: Toggle[];
  readonly fresh: boolean[];
  readonly below: number[];
  readonly at: EntryIndex;
}

/**
 * The indices of epics in an array that only grows: an index stays valid for those who saw the array when it was shorter. Filled on demand, so that the first
 * rows of thousands need not wait for it.
 */
export class EntryIndex {
  readonly #epics: readonly RoadmapEpic[];
  readonly #at = new Map<GlobalId, number>();
  #known = 0;

  constructor(epics: readonly RoadmapEpic[]) {
    this.#epics = epics;
  }

  /** -1 if there is no such epic. */
  of(id: GlobalId): number {
    for (; this.#known < this.#epics.length; this.#known += 1) {
      this.#at.set((this.#epics[this.#known] as RoadmapEpic).id, this.#known);
    }
    return this.#at.get(id) ?? -1;
  }
}

export interface Layout {
  readonly list: Part;
  /** Epics that were undated when they were read, without those in the list. */
  readonly tail: Part;
  /** False if a further page may change earlier rows: epics of the list have parents, or children are not known. */
  readonly growing: boolean;
  /** Children are listed, so an epic of a further page may be listed already. */
  readonly mixed: boolean;
}

interface Making {
  readonly input: LayoutInput;
  readonly part: Part;
  /** Epics that are listed there are not listed here again. */
  readonly taken: Part | null;
  readonly highlighted: ReadonlySet<GlobalId>;
  growing: boolean;
  /** Children are listed, so an epic may be listed already. */
  mixed: boolean;
}

const making = (input: LayoutInput, part: Part, mixed: boolean, taken: Part | null = null): Making => ({
  input,
  part,
  taken,
  highlighted: new Set(input.fresh),
  growing: true,
  mixed,
});

function emptyPart(): Part {
  const epics: RoadmapEpic[] = [];
  return { epics, levels: [], toggles: [], fresh: [], below: [], at: new EntryIndex(epics) };
}

export function layoutOf(input: LayoutInput): Layout {
  const { ids } = input;
  const made = making(input, emptyPart(), false);
  let loaded: Set<GlobalId> | null = null;
  for (const id of ids) {
    const epic = get(input.epics, id);
    if (epic === undefined || epic.parentId !== null) made.growing = false;
    if (epic === undefined) continue;
    if (epic.parentId !== null && isBelow(input, (loaded ??= new Set(ids)), epic.parentId)) continue;
    add(made, epic, 1);
  }
  return layoutWith(made);
}

/** RM-12.4: the layout with the epics of a further page, from index `from` on; null if they may change earlier rows. */
export function grown({ list, growing, mixed }: Layout, input: LayoutInput, from: number): Layout | null {
  if (!growing) return null;
  const added: RoadmapEpic[] = [];
  for (let index = from; index < input.ids.length; index += 1) {
    const epic = get(input.epics, input.ids[index] as GlobalId);
    if (epic === undefined || epic.parentId !== null) return null;
    added.push(epic);
  }
  const made = making(input, list, mixed);
  for (const epic of added) add(made, epic, 1);
  return layoutWith(made);
}

const layoutWith = ({ input, part, growing, mixed }: Making): Layout => ({
  list: part,
  tail: tailOf(input, part),
  growing,
  mixed,
});

function tailOf(input: LayoutInput, list: Part): Part {
  const { undated } = input;
  const made = making(input, emptyPart(), true, list);
  // Few epics are undated among thousands, so one pass is cheaper than an index.
  const inList = new Set<GlobalId>();
  if (undated.length > 0) {
    const asked = new Set(undated);
    for (const { id } of list.epics) if (asked.has(id)) inList.add(id);
  }
  for (const id of undated) {
    const epic = inList.has(id) ? undefined : get(input.epics, id);
    if (epic !== undefined) add(made, epic, 1);
  }
  return made.part;
}

/** RM-11.6: an ancestor is in the list, so the epic has no row of its own. */
function isBelow({ epics }: LayoutInput, loaded: ReadonlySet<GlobalId>, parentId: GlobalId): boolean {
  const seen = new Set<GlobalId>();
  for (let id: GlobalId | null = parentId; id !== null && !seen.has(id); id = get(epics, id)?.parentId ?? null) {
    if (loaded.has(id)) return true;
    seen.add(id);
  }
  return false;
}

/** Adds an epic and, if it is expanded, its children. */
function add(made: Making, epic: RoadmapEpic, level: number): void {
  const { id } = epic;
  const { input, part, taken, highlighted } = made;
  const { epics, at } = part;
  // Reads at different times may disagree about who is whose child: each epic is listed once.
  if (made.mixed && at.of(id) >= 0) return;
  if (level > 1 && taken !== null && taken.at.of(id) >= 0) return;
  const index = epics.length;
  const mark = epic.hasChildren ? get(input.marks, id) : undefined;
  epics.push(epic);
  part.levels.push(level);
  part.toggles.push(epic.hasChildren ? toggleOf(input, id, mark) : 'none');
  part.fresh.push(highlighted.has(id));
  part.below.push(0);
  if (mark !== 'expanded') return;
  made.mixed = true;
  for (const childId of get(input.children, id) ?? []) {
    const child = get(input.epics, childId);
    if (child === undefined) made.growing = false;
    else add(made, child, level + 1);
  }
  part.below[index] = epics.length - index - 1;
}

/** RM-11.1 to RM-11.4 */
function toggleOf({ filtered, children }: LayoutInput, id: GlobalId, mark: Mark | undefined): Toggle {
  return mark === 'expanded' && filtered && get(children, id)?.length === 0 ? 'info' : (mark ?? 'collapsed');
}
