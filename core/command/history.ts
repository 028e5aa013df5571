import type { Obstacle, Pending, Shown } from '../mutation/index.ts';
import type { Action, Stamped, Step } from '../store/index.ts';
import { later, mutationOf } from '../mutation/index.ts';
import { withMeta } from '../store/index.ts';

/** RP-02.205: the most edits that are kept; the oldest are dropped first. */
export const HISTORY_MAX = 100;

export interface Edit {
  /** Counts the edits of the session. */
  readonly serial: number;
  /** The type of the action that made it. */
  readonly kind: string;
  /** Of the mutation that makes it. */
  readonly mutationId: string;
  /** What was done: `moved &12 “Title”`. */
  readonly name: string;
  /** Path of the page on which it was done. */
  readonly place: string;
  /** What its domain needs to undo it. */
  readonly undoData: unknown;
  readonly reverses: Edit | null;
  /** Names the edits with which it was made together. */
  readonly together?: string;
}

/** What can be undone, and what can be redone; the latest last. */
export interface History {
  readonly serial: number;
  readonly done: readonly Edit[];
  readonly undone: readonly Edit[];
}

export const NO_HISTORY: History = { serial: 0, done: [], undone: [] };

/** A step of the planner, as the history looks at it. */
export type HistoryStep = Step<{ readonly frame: { readonly webPath: string }; readonly pending: readonly Pending[] }>;

/** The state before or after a step as mutation records see it. */
const shown = (state: HistoryStep['after'], { visible }: HistoryStep): Shown => ({ ...state, visible: visible(state) });

export type Way = 'undo' | 'redo';

export type ReversalVerdict =
  | { readonly way: Way; readonly edit: null }
  | { readonly way: Way; readonly edit: Edit; readonly obstacle: Obstacle }
  | { readonly way: Way; readonly edit: Edit; readonly obstacle: null; readonly action: Action }
  /** RP-02.217: of edits that were made together. `stays`: the numbers of those that cannot be reversed any more. */
  | { readonly way: Way; readonly edit: Edit; readonly actions: readonly Action[]; readonly stays: readonly number[] };

/** RP-02.200: adds the edit that an action makes, with what undoes it; RP-02.206: removes one that was refused. */
export function noteStep(history: History, action: Stamped, step: HistoryStep): History {
  const { resolves } = action.meta;
  if (resolves?.as === 'refused') return withoutRefused(history, resolves.id);
  const undo = mutationOf(action.type)?.undo;
  // Only edits of the user can be undone.
  if (undo === undefined || action.meta.origin === 'server') return history;
  const made = step.after.pending.find(({ id }) => id === action.meta.id);
  if (made === undefined) return history;
  const found = undo.plan(shown(step.before, step) as never, made.payload as never);
  const { reverses } = action.meta;
  const from =
    reverses === undefined ? null : listOf(history, reverses.way).find(({ serial }) => serial === reverses.serial);
  const rest = from == null ? history : without(history, from.serial);
  if (found === null) return rest;
  const edit: Edit = {
    serial: history.serial + 1,
    kind: action.type,
    mutationId: made.id,
    name: from?.name ?? found.name,
    place: step.before.frame.webPath,
    undoData: found.undoData,
    reverses: from == null ? null : { ...from, reverses: null },
    ...(made.together !== undefined && { together: made.together }),
  };
  return reverses?.way === 'undo' ? withUndone(rest, edit) : withDone(rest, edit, reverses === undefined);
}

const listOf = ({ done, undone }: History, way: Way): readonly Edit[] => (way === 'undo' ? done : undone);

/** RP-02.205: edits that were made together are one. */
function kept(edits: readonly Edit[]): readonly Edit[] {
  const names = new Set(edits.map(({ together, serial }) => together ?? serial));
  if (names.size <= HISTORY_MAX) return edits;
  const [oldest] = names;
  return edits.filter(({ together, serial }) => (together ?? serial) !== oldest);
}

const withUndone = ({ done, undone }: History, edit: Edit): History => ({
  serial: edit.serial,
  done,
  undone: kept([...undone, edit]),
});

