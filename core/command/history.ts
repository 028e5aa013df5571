import type { AnyInverse, Obstacle, Shown } from '../sync/index.ts';
import type { Event, Stamped, Step } from '../store/index.ts';
import { INVERSES } from './inverses.ts';

/** RP-02.205: so many edits are kept; the oldest go first. */
export const HISTORY_MAX = 100;

/** An edit that can be taken back. */
export interface Edit {
  /** Counts the edits of the session. */
  readonly serial: number;
  /** The type of the action that made it. */
  readonly kind: string;
  /** Of an optimistic edit: the intent that it waits in until it is answered. */
  readonly intentId: string | null;
  /** What was done: `moved &12 “Title”`. */
  readonly name: string;
  /** Path of the page on which it was done. */
  readonly place: string;
  /** What takes it back, in the words of its domain. */
  readonly back: unknown;
  /** The edit that this one took back or made once more. */
  readonly reverses: Edit | null;
}

/** What can be taken back, and what can be made once more; the latest last. */
export interface History {
  readonly serial: number;
  readonly done: readonly Edit[];
  readonly undone: readonly Edit[];
}

export const NO_HISTORY: History = { serial: 0, done: [], undone: [] };

const byKind: ReadonlyMap<string, AnyInverse> = new Map(INVERSES.map((inverse) => [inverse.kind, inverse]));

const byRefusal: ReadonlyMap<string, AnyInverse> = new Map(
  INVERSES.flatMap((inverse) => (inverse.refusal === undefined ? [] : [[inverse.refusal.type, inverse] as const])),
);

/** The whole state as the inverses look at it. */
const shown = (state: object, visible: object): Shown => ({ ...state, visible });

export type Way = 'undo' | 'redo';

/** What becomes of the asking for an undo or a redo. */
export type Verdict =
  | { readonly way: Way; readonly edit: null }
  | { readonly way: Way; readonly edit: Edit; readonly obstacle: Obstacle }
  | { readonly way: Way; readonly edit: Edit; readonly obstacle: null; readonly event: Event };

interface WithPlace {
  readonly frame: { readonly webPath: string };
}

/** RP-02.200: an edit is noted in the step that makes it, with what takes it back; RP-02.206: one that is refused was never made. */
export function noteStep(history: History, action: Stamped, step: Step): History {
  const { settles } = action.meta;
  if (settles?.as === 'refused') return withoutRefused(history, settles.intentId);
  const refusal = byRefusal.get(action.type);
  if (refusal !== undefined) return withoutNotMade(history, refusal, action.payload);
  const inverse = byKind.get(action.type);
  // What the server's answers bring about is no edit of a person.
  if (inverse === undefined || action.meta.origin === 'server') return history;
  const found = inverse.plan(shown(step.before, step.visible(step.before)) as never, action.payload as never);
  const { reverses } = action.meta;
  const from =
    reverses === undefined ? null : listOf(history, reverses.way).find(({ serial }) => serial === reverses.serial);
  const rest = from == null ? history : without(history, from.serial);
  if (found === null) return rest;
  const edit: Edit = {
    serial: history.serial + 1,
    kind: action.type,
    intentId: action.meta.id ?? null,
    name: from?.name ?? found.name,
    place: (step.before as WithPlace).frame.webPath,
    back: found.back,
    reverses: from == null ? null : { ...from, reverses: null },
  };
  return reverses?.way === 'undo' ? withUndone(rest, edit) : withDone(rest, edit, reverses === undefined);
}

const listOf = ({ done, undone }: History, way: Way): readonly Edit[] => (way === 'undo' ? done : undone);

const withUndone = ({ done, undone }: History, edit: Edit): History => ({
  serial: edit.serial,
  done,
  undone: [...undone, edit].slice(-HISTORY_MAX),
});

/** RP-02.207: after a new edit nothing that was taken back on this page before is made once more. */
const withDone = ({ done, undone }: History, edit: Edit, fresh: boolean): History => ({
  serial: edit.serial,
  done: [...done, edit].slice(-HISTORY_MAX),
  undone: fresh ? undone.filter(({ place }) => place !== edit.place) : undone,
});

/** The history without one edit. */
export function without(history: History, serial: number): History {
  const others = (list: readonly Edit[]): readonly Edit[] =>
    list.some((edit) => edit.serial === serial) ? list.filter((edit) => edit.serial !== serial) : list;
  const [done, undone] = [others(history.done), others(history.undone)];
  return done === history.done && undone === history.undone ? history : { ...history, done, undone };
}

/** RP-02.206: a refused edit was never made; where it took another one back, that one stands again, and can be taken back again. */
function withoutRefused(history: History, intentId: string): History {
  const isRefused = (edit: Edit): boolean => edit.intentId === intentId || edit.reverses?.intentId === intentId;
  const [refusedDone, refusedUndone] = [history.done.filter(isRefused), history.undone.filter(isRefused)];
  if (refusedDone.length === 0 && refusedUndone.length === 0) return history;
  const again = (list: readonly Edit[]): readonly Edit[] =>
    list.flatMap(({ intentId: own, reverses }) => (own === intentId && reverses !== null ? [reverses] : []));
  const kept = (list: readonly Edit[], back: readonly Edit[]): readonly Edit[] =>
    [...list.filter((edit) => !isRefused(edit)), ...back].sort((a, b) => a.serial - b.serial);
  return {
    ...history,
    done: kept(history.done, again(refusedUndone)),
    undone: kept(history.undone, again(refusedDone)),
  };
}

/** RP-02.206: an edit that is no intent was refused: the latest of those that the refusal can be about, for they are made one after the other. */
function withoutNotMade(history: History, { kind, refusal }: AnyInverse, payload: unknown): History {
  const isConcerned = (edit: Edit): boolean =>
    edit.kind === kind && refusal?.concerns(payload, edit.back as never) === true;
  const [done, undone] = [history.done.findLast(isConcerned), history.undone.findLast(isConcerned)];
  const refused = (done?.serial ?? 0) > (undone?.serial ?? 0) ? done : undone;
  if (refused === undefined) return history;
  const rest = without(history, refused.serial);
  const { reverses } = refused;
  if (reverses === null) return rest;
  // What it was to take back stands, and can be taken back again.
  const again = (list: readonly Edit[]): readonly Edit[] => [...list, reverses].sort((a, b) => a.serial - b.serial);
  return refused === undone ? { ...rest, done: again(rest.done) } : { ...rest, undone: again(rest.undone) };
}

/** RP-02.208: what undo and redo are about: the latest of the page that is open. */
export const latest = (history: History, way: Way, place: string): Edit | null =>
  listOf(history, way).findLast((edit) => edit.place === place) ?? null;

/** RP-02.201, RP-02.202: whether the latest edit of the page may be taken back, by what is shown now, and the edit that does it. */
export function judge(history: History, way: Way, { after, visible }: Step): Verdict {
  const edit = latest(history, way, (after as WithPlace).frame.webPath);
  const inverse = edit === null ? undefined : byKind.get(edit.kind);
  if (edit === null || inverse === undefined) return { way, edit: null };
  const now = shown(after, visible(after)) as never;
  const obstacle = inverse.obstacle(now, edit.back as never);
  return obstacle === null
    ? { way, edit, obstacle, event: inverse.edit(now, edit.back as never) }
    : { way, edit, obstacle };
}
