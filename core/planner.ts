import type { Action as AnyType, Middleware, Store, UnknownAction } from '@reduxjs/toolkit';
import type { Ports } from './ports/index.ts';
import type { Action, Stamped } from './store/action.ts';
import type { Assists, Pending } from './mutation/index.ts';
import type { Table } from './table/index.ts';
import type { LinkConfirmed } from './link/types.ts';
import type { NotesConfirmed } from './note/types.ts';
import type { RoadmapConfirmed } from './roadmap/types.ts';
import type { ConfirmedTree } from './tree/index.ts';
import { configureStore, Tuple } from '@reduxjs/toolkit';
import createSagaMiddleware, { type Task } from 'redux-saga';
import { fork } from 'typed-redux-saga';
import { accessDomain } from './access/index.ts';
import { tokensDomain } from './access/tokens/slice.ts';
import { bulkDomain } from './bulk/slice.ts';
import { commandDomain } from './command/slice.ts';
import { editorDomain } from './editor/slice.ts';
import { epicDomain, epicListDomain, overEpicDomain } from './epic/index.ts';
import { frameDomain } from './frame/index.ts';
import { gated, type Gated, type Keeping } from './gate/index.ts';
import { groupDomain } from './group/index.ts';
import { linkDomain } from './link/domain.ts';
import { noteDomain } from './note/domain.ts';
import { NOTICE, noticeActions, noticeDomain } from './notice/index.ts';
import { reduceQueries, type Queries } from './query/index.ts';
import { roadmapDomain } from './roadmap/domain.ts';
import { gutterDomain } from './sidebar/gutter.ts';
import { overSidebarDomain, sidebarDomain } from './sidebar/mutations.ts';
import { textDomain } from './text/domain.ts';
import { stampActions, supervise, type CrashPlan, type Domain, type Step } from './store/index.ts';
import { changedFacts, withoutOlder } from './entities/index.ts';
import {
  changedSince,
  clockOf,
  initialPending,
  mutationEvents,
  raised,
  reducePending,
  selectVisible,
  watchMutations,
  type HeldBack,
} from './mutation/index.ts';
import { emptyTable } from './table/index.ts';
import { heldRecords } from './work-item/entity.ts';
import { newIssueDomain } from './new-issue/slice.ts';
import { manageDomain } from './manage/slice.ts';
import { templateDomain } from './template/slice.ts';
import { emptyTree, inOrder, overTreeDomain, treeDomain } from './tree/index.ts';
import { itemExtrasDomain } from './work-item/extras/mutations.ts';
import { itemFieldsDomain } from './work-item/fields/mutations.ts';
import { issueListDomain, workItemDomain } from './work-item/index.ts';

/** Every domain with a part of the state. This file is the only one that knows them all. Those without a saga have theirs started by the page that brings it. */
const DOMAINS = [
  accessDomain,
  noticeDomain,
  frameDomain,
  groupDomain,
  workItemDomain,
  itemFieldsDomain,
  itemExtrasDomain,
  issueListDomain,
  treeDomain,
  overTreeDomain,
  epicDomain,
  overEpicDomain,
  epicListDomain,
  roadmapDomain,
  linkDomain,
  editorDomain,
  noteDomain,
  textDomain,
  sidebarDomain,
  overSidebarDomain,
  gutterDomain,
  tokensDomain,
  commandDomain,
  bulkDomain,
  templateDomain,
  manageDomain,
  newIssueDomain,
] as const;

type Domains = (typeof DOMAINS)[number];
type DomainState = { readonly [D in Domains as D['name']]: ReturnType<D['reducer']> };
type DomainName = Domains['name'];
/** The watchers that are started by the page that brings them: of domains, of the forms that let somebody in, of the searches in the tree's forms, and of what has no state. */
export type LateWatcher =
  | Exclude<Domains, { readonly saga: Watcher }>['name']
  | 'entry'
  | 'treeSearches'
  | 'presence'
  | 'checklist'
  | 'places'
  | 'preferences';

