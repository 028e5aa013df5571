import type { GlobalId } from '../../work-item/types.ts';
import type { WorkItem } from '../../work-item/entity.ts';
import type { RoadmapEpic } from '../types.ts';
import type { Rejection } from './dates.ts';
import type { Timeframe } from './timeframe.ts';
import { get } from '../../table/index.ts';
import { changedKeys } from '../../table/changes.ts';
import { type RoadmapRow, rowOf } from './row.ts';
import { type Layout, type LayoutInput, type Part, type Toggle, grown, layoutOf } from './row-layout.ts';

/** An epic without a row, and why. */
export interface Rejected {
  readonly id: GlobalId;
  readonly epic: RoadmapEpic;
  readonly reason: Rejection;
}

export interface RowInput extends LayoutInput {
  readonly timeframe: Timeframe;
}

export interface RowList {
  readonly rows: readonly RoadmapRow[];
  readonly rejected: readonly Rejected[];
  /** The row of an epic by its id; undefined if it has none. */
  readonly places: Pick<ReadonlyMap<GlobalId, number>, 'get'>;
}

export const NO_ROWS: RowList = { rows: [], rejected: [], places: new Map() };

/** The rows of one part of the layout. */
interface Drawn {
  readonly rows: readonly RoadmapRow[];
  readonly rejected: readonly Rejected[];
  /** By index in the part: the index of its row, or NO_ROW. */
  readonly rowAt: Int32Array;
}

interface Made {
  readonly input: RowInput;
  readonly layout: Layout;
  /** The rows of the list, and of the tail after it. */
  readonly drawn: Drawn;
  readonly end: Drawn;
  readonly list: RowList;
}

/** Makes the rows of successive inputs, and reuses what did not change. */
export function createRows(): (input: RowInput) => RowList {
  let last: Made | null = null;
  return (input) => {
    last = next(input, last);
    return last.list;
  };
}

const BESIDE_IDS = ['undated', 'children', 'marks', 'fresh', 'filtered'] as const;

function next(input: RowInput, last: Made | null): Made {
  if (last === null) return anew(input, null);
  const { input: before, layout } = last;
  const sameEpics = before.epics === input.epics;
  const sameTime = before.timeframe === input.timeframe;
  if (BESIDE_IDS.every((name) => before[name] === input[name])) {
    if (before.ids !== input.ids) return (sameTime ? longer(last, input) : null) ?? anew(input, sameTime ? last : null);
    if (sameEpics && sameTime) return last;
    if (sameEpics) return made(input, layout, drawnOf(layout.list, 0, input.timeframe, null), null);
    const patch = sameTime ? patched(last, input) : null;
    if (patch !== null) return patch;
  }
  return anew(input, sameTime ? last : null);
}

function anew(input: RowInput, old: Made | null): Made {
  const layout = layoutOf(input);
  return made(input, layout, drawnOf(layout.list, 0, input.timeframe, old), old);
}

/** RM-12.4: appends the rows of a further page; null if more than that has changed. */
function longer(last: Made, input: RowInput): Made | null {
  const { input: before, layout, drawn } = last;
  const from = before.ids.length;
  if (input.ids.length <= from) return null;
  for (let index = 0; index < from; index += 1) if (before.ids[index] !== input.ids[index]) return null;
  const changed = changedKeys(before.epics, input.epics);
  if (changed === null) return null;
  const added = new Set(input.ids.slice(from));
  if (changed.some((id) => !added.has(id) || isRead(get(before.epics, id)))) return null;
  const stood = layout.list.epics.length;
  const next = grown(layout, input, from);
  if (next === null) return null;
  const more = drawnOf(next.list, stood, input.timeframe, null);
  const rowAt = new Int32Array(next.list.epics.length);
  rowAt.set(drawn.rowAt);
  for (let index = stood; index < rowAt.length; index += 1) {
    const place = more.rowAt[index - stood] as number;
    rowAt[index] = place === NO_ROW ? NO_ROW : place + drawn.rows.length;
  }
  const all = { rows: drawn.rows.concat(more.rows), rejected: drawn.rejected.concat(more.rejected), rowAt };
  return made(input, next, all, last);
}

