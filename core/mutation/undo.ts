import type { Action } from '../store/action.ts';

/** What is shown, as one domain sees it: the parts of the state by name, and the tables with the pending mutations applied. */
export interface Shown {
  readonly visible: object;
}

export interface Obstacle {
  /** A clause: `it was moved meanwhile`. */
  readonly reason: string;
  /** True: it may be undone later, when more is known. False: never again. */
  readonly retryable: boolean;
}

export const gone = (reason: string): Obstacle => ({ reason, retryable: false });

export const later = (reason: string): Obstacle => ({ reason, retryable: true });

/**
 * How mutations of one type are undone (RP-02.200 to RP-02.203): by a new ordinary mutation, planned when the first one was made from what was shown before
 * it. What is planned (`B`) is plain data and part of the state.
 */
export interface Undo<P, B> {
  /** Null: it changes nothing that could be undone. */
  plan(before: never, asked: P): Planned<B> | null;
  /** Null: its result still stands as it left it, and may be undone. */
  obstacle(now: never, undoData: B): Obstacle | null;
  inverse(now: never, undoData: B): Action;
}

/** Plain data to everyone but the record. */
export interface AnyUndo<P> {
  plan(before: never, asked: P): Planned<unknown> | null;
  obstacle(now: never, undoData: never): Obstacle | null;
  inverse(now: never, undoData: never): Action;
}

export interface Planned<B> {
  /** What was done, as the end of a sentence: `moved &12 “Title”`. */
  readonly name: string;
  readonly undoData: B;
}
