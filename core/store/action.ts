import type { NoticeDraft } from './types.ts';

/** Who caused an action: a person here, an answer or a push of the server, or a log that is being replayed. */
export type Origin = 'user' | 'server' | 'replay';

/** What every action carries besides its payload, once the stamping middleware has seen it. */
export interface Meta {
  readonly origin: Origin;
  /** Milliseconds since 1970-01-01T00:00:00Z, from the clock port. */
  readonly at: number;
  /** A new id from the ids port, on actions that make something: an intent or a notice. */
  readonly id?: string;
  /** An alert that is raised by the very action that reports the failure. */
  readonly notice?: NoticeDraft;
  /** The intent that this answer settles: folded into what is confirmed, or dropped. */
  readonly settles?: { readonly intentId: string; readonly as: 'confirmed' | 'refused' };
  /** The edit that this one takes back, or makes once more: its number in the history of edits (RP-02.201). */
  readonly reverses?: { readonly serial: number; readonly way: 'undo' | 'redo' };
  /** Keys that the server has changed for us: readings of them that began earlier are stale. */
  readonly wrote?: readonly string[];
}

/** A plain action: serialisable, named for what happened. */
export interface Event<P = unknown> {
  readonly type: string;
  readonly payload: P;
  readonly meta?: Partial<Meta>;
}

/** An action as reducers see it, stamped. */
export interface Stamped<P = unknown> extends Event<P> {
  readonly meta: Meta;
}

type Arguments<P> = [P] extends [void] ? [] : [payload: P];

export interface EventCreator<P> {
  (...payload: Arguments<P>): Event<P>;
  readonly type: string;
  match(action: { readonly type: string }): action is Stamped<P>;
}

function creator<P>(type: string, meta: Partial<Meta>): EventCreator<P> {
  const create = (...[payload]: Arguments<P>): Event<P> => ({ type, payload: (payload ?? {}) as P, meta });
  const match = (action: { readonly type: string }): action is Stamped<P> => action.type === type;
  return Object.assign(create, { type, match });
}

/** Something a person did. Names are permanent once logs exist. */
export const userEvent = <P = void>(type: string): EventCreator<P> => creator<P>(type, { origin: 'user' });

/** Something a person did that makes a thing with an id: the stamping middleware fills `meta.id`. */
export const makingEvent = <P = void>(type: string): EventCreator<P> => creator<P>(type, { origin: 'user', id: '' });

/** Something the server said, or that follows from what it said. */
export const serverEvent = <P = void>(type: string): EventCreator<P> => creator<P>(type, { origin: 'server' });

/** The same action, with more in its `meta`. */
export const withMeta = <P>(action: Event<P>, meta: Partial<Meta>): Event<P> => ({
  type: action.type,
  payload: action.payload,
  meta: Object.assign({}, action.meta, meta),
});

/** The same action, raising an alert in the same step. */
export const withNotice = <P>(action: Event<P>, notice: NoticeDraft): Event<P> =>
  withMeta(action, { id: action.meta?.id ?? '', notice });
