import type { ModelAnswer, ModelCall } from './server/index.ts';
import type { RootState } from '@espalier/core';
import type { Pending } from '@espalier/core/mutation';
import type { Backend } from './backend.ts';
import type { Fate, Random, Schedule } from './schedule.ts';
import { selectTreeStatus } from '@espalier/core';
import { selectEpicPage } from '@espalier/core/epic';
import { selectRoadmapStatus } from '@espalier/core/roadmap';
import { selectLinkStatus } from '@espalier/core/link';
import { accessActions } from '@espalier/core/access';
import { treeActions } from '@espalier/core/tree';
import { ModelServer } from './server/index.ts';
import { modelBackend } from './backend.ts';
import { SimClock } from './clock.ts';
import { listFaults, pageFaults } from './check-pages.ts';
import { linkEditFaults, linksFaults } from './check-links.ts';
import { datesFaults, datesOrderFaults, viewFaults } from './check-roadmap.ts';
import { madeFaults, sidebarEditFaults, sidebarOrderFaults } from './check-sidebar.ts';
import { owedFaults, sidebarFaults } from './check-sidebar-shown.ts';
import { FAULTS } from './faults.ts';
import { comeBack, isUnread } from './healing.ts';
import {
  historyFaults,
  idleFaults,
  inFlightFaults,
  orderlyFaults,
  replayFaults,
  rollbackFaults,
  shownFaults,
} from './invariants.ts';
import { localEditFaults } from './local-edits.ts';
import { Network, PAGE_READING } from './network.ts';
import { ELSEWHERE } from './operations-elsewhere.ts';
import { ALL_OPERATIONS } from './operations-all.ts';
import { foldedOf } from './operations.ts';
import { Picks } from './picks.ts';
import { leaks, numberOf, OrderBook, sees, structureFaults } from './oracle.ts';
import { RelationBook } from './oracle-links.ts';
import { SimClient } from './planner-client.ts';
import { changedTopics, type Snapshot, takeSnapshot } from './pushes.ts';
import type { Stage } from './stage.ts';
import { reloadFaults } from './reload.ts';
import { roadmapFaults } from './reload-roadmap.ts';
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
  readonly failures: readonly Failure[];
}

/** Where the time of all schedules begins. */
export const START = Date.parse('2026-11-21T12:00:00Z');

