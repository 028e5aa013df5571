import type {
  Answer,
  Here,
  Operation,
  PlaceOfViewer,
  Ports,
  RestRequest,
  ShownSecret,
  WireError,
} from '../ports/index.ts';
import { ManualClock, settle } from './clock.ts';

export function wireError(change: Partial<WireError>): WireError {
  return { name: 'WireError', kind: 'http', messages: [], ...change };
}

/** A refusal with a status and the server's texts. */
export const refusal = (status: number, ...messages: string[]): WireError => wireError({ status, messages });
/** No answer arrived. */
export const UNREACHABLE: WireError = wireError({ kind: 'network' });

/** A request that was made. It waits for `answer` or `fail`, unless a script answers it. */
export interface Call {
  /** `epicChildren`, or `POST /groups/a/-/epics/1/links`. */
  readonly what: string;
  /** Variables of an operation. */
  readonly variables: Readonly<Record<string, unknown>>;
  readonly request: RestRequest | null;
  readonly idempotencyKey: string | undefined;
  readonly cancelled: boolean;
  readonly answered: boolean;
  answer(data: unknown, headers?: Record<string, string>, status?: number): Promise<void>;
  fail(error: WireError): Promise<void>;
}

/** A script's answer to a request: data, or an error to reject with; undefined leaves it waiting. */
export type Script = (
  call: Call,
) => { readonly data: unknown; readonly headers?: Record<string, string> } | WireError | undefined;

const isError = (answer: object): answer is WireError => 'name' in answer && answer.name === 'WireError';

/** Ports whose other side is controlled by the test. */
export class FakePorts {
  readonly clock = new ManualClock();
  readonly calls: Call[] = [];
  readonly visits: string[] = [];
  /** How often the page was reloaded. */
  reloads = 0;
  readonly logged: { message: string; detail: unknown }[] = [];
  readonly stored = new Map<string, string>();
  readonly baked = new Map<string, string>();
  /** Answers at once what the script knows; the rest waits. */
  script: Script = () => undefined;
  /** Makes every access to the storage and to cookies throw. */
  storageBroken = false;
  #ids = 0;
  #hidden = false;
  #hiddenListeners = new Set<(hidden: boolean) => void>();
  #online = true;
  #onlineListeners = new Set<(online: boolean) => void>();
  #connected = false;
  #connectionListeners = new Set<(connected: boolean) => void>();
  #secret: ShownSecret | null = null;
  #secretListeners = new Set<() => void>();
  /** Where the viewer said that they are, one after the other. */
  readonly places: (PlaceOfViewer | null)[] = [];
  #here: Here | null = null;
  #hereListeners = new Set<() => void>();
  #topics = new Map<string, Set<(kinds?: readonly string[]) => void>>();

