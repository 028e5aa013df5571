import type { SimClient } from './planner-client.ts';
import type { Simulation } from './simulation.ts';
import { selectTreeStatus } from '@espalier/core';
import { treeActions } from '@espalier/core/tree';
import { frontsOf, leaveAll } from './front.ts';
import { listFaults, pageFaults } from './check-pages.ts';
import { itemEditFaults, sentByKey } from './check-items.ts';
import { doubtFaults, itemOrderFaults } from './check-items-sent.ts';
import { itemPageFaults } from './check-items-shown.ts';
import { linkEditFaults, linksFaults } from './check-links.ts';
import { bulkFaults } from './check-bulk.ts';
import { notesFaults } from './check-notes.ts';
import { leftFaults, overFaults } from './check-over.ts';
import { datesFaults, datesOrderFaults, viewFaults } from './check-roadmap.ts';
import { sidebarEditFaults, sidebarOrderFaults } from './check-sidebar.ts';
import { textFaults } from './check-texts.ts';
import { owedFaults, sidebarFaults } from './check-sidebar-shown.ts';
import { comeBack, heal, isUnread, waitsForOther, waitsForTree } from './healing.ts';
import { historyFaults } from './check-history.ts';
import { inFlightFaults } from './check-under-way.ts';
import { replayFaults, rollbackFaults } from './check-log.ts';
import { shownFaults } from './check-tree.ts';
import { localEditFaults } from './local-edits.ts';
import { foldedOf } from './operations.ts';
import { reloadFaults } from './reload.ts';
import { roadmapFaults } from './reload-roadmap.ts';

/** The end of a schedule. */

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

/** Heals everything but rights and clocks, drains, and looks. */
export async function finish(simulation: Simulation): Promise<void> {
  const { clients, clock, network } = simulation;
  const start = clock.now();
  const shownAgain = clients.filter((client) => client.hidden && selectTreeStatus(client.state) === 'ready');
  network.down = false;
  for (const client of clients) heal(client, clock);
  await clock.advance(OLD_REQUESTS);
  // What failed is a state of the page, with a button; what is missing is looked for again by a person.
  for (const client of clients) comeBack(client);
  await clock.advance(DRAIN - OLD_REQUESTS);
  for (const client of clients) {
    simulation.fail('in-flight flags drain within 60 seconds', inFlightFaults(client));
    comeBack(client);
  }
  simulation.fail(
    'no poller is stuck',
    shownAgain
      .filter((client) => isUnread(client, start))
      .map(({ index }) => `client ${index} was shown again and does not read`),
  );
  if (clock.longest > LONGEST_INTERVAL)
    simulation.fail('no poller is stuck', [`somebody waits for ${clock.longest} ms`]);
  await awaitReadings(simulation, start + OLD_REQUESTS);
  await lookAgain(simulation);
  look(simulation);
  for (const client of clients) {
    simulation.fail('a list that is loaded shows what the server has', await reloadFaults(client, simulation));
  }
  await unfold(simulation);
  for (const client of clients) {
    if (!client.over.isOpen) continue;
    leaveAll(client);
    simulation.fail('nothing is left behind', named(client, leftFaults(client.state)));
  }
  // Not before: while one client reads, time passes for all, and their logs go on.
  for (const client of clients) client.end();
  lookBack(simulation);
}

/** Every open tree without pushes is read again by itself; nobody helps, unless the server has asked for a longer pause. */
async function awaitReadings(simulation: Simulation, since: number): Promise<void> {
  const { clients, clock, network } = simulation;
  const waits = (client: SimClient): boolean => frontsOf(client).some((front) => waitsForTree(front, since));
  const looksForOther = (client: SimClient): boolean => waitsForOther(client, simulation, since);
  const waitsAtAll = (client: SimClient): boolean => waits(client) || looksForOther(client);
  const limit = clock.now() + LONGEST_WAIT;
  while (clients.some(waitsAtAll) && clock.now() < limit) {
    await clock.advance(5_000);
    for (const client of clients) {
      if (!waitsAtAll(client) || !network.isAskedToWait(client.index)) continue;
      client.hide(true);
      client.hide(false);
      await clock.advance(SOON);
    }
  }
  simulation.fail(
    'no poller is stuck',
    clients
      .filter((client) => !client.connected && waits(client))
      .map(({ index }) => `client ${index} has not read its tree since the network healed`),
  );
  simulation.fail(
    'no poller is stuck',
    clients
      .filter(looksForOther)
      .map(({ index }) => `client ${index} does not look for changes of its epic, its roadmap or its links`),
  );
  // A reading has several parts; they follow one another at once.
  await clock.advance(SOON);
}

