import type { Table } from '../../table/index.ts';
import type { GlobalId } from '../../work-item/types.ts';
import type { EpicFlags, RoadmapEpic } from '../types.ts';
import type { Rejection, VisibleDays } from './clamp.ts';
import type { Bar } from './geometry.ts';
import type { Timeframe } from './timeframe.ts';
import { get } from '../../table/index.ts';
import { changedKeys } from '../../table/changes.ts';
import { clampDays } from './clamp.ts';
import { barOf, isNarrow } from './geometry.ts';

/**
 * RM-11.1 to RM-11.4: what stands before a title. `none`: no children. `info`: expanded, and the filters left no child: a click does nothing.
 */
export type Toggle = 'none' | 'collapsed' | 'expanded' | 'loading' | 'info';

/** RM-11.5: deeper levels are not indented further. */
export const INDENT_MAX = 4;

/** One row of the roadmap, with the place of its bar. */
export interface RoadmapRow {
  readonly id: GlobalId;
  readonly epic: RoadmapEpic;
  /** 1 for the epics of the list, 2 for their children, and so on. */
  readonly level: number;
  /** 1 to 4. */
  readonly indent: number;
  readonly toggle: Toggle;
  readonly days: VisibleDays;
  readonly bar: Bar;
  readonly narrow: boolean;
  /** RM-16: new on the timeline. */
  readonly fresh: boolean;
}

/** An epic without a row, and why. */
export interface Rejected {
  readonly id: GlobalId;
  readonly epic: RoadmapEpic;
  readonly reason: Rejection;
}

export interface RowInput {
  readonly epics: Table<RoadmapEpic>;
  /** The list, each epic once. */
  readonly ids: readonly GlobalId[];
  /** The epics that had no dates when they were read: those that have some now follow the list. */
  readonly undated: readonly GlobalId[];
  readonly children: Table<readonly GlobalId[]>;
  readonly flags: Table<EpicFlags>;
  readonly fresh: readonly GlobalId[];
  readonly filtered: boolean;
  readonly timeframe: Timeframe;
}

/** The row of an epic by its id. */
export interface Places {
  /** Undefined where it has none. */
  get(id: GlobalId): number | undefined;
  has(id: GlobalId): boolean;
}

export interface RowList {
  readonly rows: readonly RoadmapRow[];
  readonly rejected: readonly Rejected[];
  readonly places: Places;
}

export const NO_ROWS: RowList = { rows: [], rejected: [], places: new Map() };

/**
 * What stands where, whatever the dates say: lists side by side, so that another timeframe asks no table. An epic without a bar has no row, and neither
 * have the `below` entries behind its own.
 */
interface Layout {
  /** Written where an epic changes and everything else stays: nobody else holds it. */
  readonly epics: RoadmapEpic[];
  readonly levels: readonly number[];
  readonly toggles: readonly Toggle[];
  readonly fresh: readonly boolean[];
  readonly below: readonly number[];
  readonly at: ReadonlyMap<GlobalId, number>;
}

interface Made {
  readonly input: RowInput;
  readonly layout: Layout;
  readonly list: RowList;
}

/** Makes the rows of inputs that follow each other; what did not change is not made anew. */
export function createRows(): (input: RowInput) => RowList {
  let last: Made | null = null;
  return (input) => {
    last = next(input, last);
    return last.list;
  };
}

const STRUCTURE = ['ids', 'undated', 'children', 'flags', 'fresh', 'filtered'] as const;

function next(input: RowInput, last: Made | null): Made {
  if (last === null) return anew(input, null);
  const sameEpics = last.input.epics === input.epics;
  const sameTime = last.input.timeframe === input.timeframe;
  if (STRUCTURE.every((name) => last.input[name] === input[name])) {
    if (sameEpics && sameTime) return last;
    if (sameEpics) return { input, layout: last.layout, list: listOf(last.layout, input.timeframe, null) };
    const patch = sameTime ? patched(last, input) : null;
    if (patch !== null) return patch;
  }
  return anew(input, sameTime ? last : null);
}

function anew(input: RowInput, old: Made | null): Made {
  const layout = layoutOf(input);
  return { input, layout, list: listOf(layout, input.timeframe, old) };
}

/** The list with the rows of the epics that changed, as long as only rows changed and not which rows there are; null otherwise. */
function patched({ input: before, layout, list }: Made, input: RowInput): Made | null {
  const changed = changedKeys(before.epics, input.epics);
  if (changed === null) return null;
  if (changed.length === 0) return { input, layout, list };
  const rows = list.rows.slice();
  for (const id of changed) {
    const epic = get(input.epics, id);
    const place = list.places.get(id);
    if (place === undefined || epic === undefined) return null;
    const row = rows[place] as RoadmapRow;
    if (epic.parentId !== row.epic.parentId || epic.hasChildren !== row.epic.hasChildren) return null;
    const made = rowOf(epic, row.level, row.toggle, row.fresh, input.timeframe);
    if (typeof made === 'string') return null;
    rows[place] = made;
    layout.epics[layout.at.get(id) as number] = epic;
  }
  return { input, layout, list: { ...list, rows } };
}

