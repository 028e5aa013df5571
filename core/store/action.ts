import type { Clock, Ids } from '../ports/index.ts';
import { createAction, type Middleware } from '@reduxjs/toolkit';

/** Who caused an action: a person here, or an answer or a push of the server. */
export type Origin = 'user' | 'server';

/** What every action carries besides its payload, once it has passed the stamping middleware. */
export interface Meta {
  readonly origin: Origin;
  /** Milliseconds since 1970-01-01T00:00:00Z, from the clock port. */
  readonly at: number;
  /** A new id from the ids port, on actions that make something: a mutation or a notice. */
  readonly id?: string;
  /** An alert that is raised by the very action that reports the failure. */
  readonly notice?: NoticeDraft;
  /** The mutation that this answer resolves: committed to what is confirmed, or dropped. */
  readonly resolves?: { readonly id: string; readonly as: 'committed' | 'refused' };
  /** The edit that this one undoes or redoes: its number in the history of edits (RP-02.201). */
  readonly reverses?: { readonly serial: number; readonly way: 'undo' | 'redo' };
  /** Names the edits that are made together (RP-02.44). */
  readonly together?: string;
  /** What the action says of a read (core/query). */
  readonly reads?: QueryMark;
  /** Of a read: the clock of changes when it began (RP-02.264). */
  readonly since?: number;
  /** Of a read: what it changes was changed after all that other reads bring which began before (RP-02.278). */
  readonly overtakes?: true;
  /** Where the person acts: in an item over the page (WI-14). Absent: on the page. */
  readonly place?: 'over';
  /** Keys that the server has changed for us: reads of them that began earlier are stale. */
  readonly invalidates?: readonly string[];
}

/** Where an alert appears: in the tree, in the section of linked items, on the epic page, or above the whole page. */
export type NoticeScope = 'tree' | 'links' | 'notes' | 'epic' | 'page';

export interface NoticeDraft {
  readonly kind: 'danger' | 'warning' | 'info' | 'toast';
  /** The specification's sentence. */
  readonly text: string;
  /** The server's own words, below the text. */
  readonly detail?: string;
  /** Default true. */
  readonly dismissible?: boolean;
  readonly scope?: NoticeScope;
  /** It appears in the item over the page, in the same part of it. Absent: on the page. */
  readonly place?: 'over';
  /** Of a toast: milliseconds until it hides itself; default 5000, never less than 1000 (BD-04.1). */
  readonly hideAfter?: number;
  /** What a button in the alert offers; the view dispatches `event` when it is pressed. */
  readonly action?: { readonly label: string; readonly event: { readonly type: string; readonly payload: unknown } };
}

/** What an action says about a query. It travels in the action's `meta`, so that the reducer need not know the record. */
export interface QueryMark {
  readonly queryKey: string;
  readonly step: 'asked' | 'received' | 'missing' | 'failed' | 'left';
  /** Of `asked` and `failed`: a further page. */
  readonly more?: true;
  readonly next?: unknown;
  readonly error?: string | null;
}

/** A plain, serialisable action. An alias and not an interface, for only an alias has the index signature that Redux' `dispatch` asks for. */
export type Action<P = unknown> = { readonly type: string; readonly payload: P; readonly meta?: Partial<Meta> };

/** An action as reducers see it, stamped. */
export type Stamped<P = unknown> = Action<P> & { readonly meta: Meta };

/** Where an action was made, or is about: on the page, or in the item over it. */
export const placeOf = ({ place }: Pick<Partial<Meta>, 'place'>): 'page' | 'over' => place ?? 'page';

/** The same action, made in this place. */
export const madeIn = <P>(action: Action<P>, place: 'page' | 'over' | undefined): Action<P> =>
  place === 'over' ? withMeta(action, { place }) : action;

type Arguments<P> = [P] extends [void] ? [] : [payload: P];

/** What `createAction` makes, except that what matches has been stamped. */
export interface ActionCreator<P> {
  (...payload: Arguments<P>): Action<P>;
  readonly type: string;
  match(this: void, action: { readonly type: string }): action is Stamped<P>;
}

const creator = <P>(type: string, origin: Origin): ActionCreator<P> =>
  createAction(type, (...[payload]: Arguments<P>) => ({
    payload: (payload ?? {}) as P,
    meta: { origin },
  })) as unknown as ActionCreator<P>;

/** Something a person did. Names are permanent once logs exist. */
export const userAction = <P = void>(type: string): ActionCreator<P> => creator<P>(type, 'user');

/** Something the server said, or that follows from what it said. */
export const serverAction = <P = void>(type: string): ActionCreator<P> => creator<P>(type, 'server');

export const withMeta = <P>(action: Action<P>, meta: Partial<Meta>): Action<P> => ({
  type: action.type,
  payload: action.payload,
  meta: Object.assign({}, action.meta, meta),
});

/** The same action, raising an alert in the same step. */
export const withNotice = <P>(action: Action<P>, notice: NoticeDraft): Action<P> =>
  withMeta(action, { id: action.meta?.id ?? '', notice });

/** RP-02.10: gives every action its origin and time, and an id where its creator asks for one. What it brings along stays, as in a replay. */
export function stampActions(ports: { readonly clock: Clock; readonly ids: Ids }): Middleware {
  return () => (next) => (action) => {
    // Assigned and not spread: every action comes by here, in many shapes, and spreading those takes V8 several times as long.
    const stamped: { -readonly [K in keyof Meta]?: Meta[K] } = Object.assign({}, (action as Action).meta);
    stamped.origin ??= 'user';
    stamped.at ??= ports.clock.now();
    if (stamped.id === '') stamped.id = ports.ids.next();
    return next(Object.assign({}, action, { meta: stamped }));
  };
}

type Handle<State, Payload> = (state: State, payload: Payload, meta: Partial<Meta>) => State;
type On<State> = <Payload>(action: ActionCreator<Payload>, handle: Handle<State, Payload>) => void;

/** An action of any domain, or one of Redux' own. */
export type AnyAction = Omit<Action, 'payload'> & { readonly payload?: unknown };

/** A plain reducer: a handler for each action; any other action returns the same state. */
export function reducerOf<State>(initial: State, define: (on: On<State>) => void) {
  const handlers = new Map<string, Handle<State, unknown>>();
  define((event, handle) => {
    handlers.set(event.type, handle as Handle<State, unknown>);
  });
  return (state: State | undefined, action: AnyAction): State => {
    const handle = handlers.get(action.type);
    if (state === undefined) return initial;
    return handle === undefined ? state : handle(state, action.payload, action.meta ?? {});
  };
}

/** The state with a change of one of its parts. */
export const withPart = <S extends object, K extends keyof S>(state: S, part: K, change: Partial<S[K]>): S => ({
  ...state,
  [part]: { ...state[part], ...change },
});
