import type { Middleware, Store, UnknownAction } from '@reduxjs/toolkit';
import type { Ports } from './ports/index.ts';
import type { Event, Stamped } from './store/action.ts';
import type { LazyDomain } from './store/domain.ts';
import type { Intent, IntentKinds } from './sync/index.ts';
import type { Table } from './table/index.ts';
import type { ConfirmedTree } from './tree/index.ts';
import { configureStore, Tuple } from '@reduxjs/toolkit';
import createSagaMiddleware, { type Task } from 'redux-saga';
import { call, fork } from 'typed-redux-saga';
import { accessDomain } from './access/index.ts';
import { attachedDrafts, reduceAttached, register, registeredDomain } from './attached.ts';
import { epicDomain } from './epic/index.ts';
import { frameDomain } from './frame/index.ts';
import { gated, type Gated, type Keeping } from './gate/index.ts';
import { groupDomain } from './group/index.ts';
import { NOTICE, noticeActions, noticeDomain } from './notice/index.ts';
import { plannerEvents, stampActions, supervise, type CrashPlan } from './store/index.ts';
import { createVisible, Draft, initialSync, reduceSync, syncEvents } from './sync/index.ts';
import { emptyTree, treeDomain } from './tree/index.ts';
import { issueListDomain, workItemDomain } from './work-item/index.ts';

/** Every domain with a part of the state and a watcher. This file is the only one that knows them all. */
const DOMAINS = [
  accessDomain,
  noticeDomain,
  frameDomain,
  groupDomain,
  workItemDomain,
  issueListDomain,
  treeDomain,
  epicDomain,
] as const;

type Domain = (typeof DOMAINS)[number];
type DomainState = { readonly [D in Domain as D['name']]: ReturnType<D['reducer']> };

/** Everything that the server said, as tables. */
export type Confirmed = ConfirmedTree;

export interface RootState extends DomainState {
  readonly confirmed: Confirmed;
  /** Changes that were asked for and not answered yet, in order. */
  readonly pending: readonly Intent[];
  /** How often each key was changed by the server for us. */
  readonly stamps: Table<number>;
}

const KINDS: IntentKinds<Confirmed> = { ...treeDomain.intents };

const kindsOf = (name: string): readonly string[] =>
  Object.keys((DOMAINS.find((domain) => domain.name === name) ?? registeredDomain(name))?.intents ?? {});

const visible = createVisible(KINDS);

/** What is shown: the pending intents over what is confirmed; with nothing pending, `confirmed` itself. */
export const selectVisible = (state: Pick<RootState, 'confirmed' | 'pending'>): Confirmed =>
  visible(state.confirmed, state.pending);

type AnyReducer = (state: unknown, action: Stamped) => unknown;

/** The state of a planner that has seen nothing yet. */
export const initialState = (): RootState =>
  ({
    ...initialSync<Confirmed>(emptyTree()),
    ...Object.fromEntries(DOMAINS.map(({ name, reducer }) => [name, (reducer as AnyReducer)(undefined, INIT)])),
  }) as unknown as RootState;

const INIT: Stamped = { type: 'planner/started', payload: {}, meta: { origin: 'server', at: 0 } };

/** One pass over the parts; the same state where no part changed. */
export function reducePlanner(state: RootState, action: Stamped): RootState {
  const synced = reduceSync(KINDS, state, action) as RootState;
  const confirmed = treeDomain.foldConfirmed(synced.confirmed, action);
  // What sync changed is in an object of its own already.
  let next: Record<string, unknown> | null = synced === state ? null : (synced as object as Record<string, unknown>);
  if (confirmed !== synced.confirmed) {
    next ??= { ...state };
    next.confirmed = confirmed;
  }
  for (const { name, reducer } of DOMAINS) {
    const before = state[name];
    const after = (reducer as AnyReducer)(before, action);
    if (after === before) continue;
    next ??= { ...state };
    next[name] = after;
  }
  if (next === null) return reduceAttached(state, action, state, selectVisible);
  const root = next as unknown as RootState;
  next[treeDomain.name] = treeDomain.reduceShown(root.tree, action, () => selectVisible(root));
  return reduceAttached(root, action, state, selectVisible);
}

