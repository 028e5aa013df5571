import type { AccessState } from '../access/index.ts';
import type { Gated, Keeping, SentEdit } from '../gate/index.ts';
import type { WireError } from '../ports/index.ts';
import type { Action } from '../store/action.ts';
import type { DraftKind, Typed } from '../store/drafts.ts';
import type { HeldBack, Pending, WireRequest } from '../mutation/index.ts';
import type { Kept, KeptDraft, KeptMutation } from './record.ts';
import { refusalsIn, selectCurrentUser } from '../access/index.ts';
import { keptConflict } from '../checklist/texts.ts';
import { frameActions } from '../frame/index.ts';
import { Call } from '../gate/index.ts';
import { canBeMade, LANES } from '../mutation/index.ts';
import { noticeActions } from '../notice/index.ts';
import { isWireError, messagesOf } from '../store/effects.ts';
import { Records, slotOf, KEEP_TEXTS } from './record.ts';

interface State {
  readonly access: AccessState;
  readonly pending: readonly Pending[];
  readonly heldBack?: readonly HeldBack[];
}

/** Milliseconds that other tabs have to answer. */
const ROLL_CALL = 250;

/** Keeps unsent drafts and unanswered edits, and restores what a closed tab left behind. */
export class Keeper implements Keeping {
  readonly #gated: Gated;
  readonly #kinds: readonly DraftKind[];
  readonly #records: Records;
  #person: string | null = null;
  /** Edits of closed tabs, until they are answered. */
  #old: readonly SentEdit[] = [];
  readonly #drafts = new Map<string, KeptDraft>();
  /** Which of them closed tabs and pages that were left have left behind, until their place is opened. */
  readonly #found = new Set<string>();
  #mutations: readonly KeptMutation[] = [];
  /** Mutations of closed tabs that could not be repeated yet. */
  readonly #left = new Set<string>();
  /** Those that were. */
  readonly #repeated = new Set<string>();
  #isKept = true;
  #earlier: Promise<void> | null = null;
  #looking = false;
  readonly #stops: (() => void)[] = [];
  /** Ends the call that other tabs have to answer; null: none is on. */
  #stopRoll: (() => void) | null = null;

