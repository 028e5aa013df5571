import type { Middleware } from '@reduxjs/toolkit';
import type { Action, Planner, RootState, Stamped } from '@espalier/core';
import type { MutationCreator } from '@espalier/core/mutation';
import type { Ports } from '@espalier/core/ports';
import type { TreeOpening } from '@espalier/core/tree';
import type { SimClock } from './clock.ts';
import type { Network, Sender } from './network.ts';
import type { ClientPlan } from './schedule.ts';
import { createPlanner } from '@espalier/core';
import { accessActions } from '@espalier/core/access';
import { epicActions } from '@espalier/core/epic';
import { keeper } from '@espalier/core/keep';
import { linkActions } from '@espalier/core/link';
import { record, type Recording } from '@espalier/core/replay';
import { treeActions, treeReads } from '@espalier/core/tree';
import { watchSearches } from '@espalier/core/tree/searches';
import { workItemActions } from '@espalier/core/work-item';
import { ItemReadings, ItemSendings } from './check-items-sent.ts';
import { OverFront, TreeReads, type Front } from './front.ts';
import { LaterReadings } from './later-readings.ts';
import { Writing } from './oracle-texts.ts';
import { Pages } from './pages.ts';
import { RoadmapReadings } from './roadmap-readings.ts';

/** What a session did, as its reducers saw it. */
export interface SessionLog {
  readonly initial: RootState;
  readonly actions: Stamped[];
  /** The state before each action; the last action's result is `end`. */
  readonly before: RootState[];
  end: RootState;
  /** The same as the product records it. */
  readonly recording: Recording;
}

const DELETIONS: ReadonlySet<string> = new Set([
  epicActions.epicDeletionConfirmed.committed.type,
  workItemActions.deleteConfirmed.committed.type,
]);

type Listener = (kinds?: readonly string[]) => void;

/** Actions between two hashes in a recorded log. */
const HASH_EVERY = 25;

/** Why a watcher or a task ended in a way that it does not know: never a fault of the network. */
const CRASHES = /^(The watcher|The root|A task failed|A mutation failed)/;

/** One person's tab: a real planner, with the simulation on the other side of its ports. */
export class SimClient implements Front {
  readonly place = 'page';
  readonly index: number;
  readonly username: string;
  readonly #clock: SimClock;
  readonly #network: Network;
  readonly crashes: string[] = [];
  readonly staleReadings: string[] = [];
  /** What it sends of edits of items. */
  readonly sendings = new ItemSendings();
  readonly writing: Writing;
  readonly #storage = new Map<string, string>();
  /** `full`: writing throws; `absent`: everything does. */
  storageMode: 'ok' | 'full' | 'absent' = 'ok';
  /** The tab crashes at this write, counted from the next one; null: at none. */
  crashAtWrite: number | null = null;
  /** Milliseconds that its clock is ahead. */
  skew: number;
  /** In the middle of what it did. */
  clockJumped = false;
  #generation = 0;
  #hidden = false;
  /** When its tab was hidden. */
  readonly hiddenTimes: { readonly from: number; readonly to: number }[] = [];
  #connected: boolean;
  /** Its session has ended, until somebody signs in again. */
  signedOut = false;
  /** Between the moment when pushes stop to arrive and the one when the client learns of it. */
  gap = false;
  #ids = 0;
  /** Forms for a new epic that were opened. */
  #forms = 0;
  readonly #hiddenListeners = new Set<(hidden: boolean) => void>();
  readonly #connectionListeners = new Set<(connected: boolean) => void>();
  readonly #topics = new Map<string, Set<Listener>>();
  /** What its page shows; opened again after a crash. */
  opening: TreeOpening | null = null;
  /** What it shows beside the tree. */
  readonly pages = new Pages({
    do: (...actions) => this.do(...actions),
    watch: (name, watcher) => this.#planner.watch(name, watcher),
    state: () => this.state,
  });
  /** What stands over its page. */
  readonly over = new OverFront(this);
  #planner: Planner;
  log: SessionLog;
  readonly sessions: SessionLog[] = [];
  /** Requests of forms by their keys: session, form, what was asked. The same form with the same words is the same wish. */
  readonly formKeys = new Map<string, string>();
  readonly reads = new TreeReads();

