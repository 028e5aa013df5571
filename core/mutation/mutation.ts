import type { Action, ActionCreator, Meta, NoticeDraft } from '../store/action.ts';
import type { WireError } from '../ports/index.ts';
import type { AnyUndo } from './undo.ts';
import type { WireRequest } from './request.ts';
import { createAction } from '@reduxjs/toolkit';
import { serverAction } from '../store/action.ts';
import { isUncertain } from '../store/effects.ts';

export interface Committed<P, A> {
  readonly id: string;
  readonly asked: P;
  readonly answer: A;
  /** Another change of what this one invalidates was answered since it was sent: the answer may be older than what is known. */
  readonly behind?: true;
}

export interface Refused<P> {
  readonly id: string;
  readonly asked: P;
  /** Plain data; `isUncertain` says whether it may have been carried out all the same. */
  readonly failure: WireError;
  /** What `Assist` found out about it afterwards. */
  readonly found?: unknown;
  /** It was an undo or a redo, not an edit of its own. */
  readonly reverses?: true;
}

/** Starts a mutation; `meta.id` is its id and Idempotency-Key. `P`: its parameters, `A`: the decoded answer, `G`: the payload that `accept` turns into `P`. */
export interface MutationCreator<P, A = null, G = P> extends ActionCreator<G> {
  readonly committed: ActionCreator<Committed<P, A>>;
  readonly refused: ActionCreator<Refused<P>>;
}

/** A write, as data; the kernel does everything else. Functions are pure; `never` stands for the part of the state or the tables that a domain uses. */
export interface Mutation<P, A> {
  /** One at a time within a scope, in the order in which they were made; scopes run side by side. */
  scope(asked: P): string;
  /** Keys whose earlier reads are stale once it is answered. */
  invalidates?(asked: P, state: never, answer: A | null): readonly string[];
  /** What is requested, given the state before, the id of the mutation, and where the person acts; null: nothing (no permission, no change, one in flight). Absent: the payload as it is. */
  accept?(state: never, given: never, id: string, place: Meta['place']): P | null;
  /** Makes the stated result true: deterministic and idempotent. Absent: only the answer shows it (ADR 0014). */
  apply?(draft: never, asked: P): void;
  /** Called once, when its turn has come. Null: there is nothing to request. `found`: the result of `Assist.before`. */
  request(state: never, asked: P, found: never): WireRequest | null;
  /** Was an answer with errors in its payload carried out all the same, at least a part of it? Absent: none was. */
  isDone?(payload: never): boolean;
  /** Decodes the answer; null: it is invalid. Absent: the answer is ignored. */
  decode?(data: never, asked: P, state: never): A | null;
  /** What the answer does to the confirmed tables. Absent: `apply`. */
  commit?(draft: never, answer: A, asked: P, behind: boolean): void;
  /** The alert of a refusal. `form`: the form itself shows it, where the person looks. */
  error(asked: P, failure: WireError, state: never, found: unknown): NoticeDraft | 'form';
  /** Whether this action resolves an undecided attempt, so that its idempotency key can be dropped. */
  forgets?(asked: P, action: Action): boolean;
  /** How it is undone (RP-02.200). Absent: it cannot be. */
  readonly undo?: AnyUndo<P>;
}

export type AnyMutation = Mutation<never, never>;

const defined = new Map<string, AnyMutation>();

/** The record of a type of action; undefined: it is no mutation. */
export const mutationOf = (type: string): AnyMutation | undefined => defined.get(type);

/** Declares a mutation: the creator of its action, with those of its two answers. What it does is said by `define`. */
export function mutation<P, A = null, G = P>(type: string): MutationCreator<P, A, G> {
  const made = createAction(type, (payload?: G) => ({
    payload: payload ?? {},
    meta: { origin: 'user' as const, id: '' },
  }));
  return Object.assign(made, {
    committed: serverAction<Committed<P, A>>(`${type}/committed`),
    refused: serverAction<Refused<P>>(`${type}/refused`),
  }) as unknown as MutationCreator<P, A, G>;
}

/** Says what a declared mutation does. It is separate from the action, so that who needs only the action imports only that. */
export function define<P, A, G>(
  { type }: MutationCreator<P, A, G>,
  record: Mutation<NoInfer<P>, NoInfer<A>>,
): AnyMutation {
  defined.set(type, record as AnyMutation);
  return record as AnyMutation;
}

interface Identified {
  readonly id: string;
}

interface Matches<P> {
  match(action: { readonly type: string }): action is Action<P>;
}

/**
 * Of which thing an answer to one of these mutations leaves open what is so, since it could not be read, or another change was answered since it was sent: its id. Such a thing
 * is to be read again. Null: of none.
 */
export function leftOpenBy(
  mutations: readonly {
    readonly committed: Matches<Committed<Identified, unknown>>;
    readonly refused: Matches<Refused<Identified>>;
  }[],
  action: { readonly type: string },
): string | null {
  for (const { committed, refused } of mutations) {
    if (refused.match(action) && isUncertain(action.payload.failure)) return action.payload.asked.id;
    if (committed.match(action) && action.payload.behind === true) return action.payload.asked.id;
  }
  return null;
}