  constructor(gated: Gated, kinds: readonly DraftKind[]) {
    this.#gated = gated;
    this.#kinds = kinds;
    const { tabs, ids, visibility } = gated.ports;
    const tab = ids.next();
    tabs?.hold?.(tab);
    this.#records = new Records(gated.ports, tab);
    if (tabs !== undefined) {
      this.#stops.push(tabs.onMessage((message) => (message === 'who' ? tabs.post(`here ${tab}`) : undefined)));
    }
    this.#stops.push(visibility.onChange((hidden) => (hidden ? this.#lives() : this.#lookAgain())));
    const state = this.#state;
    this.#meet(state);
    // What was typed and sent before this code was loaded.
    if (this.#person === null) return;
    for (const kind of this.#kinds) this.#noteDraft(kind, null, kind.typed(state as never), null);
    this.#noteMutations(state, { access: state.access, pending: [] });
    this.#write();
  }

  stop(): void {
    this.#endRoll();
    for (const stop of this.#stops) stop();
  }

  /** RP-02.39: whether a page that is reloaded now comes back with everything. */
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

  heard(action: Action, before: object): void {
    const state = this.#state;
    this.#meet(state);
    const person = selectCurrentUser(state)?.id ?? null;
    // For another person the page is reloaded.
    if (this.#person === null || state === before || (person !== null && person !== this.#person)) return;
    const mutations = this.#noteMutations(state, before as State);
    if (this.#noteDrafts(action, before as State, state) || mutations) this.#write();
    this.#putBack();
  }

  #meet(state: State): void {
    const person = selectCurrentUser(state)?.id ?? null;
    if (person === null || this.#person !== null) return;
    this.#person = person;
    this.#takeOver(person);
  }

  #noteMutations({ pending, heldBack = [] }: State, before: State): boolean {
    if (pending === before.pending && heldBack === (before.heldBack ?? heldBack)) return false;
    const queued = [
      ...pending.filter(({ status, id }) => status === 'queued' && !this.#gated.edits.has(id)),
      ...heldBack,
    ];
    if (queued.length === 0 && this.#mutations.every(({ id }) => this.#left.has(id))) return false;
    const kept = queued.map(({ id, at, type, payload }) => ({ id, at, type, payload }));
    this.#mutations = [...this.#mutations.filter(({ id }) => this.#left.has(id)), ...kept];
    return true;
  }

  #noteDrafts(action: Action, before: State, state: State): boolean {
    let changed = false;
    for (const kind of this.#kinds) {
      const [was, is] = [kind.typed(before as never), kind.typed(state as never)];
      if (was === is) continue;
      this.#noteDraft(kind, was, is, action);
      changed = true;
    }
    return changed;
  }

  #noteDraft(kind: DraftKind, was: Typed | null, is: Typed | null, action: Action | null): void {
    const { form } = kind;
    const isEmptied = was !== null && was.data !== null && is?.data === null && is.place === was.place;
    if (isEmptied || (was !== null && was.place !== is?.place)) {
      const slot = slotOf({ form, place: was.place });
      if (isEmptied || (action !== null && kind.isDone(action, was.place))) {
        this.#drafts.delete(slot);
        this.#found.delete(slot);
      } else if (this.#drafts.has(slot)) this.#found.add(slot);
    }
    if (is === null || is.data === null) return;
    const slot = slotOf({ form, place: is.place });
    this.#found.delete(slot);
    this.#drafts.set(slot, { form, place: is.place, at: this.#gated.ports.clock.now(), data: is.data });
  }

  /** RP-02.39: the text of an open form is as old as the last sign of life of its tab. */
  #lives(): void {
    const at = this.#gated.ports.clock.now();
    for (const [slot, draft] of this.#drafts) if (!this.#found.has(slot)) this.#drafts.set(slot, { ...draft, at });
    this.#write();
  }

  #write(): void {
    if (this.#person === null) return;
    const kept: Kept = {
      edits: [...this.#old, ...this.#gated.edits.values()],
      mutations: this.#mutations,
      drafts: [...this.#drafts.values()],
    };
    this.#isKept = this.#records.write(this.#person, kept);
  }

  /** Whoever closes a tab is shown another one. Not where a tab that is asleep would count as gone: what is typed in it would go back and forth. */
  #lookAgain(): void {
    const isFree = this.#stopRoll === null && this.#earlier === null;
    if (this.#person !== null && isFree && this.#gated.ports.tabs?.held !== undefined) this.#takeOver(this.#person);
  }

  /** RP-02.37: open tabs answer; this one takes over what the others have left. */
  #takeOver(person: string): void {
    const { tabs, clock } = this.#gated.ports;
    const living = new Set<string>();
    if (tabs === undefined) return this.#take(person, living);
    const stops = [
      tabs.onMessage((message) => {
        if (message.startsWith('here ')) living.add(message.slice('here '.length));
      }),
      clock.after(ROLL_CALL, () => {
        this.#endRoll();
        if (tabs.held === undefined) return this.#take(person, living);
        // A tab that the browser has put to sleep does not answer, but still holds its lock.
        void tabs.held().then(
          (held) => this.#take(person, new Set([...living, ...held])),
          () => this.#take(person, living),
        );
      }),
    ];
    this.#stopRoll = () => stops.forEach((stop) => stop());
    tabs.post('who');
  }

  #endRoll(): void {
    this.#stopRoll?.();
    this.#stopRoll = null;
  }

  #take(person: string, living: ReadonlySet<string>): void {
    const { kept, gone, keys } = this.#records.takeOver(person, living);
    for (const draft of kept.drafts) {
      if (this.#drafts.has(slotOf(draft))) continue;
      this.#drafts.set(slotOf(draft), draft);
      this.#found.add(slotOf(draft));
    }
    this.#old = [...this.#old, ...kept.edits];
    for (const { id } of kept.mutations) this.#left.add(id);
    this.#mutations = [...kept.mutations, ...this.#mutations];
    this.#write();
    if (this.#isKept) this.#records.forget(keys);
    if (gone) this.#dispatch(noticeActions.raised({ kind: 'info', text: KEEP_TEXTS.gone, scope: 'page' }));
    if (kept.edits.length > 0) {
      this.#earlier = this.#sendLeft(person, kept.edits)
        .catch((error: unknown) => this.#gated.ports.log.error('What was left cannot be sent', error))
        .finally(() => (this.#earlier = null));
    }
    this.#putBack();
  }

  /** RP-02.38: sends the unanswered edits of a closed tab again, one after the other, unchanged and with their original keys. */
  async #sendLeft(person: string, edits: readonly SentEdit[]): Promise<void> {
    const failures: { readonly error: WireError; readonly wording: WireRequest }[] = [];
    for (const { key, at, wording } of edits) {
      try {
        const answer = await this.#gated.gate.write(new Call(() => this.#say(key, wording)), person, at);
        const [error] = refusalsIn(answer.data);
        if (error !== undefined)
          failures.push({ error: { name: 'WireError', kind: 'graphql', messages: [error] }, wording });
      } catch (error) {
        if (!isWireError(error)) throw error;
        failures.push({ error, wording });
      }
      this.#old = this.#old.filter((edit) => edit.key !== key);
      this.#write();
    }
    for (const { error, wording } of failures) {
      const conflict = keptConflict(wording, error.status);
      const detail = conflict === null ? messagesOf(error)[0] : undefined;
      const notice = { kind: 'danger', text: conflict ?? KEEP_TEXTS.refused, scope: 'page' } as const;
      this.#dispatch(noticeActions.raised({ ...notice, ...(detail === undefined ? {} : { detail }) }));
    }
    if (failures.length < edits.length) this.#dispatch(frameActions.leftSaved());
    this.#putBack();
  }

  #say(key: string, wording: WireRequest) {
    const { rest, graphql } = this.#gated.ports;
    const options = { idempotencyKey: key };
    if ('rest' in wording) return rest.request<unknown>(wording.rest, options);
    return graphql.request<unknown, Record<string, unknown>>(
      wording.operation,
      wording.variables as Record<string, unknown>,
      options,
    );
  }

  /** Restores the drafts of places that are open now. The actions that this dispatches come by here again and find nothing left to do. */
  #putBack(): void {
    if (this.#looking || (this.#found.size === 0 && this.#left.size === 0)) return;
    this.#looking = true;
    try {
      for (const kind of this.#kinds) {
        for (const [slot, draft] of [...this.#drafts]) {
          if (!this.#found.has(slot) || draft.form !== kind.form) continue;
          const events = kind.restore(this.#state as never, draft);
          if (events === null) continue;
          this.#found.delete(slot);
          for (const event of events) this.#dispatch(event);
        }
      }
      for (const mutation of this.#mutations.filter(({ id }) => this.#left.has(id))) {
        if (this.#old.length > 0 || !canBeMade(this.#state, mutation)) continue;
        // As many side by side as of those that are made together (RP-02.44); the end of one comes by here.
        if (this.#state.pending.filter(({ id }) => this.#repeated.has(id)).length >= LANES) break;
        this.#left.delete(mutation.id);
        this.#repeated.add(mutation.id);
        this.#mutations = this.#mutations.filter(({ id }) => id !== mutation.id);
        const { type, payload, id } = mutation;
        // It keeps its key, but is made now: no action is older than its session.
        this.#dispatch({ type, payload, meta: { origin: 'user', id } });
      }
    } finally {
      this.#looking = false;
    }
  }

  get #state(): State {
    return this.#gated.store.getState() as State;
  }

  #dispatch(action: Action): void {
    this.#gated.store.dispatch({ ...action } as never);
  }
}
