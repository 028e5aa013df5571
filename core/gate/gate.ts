import type { Answer, Cancellable, Ports } from '../ports/index.ts';
import type { MiddlewareAPI } from '@reduxjs/toolkit';
import type { AccessState } from '../access/index.ts';
import type { Action } from '../store/action.ts';
import { accessActions, doubts, refusedIn, selectPersonId, selectSignedIn, selectSuspended } from '../access/index.ts';
import { frameActions, type FrameState } from '../frame/index.ts';
import { isWireError, waitBefore, wireFault } from '../store/effects.ts';

/** Nothing waits or is kept longer: a server forgets an edit's key after a day and would carry it out twice (RP-02.32). */
export const DAY = 86_400_000;

export interface State {
  readonly access: AccessState;
  readonly frame: FrameState;
}

/** One request, however often it is sent. */
export class Call<T> {
  readonly #send: () => Cancellable<Answer<T>>;
  #current: Cancellable<Answer<T>> | null = null;
  cancelled = false;

  constructor(send: () => Cancellable<Answer<T>>) {
    this.#send = send;
  }

  send(): Promise<Answer<T>> {
    this.#current = this.#send();
    return this.#current;
  }

  cancel(): void {
    this.cancelled = true;
    this.#current?.cancel?.();
  }
}

/** From the second attempt without an answer on, the state says that something waits. */
const TOLD_FROM = 2;

/** RP-02.27 to RP-02.32: holds requests back while their person is signed out or the server cannot be reached. Callers get an answer in the end. */
export class Gate {
  readonly #ports: Ports;
  #store: MiddlewareAPI | null = null;
  /** Wakes requests that wait for the session. */
  readonly #lookers: (() => void)[] = [];
  /** The pauses between two attempts: what ends each, and what stops its timer. */
  readonly #pauses = new Map<() => void, () => void>();
  readonly #stops: readonly (() => void)[];
  #checking = false;
  /** News of the session arrived while it was being checked. */
  #isOvertaken = false;
  /** The session is checked again after a pause. */
  #looksLater = false;
  #checks = 0;
  #waiting = 0;