/** Everything that the server said, as tables. */
export type Confirmed = ConfirmedTree & LinkConfirmed & NotesConfirmed & RoadmapConfirmed;

/** Everything that the state can hold, from the start (RP-02.18). */
export interface RootState extends DomainState {
  readonly confirmed: Confirmed;
  /** Changes that were asked for and not answered yet, in order. */
  readonly pending: readonly Pending[];
  /** What was asked for together with others and is made when those are answered. */
  readonly heldBack?: readonly HeldBack[];
  /** How often each key was changed by the server for us. */
  readonly versions: Table<number>;
  /** How far each read has come. */
  readonly queries: Queries;
}

/** The same, as what goes through all of them sees them. */
const ALL: readonly (Domain & { readonly saga?: Watcher })[] = DOMAINS;
const CONFIRMED_REDUCERS = ALL.flatMap(({ name, reduceConfirmed }) =>
  name === treeDomain.name ? [] : (reduceConfirmed ?? []),
) as unknown as readonly Fold[];
const HOLDERS = ALL.flatMap(({ holds }) => holds ?? []) as unknown as readonly ((
  state: RootState,
) => Iterable<string>)[];
const LEAVES: ReadonlySet<string> = new Set(ALL.flatMap(({ leaves = [] }) => leaves));
const LAST = ALL.flatMap(({ name, afterReduce }) =>
  afterReduce === undefined ? [] : [{ name, afterReduce: afterReduce as unknown as AfterReduce }],
);

type Watcher = (ports: Ports) => Generator;
type Fold = (confirmed: Confirmed, action: Stamped, before: RootState) => Confirmed;
type AfterReduce = (part: unknown, action: Stamped, step: Step<RootState, Confirmed>) => unknown;

const ASSISTS: Assists = Object.assign({}, ...ALL.map(({ assists }) => assists));

export { selectVisible };

type AnyReducer = (state: unknown, action: Stamped) => unknown;

const noTables = (): Confirmed =>
  ({
    ...emptyTree(),
    ...Object.fromEntries(ALL.flatMap(({ tables = [] }) => tables.map((table) => [table, emptyTable()]))),
  }) as unknown as Confirmed;

export const initialState = (): RootState =>
  ({
    ...initialPending(noTables()),
    queries: emptyTable(),
    ...Object.fromEntries(DOMAINS.map(({ name, reducer }) => [name, (reducer as AnyReducer)(undefined, INIT)])),
  }) as unknown as RootState;

const INIT: Stamped = { type: 'planner/started', payload: {}, meta: { origin: 'server', at: 0 } };

/** RP-02.264: what a reading says of a field of a work item that was changed since it began is not taken in. */
function withoutStale({ confirmed, versions }: RootState, folded: Confirmed, since: number | undefined): Confirmed {
  if (since === undefined || folded.items === confirmed.items || clockOf(versions) === since) return folded;
  const items = withoutOlder(confirmed.items, folded.items, (key) => changedSince(versions, key, since));
  return { ...folded, items };
}

/** Applies an action to the confirmed tables, then re-sorts children whose state changed. */
function fold(before: Confirmed, synced: RootState, action: Stamped): Confirmed {
  const tree = treeDomain.reduceConfirmed(inOrder(before, synced.confirmed), action, synced) as Confirmed;
  const folded = CONFIRMED_REDUCERS.reduce((tables, each) => each(tables, action, synced), tree);
  return inOrder(tree, withoutStale(synced, folded, action.meta.since));
}

/** What is on its way stays known until it is answered: an edit may be made of what the record says when its turn comes. */
const onTheWay = ({ pending, heldBack = [] }: RootState): readonly string[] =>
  [...pending, ...heldBack].flatMap(({ payload }) => (payload as { readonly id?: string } | null)?.id ?? []);

