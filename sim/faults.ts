import type { Picks } from './picks.ts';
import type { SimClient } from './planner-client.ts';
import type { Stage } from './stage.ts';

/** What goes wrong besides the way of a single request (`Fate` of schedule.ts). */
export interface Fault {
  readonly weight: number;
  run(client: SimClient, picks: Picks, sim: Stage): void;
}

const DAY = 86_400_000;

export const FAULTS: Readonly<Record<string, Fault>> = {
  hide: { weight: 4, run: (client) => client.hide(true) },
  show: { weight: 4, run: (client) => client.hide(false) },
  /** Pushes get lost, and only later the client learns of it and connects again. */
  realtimeGap: {
    weight: 4,
    run: (client, picks, sim) => {
      if (!client.connected || client.gap) return;
      client.gap = true;
      sim.clock.after(500 + picks.number(8000), () => {
        if (!client.gap) return;
        client.connect(false);
        sim.clock.after(200 + picks.number(10_000), () => client.connect(true));
      });
    },
  },
  disconnect: { weight: 1, run: (client) => (client.connected ? client.connect(false) : undefined) },
  connect: { weight: 2, run: (client) => (client.connected ? undefined : client.connect(true)) },
  restart: { weight: 2, run: (_, picks, sim) => sim.restart(200 + picks.number(6000)) },
  crash: { weight: 3, run: (client) => client.crash() },
  crashAtWrite: {
    weight: 3,
    run: (client, picks) => {
      client.crashAtWrite = picks.number(2);
    },
  },
  storageFull: {
    weight: 1,
    run: (client) => {
      client.storageMode = 'full';
    },
  },
  storageAbsent: {
    weight: 1,
    run: (client) => {
      client.storageMode = 'absent';
    },
  },
  storageBack: {
    weight: 1,
    run: (client) => {
      client.storageMode = 'ok';
    },
  },
  /** In the middle of whatever it does, until the same person signs in again. */
  sessionEnds: {
    weight: 3,
    run: (client, picks, sim) => {
      if (client.signedOut || client.state.access.session.user === null) return;
      client.signedOut = true;
      const { session } = client;
      sim.clock.after(500 + picks.number(30_000), () => {
        if (client.session === session) client.signInAgain();
      });
    },
  },
  clockOff: {
    weight: 2,
    run: (client, picks) => {
      client.skew = (picks.number(3) - 1) * DAY;
      client.clockJumped = true;
    },
  },
};