/** Makes a domain known to the reducers, for logs that attach it. A planner attaches it by `attach`. */
export const registerDomain = (domain: LazyDomain): void => register(domain, KINDS as IntentKinds<never>);

export interface PlannerOptions {
  readonly preloadedState?: Partial<RootState>;
  /** Run after the actions are stamped and before the reducers: recorders, tests. */
  readonly middleware?: readonly Middleware[];
}

type MakeKeeper = (
  gated: Gated,
  options: { readonly drafts: typeof attachedDrafts; readonly canIntend: typeof canIntend },
) => Keeping;

export interface Planner {
  readonly store: Store<RootState>;
  /** Adds a domain whose code came later; nothing where it is there already. */
  attach(domain: LazyDomain): void;
  /** From here on what is typed and unsaved outlives the page; `keeper` is of `core/keep`, whose code comes later. */
  keep(keeper: MakeKeeper): void;
  /** RP-02.39: whether a page that is loaded anew now comes back with everything that is typed and unsaved. */
  isKept(): boolean;
  /** Ends every watcher and gives up the requests that only read. */
  dispose(): void;
}

/**
 * The whole product without a screen: state, watchers, and a door (`store`) through which actions come in and selectors look out.
 * All effects go through `ports`.
 */
export function createPlanner(given: Ports, options: PlannerOptions = {}): Planner {
  const gate = gated(given);
  const { ports } = gate;
  const saga = createSagaMiddleware({
    onError: (error) => ports.log.error('The root of the watchers crashed', error),
  });
  const store = configureStore({
    reducer: (state: RootState | undefined, action: UnknownAction) =>
      state === undefined ? initialState() : isStamped(action) ? reducePlanner(state, action) : state,
    preloadedState: { ...initialState(), ...options.preloadedState },
    // No checking and no thunks: the big tables must not be walked on every action.
    middleware: () => new Tuple(stampActions(ports), gate.middleware, ...(options.middleware ?? []), saga),
    enhancers: (defaults) => defaults({ autoBatch: false }),
    devTools: false,
  });
  const root = saga.run(superviseAll, ports);
  const attached = new Map<string, Task>();
  return {
    store: store as Store<RootState>,
    attach: (domain) => {
      if (attached.has(domain.name) || !root.isRunning()) return;
      registerDomain(domain);
      store.dispatch({ ...plannerEvents.domainAttached({ name: domain.name }) });
      attached.set(
        domain.name,
        saga.run(supervise, domain.name, (given) => domain.saga(given), crashPlan(ports)),
      );
    },
    keep: (keeper) => gate.keep((inside) => keeper(inside, { drafts: attachedDrafts, canIntend })),
    isKept: gate.isKept,
    dispose: () => {
      for (const task of [root, ...attached.values()]) task.cancel();
      gate.stop();
    },
  };
}

/** Redux' own actions carry no `meta`. */
const isStamped = (action: UnknownAction): action is UnknownAction & Stamped => 'meta' in action;

/** RP-02.38: an intent of an ended tab is made again where what it changes is known. */
function canIntend(state: object, { kind, payload }: Pick<Intent, 'kind' | 'payload'>): boolean {
  const made = Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined;
  if (made === undefined) return false;
  try {
    const draft = new Draft(selectVisible(state as RootState));
    made.apply(draft, payload as never);
    return draft.writes.length > 0;
  } catch {
    // What stood in the storage is no such intent.
    return false;
  }
}

const crashAlert = (): Event => noticeActions.raised({ kind: 'danger', text: NOTICE.ours, scope: 'page' });

const crashPlan = (ports: Ports): CrashPlan => ({
  ports,
  alert: crashAlert,
  settle: (name) => [syncEvents.watcherRestarted({ kinds: kindsOf(name) })],
});

function* superviseAll(ports: Ports): Generator {
  const plan = crashPlan(ports);
  for (const { name, saga } of DOMAINS) {
    yield* fork(function* () {
      yield* call(supervise, name, saga, plan);
    });
  }
}