  readonly ports: Ports = {
    clock: this.clock,
    ids: { next: () => `id-${(this.#ids += 1)}` },
    log: { error: (message, detail) => this.logged.push({ message, detail }) },
    navigation: { visit: (url) => this.visits.push(url), reload: () => void (this.reloads += 1) },
    graphql: {
      request: <R, V extends Record<string, unknown>>(
        operation: Operation<R, V>,
        variables: V,
        options?: { idempotencyKey?: string },
      ) => this.#call<R>(operation.name, variables, null, options?.idempotencyKey),
    },
    rest: {
      request: <R>(request: RestRequest, options?: { idempotencyKey?: string }) =>
        this.#call<R>(`${request.method} ${request.path}`, {}, request, options?.idempotencyKey),
    },
    storage: {
      get: (key) => this.#store((stored) => stored.get(key) ?? null),
      set: (key, value) => this.#store((stored) => void stored.set(key, value)),
      remove: (key) => this.#store((stored) => void stored.delete(key)),
      keys: (prefix) => this.#store((stored) => [...stored.keys()].filter((key) => key.startsWith(prefix))),
    },
    cookies: {
      get: (name) => this.#store(() => this.baked.get(name) ?? null),
      set: (name, value) => this.#store(() => void this.baked.set(name, value)),
    },
    visibility: {
      hidden: () => this.#hidden,
      onChange: (listener) => subscribed(this.#hiddenListeners, listener),
    },
    connection: {
      online: () => this.#online,
      onChange: (listener) => subscribed(this.#onlineListeners, listener),
    },
    secrets: {
      show: (of, secret) => this.#hold({ of, secret }),
      shown: () => this.#secret,
      forget: () => this.#hold(null),
      onChange: (listener) => subscribed(this.#secretListeners, listener),
    },
    presence: {
      be: (place) => void this.places.push(place),
      here: () => this.#here,
      onChange: (listener) => subscribed(this.#hereListeners, listener),
    },
    realtime: {
      connected: () => this.#connected,
      onConnection: (listener) => subscribed(this.#connectionListeners, listener),
      subscribe: (topic, listener) => {
        const listeners = this.#topics.get(topic) ?? new Set();
        this.#topics.set(topic, listeners);
        if (this.#connected) listener();
        return subscribed(listeners, listener);
      },
    },
  };

  #hold(secret: ShownSecret | null): void {
    this.#secret = secret;
    for (const listener of this.#secretListeners) listener();
  }

  #store<T>(use: (stored: Map<string, string>) => T): T {
    if (this.storageBroken) throw new Error('The storage is full');
    return use(this.stored);
  }

  #call<R>(
    what: string,
    variables: Readonly<Record<string, unknown>>,
    request: RestRequest | null,
    idempotencyKey: string | undefined,
  ): Promise<Answer<R>> {
    const { promise, resolve, reject } = deferred<Answer<R>>();
    const call = {
      what,
      variables,
      request,
      idempotencyKey,
      cancelled: false,
      answered: false,
      answer: (data: unknown, headers: Record<string, string> = {}, status = 200) => {
        call.answered = true;
        resolve({ data: data as R, status, headers });
        return settle();
      },
      fail: (error: WireError) => {
        call.answered = true;
        reject(error);
        return settle();
      },
    };
    this.calls.push(call);
    const scripted = this.script(call);
    if (scripted !== undefined) {
      if (isError(scripted)) void call.fail(scripted);
      else void call.answer(scripted.data, scripted.headers);
    }
    return Object.assign(promise, {
      cancel: () => {
        call.cancelled = true;
      },
    });
  }

  /** The unanswered requests of a name. */
  waiting(what: string): readonly Call[] {
    return this.calls.filter((call) => call.what === what && !call.answered && !call.cancelled);
  }

  /** The oldest waiting request of a name; fails the test if there is none. */
  next(what: string): Call {
    const [call] = this.waiting(what);
    if (call === undefined)
      throw new Error(`No "${what}" waits; made so far: ${this.calls.map((it) => it.what).join(', ')}`);
    return call;
  }

  async hide(hidden: boolean): Promise<void> {
    this.#hidden = hidden;
    for (const listener of this.#hiddenListeners) listener(hidden);
    await settle();
  }

  /** The machine goes offline, or comes back online. */
  async goOnline(online: boolean): Promise<void> {
    this.#online = online;
    for (const listener of this.#onlineListeners) listener(online);
    await settle();
  }

  async connect(connected: boolean): Promise<void> {
    this.#connected = connected;
    for (const listener of this.#connectionListeners) listener(connected);
    await settle();
  }

  /** Others come and go where the viewer is. */
  meet(here: Here | null): void {
    this.#here = here;
    for (const listener of this.#hereListeners) listener();
  }

  async push(topic: string, kinds?: readonly string[]): Promise<void> {
    for (const listener of this.#topics.get(topic) ?? []) listener(kinds);
    await settle();
  }

  /** Topics that have a listener. */
  get topics(): readonly string[] {
    return [...this.#topics].filter(([, listeners]) => listeners.size > 0).map(([topic]) => topic);
  }
}

function subscribed<T>(listeners: Set<T>, listener: T): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function deferred<T>() {
  let resolve: (value: T) => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const promise = new Promise<T>((onValue, onError) => {
    resolve = onValue;
    reject = onError;
  });
  return { promise, resolve, reject };
}
