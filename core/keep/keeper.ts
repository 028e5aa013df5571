import type { AccessState } from '../access/index.ts';
import type { Gated, Keeping, SentEdit, Wording } from '../gate/index.ts';
import type { WireError } from '../ports/index.ts';
import type { Event } from '../store/action.ts';
import type { DraftKind, Typed } from '../store/drafts.ts';
import type { Intent } from '../sync/index.ts';
import type { Kept, KeptDraft, KeptIntent } from './record.ts';
import { refusalsIn, selectCurrentUser } from '../access/index.ts';
import { frameActions } from '../frame/index.ts';
import { Call } from '../gate/index.ts';
import { noticeActions } from '../notice/index.ts';
import { isWireError, messagesOf } from '../store/effects.ts';
import { Records, slotOf } from './record.ts';
import { KEEP_TEXTS } from './texts.ts';

interface State {
  readonly access: AccessState;
  readonly pending: readonly Intent[];
}

/** Milliseconds in which other tabs say that they are there. */
const ROLL_CALL = 250;

export interface KeeperOptions {
  readonly drafts: readonly DraftKind[];
  /** Whether an intent of this kind can be made now: what it changes is there. */
  readonly canIntend: (state: object, intent: KeptIntent) => boolean;
}

/** Keeps what is typed and not sent, and what is sent and not answered, and brings back what an ended tab has left. */
export class Keeper implements Keeping {
  readonly #gated: Gated;
  readonly #options: KeeperOptions;
  readonly #records: Records;
  #person: string | null = null;
  /** Of ended tabs, until they are answered. */
  #old: readonly SentEdit[] = [];
  readonly #drafts = new Map<string, KeptDraft>();
  /** What waits for its place to be opened: of ended tabs, and of pages that were left. */
  readonly #found = new Map<string, KeptDraft>();
  #intents: readonly KeptIntent[] = [];
  /** Intents of ended tabs that could not be made again yet. */
  readonly #left = new Set<string>();
  #isKept = true;
  #earlier: Promise<void> | null = null;
  #looking = false;
  readonly #stops: (() => void)[] = [];