function rowOf(
  epic: RoadmapEpic,
  level: number,
  toggle: Toggle,
  fresh: boolean,
  timeframe: Timeframe,
): RoadmapRow | Rejection {
  const days = clampDays(epic.startDay, epic.dueDay, timeframe);
  if (typeof days === 'string') return days;
  const bar = barOf(timeframe, days);
  const indent = level < INDENT_MAX ? level : INDENT_MAX;
  return { id: epic.id, epic, level, indent, toggle, days, bar, narrow: isNarrow(bar), fresh };
}

const NO_ROW = -1;

/** The rows of a layout. `old` has rows of the same timeframe, which stand again as they are where nothing about them changed. */
function listOf({ epics, levels, toggles, fresh, below, at }: Layout, timeframe: Timeframe, old: Made | null): RowList {
  const rows: RoadmapRow[] = [];
  const rejected: Rejected[] = [];
  const rowAt = new Int32Array(epics.length).fill(NO_ROW);
  for (let index = 0; index < epics.length; index += 1) {
    const epic = epics[index] as RoadmapEpic;
    const [level, toggle, isFresh] = [levels[index] as number, toggles[index] as Toggle, fresh[index] as boolean];
    const known = old === null ? undefined : old.list.rows[old.list.places.get(epic.id) ?? NO_ROW];
    const stands =
      known !== undefined &&
      known.epic === epic &&
      known.level === level &&
      known.toggle === toggle &&
      known.fresh === isFresh;
    const row = stands ? known : rowOf(epic, level, toggle, isFresh, timeframe);
    if (typeof row === 'string') {
      rejected.push({ id: epic.id, epic, reason: row });
      index += below[index] as number;
    } else {
      rowAt[index] = rows.length;
      rows.push(row);
    }
  }
  const get = (id: GlobalId): number | undefined => {
    const place = rowAt[at.get(id) ?? NO_ROW] ?? NO_ROW;
    return place === NO_ROW ? undefined : place;
  };
  return { rows, rejected, places: { get, has: (id) => get(id) !== undefined } };
}

interface Making {
  readonly input: RowInput;
  readonly epics: RoadmapEpic[];
  readonly levels: number[];
  readonly toggles: Toggle[];
  readonly fresh: boolean[];
  readonly below: number[];
  readonly at: Map<GlobalId, number>;
  readonly highlighted: ReadonlySet<GlobalId>;
}

function layoutOf(input: RowInput): Layout {
  const { ids, undated } = input;
  const making: Making = {
    input,
    epics: [],
    levels: [],
    toggles: [],
    fresh: [],
    below: [],
    at: new Map(),
    highlighted: new Set(input.fresh),
  };
  let loaded: Set<GlobalId> | null = null;
  for (const id of ids) {
    const epic = get(input.epics, id);
    if (epic === undefined) continue;
    if (epic.parentId !== null && isBelow(input, (loaded ??= new Set(ids)), epic.parentId)) continue;
    add(making, epic, 1);
  }
  for (const id of undated) {
    const epic = get(input.epics, id);
    if (epic !== undefined) add(making, epic, 1);
  }
  return making;
}

/** RM-11.6: an ancestor is in the list, so that the epic is hidden as a row of its own. */
function isBelow({ epics }: RowInput, loaded: ReadonlySet<GlobalId>, parentId: GlobalId): boolean {
  const seen = new Set<GlobalId>();
  for (let id: GlobalId | null = parentId; id !== null && !seen.has(id); id = get(epics, id)?.parentId ?? null) {
    if (loaded.has(id)) return true;
    seen.add(id);
  }
  return false;
}

/** An epic and, where it is expanded, its children. */
function add(making: Making, epic: RoadmapEpic, level: number): void {
  const { id } = epic;
  const { input, epics, at, highlighted } = making;
  // Two readings at different times may disagree about who is whose child: each epic stands once.
  if (at.has(id)) return;
  const index = epics.length;
  const flags = epic.hasChildren ? get(input.flags, id) : undefined;
  at.set(id, index);
  epics.push(epic);
  making.levels.push(level);
  making.toggles.push(epic.hasChildren ? toggleOf(input, id, flags) : 'none');
  making.fresh.push(highlighted.size > 0 && highlighted.has(id));
  making.below.push(0);
  if (flags?.expanded !== true) return;
  for (const childId of get(input.children, id) ?? []) {
    const child = get(input.epics, childId);
    if (child !== undefined) add(making, child, level + 1);
  }
  making.below[index] = epics.length - index - 1;
}

/** RM-11.1 to RM-11.4 */
function toggleOf(input: RowInput, id: GlobalId, flags: EpicFlags | undefined): Toggle {
  if (flags === undefined) return 'collapsed';
  if (flags.loading) return 'loading';
  if (!flags.expanded) return 'collapsed';
  return input.filtered && get(input.children, id)?.length === 0 ? 'info' : 'expanded';
}