/** Whether the roadmap has read it. The table also has items that only other pages read. */
const isRead = (epic: RoadmapEpic | undefined): boolean => (epic as WorkItem | undefined)?.blockedBy !== undefined;

/** Replaces the rows of changed epics; null if the change may affect which rows there are. */
function patched(last: Made, input: RowInput): Made | null {
  const { input: before, layout, drawn, end, list } = last;
  const changed = changedKeys(before.epics, input.epics);
  if (changed === null) return null;
  if (changed.length === 0) return { ...last, input };
  const rows = list.rows.slice();
  for (const id of changed) {
    const [known, epic] = [get(before.epics, id), get(input.epics, id)];
    if (!isRead(known) && !isRead(epic)) continue;
    if (known === undefined || epic === undefined) return null;
    if (epic.parentId !== known.parentId || epic.hasChildren !== known.hasChildren) return null;
    // Scanning thousands of references is faster than building an index for a single lookup.
    const inList = layout.list.epics.indexOf(known);
    const part = inList < 0 ? layout.tail : layout.list;
    const entry = inList < 0 ? layout.tail.epics.indexOf(known) : inList;
    const own = (inList < 0 ? end : drawn).rowAt[entry] ?? NO_ROW;
    if (own === NO_ROW) return null;
    const place = inList < 0 ? drawn.rows.length + own : own;
    const row = rows[place] as RoadmapRow;
    const changedRow = rowOf(epic, row.level, row.toggle, row.fresh, input.timeframe);
    if (typeof changedRow === 'string') return null;
    rows[place] = changedRow;
    part.epics[entry] = epic;
  }
  const own = drawn.rows === list.rows ? rows : rows.slice(0, drawn.rows.length);
  return { ...last, input, drawn: { ...drawn, rows: own }, list: { ...list, rows } };
}

const NO_ROW = -1;

/** The rows of a part, from index `from` on. `old` has rows of the same timeframe, which are reused if nothing about them changed. */
function drawnOf(part: Part, from: number, timeframe: Timeframe, old: Made | null): Drawn {
  const { epics, levels, toggles, fresh, below } = part;
  const known = old === null ? [] : old.list.rows;
  // Reused rows are mostly in the same order.
  let cursor = 0;
  const rows: RoadmapRow[] = [];
  const rejected: Rejected[] = [];
  const rowAt = new Int32Array(epics.length - from).fill(NO_ROW);
  for (let index = from; index < epics.length; index += 1) {
    const epic = epics[index] as RoadmapEpic;
    const level = levels[index] as number;
    const toggle = toggles[index] as Toggle;
    const isFresh = fresh[index] as boolean;
    if (old !== null && known[cursor]?.epic !== epic) cursor = old.list.places.get(epic.id) ?? cursor;
    const before = known[cursor];
    const stands =
      before !== undefined &&
      before.epic === epic &&
      before.level === level &&
      before.toggle === toggle &&
      before.fresh === isFresh;
    const row = stands ? before : rowOf(epic, level, toggle, isFresh, timeframe);
    if (typeof row === 'string') {
      rejected.push({ id: epic.id, epic, reason: row });
      index += below[index] as number;
    } else {
      cursor += 1;
      rowAt[index - from] = rows.length;
      rows.push(row);
    }
  }
  return { rows, rejected, rowAt };
}

/** Completes a layout whose list has been drawn: draws the tail and joins both. */
function made(input: RowInput, layout: Layout, drawn: Drawn, old: Made | null): Made {
  const { list, tail } = layout;
  const end = drawnOf(tail, 0, input.timeframe, old);
  const first = drawn.rows.length;
  const get = (id: GlobalId): number | undefined => {
    const place = drawn.rowAt[list.at.of(id)] ?? NO_ROW;
    if (place !== NO_ROW) return place;
    const behind = end.rowAt[tail.at.of(id)] ?? NO_ROW;
    return behind === NO_ROW ? undefined : first + behind;
  };
  const rows = end.rows.length === 0 ? drawn.rows : drawn.rows.concat(end.rows);
  const rejected = end.rejected.length === 0 ? drawn.rejected : drawn.rejected.concat(end.rejected);
  return { input, layout, drawn, end, list: { rows, rejected, places: { get } } };
}