/** A roadmap reads what it shows a few questions at a time, each time that somebody looks at it again. */
async function lookAgain({ clients, clock }: Simulation): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const client of clients) {
      if (client.pages.roadmap === null) continue;
      client.hide(true);
      client.hide(false);
    }
    if (clients.some(({ pages }) => pages.roadmap !== null)) await clock.advance(SOON);
  }
}

const isEventful = ({ schedule }: Simulation): boolean => schedule.pushes !== undefined;

function look(simulation: Simulation): void {
  const { clients, network, orders, backend } = simulation;
  const { world } = backend.model;
  for (const client of clients) {
    simulation.fail('every client shows what the server shows', [
      ...frontsOf(client).flatMap((front) => shownFaults(front, world, orders, isEventful(simulation))),
      ...named(client, roadmapFaults(client, world)),
      ...frontsOf(client).flatMap((front) => named(client, notesFaults(front, world, network, client.session))),
      ...frontsOf(client).flatMap((front) =>
        named(
          client,
          [pageFaults, sidebarFaults, linksFaults, itemPageFaults].flatMap((faultsOf) => faultsOf(front, world)),
        ),
      ),
    ]);
    simulation.fail('what is shown answers the last question', [
      ...named(client, listFaults(client, network)),
      ...named(client, viewFaults(client, network)),
    ]);
    client.writing.look(client.state);
    simulation.fail('no word is lost', named(client, textFaults(client, world)));
    simulation.fail('nothing throws', client.crashes);
    simulation.fail('a reading is not older than an edit', client.staleReadings);
    simulation.fail('an edit is sent as it was meant', named(client, client.sendings.found));
  }
}

/** What was folded away is as the server has it when it is unfolded again. */
async function unfold(simulation: Simulation): Promise<void> {
  const unfolding = simulation.clients.flatMap(frontsOf).filter((front) => {
    const folded = foldedOf(front);
    for (const id of folded) front.do(treeActions.itemToggled({ id }));
    return folded.length > 0;
  });
  if (unfolding.length === 0) return;
  await simulation.clock.advance(UNFOLDED);
  const { world } = simulation.backend.model;
  for (const front of unfolding) {
    simulation.fail(
      'every client shows what the server shows',
      shownFaults(front, world, simulation.orders, isEventful(simulation)),
    );
  }
}

/** What the sessions did from their beginning to their end. */
function lookBack(simulation: Simulation): void {
  const { clients, schedule } = simulation;
  const { sent } = simulation.network;
  const { history } = simulation.backend.model;
  simulation.fail('an acknowledged edit stands in the history once', historyFaults(sent, history, clients));
  simulation.fail('edits are made in their order', datesOrderFaults(clients, sent, history));
  simulation.fail('edits are made in their order', sidebarOrderFaults(clients, sent, history));
  simulation.fail('edits are made in their order', itemOrderFaults(clients, sent, history));
  for (const client of clients) {
    simulation.fail('no poller is stuck', owedFaults(client, sent));
    simulation.fail('what is in doubt is read again', doubtFaults(client, sent));
  }
  const sentBy = sentByKey(sent);
  const logs = clients.flatMap(({ sessions }) => sessions);
  for (const log of logs) {
    simulation.fail('an edit is shown as what it is', localEditFaults(log));
    simulation.fail('an edit is shown as what it is', datesFaults(log, sent));
    simulation.fail('an edit is shown as what it is', sidebarEditFaults(log, sent));
    simulation.fail('an edit is shown as what it is', linkEditFaults(log));
    simulation.fail('an edit is shown as what it is', itemEditFaults(log, sentBy));
    simulation.fail('what is done together is told', bulkFaults(log));
    simulation.fail('what is done over a page leaves the page alone', overFaults(log));
  }
  for (const log of logs) simulation.fail('a failed operation leaves nothing behind', rollbackFaults(log));
  const replayed = logs[schedule.seed % logs.length];
  if (replayed !== undefined) simulation.fail('replaying the log gives the same hash', replayFaults(replayed));
}

const named = ({ index, username }: SimClient, texts: readonly string[]): string[] =>
  texts.map((text) => `client ${index} (${username}): ${text}`);
