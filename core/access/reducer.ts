import type { EventCreator, Meta } from '../store/action.ts';

type Handle<State, Payload> = (state: State, payload: Payload, meta: Partial<Meta>) => State;
type On<State> = <Payload>(event: EventCreator<Payload>, handle: Handle<State, Payload>) => void;

/** An action of whatever domain. */
export interface AnyAction {
  readonly type: string;
  readonly payload?: unknown;
  readonly meta?: Partial<Meta>;
}

/** A plain reducer: what each event makes of the state; any other action leaves the very same state. */
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