  constructor(ports: Ports) {
    this.#ports = ports;
    const { connection, visibility } = ports;
    this.#stops = [
      visibility.onChange((hidden) => {
        if (!hidden && this.#isSuspended()) this.news();
      }),
      connection?.onChange((online) => {
        if (online) for (const end of [...this.#pauses.keys()]) end();
      }) ?? (() => undefined),
    ];
  }

  attach(store: MiddlewareAPI): void {
    this.#store = store;
  }

  stop(): void {
    for (const stop of [...this.#stops, ...this.#pauses.values()]) stop();
  }

  /** Called with every action after the reducers. */
  heard(action: Action, before: string): void {
    const { type } = action;
    if (accessActions.sessionDoubted.match(action)) {
      this.#isOvertaken = this.#checking;
      this.#checking = true;
    }
    if (accessActions.sessionChecked.match(action)) {
      this.#checking = false;
      this.#checks += 1;
      if (this.#isOvertaken) void this.#lookLater(0);
      else if (action.payload.wait !== undefined && this.#isSuspended()) void this.#lookLater(action.payload.wait);
      this.#isOvertaken = false;
    }
    // RP-02.120: who goes elsewhere while signed out goes as a visitor.
    const isElsewhere = type === frameActions.navigated.type && this.#state.frame.webPath !== before;
    if (isElsewhere && before !== '' && this.#isSuspended()) this.#dispatch(accessActions.sessionGivenUp());
    if (type.startsWith('access/')) for (const wake of this.#lookers.splice(0)) wake();
  }

  /** Checks the session, unless a check is under way. */
  doubt(): void {
    if (this.#checking || selectPersonId(this.#state) === null) return;
    this.#dispatch(accessActions.sessionDoubted());
  }

  /** RP-02.30: the session may have changed; a check that is under way may have been answered before that. */
  news(): void {
    if (this.#checking) this.#isOvertaken = true;
    else this.doubt();
  }

  /** RP-02.27: a read waits while the page belongs to somebody who is signed out. */
  async read<T>(call: Call<T>): Promise<Answer<T>> {
    for (;;) {
      while (this.#isSuspended()) await this.#look(call);
      try {
        return await call.send();
      } catch (error) {
        if (!this.#isDoubtful(call, error, false) || !(await this.#endedFor(selectPersonId(this.#state)))) throw error;
        if (!this.#isSuspended()) throw error;
      }
    }
  }

  /** An edit without a key is sent once, and the caller gets its answer. */
  async once<T>(call: Call<T>): Promise<Answer<T>> {
    try {
      const answer = await call.send();
      if (refusedIn(answer.data)) this.doubt();
      return answer;
    } catch (error) {
      if (this.#isDoubtful(call, error, true)) this.doubt();
      throw error;
    }
  }

  /** RP-02.28 to RP-02.32: sends an edit, always in the same words, until it is answered. `person`: whose edit it is. */
  async write<T>(call: Call<T>, person: string | null, since: number): Promise<Answer<T>> {
    let failure = wireFault('timeout');
    for (let tries = 1; ; tries += 1) {
      while (!this.isFreeFor(person)) await this.#look(call);
      // RP-02.32: the server may have forgotten its key, however the time passed: in attempts, signed out, or asleep.
      if (this.#ports.clock.now() - since > DAY) throw failure;
      try {
        const answer = await call.send();
        if (person === null || !refusedIn(answer.data) || !(await this.#endedFor(person))) return answer;
      } catch (error) {
        if (call.cancelled || !isWireError(error)) throw error;
        const wait = waitBefore(error, tries);
        failure = error;
        if (wait !== null) {
          await this.#pause(call, wait, tries >= TOLD_FROM);
          continue;
        }
        if (!this.#isDoubtful(call, error, true) || !(await this.#endedFor(person))) throw error;
      }
      tries = 0;
    }
  }

  /** Whether this person's request may be sent now: the server attributes a request to the current session. */
  isFreeFor(person: string | null): boolean {
    if (person === null) return true;
    const state = this.#state;
    return selectPersonId(state) === person && state.access.ended === undefined && selectSignedIn(state);
  }

  #isDoubtful(call: Call<unknown>, error: unknown, isEdit: boolean): boolean {
    return !call.cancelled && isWireError(error) && doubts(error, isEdit) && selectSignedIn(this.#state);
  }

  /** Has the session read again, starting after the doubt arose; true if it is no longer this person's. */
  async #endedFor(person: string | null): Promise<boolean> {
    if (!selectSignedIn(this.#state)) return !this.isFreeFor(person);
    const enough = this.#checks + (this.#checking ? 2 : 1);
    while (this.#checks < enough && this.isFreeFor(person)) {
      this.doubt();
      await this.#look(null);
    }
    return !this.isFreeFor(person);
  }

  /** Waits until the session has changed. */
  async #look(call: Call<unknown> | null): Promise<void> {
    await new Promise<void>((resolve) => this.#lookers.push(resolve));
    if (call?.cancelled === true) throw wireFault('aborted');
  }

  async #lookLater(milliseconds: number): Promise<void> {
    if (this.#looksLater) return;
    this.#looksLater = true;
    await this.#sleep(milliseconds);
    this.#looksLater = false;
    this.doubt();
  }

  async #pause(call: Call<unknown>, milliseconds: number, isTold: boolean): Promise<void> {
    if (isTold) this.#count(1);
    await this.#sleep(milliseconds);
    if (isTold) this.#count(-1);
    if (call.cancelled) throw wireFault('aborted');
  }

  /** Ends earlier when the machine is back online. */
  #sleep(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        this.#pauses.get(end)?.();
        this.#pauses.delete(end);
        resolve();
      };
      this.#pauses.set(end, this.#ports.clock.after(milliseconds, end));
    });
  }

  #count(by: 1 | -1): void {
    const was = this.#waiting > 0;
    this.#waiting += by;
    const waiting = this.#waiting > 0;
    if (was !== waiting) this.#dispatch(frameActions.waitingChanged({ waiting }));
  }

  #isSuspended(): boolean {
    return this.#store !== null && selectSuspended(this.#state);
  }

  get #state(): State {
    return (this.#store as MiddlewareAPI).getState() as State;
  }

  #dispatch(action: Action): void {
    this.#store?.dispatch({ ...action } as never);
  }
}
