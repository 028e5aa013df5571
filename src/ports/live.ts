import type { Clock, Here, Ids, PlaceOfViewer } from '@espalier/core/ports';
import { openCable, type Cable } from './cable.ts';
import type { Live } from './presence.ts';

/** AP-07.51: milliseconds between two pushes about one topic: an item that many edit at once, and a group in which something always happens. */
export const SPACING = { item: 250, group: 1_000, longest: 1_000 } as const;
/** AP-07.53: milliseconds until a connection that the server has ended for good is tried again: somebody may have signed in since. */
export const AGAIN = 60_000;

/** So many pushes in one pause make the next one longer. */
const MANY = 4;

const spacingOf = (topic: string): number => (topic.startsWith('group/') ? SPACING.group : SPACING.item);

type Told = (kinds?: readonly string[]) => void;

interface Topic {
  readonly listeners: Set<Told>;
  /** Ends it on the connection; null: there is none. */
  end: (() => void) | null;
  /** It is listened to. */
  hears: boolean;
  /** Kinds that are told when the pause ends; undefined: anything; null: nothing has come. */
  waiting: Set<string> | undefined | null;
  /** How many pushes have come in the pause. */
  come: number;
  /** Within the pause after a push. */
  paused: boolean;
}

interface Attendance {
  readonly place: PlaceOfViewer;
  readonly listener: (here: Here | null) => void;
  /** Ends it on the connection; null: there is none. */
  end: (() => void) | null;
}

interface Host {
  readonly clock: Pick<Clock, 'after'>;
  readonly ids: Ids;
  readonly openCable: () => Cable;
}

/** AP-07.50, AP-07.65: pushes and presence over one connection for all topics of the page. It counts as connected once every topic is listened to. */
export function createLive({ clock, ids, openCable }: Host): Live {
  const topics = new Map<string, Topic>();
  const attendances = new Set<Attendance>();
  const watchers = new Set<(connected: boolean) => void>();
  let cable: Cable | null = null;
  let connected = false;
  /** AP-07.52: the server has no such subscriptions: it is polled for the life of the page. */
  let refused = false;

  const change = (now: boolean): void => {
    if (connected === now) return;
    connected = now;
    for (const watcher of [...watchers]) watcher(now);
  };
  const tell = (topic: Topic, kinds: readonly string[] | undefined): void => {
    for (const listener of [...topic.listeners]) listener(kinds);
  };

  /** What was waited for may have begun, or be listened to no more. */
  function settle(): void {
    if (cable !== null && topics.size > 0 && [...topics.values()].every(({ hears }) => hears)) change(true);
  }

  function told(name: string, topic: Topic, kinds: readonly string[] | undefined, spacing = spacingOf(name)): void {
    if (topic.paused) {
      topic.come += 1;
      if (kinds === undefined) topic.waiting = undefined;
      else if (topic.waiting !== undefined) topic.waiting = new Set([...(topic.waiting ?? []), ...kinds]);
      return;
    }
    topic.paused = true;
    tell(topic, kinds);
    clock.after(spacing, () => {
      const { waiting, come } = topic;
      Object.assign(topic, { paused: false, waiting: null, come: 0 });
      // Whoever is told of everything at once by somebody's hundred edits a second would do nothing else.
      const next = come >= MANY ? Math.min(spacing * 2, SPACING.longest) : spacingOf(name);
      if (waiting !== null) told(name, topic, waiting && [...waiting], next);
    });
  }

  function shut(): void {
    cable?.close();
    cable = null;
    for (const topic of topics.values()) Object.assign(topic, { end: null, hears: false });
    for (const attendance of attendances) {
      attendance.end = null;
      attendance.listener(null);
    }
    change(false);
  }

  function listen(name: string, topic: Topic): void {
    if (cable === null) return;
    const own = cable;
    const current = (run: () => void) => () => (own === cable && topics.get(name) === topic ? run() : undefined);
    topic.end = own.listen(name, ids.next(), {
      began: current(() => {
        topic.hears = true;
        if (connected) told(name, topic, undefined);
        else settle();
      }),
      lost: (forGood) =>
        current(() => {
          topic.hears = false;
          if (!forGood) return change(false);
          shut();
          clock.after(AGAIN, open);
        })(),
      told: (kinds) => current(() => told(name, topic, kinds))(),
      refused: current(() => {
        refused = true;
        shut();
      }),
    });
  }

  function begin(attendance: Attendance): void {
    if (cable === null) return;
    const own = cable;
    attendance.end = own.attend(attendance.place, ids.next(), (here) => {
      if (own === cable && attendances.has(attendance)) attendance.listener(here);
    });
  }

  /** For topics only: whoever is at an item listens to it, and where pushes are refused nobody is told who is there either. */
  function open(): void {
    if (cable !== null || refused || topics.size === 0) return;
    cable = openCable();
    for (const [name, topic] of topics) listen(name, topic);
    for (const attendance of attendances) begin(attendance);
  }

  return {
    connected: () => connected,
    onConnection(watcher) {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    attend(place, listener) {
      const attendance: Attendance = { place, listener, end: null };
      attendances.add(attendance);
      begin(attendance);
      return () => {
        attendances.delete(attendance);
        attendance.end?.();
      };
    },
    subscribe(name, listener) {
      const known = topics.get(name);
      const topic = known ?? { listeners: new Set(), end: null, hears: false, waiting: null, come: 0, paused: false };
      topic.listeners.add(listener);
      if (known === undefined) {
        topics.set(name, topic);
        if (cable === null) open();
        else listen(name, topic);
      } else if (connected && topic.hears) listener();
      return () => {
        if (!topic.listeners.delete(listener) || topic.listeners.size > 0 || topics.get(name) !== topic) return;
        topics.delete(name);
        topic.end?.();
        // AP-07.50: a loss of the connection is told to topics only.
        if (topics.size === 0) change(false);
        else settle();
      };
    },
  };
}

/** The port of a browser window. */
export const createCableLive = (host: { readonly clock: Clock; readonly ids: Ids }): Live =>
  createLive({ ...host, openCable });