  constructor(gated: Gated, options: KeeperOptions) {
    this.#gated = gated;
    this.#options = options;
    const { tabs, ids, visibility } = gated.ports;
    const tab = ids.next();
    tabs?.hold?.(tab);
    this.#records = new Records(gated.ports, tab);
    if (tabs !== undefined) {
      this.#stops.push(tabs.onMessage((message) => (message === 'who' ? tabs.post(`here ${tab}`) : undefined)));
    }
    this.#stops.push(visibility.onChange((hidden) => (hidden ? this.#lives() : undefined)));
    const state = this.#state;
    const nothing = { ...state, pending: [] };
    this.#meet(state);
    // What was typed and asked before this code was there.
    if (this.#person === null) return;
    for (const kind of this.#options.drafts) this.#noteDraft(kind, null, kind.typed(state as never), null);
    this.#noteIntents(state, nothing);
    this.#write();
  }

  stop(): void {
    for (const stop of this.#stops) stop();
  }

  /** RP-02.39: a page that is loaded anew now comes back with everything. */
  isKept(): boolean {
    this.#lives();
    return this.#isKept;
  }

  edited(): void {
    this.#write();
  }

  get earlier(): Promise<void> | null {
    return this.#earlier;
  }

  heard(action: Event, before: object): void {
    const state = this.#state;
    this.#meet(state);
    const person = selectCurrentUser(state)?.id ?? null;
    // For another person the page is loaded anew.
    if (this.#person === null || state === before || (person !== null && person !== this.#person)) return;
    const intents = this.#noteIntents(state, before as State);
    if (this.#noteDrafts(action, before as State, state) || intents) this.#write();
    this.#putBack();
  }

  #meet(state: State): void {
    const person = selectCurrentUser(state)?.id ?? null;
    if (person === null || this.#person !== null) return;
    this.#person = person;
    this.#takeOver(person);
  }

  #noteIntents({ pending }: State, before: State): boolean {
    if (pending === before.pending) return false;
    const queued = pending.filter(({ status, id }) => status === 'queued' && !this.#gated.edits.has(id));
    if (queued.length === 0 && this.#intents.every(({ id }) => this.#left.has(id))) return false;
    const kept = queued.map(({ id, at, kind, payload }) => ({ id, at, kind, payload }));
    this.#intents = [...this.#intents.filter(({ id }) => this.#left.has(id)), ...kept];
    return true;
  }

  #noteDrafts(action: Event, before: State, state: State): boolean {
    let changed = false;
    for (const kind of this.#options.drafts) {
      const [was, is] = [kind.typed(before as never), kind.typed(state as never)];
      if (was === is) continue;
      this.#noteDraft(kind, was, is, action);
      changed = true;
    }
    return changed;
  }

  #noteDraft(kind: DraftKind, was: Typed | null, is: Typed | null, action: Event | null): void {
    const { form } = kind;
    const isEmptied = was !== null && was.data !== null && is?.data === null && is.place === was.place;
    if (isEmptied || (was !== null && was.place !== is?.place)) {
      const slot = slotOf({ form, place: was.place });
      const draft = this.#drafts.get(slot);
      if (isEmptied || (action !== null && kind.isDone(action))) {
        this.#drafts.delete(slot);
        this.#found.delete(slot);
      } else if (draft !== undefined) this.#found.set(slot, draft);
    }
    if (is === null || is.data === null) return;
    const slot = slotOf({ form, place: is.place });
    this.#found.delete(slot);
    this.#drafts.set(slot, { form, place: is.place, at: this.#gated.ports.clock.now(), data: is.data });
  }

  /** RP-02.39: what is typed in a form that is open is as old as the last sign of life of its tab. */
  #lives(): void {
    const at = this.#gated.ports.clock.now();
    for (const [slot, draft] of this.#drafts) if (!this.#found.has(slot)) this.#drafts.set(slot, { ...draft, at });
    this.#write();
  }

  #write(): void {
    if (this.#person === null) return;
    const kept: Kept = {
      edits: [...this.#old, ...this.#gated.edits.values()],
      intents: this.#intents,
      drafts: [...this.#drafts.values()],
    };
    this.#isKept = this.#records.write(this.#person, kept);
  }

  /** RP-02.37: tabs that are there say so; what the others have left is this one's now. */
  #takeOver(person: string): void {
    const { tabs, clock } = this.#gated.ports;
    const living = new Set<string>();
    if (tabs === undefined) return this.#take(person, living);
    const stop = tabs.onMessage((message) => {
      if (message.startsWith('here ')) living.add(message.slice('here '.length));
    });
    tabs.post('who');
    this.#stops.push(
      stop,
      clock.after(ROLL_CALL, () => {
        stop();
        if (tabs.held === undefined) return this.#take(person, living);
        // A tab that the browser has put to sleep says nothing, and is there.
        void tabs.held().then(
          (held) => this.#take(person, new Set([...living, ...held])),
          () => this.#take(person, living),
        );
      }),
    );
  }

  #take(person: string, living: ReadonlySet<string>): void {
    const { kept, gone } = this.#records.takeOver(person, living);
    for (const draft of kept.drafts) {
      if (this.#drafts.has(slotOf(draft))) continue;
      this.#drafts.set(slotOf(draft), draft);
      this.#found.set(slotOf(draft), draft);
    }
    this.#old = kept.edits;
    for (const { id } of kept.intents) this.#left.add(id);
    this.#intents = [...kept.intents, ...this.#intents];
    this.#write();
    if (gone) this.#dispatch(noticeActions.raised({ kind: 'info', text: KEEP_TEXTS.gone, scope: 'page' }));
    if (kept.edits.length > 0) {
      this.#earlier = this.#sendLeft(person, kept.edits)
        .catch((error: unknown) => this.#gated.ports.log.error('What was left cannot be sent', error))
        .finally(() => (this.#earlier = null));
    }
    this.#putBack();
  }

  /** RP-02.38: what an ended tab had sent without an answer is sent again, one after the other, in the words and under the key of then. */
  async #sendLeft(person: string, edits: readonly SentEdit[]): Promise<void> {
    const failures: WireError[] = [];
    for (const { key, at, wording } of edits) {
      try {
        const answer = await this.#gated.gate.write(new Call(() => this.#say(key, wording)), person, at);
        const [error] = refusalsIn(answer.data);
        if (error !== undefined) failures.push({ name: 'WireError', kind: 'graphql', messages: [error] });
      } catch (error) {
        if (!isWireError(error)) throw error;
        failures.push(error);
      }
      this.#old = this.#old.filter((edit) => edit.key !== key);
      this.#write();
    }
    for (const error of failures) {
      const detail = messagesOf(error)[0];
      const notice = { kind: 'danger', text: KEEP_TEXTS.refused, scope: 'page' } as const;
      this.#dispatch(noticeActions.raised({ ...notice, ...(detail === undefined ? {} : { detail }) }));
    }
    if (failures.length < edits.length) this.#dispatch(frameActions.leftSaved());
    this.#putBack();
  }

  #say(key: string, wording: Wording) {
    const { rest, graphql } = this.#gated.ports;
    const options = { idempotencyKey: key };
    if ('rest' in wording) return rest.request<unknown>(wording.rest, options);
    return graphql.request<unknown, Record<string, unknown>>(
      wording.operation,
      wording.variables as Record<string, unknown>,
      options,
    );
  }

  /** Puts back what waits for a place that is open now. What that does is told here again, and there is nothing left to do. */
  #putBack(): void {
    if (this.#looking || (this.#found.size === 0 && this.#left.size === 0)) return;
    this.#looking = true;
    try {
      for (const kind of this.#options.drafts) {
        for (const [slot, draft] of [...this.#found]) {
          if (draft.form !== kind.form) continue;
          const events = kind.restore(this.#state as never, draft);
          if (events === null) continue;
          this.#found.delete(slot);
          for (const event of events) this.#dispatch(event);
        }
      }
      for (const intent of this.#intents.filter(({ id }) => this.#left.has(id))) {
        if (this.#old.length > 0 || !this.#options.canIntend(this.#state, intent)) continue;
        this.#left.delete(intent.id);
        this.#intents = this.#intents.filter(({ id }) => id !== intent.id);
        const { kind, payload, id } = intent;
        // It has its key from then, and is made now: no action of a session is older than the session.
        this.#dispatch({ type: kind, payload, meta: { origin: 'user', id } });
      }
    } finally {
      this.#looking = false;
    }
  }

  get #state(): State {
    return this.#gated.store.getState() as State;
  }

  #dispatch(event: Event): void {
    this.#gated.store.dispatch({ ...event } as never);
  }
}
