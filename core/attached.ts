import type { IntentKinds } from './sync/index.ts';
import type { DraftKind } from './store/drafts.ts';
import type { LazyDomain, Stamped, Step } from './store/index.ts';
import { plannerEvents } from './store/index.ts';
import { emptyTable } from './table/index.ts';

/**
 * The domains whose code is here but that a state need not have. Registering adds code and nothing else: what a state does with an action depends on
 * the domains that were attached to it, and they are in its log.
 */
const registered = new Map<string, LazyDomain>();

type AnyReducer = (state: unknown, action: Stamped) => unknown;
type State = Readonly<Record<string, unknown>>;

export function register(domain: LazyDomain, kinds: IntentKinds<never>): void {
  if (registered.has(domain.name)) return;
  registered.set(domain.name, domain);
  Object.assign(kinds, domain.intents);
}

export const attachedDrafts = (): readonly DraftKind[] =>
  [...registered.values()].flatMap(({ drafts }) => drafts ?? []);

export const registeredDomain = (name: string): LazyDomain | undefined => registered.get(name);

/** RP-02.18: the state with a domain and its tables; the same state where it has them. Throws where the domain's code is not here. */
function attach(state: State, action: Stamped<{ readonly name: string }>): State {
  const { name } = action.payload;
  if (name in state) return state;
  const domain = registered.get(name);
  if (domain === undefined) throw new Error(`There is no domain "${name}" here to be attached`);
  const confirmed = state['confirmed'] as State;
  const tables = domain.tables.filter((table) => !(table in confirmed)).map((table) => [table, emptyTable()] as const);
  return {
    ...state,
    confirmed: { ...confirmed, ...Object.fromEntries(tables) },
    [name]: (domain.reducer as AnyReducer)(undefined, action),
  };
}

/**
 * What the attached domains make of an action; the same state where they change nothing. `before` is the state that the action found, `visible` what is
 * shown of a state.
 */
export function reduceAttached<S extends object>(state: S, action: Stamped, before: S, visible: Visible<S>): S {
  if (registered.size === 0) return state;
  if (plannerEvents.domainAttached.match(action)) return attach(state as State, action) as S;
  let next: Record<string, unknown> | null = null;
  for (const { name, reducer, foldConfirmed } of registered.values()) {
    const found = (next ?? (state as State)) as State;
    if (!(name in found)) continue;
    const confirmed = foldConfirmed?.(found['confirmed'] as never, action) ?? found['confirmed'];
    const own = (reducer as AnyReducer)(found[name], action);
    if (confirmed === found['confirmed'] && own === found[name]) continue;
    next ??= { ...found };
    next['confirmed'] = confirmed;
    next[name] = own;
  }
  return told((next ?? state) as S, action, { before, visible: visible as Step['visible'] });
}

type Visible<S> = (state: S) => object;
type StepReducer = (state: unknown, action: Stamped, step: Step) => unknown;

/** RP-02.204: the domains that look at whole steps are told last. */
function told<S extends object>(after: S, action: Stamped, step: Omit<Step, 'after'>): S {
  let next = after;
  for (const { name, reduceStep } of registered.values()) {
    const own = reduceStep === undefined ? undefined : (next as State)[name];
    if (reduceStep === undefined || own === undefined) continue;
    const made = (reduceStep as unknown as StepReducer)(own, action, { ...step, after: next });
    if (made !== own) next = { ...next, [name]: made };
  }
  return next;
}
