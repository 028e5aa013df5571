import type { Event } from '../store/action.ts';

/** What is shown, as far as one domain looks at it: the parts of the state by name, and the tables with the pending intents applied. */
export interface Shown {
  readonly visible: object;
}

/** Why an edit cannot be taken back. */
export interface Obstacle {
  /** A clause: `it was moved meanwhile`. */
  readonly reason: string;
  /** True: it may be taken back later, when more is known. False: never any more. */
  readonly passing: boolean;
}

/** It can never be taken back any more. */
export const gone = (reason: string): Obstacle => ({ reason, passing: false });

/** It may be taken back later, when more is known. */
export const later = (reason: string): Obstacle => ({ reason, passing: true });

/**
 * How edits of one kind are taken back (RP-02.200 to RP-02.203): by a new edit of an ordinary kind, which was worked out when the edit was made, from what
 * was shown before it. A plan is plain data and part of the state.
 */
export interface Inverse<S extends Shown, P, B> {
  /** The type of the action that makes such an edit. */
  readonly kind: string;
  /** Null: the edit changes nothing that could be taken back. */
  plan(before: S, payload: P): Planned<B> | null;
  /** Null: what the edit did still stands as it left it, and may be taken back. */
  obstacle(now: S, back: B): Obstacle | null;
  /** The edit that takes it back. */
  edit(now: S, back: B): Event;
  /** Of an edit that is no intent: the answer that says that it was not made. */
  readonly refusal?: { readonly type: string; concerns(payload: unknown, back: B): boolean };
}

export interface Planned<B> {
  /** What was done, as the end of a sentence: `moved &12 “Title”`. */
  readonly name: string;
  readonly back: B;
}

/** Some inverse: whoever keeps its plans knows nothing of what it looks at. */
export interface AnyInverse {
  readonly kind: string;
  plan(before: never, payload: never): Planned<unknown> | null;
  obstacle(now: never, back: never): Obstacle | null;
  edit(now: never, back: never): Event;
  readonly refusal?: { readonly type: string; concerns(payload: unknown, back: never): boolean };
}
