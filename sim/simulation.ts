import type { ModelAnswer, ModelCall, ModelChange } from './server/index.ts';
import { seededRandom } from '@espalier/core/testing';
import { textActions } from '@espalier/core/text';
import type { RootState } from '@espalier/core';
import type { Pending } from '@espalier/core/mutation';
import type { Backend } from './backend.ts';
import type { Fate, Random, Schedule } from './schedule.ts';
import { ModelServer } from './server/index.ts';
import { modelBackend } from './backend.ts';
import { SimClock } from './clock.ts';
import { itemMadeFaults } from './check-items-sent.ts';
import { madeFaults } from './check-sidebar.ts';
import { FAULTS } from './faults.ts';
import { finish } from './finish.ts';
import { idleFaults } from './check-under-way.ts';
import { orderlyFaults } from './check-tree.ts';
import { Network } from './network.ts';
import { ELSEWHERE } from './operations-elsewhere.ts';
import { ALL_OPERATIONS } from './operations-all.ts';
import { Picks } from './picks.ts';
import { leaks, OrderBook, structureFaults } from './oracle.ts';
import { RelationBook } from './oracle-links.ts';
import { TextBook } from './oracle-texts.ts';
import { SimClient } from './planner-client.ts';
import { changedTopics, kindsBetween, type Snapshot, takeSnapshot } from './pushes.ts';
import { type PushCounts, PushWire } from './push-wire.ts';
import type { Stage } from './stage.ts';
import { CALM, drawFate } from './schedule.ts';
import { fillWorld } from './world.ts';

/** Something that must never happen, and did. */
export interface Failure {
  /** Name of the invariant. */
  readonly rule: string;
  readonly text: string;
  /** Index of the step after which it was seen; the number of steps: at the end. */
  readonly step: number;
}

export interface Outcome {
  /** The schedule with every decision that was made. */
  readonly schedule: Schedule;
  readonly operations: number;
  readonly requests: number;
  readonly pushes: PushCounts;
  readonly failures: readonly Failure[];
}

/** Makes the source of the fates of pushes another one than the schedule's. */
const PUSHES = 0x5eed_ca81;

/** Where the time of all schedules begins. */
export const START = Date.parse('2026-11-21T12:00:00Z');

type Asked = ReturnType<typeof textActions.saved>['payload'];

export interface RunOptions {
  /** Draws the fates that the schedule does not name. Without it those requests are calm. */
  readonly draw?: { readonly random: Random; readonly weather: number };
  readonly backend?: Backend;
  /** Of a backend that has one already. */
  readonly clock?: SimClock;
}

/** One schedule on its way: the server, the network, the planners and what has been seen to be wrong. */
export class Simulation implements Stage {
  readonly schedule: Schedule;
  readonly clock: SimClock;
  readonly backend: Backend;
  readonly network: Network;
  readonly #wire: PushWire;
  readonly clients: readonly SimClient[];
  readonly failures: Failure[] = [];
  readonly orders: OrderBook;
  readonly #fates: Record<string, Fate>;
  readonly #draw: RunOptions['draw'];
  readonly #relations: RelationBook;
  readonly #texts = new TextBook();
  /** Answers that were searched for what must not be told. One that is given again (`modelBackend`) is so to the same person, of the same world. */
  readonly #searched = new WeakSet<ModelAnswer>();
  /** By client: the state that was looked at last, and whether something was under way. */
  readonly #looked = new Map<SimClient, { readonly state: RootState; readonly isWaiting: boolean }>();
  #committed = 0;
  #snapshot: Snapshot;
  #step = 0;
  #healed = false;
  #pause = 0;
  #titles = 0;
  #operations = 0;