/** RP-02.207: a new edit clears what could be redone on its page. */
const withDone = ({ done, undone }: History, edit: Edit, fresh: boolean): History => ({
  serial: edit.serial,
  done: kept([...done, edit]),
  undone: fresh ? undone.filter(({ place }) => place !== edit.place) : undone,
});

export function without(history: History, serial: number): History {
  const others = (list: readonly Edit[]): readonly Edit[] =>
    list.some((edit) => edit.serial === serial) ? list.filter((edit) => edit.serial !== serial) : list;
  const [done, undone] = [others(history.done), others(history.undone)];
  return done === history.done && undone === history.undone ? history : { ...history, done, undone };
}

/** RP-02.206: removes a refused edit; if it undid or redid another one, that one is restored. */
function withoutRefused(history: History, refused: string): History {
  const isRefused = (edit: Edit): boolean => edit.mutationId === refused || edit.reverses?.mutationId === refused;
  const [refusedDone, refusedUndone] = [history.done.filter(isRefused), history.undone.filter(isRefused)];
  if (refusedDone.length === 0 && refusedUndone.length === 0) return history;
  const again = (list: readonly Edit[]): readonly Edit[] =>
    list.flatMap(({ mutationId, reverses }) => (mutationId === refused && reverses !== null ? [reverses] : []));
  const kept = (list: readonly Edit[], back: readonly Edit[]): readonly Edit[] =>
    [...list.filter((edit) => !isRefused(edit)), ...back].sort((a, b) => a.serial - b.serial);
  return {
    ...history,
    done: kept(history.done, again(refusedUndone)),
    undone: kept(history.undone, again(refusedDone)),
  };
}

/** Which edit is to be undone. `together`: those that were made together under this name; `mutationId`: this one; neither: the latest of the page. */
export interface Wanted {
  readonly together?: string;
  readonly mutationId?: string;
}

/** RP-02.208: undo and redo apply to the latest edit of the open page. */
export const latest = (history: History, way: Way, place: string): Edit | null =>
  listOf(history, way).findLast((edit) => edit.place === place) ?? null;

function find(history: History, way: Way, place: string, { together, mutationId }: Wanted): Edit | null {
  if (together === undefined && mutationId === undefined) return latest(history, way, place);
  const isIt = (edit: Edit): boolean =>
    together === undefined ? edit.mutationId === mutationId : edit.together === together;
  return listOf(history, way).findLast(isIt) ?? null;
}

/** RP-02.201, RP-02.202: whether the latest edit of the page, or the wanted one, can be undone, given what is shown now, and the action that does it. */
export function judge(history: History, way: Way, step: HistoryStep, wanted: Wanted = {}): ReversalVerdict {
  const edit = find(history, way, step.after.frame.webPath, wanted);
  const undo = edit === null ? undefined : mutationOf(edit.kind)?.undo;
  if (edit === null || undo === undefined) return { way, edit: null };
  const now = shown(step.after, step) as never;
  if (edit.together !== undefined) {
    // RP-02.217: a half that is still being made would be neither undone nor redone.
    const isMaking = step.after.pending.some((each) => each.together !== undefined);
    if (isMaking) return { way, edit, obstacle: later('it is still being made') };
    return judgeTogether(listOf(history, way), way, edit, now);
  }
  const obstacle = undo.obstacle(now, edit.undoData as never);
  return obstacle === null
    ? { way, edit, obstacle, action: undo.inverse(now, edit.undoData as never) }
    : { way, edit, obstacle };
}

/** RP-02.217: of edits that were made together those are reversed whose results still stand. */
function judgeTogether(edits: readonly Edit[], way: Way, edit: Edit, now: never): ReversalVerdict {
  const actions: Action[] = [];
  const stays: number[] = [];
  let waits: Obstacle | null = null;
  for (const { serial, kind, undoData, together } of edits) {
    const undo = together === edit.together ? mutationOf(kind)?.undo : undefined;
    if (undo === undefined) continue;
    const obstacle = undo.obstacle(now, undoData as never);
    if (obstacle === null) {
      actions.push(withMeta(undo.inverse(now, undoData as never), { reverses: { serial, way } }));
    } else if (obstacle.retryable) waits = obstacle;
    else stays.push(serial);
  }
  if (waits !== null && actions.length + stays.length === 0) return { way, edit, obstacle: waits };
  return { way, edit, actions, stays };
}