  /** `saved`: words that were on the server (`TextBook`). */
  constructor(index: number, plan: ClientPlan, clock: SimClock, network: Network, saved: ReadonlySet<string>) {
    this.index = index;
    this.username = plan.username;
    this.#connected = plan.connected;
    this.skew = plan.skew ?? 0;
    this.#clock = clock;
    this.#network = network;
    this.writing = new Writing(saved);
    [this.#planner, this.log] = this.#start();
  }

  get state(): RootState {
    return this.#planner.store.getState();
  }

  /** The name of this session: the client and which of its sessions. */
  get session(): string {
    return `${this.index}.${this.#generation}`;
  }

  /** An edit waits for its next try. */
  get isTrying(): boolean {
    return this.#network.isTrying(this.session);
  }

  get connected(): boolean {
    return this.#connected;
  }

  get hidden(): boolean {
    return this.#hidden;
  }

  do(...actions: readonly Action[]): void {
    for (const action of actions) this.#planner.store.dispatch(action);
  }

  /** Opens a page with a tree, as a visit does. */
  open(opening: TreeOpening): void {
    this.opening = opening;
    this.reads.forget();
    this.do(treeActions.opened(opening));
  }

  close(): void {
    this.opening = null;
    this.do(treeActions.closed());
  }

  #start(): [Planner, SessionLog] {
    const actions: Stamped[] = [];
    const before: RootState[] = [];
    let initial: RootState | null = null;
    const generation = this.#generation;
    const { session } = this;
    /** By parent: the version of the server with which its last acknowledged edit was made. */
    const written = new Map<string, number>();
    const roadmap = new RoadmapReadings(session, this.#network);
    const later = new LaterReadings(session, this.#network);
    const items = new ItemReadings(session, this.#network);
    const middleware: Middleware = (store) => (next) => (action) => {
      if (generation !== this.#generation) return next(action);
      const state = store.getState() as RootState;
      initial ??= state;
      before.push(state);
      actions.push(action as Stamped);
      if (this.storageMode !== 'ok' || this.clockJumped) this.writing.isStoring = false;
      this.writing.note(action as Stamped, state);
      if (treeReads.children.received.match(action as Stamped)) {
        const { data, params } = (action as ReturnType<typeof treeReads.children.received>).payload;
        const { parentId } = data;
        (params.place === undefined ? this : this.over).reads.note(parentId, this.#clock.now());
        if (this.#network.readVersion(session, parentId) < (written.get(parentId) ?? 0)) {
          this.staleReadings.push(`a reading of ${parentId} from before an edit of its own is taken in`);
        }
      }
      if (treeReads.children.failed.match(action as Stamped)) {
        const { place, parentId } = (action as ReturnType<typeof treeReads.children.failed>).payload.params;
        const front = place === undefined ? this : this.over;
        front.reads.note(parentId ?? front.state.tree.root?.id ?? '', null);
      }
      const stale = [roadmap.staleReading(action as Stamped), later.staleReading(action as Stamped, state)];
      this.staleReadings.push(...stale.flatMap((text) => text ?? []));
      if ((action as Stamped).type === 'epic/newEpicOpened') this.#forms += 1;
      for (const key of (action as Stamped).meta.invalidates ?? [])
        written.set(key, this.#network.acknowledged(session));
      const check = items.before(action as Stamped, state);
      const result = next(action);
      // What shows it leaves the screen after the step that ends it.
      if (DELETIONS.has((action as Stamped).type))
        this.#clock.after(0, () => (generation === this.#generation ? this.over.leaveDeleted() : undefined));
      this.staleReadings.push(...check(store.getState() as RootState));
      return result;
    };
    const recording = record({ session, viewer: this.username, startedAt: this.#clock.now(), hashEvery: HASH_EVERY });
    const planner = createPlanner(this.#ports(), { middleware: [middleware, recording.middleware] });
    planner.keep(keeper);
    planner.watch('treeSearches', watchSearches);
    const state = planner.store.getState();
    const log = { initial: initial ?? state, actions, before, end: state, recording };
    this.sessions.push(log);
    return [planner, log];
  }

  /** The tab dies at this very moment: nothing that it still does has an effect; a new one starts on the same storage. */
  crash(): void {
    if (this.storageMode !== 'ok' || this.clockJumped) this.writing.isStoring = false;
    this.writing.crash(this.state);
    this.end();
    this.#generation += 1;
    this.#hiddenListeners.clear();
    this.#connectionListeners.clear();
    this.#topics.clear();
    this.crashAtWrite = null;
    this.signedOut = false;
    this.reads.forget();
    const dead = this.#planner;
    // A saga may be in the middle of a step just now.
    queueMicrotask(() => dead.dispose());
    [this.#planner, this.log] = this.#start();
    if (this.opening !== null) this.do(treeActions.opened(this.opening));
    this.pages.reopen();
    this.over.reopen();
  }

  /** Takes the state with which the log of the session ends. */
  end(): void {
    this.log.recording.stop();
    this.log.end = this.#planner.store.getState();
  }

  dispose(): void {
    this.end();
    this.#planner.dispose();
  }

  /** The same person signs in again, in another tab. */
  signInAgain(): void {
    if (!this.signedOut) return;
    this.signedOut = false;
    this.do(accessActions.sessionDoubted());
  }

  hide(hidden: boolean): void {
    const now = this.#clock.now();
    if (hidden && !this.#hidden) this.hiddenTimes.push({ from: now, to: Infinity });
    else if (!hidden && this.#hidden) this.hiddenTimes.push({ ...this.hiddenTimes.pop()!, to: now });
    this.#hidden = hidden;
    for (const listener of [...this.#hiddenListeners]) listener(hidden);
  }

  /** The client learns that pushes arrive, or that they do not. */
  connect(connected: boolean): void {
    this.#connected = connected;
    this.gap = false;
    for (const listener of [...this.#connectionListeners]) listener(connected);
  }

  listensTo(topic: string): boolean {
    return (this.#topics.get(topic)?.size ?? 0) > 0;
  }

  /** Who listens now: a push that is under way reaches them, and nobody who comes later. `kinds`: of the change; absent: anything. */
  pushTo(topic: string, kinds?: readonly string[], only?: Listener): () => void {
    const generation = this.#generation;
    const listeners = only === undefined ? [...(this.#topics.get(topic) ?? [])] : [only];
    return () => {
      if (generation !== this.#generation || this.gap || !this.#connected) return;
      for (const listener of listeners) if (this.#topics.get(topic)?.has(listener)) listener(kinds);
    };
  }

  #ports(): Ports {
    const generation = this.#generation;
    const alive = (): boolean => generation === this.#generation;
    const sender: Sender = {
      username: this.username,
      session: this.session,
      alive,
      signedOut: () => this.signedOut,
    };
    const never = (): Promise<never> => new Promise(() => undefined);
    const now = (): number => this.#clock.now() + this.skew;
    return {
      graphql: {
        request: (operation, variables, options) => {
          const { name: what, text } = operation;
          const call = { what, text, variables, request: null, idempotencyKey: options?.idempotencyKey };
          this.#noteForm(sender.session, idempotencyKeyOf(options), what, variables);
          if (this.#planner !== undefined && alive()) this.sendings.note(this.state, sender.session, call);
          return alive() ? this.#network.send(sender, call) : never();
        },
      },
      rest: {
        request: (request, options) => {
          const what = `${request.method} ${request.path}`;
          const call = { what, text: null, variables: {}, request, idempotencyKey: options?.idempotencyKey };
          this.#noteForm(sender.session, idempotencyKeyOf(options), what, request.body);
          return alive() ? this.#network.send(sender, call) : never();
        },
      },
      clock: {
        now,
        today: () => new Date(now()).toISOString().slice(0, 10),
        after: (milliseconds, run) => this.#clock.after(milliseconds, () => (alive() ? run() : undefined)),
      },
      ids: { next: () => `id-${sender.session}-${(this.#ids += 1)}` },
      storage: {
        get: (key) => this.#stored(alive, 'read', (stored) => stored.get(key) ?? null),
        set: (key, value) => this.#stored(alive, 'write', (stored) => void stored.set(key, value)),
        remove: (key) => this.#stored(alive, 'write', (stored) => void stored.delete(key)),
        keys: (prefix) =>
          this.#stored(alive, 'read', (stored) => [...stored.keys()].filter((key) => key.startsWith(prefix))),
      },
      visibility: { hidden: () => this.#hidden, onChange: (listener) => subscribed(this.#hiddenListeners, listener) },
      realtime: {
        connected: () => this.#connected,
        onConnection: (listener) => subscribed(this.#connectionListeners, listener),
        subscribe: (topic, listener) => {
          const listeners = this.#topics.get(topic) ?? new Set();
          this.#topics.set(topic, listeners);
          const unsubscribe = subscribed(listeners, listener);
          // It takes a moment until it is listened to, and then it is told once.
          this.#clock.after(30, this.pushTo(topic, undefined, listener));
          return unsubscribe;
        },
      },
      // The browser goes where it is sent after the step that sends it.
      navigation: {
        // Nobody else signs in at this tab.
        reload: () => undefined,
        visit: (address) => void this.#clock.after(0, () => (alive() ? this.pages.follow(address) : undefined)),
      },
      log: {
        error: (message, detail) => {
          if (alive() && CRASHES.test(message)) this.crashes.push(`${message}: ${String(detail)}`);
        },
      },
    };
  }

  /** What goes under a key, where it is a mutation of that kind. */
  #asked<P, A>({ type }: MutationCreator<P, A, void>, key: string | undefined): P | undefined {
    if (this.#planner === undefined) return undefined;
    const { pending } = this.state;
    return pending.find(({ id, key: own = id, type: kind }) => own === key && kind === type)?.payload as P | undefined;
  }

  #noteForm(session: string, key: string | undefined, what: string, body: unknown): void {
    if (key !== undefined && /^POST \/groups\/.+\/-\/epics$/.test(what)) {
      this.formKeys.set(key, `${session} newEpic ${this.#forms} ${what} ${JSON.stringify(body)}`);
    }
    const { submitted } = linkActions;
    const { formSubmitted } = treeActions;
    // What takes a removal back asks in the same way, under a key of its own.
    const links = this.#asked(submitted, key);
    if (key !== undefined && links !== undefined) {
      this.formKeys.set(key, `${session} links ${links.serial} ${what} ${JSON.stringify(body)}`);
    }
    const form = this.#asked(formSubmitted, key);
    if (key === undefined || form === undefined || !('title' in form)) return;
    this.formKeys.set(key, `${session} ${form.form} ${form.serial} ${what} ${JSON.stringify(body)}`);
  }

  #stored<T>(alive: () => boolean, kind: 'read' | 'write', use: (stored: Map<string, string>) => T): T {
    if (!alive()) throw new Error('This tab is gone');
    if (this.storageMode === 'absent' || (this.storageMode === 'full' && kind === 'write')) {
      throw new Error('The storage is full');
    }
    const result = use(this.#storage);
    if (kind === 'write' && this.crashAtWrite !== null) {
      if (this.crashAtWrite === 0) this.crash();
      else this.crashAtWrite -= 1;
    }
    return result;
  }
}

const idempotencyKeyOf = (options: { readonly idempotencyKey?: string } | undefined): string | undefined =>
  options?.idempotencyKey;

function subscribed<T>(listeners: Set<T>, listener: T): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