  constructor(schedule: Schedule, options: RunOptions = {}) {
    this.schedule = schedule;
    this.#fates = { ...schedule.fates };
    this.#draw = options.draw;
    this.clock = options.clock ?? new SimClock(START);
    this.backend = options.backend ?? newModel(schedule, this.clock);
    const { world } = this.backend.model;
    this.orders = new OrderBook(world);
    this.#relations = new RelationBook(world);
    this.#committed = this.backend.model.history.length;
    this.#snapshot = takeSnapshot(world);
    // A source of its own: what becomes of pushes changes no fate of a request.
    this.#wire = new PushWire(
      this.clock,
      schedule,
      this.#draw === undefined ? null : seededRandom(schedule.seed ^ PUSHES),
    );
    this.network = new Network(this.clock, this.backend, {
      fate: (key) => this.#fate(key),
      ran: (sent, answer) => this.#ran(sent.who, sent.call, answer),
    });
    this.clients = schedule.clients.map(
      (plan, index) => new SimClient(index, plan, this.clock, this.network, this.#texts.saved),
    );
  }

  #fate(key: string): Fate {
    if (this.#healed) return CALM;
    const known = this.#fates[key];
    if (known !== undefined) return known;
    if (this.#draw === undefined) return CALM;
    const drawn = drawFate(this.#draw.random, this.#draw.weather);
    this.#fates[key] = drawn;
    return drawn;
  }

  /** A text that no item has yet. */
  nextTitle(): string {
    this.#titles += 1;
    return String(this.#titles);
  }

  /** Has more time pass after this step. */
  pause(milliseconds: number): void {
    this.#pause += milliseconds;
  }

  fail(rule: string, texts: readonly string[]): void {
    for (const text of texts) this.failures.push({ rule, text, step: this.#step });
  }

  /** A request by somebody who has no planner here; it meets with no fault. */
  async answer(who: string, call: ModelCall): Promise<void> {
    if (this.network.down) return;
    const answer = await this.backend.answer(who, call);
    this.#ran(who, call, answer);
  }

  async setRole(who: string, level: number | null): Promise<void> {
    await this.backend.setRole(who, level);
    this.rightsChanged(who);
  }

  rightsChanged(who: string): void {
    for (const client of this.clients) {
      if (client.username !== who || !client.connected || client.gap) continue;
      client.connect(false);
      this.clock.after(100, () => client.connect(true));
    }
  }

  restart(milliseconds: number): void {
    this.network.down = true;
    this.network.breakAll();
    const lost = this.clients.filter(({ connected }) => connected);
    for (const client of lost) client.connect(false);
    this.clock.after(milliseconds, () => {
      this.network.down = false;
      for (const client of lost) client.connect(true);
    });
  }

  /** After the server ran a request: what it said and did is looked at, and pushed. */
  #ran(who: string, call: ModelCall, answer: ModelAnswer): void {
    const { model } = this.backend;
    if (call.idempotencyKey === undefined && who !== 'root' && !this.#searched.has(answer)) {
      this.#searched.add(answer);
      const told = leaks(model.world, who, JSON.stringify(answer.data) ?? '');
      this.fail(
        'nothing is seen without permission',
        told.map((id) => `${who} is told of ${id} by ${call.what}`),
      );
    }
    if (model.history.length === this.#committed) return;
    const fresh = model.history.slice(this.#committed);
    for (const change of fresh) {
      this.orders.apply(change, model.world);
      this.fail('links are those of the edits', this.#relations.apply(change, model.world));
      const mutation = this.#mutationUnder(change.idempotencyKey);
      if (fresh.length === 1) this.fail('no word is lost', this.#textFaults(change, mutation));
      if (mutation === null) continue;
      const move = mutation.payload as { readonly before: string | null };
      this.fail('a move lands where it was put', this.orders.landingFaults(change, move));
      this.fail('an edit is made as it was meant', madeFaults(mutation, change, model.world));
      // Of several changes the tables of before the last ones are not known.
      const itemFaults = fresh.length > 1 ? [] : itemMadeFaults(mutation, change, this.#snapshot, model.world);
      this.fail('an edit is made as it was meant', itemFaults);
    }
    this.#committed = model.history.length;
    this.fail('orders are those of the edits', this.orders.faults(model.world));
    this.fail('links are those of the edits', this.#relations.faults(model.world));
    this.fail('trees are well formed', structureFaults(model.world));
    this.#push();
  }

  #textFaults(change: ModelChange, mutation: Pending | null): string[] {
    // A key is of the client whose session made it, also where a later one sends it again.
    const client = this.clients[Number(/^id-(\d+)\./.exec(change.idempotencyKey ?? '')?.[1])];
    const asked = mutation?.type === textActions.saved.type ? (mutation.payload as Asked) : null;
    const { items } = this.backend.model.world;
    return this.#texts.apply(change, this.#snapshot.items, items, asked, client?.writing.removed ?? new Set());
  }

  /** The edit that waits for the answer under a key; null where that is another one, or nobody waits any more. */
  #mutationUnder(key: string | undefined): Pending | null {
    for (const { state } of key === undefined ? [] : this.clients) {
      const mutation = state.pending.find(({ id }) => id === key);
      if (mutation !== undefined) return mutation;
    }
    return null;
  }

  #push(): void {
    const { world } = this.backend.model;
    const after = takeSnapshot(world);
    const topics = changedTopics(this.#snapshot, after, world);
    const kindsFor = this.#wire.isEventful ? kindsBetween(this.#snapshot, after, world) : null;
    this.#snapshot = after;
    for (const client of this.clients) {
      const kinds = kindsFor?.(client.username);
      for (const topic of topics) {
        const told = kinds?.get(topic);
        if (told?.length !== 0) this.#wire.send(client, topic, told);
      }
    }
  }

  async run(): Promise<Outcome> {
    try {
      await this.clock.advance(0);
      for (const [index, step] of this.schedule.steps.entries()) {
        this.#step = index;
        await this.#take(step);
        this.#pause += step.after;
        const pause = this.#pause;
        this.#pause = 0;
        await this.clock.advance(pause);
        for (const client of this.clients) this.#lookAt(client);
        if (this.failures.length > 0) break;
      }
      if (this.failures.length === 0) {
        this.#step = this.schedule.steps.length;
        this.#healed = true;
        this.#wire.isHealed = true;
        await finish(this);
      }
    } catch (error) {
      this.fail('nothing throws', [error instanceof Error ? (error.stack ?? error.message) : String(error)]);
    }
    for (const client of this.clients) client.dispose();
    return {
      schedule: {
        ...this.schedule,
        fates: this.#fates,
        ...(this.#wire.isEventful && { pushes: this.#wire.fates }),
      },
      operations: this.#operations,
      requests: this.network.sent.length,
      pushes: this.#wire.counts,
      failures: this.failures,
    };
  }

  /** What must be so after every step. A client in which nothing has happened is as it was found. */
  #lookAt(client: SimClient): void {
    const { state } = client;
    const isWaiting = this.network.isWaiting(client.session);
    const before = this.#looked.get(client);
    if (before?.state === state && before.isWaiting === isWaiting) return;
    this.#looked.set(client, { state, isWaiting });
    this.fail('what is shown is well formed', orderlyFaults(client));
    this.fail('what is loading is under way', idleFaults(client, isWaiting));
  }

  async #take({ table, name, client: index, picks }: Schedule['steps'][number]): Promise<void> {
    const client = this.clients[index % this.clients.length] as SimClient;
    const choose = new Picks(picks);
    if (table === 'fault') FAULTS[name]?.run(client, choose, this);
    else if (Object.hasOwn(ELSEWHERE, name)) {
      if (await ELSEWHERE[name]?.run(choose, this)) this.#operations += 1;
    } else if (ALL_OPERATIONS[name]?.run(client, choose, this) === true) this.#operations += 1;
  }
}

function newModel(schedule: Schedule, clock: SimClock): Backend {
  const model = new ModelServer({ clock, idsPerTable: true, seed: (world) => fillWorld(world, schedule.world) });
  return modelBackend(model);
}
