/** What the core needs from the world outside, as types only. The browser's ports are in `src/ports`, the fakes for tests in `core/testing`. */

/** A promise whose work can be cancelled. `cancel` never rejects the promise itself; a cancelled request rejects as `aborted`. */
export interface Cancellable<T> extends Promise<T> {
  cancel?: () => void;
}

/** Why a request failed. `network` and `timeout` mean that no answer arrived: the change may or may not have been made. */
export type WireErrorKind = 'network' | 'timeout' | 'aborted' | 'http' | 'graphql' | 'malformed';

/** The one shape in which GraphQL and REST ports reject. It is plain data, so that it can travel in an action. */
export interface WireError {
  readonly name: 'WireError';
  readonly kind: WireErrorKind;
  /** HTTP status, where an answer arrived. */
  readonly status?: number;
  /** The server's own texts, first one first; empty where it gave none. */
  readonly messages: readonly string[];
  /** Milliseconds after which the server asks to try again (Retry-After). */
  readonly retryAfter?: number;
}

export interface Answer<T> {
  readonly data: T;
  /** HTTP status of the answer. */
  readonly status: number;
  /** Lower-cased header names. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface RequestOptions {
  /** Sent as `Idempotency-Key`: the same key answered twice means one change. */
  readonly idempotencyKey?: string;
}

/** A GraphQL operation: its name, printed text, and the types of its answer and variables. */
export interface Operation<Result, Variables> {
  readonly name: string;
  readonly text: string;
  /** Carries the types only; never set. */
  readonly __types?: (variables: Variables) => Result;
}

export interface GraphqlPort {
  request<Result, Variables extends Record<string, unknown>>(
    operation: Operation<Result, Variables>,
    variables: Variables,
    options?: RequestOptions,
  ): Cancellable<Answer<Result>>;
}

export interface RestRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path from the root of the server, for example `/groups/a/-/epics/1/links`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
  /** Sends the file that somebody has chosen, as a form with this one field. A file is in no action and no state. */
  readonly upload?: string;
}

export interface RestPort {
  request<Result>(request: RestRequest, options?: RequestOptions): Cancellable<Answer<Result>>;
}

export interface RealtimePort {
  /** True while pushes arrive; while false, the core polls. */
  connected(): boolean;
  /**
   * A push says that what the topic names (a work item's global id, or `group/` and the full path of a group with all that is below it) has changed and should be read
   * again; `kinds`: what of it, absent: anything. Whenever a subscription begins while connected, its listener is told once, for nobody was told before.
   */
  subscribe(topic: string, listener: (kinds?: readonly string[]) => void): () => void;
  /** Called with the new state at each change. Pushes are not replayed: everything watched must then be read again. */
  onConnection(listener: (connected: boolean) => void): () => void;
}

/** The item that the viewer is at, and what of it they edit: a word of the wire, or null. */
export interface PlaceOfViewer {
  readonly id: string;
  readonly editing: string | null;
}

export interface PresentPerson {
  readonly id: string;
  readonly name: string;
  readonly username: string;
  readonly avatarUrl: string | null;
  /** A word of the wire, maybe of a newer one. */
  readonly editing: string | null;
}

/** Who else is at the item: some of them, and how many there are. */
export interface Here {
  readonly count: number;
  readonly people: readonly PresentPerson[];
}

/** AP-07.63: the only place that holds who else is where the viewer is: it enters no action, no state and no storage. */
export interface Presence {
  /** Null: the viewer is nowhere. */
  be(place: PlaceOfViewer | null): void;
  /** Null: nobody knows. */
  here(): Here | null;
  onChange(listener: () => void): () => void;
}

export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
  /** The viewer's civil day, `YYYY-MM-DD`. */
  today(): string;
  /** Calls `run` once after `milliseconds`; the returned function cancels it. */
  after(milliseconds: number, run: () => void): () => void;
}

export interface Ids {
  /** A new id, unique within the session. */
  next(): string;
}

/** Key-value storage that survives the session. Every method may throw (`storage full or absent`): callers expect it. */
export interface Storage {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
  /** The keys that begin so, in no particular order. */
  keys(prefix: string): readonly string[];
}

/** Cookies of the site that scripts may read, and that the server sees as well. Every method may throw: callers expect it. */
export interface Cookies {
  get(name: string): string | null;
  /** For the whole site, beyond the end of the session. */
  set(name: string, value: string): void;
}

export interface Visibility {
  /** True while nobody can see the page. */
  hidden(): boolean;
  onChange(listener: (hidden: boolean) => void): () => void;
}

/** Whether the machine is online, as far as it knows. */
export interface Connection {
  /** False only where no request can arrive. */
  online(): boolean;
  onChange(listener: (online: boolean) => void): () => void;
}

export interface Navigation {
  /** Leaves for another page of the product or of the server, for example after an epic was created. */
  visit(url: string): void;
  /** Reloads the page without asking about unsaved changes: the caller knows that they are kept. */
  reload(): void;
}

/** The other tabs in which the same browser shows the product. */
export interface Tabs {
  /** Posts to all others, in order; never to this one. */
  post(message: string): void;
  onMessage(listener: (message: string) => void): () => void;
  /** Holds this name until the tab ends, however it ends. Absent, like `held`, where the browser has no locks, as over plain http. */
  hold?(name: string): void;
  /** The names of all open tabs, including those that are asleep. */
  held?(): Promise<ReadonlySet<string>>;
}

/** A secret that the server shows once, and what it belongs to. */
export interface ShownSecret {
  readonly of: string;
  readonly secret: string;
}

/** The only place that holds a secret, for as long as it is shown: it enters no action, no state and no storage. */
export interface Secrets {
  show(of: string, secret: string): void;
  shown(): ShownSecret | null;
  forget(): void;
  onChange(listener: () => void): () => void;
}

export interface Log {
  /** An error worth a developer's attention: reported, never shown. */
  error(message: string, detail?: unknown): void;
}

/** Everything `createPlanner` needs. */
export interface Ports {
  readonly graphql: GraphqlPort;
  readonly rest: RestPort;
  readonly realtime: RealtimePort;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly storage: Storage;
  /** Absent where there is no browser. */
  readonly cookies?: Cookies;
  readonly visibility: Visibility;
  /** Absent where nobody knows; that counts as online. */
  readonly connection?: Connection;
  /** Absent where there are no others. */
  readonly tabs?: Tabs;
  /** Absent where nobody looks. */
  readonly secrets?: Secrets;
  /** Absent where nobody else can be. */
  readonly presence?: Presence;
  readonly navigation: Navigation;
  readonly log: Log;
}