/** In-flight flags are gone this long after the network healed. Milliseconds. */
const DRAIN = 60_000;
/** The longest time for which a request of before may still be under way. */
const OLD_REQUESTS = 31_000;
/** The longest that polling may wait after failures, and some room. */
const LONGEST_WAIT = 300_000 + 60_000;
const SOON = 10_000;
/** Until what was unfolded has been read. */
const UNFOLDED = 1_000;
/** Times that a roadmap is looked at again until all of it has been read. */
const ROUNDS = 8;
/** No interval of polling is longer, whatever a server says. */
const LONGEST_INTERVAL = 3_600_000;

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
  readonly clients: readonly SimClient[];
  readonly failures: Failure[] = [];
  readonly #fates: Record<string, Fate>;
  readonly #draw: RunOptions['draw'];
  readonly #orders: OrderBook;
  readonly #relations: RelationBook;
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
    this.#orders = new OrderBook(world);
    this.#relations = new RelationBook(world);
    this.#committed = this.backend.model.history.length;
    this.#snapshot = takeSnapshot(world);
    this.network = new Network(this.clock, this.backend, {
      fate: (key) => this.#fate(key),
      ran: (sent, answer) => this.#ran(sent.who, sent.call, answer),
    });
    this.clients = schedule.clients.map((plan, index) => new SimClient(index, plan, this.clock, this.network));
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
    // The connections of somebody whose rights changed are closed, so that nothing is pushed to them that they must not know of.
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
    for (const change of model.history.slice(this.#committed)) {
      this.#orders.apply(change, model.world);
      this.fail('links are those of the edits', this.#relations.apply(change, model.world));
      const mutation = this.#mutationUnder(change.idempotencyKey);
      if (mutation === null) continue;
      const move = mutation.payload as { readonly before: string | null };
      this.fail('a move lands where it was put', this.#orders.landingFaults(change, move));
      this.fail('an edit is made as it was meant', madeFaults(mutation, change, model.world));
    }
    this.#committed = model.history.length;
    this.fail('orders are those of the edits', this.#orders.faults(model.world));
    this.fail('links are those of the edits', this.#relations.faults(model.world));
    this.fail('trees are well formed', structureFaults(model.world));
    this.#push();
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
    const after = takeSnapshot(this.backend.model.world);
    const topics = changedTopics(this.#snapshot, after);
    this.#snapshot = after;
    for (const client of this.clients) {
      if (!client.connected || client.gap) continue;
      for (const topic of topics) this.clock.after(30, client.pushTo(topic));
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
      if (this.failures.length === 0) await this.#finish();
    } catch (error) {
      this.fail('nothing throws', [error instanceof Error ? (error.stack ?? error.message) : String(error)]);
    }
    for (const client of this.clients) client.dispose();
    return {
      schedule: { ...this.schedule, fates: this.#fates },
      operations: this.#operations,
      requests: this.network.sent.length,
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

  /** Heals everything but rights and clocks, drains, and looks. */
  async #finish(): Promise<void> {
    this.#step = this.schedule.steps.length;
    const start = this.clock.now();
    this.#healed = true;
    const shownAgain = this.clients.filter((client) => client.hidden && selectTreeStatus(client.state) === 'ready');
    this.network.down = false;
    for (const client of this.clients) this.#heal(client);
    await this.clock.advance(OLD_REQUESTS);
    // What failed is a state of the page, with a button; what is missing is looked for again by a person.
    for (const client of this.clients) comeBack(client);
    await this.clock.advance(DRAIN - OLD_REQUESTS);
    for (const client of this.clients) {
      this.fail('in-flight flags drain within 60 seconds', inFlightFaults(client));
      comeBack(client);
    }
    this.fail(
      'no poller is stuck',
      shownAgain
        .filter((client) => isUnread(client, start))
        .map(({ index }) => `client ${index} was shown again and does not read`),
    );
    if (this.clock.longest > LONGEST_INTERVAL)
      this.fail('no poller is stuck', [`somebody waits for ${this.clock.longest} ms`]);
    await this.#awaitReadings(start + OLD_REQUESTS);
    await this.#lookAgain();
    this.#look();
    for (const client of this.clients) {
      this.fail('a list that is loaded shows what the server has', await reloadFaults(client, this));
    }
    await this.#unfold();
    // Not before: while one client reads, time passes for all, and their logs go on.
    for (const client of this.clients) client.end();
    this.#lookBack();
  }

  #heal(client: SimClient): void {
    client.storageMode = 'ok';
    client.crashAtWrite = null;
    client.signInAgain();
    if (client.state.access.ended !== undefined) client.do(accessActions.sessionDoubted());
    if (client.state.tree.drag !== null) client.do(treeActions.dragCancelled());
    if (client.hidden) client.hide(false);
    if (client.gap) {
      client.connect(false);
      this.clock.after(200, () => client.connect(true));
    }
  }

  /** Every open tree without pushes is read again by itself; nobody helps, unless the server has asked for a longer pause. */
  async #awaitReadings(since: number): Promise<void> {
    const waits = (client: SimClient): boolean => {
      const isShown = selectTreeStatus(client.state) === 'ready';
      // With pushes nothing is read without a reason; what failed is.
      return client.connected && isShown ? this.network.hasMissed(client.index) : isUnread(client, since);
    };
    const waitsForPage = ({ pages, state, session }: SimClient): boolean =>
      pages.epic !== null &&
      selectEpicPage(state).status === 'ready' &&
      this.network.answeredAt(session, PAGE_READING) < since;
    const waitsForRoadmap = ({ pages, state, session }: SimClient): boolean => {
      if (pages.roadmap === null || selectRoadmapStatus(state) !== 'ready') return false;
      const name = pages.roadmap.config.epicIid === null ? 'roadmapGroupEpics' : 'epicChildEpics';
      return this.network.answeredAt(session, name) < since;
    };
    const waitsForLinks = ({ pages, state, session, username }: SimClient): boolean =>
      pages.links !== null &&
      selectLinkStatus(state) === 'ready' &&
      this.network.answeredAt(session, pages.links.kind === 'epic' ? 'GET related_epic_links' : 'GET links') < since &&
      this.#seesLinks(pages.links.id, username);
    const waitsForOther = (client: SimClient): boolean =>
      waitsForPage(client) || waitsForRoadmap(client) || waitsForLinks(client);
    const limit = this.clock.now() + LONGEST_WAIT;
    while (this.clients.some((client) => waits(client) || waitsForOther(client)) && this.clock.now() < limit) {
      await this.clock.advance(5_000);
      for (const client of this.clients) {
        if (!(waits(client) || waitsForOther(client)) || !this.network.isAskedToWait(client.index)) continue;
        client.hide(true);
        client.hide(false);
        await this.clock.advance(SOON);
      }
    }
    this.fail(
      'no poller is stuck',
      this.clients
        .filter((client) => !client.connected && waits(client))
        .map(({ index }) => `client ${index} has not read its tree since the network healed`),
    );
    this.fail(
      'no poller is stuck',
      this.clients
        .filter(waitsForOther)
        .map(({ index }) => `client ${index} does not look for changes of its epic, its roadmap or its links`),
    );
    // A reading has several parts; they follow one another at once.
    await this.clock.advance(SOON);
  }

  #seesLinks(subjectId: string, username: string): boolean {
    const { world } = this.backend.model;
    const row = world.items.get(numberOf(subjectId) ?? 0);
    return row !== undefined && sees(world, username, row);
  }

  /** A roadmap reads what it shows a few questions at a time, each time that somebody looks at it again. */
  async #lookAgain(): Promise<void> {
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const client of this.clients) {
        if (client.pages.roadmap === null) continue;
        client.hide(true);
        client.hide(false);
      }
      if (this.clients.some(({ pages }) => pages.roadmap !== null)) await this.clock.advance(SOON);
    }
  }

  #look(): void {
    const { world } = this.backend.model;
    for (const client of this.clients) {
      this.fail('every client shows what the server shows', [
        ...shownFaults(client, world, this.#orders),
        ...named(client, pageFaults(client, world)),
        ...named(client, roadmapFaults(client, world)),
        ...named(client, sidebarFaults(client, world)),
        ...named(client, linksFaults(client, world)),
      ]);
      this.fail('what is shown answers the last question', [
        ...named(client, listFaults(client, this.network)),
        ...named(client, viewFaults(client, this.network)),
      ]);
      this.fail('nothing throws', client.crashes);
      this.fail('a reading is not older than an edit', client.staleReadings);
    }
  }

  /** What was folded away is as the server has it when it is unfolded again. */
  async #unfold(): Promise<void> {
    const unfolding = this.clients.filter((client) => {
      const folded = foldedOf(client);
      for (const id of folded) client.do(treeActions.itemToggled({ id }));
      return folded.length > 0;
    });
    if (unfolding.length === 0) return;
    await this.clock.advance(UNFOLDED);
    const { world } = this.backend.model;
    for (const client of unfolding) {
      this.fail('every client shows what the server shows', shownFaults(client, world, this.#orders));
    }
  }

  /** What the sessions did from their beginning to their end. */
  #lookBack(): void {
    this.fail(
      'an acknowledged edit stands in the history once',
      historyFaults(this.network.sent, this.backend.model.history, this.clients),
    );
    this.fail(
      'edits are made in their order',
      datesOrderFaults(this.clients, this.network.sent, this.backend.model.history),
    );
    this.fail(
      'edits are made in their order',
      sidebarOrderFaults(this.clients, this.network.sent, this.backend.model.history),
    );
    for (const client of this.clients) this.fail('no poller is stuck', owedFaults(client, this.network.sent));
    const logs = this.clients.flatMap(({ sessions }) => sessions);
    for (const log of logs) {
      this.fail('an edit is shown as what it is', localEditFaults(log));
      this.fail('an edit is shown as what it is', datesFaults(log, this.network.sent));
      this.fail('an edit is shown as what it is', sidebarEditFaults(log, this.network.sent));
      this.fail('an edit is shown as what it is', linkEditFaults(log));
    }
    for (const log of logs) this.fail('a failed operation leaves nothing behind', rollbackFaults(log));
    const replayed = logs[this.schedule.seed % logs.length];
    if (replayed !== undefined) this.fail('replaying the log gives the same hash', replayFaults(replayed));
  }
}

const named = ({ index, username }: SimClient, texts: readonly string[]): string[] =>
  texts.map((text) => `client ${index} (${username}): ${text}`);

function newModel(schedule: Schedule, clock: SimClock): Backend {
  const model = new ModelServer({ clock, idsPerTable: true, seed: (world) => fillWorld(world, schedule.world) });
  return modelBackend(model);
}