function withoutUnheld(state: RootState): RootState {
  const confirmed = heldRecords(state.confirmed, [
    ...HOLDERS.flatMap((holds) => [...holds(state)]),
    ...onTheWay(state),
  ]);
  return confirmed === state.confirmed ? state : { ...state, confirmed };
}

/** One pass over the parts; the same state where no part changed. */
export function reducePlanner(state: RootState, action: Stamped): RootState {
  const synced = reducePending(state, action) as RootState;
  const confirmed = fold(state.confirmed, synced, action);
  // What sync changed is in an object of its own already.
  let next: Record<string, unknown> | null = synced === state ? null : (synced as object as Record<string, unknown>);
  if (confirmed !== synced.confirmed) {
    next ??= { ...state };
    next.confirmed = confirmed;
    // RP-02.278
    if (action.meta.overtakes === true)
      next.versions = raised(synced.versions, changedFacts(synced.confirmed.items, confirmed.items));
  }
  const queries = reduceQueries(state.queries, action);
  if (queries !== state.queries) {
    next ??= { ...state };
    next.queries = queries;
  }
  for (const { name, reducer } of DOMAINS) {
    const before = state[name];
    const after = (reducer as AnyReducer)(before, action);
    if (after === before) continue;
    next ??= { ...state };
    next[name] = after;
  }
  // Each of these sees what the one before it made of the state.
  let after = (next ?? state) as unknown as RootState;
  for (const { name, afterReduce } of LAST) {
    const part = after[name as DomainName];
    const made = afterReduce(part, action, { before: state, after, visible: selectVisible });
    if (made !== part) after = { ...after, [name]: made };
  }
  return LEAVES.has(action.type) ? withoutUnheld(after) : after;
}

export interface PlannerOptions {
  readonly preloadedState?: Partial<RootState>;
  /** Run after the actions are stamped and before the reducers: recorders, tests. */
  readonly middleware?: readonly Middleware[];
}

type MakeKeeper = (gated: Gated) => Keeping;

export interface Planner {
  readonly store: Store<RootState, AnyType>;
  /** Starts a domain's watcher whose code came later; nothing where it runs already. */
  watch(name: LateWatcher, watcher: Watcher): void;
  /** From here on what is typed and unsaved outlives the page; `keeper` is of `core/keep`, whose code comes later. */
  keep(keeper: MakeKeeper): void;
  /** RP-02.39: whether a page that is loaded anew now comes back with everything that is typed and unsaved. */
  isKept(): boolean;
  /** Ends every watcher and gives up the requests that only read. */
  dispose(): void;
}

/** The whole product without a UI: state, watchers, and the `store` that takes actions. All effects go through `ports`. */
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
  const later = new Map<LateWatcher, Task>();
  return {
    store: store as Store<RootState, AnyType>,
    watch: (name, watcher) => {
      if (later.has(name) || !root.isRunning()) return;
      later.set(name, saga.run(supervise, name, watcher, crashPlan(ports)));
    },
    keep: gate.keep,
    isKept: gate.isKept,
    dispose: () => {
      for (const task of [root, ...later.values()]) task.cancel();
      gate.stop();
    },
  };
}

/** Redux' own actions carry no `meta`. */
const isStamped = (action: UnknownAction): action is UnknownAction & Stamped => 'meta' in action;

const crashAlert = (): Action => noticeActions.raised({ kind: 'danger', text: NOTICE.ours, scope: 'page' });

const crashPlan = (ports: Ports): CrashPlan => ({ ports, alert: crashAlert });

function* superviseAll(ports: Ports): Generator {
  const plan = crashPlan(ports);
  const queue = { ...plan, settle: mutationEvents.queueRestarted };
  yield* fork(supervise, 'mutations', (own: Ports) => watchMutations(own, ASSISTS, crashAlert), queue);
  for (const { name, saga } of ALL) {
    if (saga !== undefined) yield* fork(supervise, name, saga, plan);
  }
}
