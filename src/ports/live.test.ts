import type { Here, PlaceOfViewer } from '@espalier/core/ports';
import type { Cable, Listener } from './cable.ts';
import { ManualClock, settle } from '@espalier/core/testing';
import { AGAIN, createLive, SPACING } from './live.ts';
import { createPresence } from './presence.ts';
import { lateRealtime } from './realtime.ts';

interface Heard extends Listener {
  readonly topic: string;
  ended: boolean;
}

/** A port with a cable of which the test is the server. */
function start() {
  const clock = new ManualClock();
  const heard: Heard[] = [];
  const attended: { readonly place: PlaceOfViewer; readonly told: (here: Here | null) => void; ended: boolean }[] = [];
  /** What was done to the cable about presence, in order. */
  const done: string[] = [];
  const nonces = new Set<string>();
  const it = { opened: 0, closed: 0 };
  const openCable = (): Cable => {
    it.opened += 1;
    return {
      listen(topic, nonce, listener) {
        expect(nonces).not.toContain(nonce);
        nonces.add(nonce);
        const one = { ...listener, topic, ended: false };
        heard.push(one);
        return () => {
          one.ended = true;
        };
      },
      attend(place, nonce, told) {
        expect(nonces).not.toContain(nonce);
        nonces.add(nonce);
        const one = { place, told, ended: false };
        attended.push(one);
        done.push(`begin ${String(place.editing)}`);
        return () => {
          one.ended = true;
          done.push(`end ${String(place.editing)}`);
        };
      },
      close: () => void (it.closed += 1),
    };
  };
  let ids = 0;
  const port = createLive({ clock, ids: { next: () => String((ids += 1)) }, openCable });
  const changes: boolean[] = [];
  port.onConnection((connected) => changes.push(connected));
  const told: (readonly string[] | undefined)[] = [];
  const subscribe = (topic: string) => port.subscribe(topic, (kinds) => told.push(kinds));
  const server = (topic: string): Heard => heard.findLast((one) => one.topic === topic)!;
  return { clock, it, port, changes, told, subscribe, server, heard, attended, done };
}

const A = 'gid://gitlab/Epic/1';
const B = 'gid://gitlab/Issue/2';

test('AP-07.50 one connection for all topics, connected once each is listened to', async () => {
  const { it, port, changes, told, subscribe, server } = start();
  expect([port.connected(), it.opened]).toEqual([false, 0]);
  subscribe(A);
  subscribe(B);
  expect(it.opened).toBe(1);
  server(A).began();
  expect(port.connected()).toBe(false);
  server(B).began();
  expect([port.connected(), changes, told]).toStrictEqual([true, [true], []]);
  // Whoever comes later is told once, when it begins.
  subscribe('group/acme');
  expect([port.connected(), told]).toStrictEqual([true, []]);
  server('group/acme').began();
  expect(told).toStrictEqual([undefined]);
  // A second listener to what is listened to is told at once.
  subscribe(A);
  expect(told).toStrictEqual([undefined, undefined]);
});

test('AP-07.50 who waits for a topic that is left waits no more', async () => {
  const { port, subscribe, server, changes } = start();
  subscribe(A);
  const end = subscribe(B);
  server(A).began();
  end();
  expect([server(B).ended, port.connected(), changes]).toEqual([true, true, [true]]);
  server(B).began();
  server(B).told(['title']);
  server(B).refused();
  expect(port.connected()).toBe(true);
});

test('AP-07.50 with no topic left nothing is connected: a loss of the connection would not be heard', () => {
  const { port, subscribe, server, changes, it } = start();
  const end = subscribe(A);
  server(A).began();
  end();
  expect([port.connected(), changes]).toEqual([false, [true, false]]);
  subscribe(B);
  expect([port.connected(), it.opened]).toEqual([false, 1]);
  server(B).began();
  expect(port.connected()).toBe(true);
});

test('AP-07.51 a push is told at once, what comes soon after together', async () => {
  const { clock, told, subscribe, server } = start();
  subscribe(A);
  server(A).began();
  server(A).told(['title']);
  expect(told).toStrictEqual([['title']]);
  server(A).told(['labels']);
  server(A).told(['labels', 'state']);
  await clock.advance(SPACING.item - 1);
  expect(told).toHaveLength(1);
  await clock.advance(1);
  expect(told).toStrictEqual([['title'], ['labels', 'state']]);
  await clock.advance(SPACING.item);
  server(A).told(['dates']);
  expect(told).toHaveLength(3);
  subscribe('group/acme');
  server('group/acme').began();
  server('group/acme').told(['dates']);
  await clock.advance(SPACING.group - 1);
  expect(told).toHaveLength(4);
  await clock.advance(1);
  expect(told.at(-1)).toEqual(['dates']);
});

test('AP-07.51 where four and more come in each pause the pauses grow to a second, and are short again afterwards', async () => {
  const { clock, told, subscribe, server } = start();
  subscribe(A);
  server(A).began();
  const heard: number[] = [];
  for (let now = 0; now < 4000; now += 50) {
    server(A).told(['labels']);
    if (told.length > heard.length) heard.push(now);
    await clock.advance(50);
    if (told.length > heard.length) heard.push(now + 50);
  }
  expect(heard).toEqual([0, 250, 750, 1750, 2750, 3750]);
  await clock.advance(2000);
  const before = told.length;
  // One in a pause is told as soon as ever.
  for (let count = 0; count < 4; count += 1) {
    server(A).told(['title']);
    await clock.advance(SPACING.item);
  }
  expect(told.length).toBe(before + 4);
});

test('AP-07.52 a server that refuses a subscription is polled, and not asked again', async () => {
  const { clock, it, port, changes, subscribe, server } = start();
  subscribe(A);
  subscribe(B);
  server(A).began();
  server(B).began();
  server(B).refused();
  expect([port.connected(), changes, it.closed]).toEqual([false, [true, false], 1]);
  subscribe('group/acme');
  await clock.advance(10 * AGAIN);
  expect(it.opened).toBe(1);
});

test('AP-07.53 a lost connection is not connected until every topic has begun again; one ended for good is opened anew', async () => {
  const { clock, it, port, changes, told, subscribe, server } = start();
  subscribe(A);
  subscribe(B);
  for (const topic of [A, B]) server(topic).began();
  for (const topic of [A, B]) server(topic).lost(false);
  expect([port.connected(), changes]).toEqual([false, [true, false]]);
  server(A).began();
  expect(port.connected()).toBe(false);
  server(B).began();
  expect([changes, told]).toStrictEqual([[true, false, true], []]);
  server(A).lost(true);
  expect([port.connected(), it.closed]).toEqual([false, 1]);
  await clock.advance(AGAIN - 1);
  expect(it.opened).toBe(1);
  await clock.advance(1);
  expect(it.opened).toBe(2);
  for (const topic of [A, B]) server(topic).began();
  expect(port.connected()).toBe(true);
});

test('AP-07.50 until its code is loaded, and where it cannot be, nothing is connected', async () => {
  const { port: live, server, told } = start();
  const it = { loads: 0, fails: true };
  const port = lateRealtime(() => {
    it.loads += 1;
    return it.fails ? Promise.reject(new Error('offline')) : Promise.resolve(live);
  });
  const changes: boolean[] = [];
  const unwatch = port.onConnection((connected) => changes.push(connected));
  port.subscribe(A, (kinds) => told.push(kinds));
  await settle();
  expect([port.connected(), it.loads]).toEqual([false, 1]);
  it.fails = false;
  const end = port.subscribe(B, (kinds) => told.push(kinds));
  // Left before it is there.
  port.subscribe('group/acme', (kinds) => told.push(kinds))();
  await settle();
  expect(it.loads).toBe(2);
  server(A).began();
  server(B).began();
  expect([port.connected(), changes, server('group/acme')]).toEqual([true, [true], undefined]);
  server(B).told(['title']);
  expect(told).toStrictEqual([['title']]);
  end();
  expect(server(B).ended).toBe(true);
  port.subscribe('group/acme', (kinds) => told.push(kinds));
  server('group/acme').began();
  expect(told).toStrictEqual([['title'], undefined]);
  unwatch();
  server(A).lost(false);
  expect([port.connected(), changes]).toEqual([false, [true]]);
});

const here = (...names: readonly string[]): Here => ({
  count: names.length,
  people: names.map((name) => ({ id: name, name, username: name, avatarUrl: null, editing: null })),
});

test('AP-07.65 presence goes over the one connection, and another field is told before the former one is ended', () => {
  const { it, port, subscribe, server, attended, done, changes } = start();
  const presence = createPresence(port);
  const seen: (Here | null)[] = [];
  presence.onChange(() => seen.push(presence.here()));
  presence.be({ id: A, editing: null });
  // Before the page listens to anything there is no connection.
  expect([it.opened, attended]).toEqual([0, []]);
  subscribe(A);
  server(A).began();
  expect([it.opened, attended.map(({ place }) => place), changes]).toEqual([1, [{ id: A, editing: null }], [true]]);
  attended[0]!.told(here('ben'));
  presence.be({ id: A, editing: 'TITLE' });
  expect(done).toEqual(['begin null', 'begin TITLE', 'end null']);
  // Of the same item everybody stays, and what the former one still says is not heard.
  attended[0]!.told(here());
  expect(seen).toEqual([here('ben')]);
  attended[1]!.told(here('ben', 'cy'));
  presence.be({ id: B, editing: null });
  attended[1]!.told(here('ben'));
  expect(seen).toEqual([here('ben'), here('ben', 'cy'), null]);
  presence.be(null);
  expect([attended.map(({ ended }) => ended), presence.here()]).toEqual([[true, true, true], null]);
});

test('AP-07.65 what a lost connection can no longer know is nobody; a new one is told where the viewer is', async () => {
  const { clock, port, subscribe, server, attended } = start();
  const presence = createPresence(port);
  subscribe(A);
  server(A).began();
  presence.be({ id: A, editing: 'LABELS' });
  attended[0]!.told(here('ben'));
  attended[0]!.told(null);
  expect(presence.here()).toBeNull();
  attended[0]!.told(here('ben'));
  server(A).lost(true);
  expect(presence.here()).toBeNull();
  await clock.advance(AGAIN);
  expect(attended.map(({ place }) => place.editing)).toEqual(['LABELS', 'LABELS']);
  attended[1]!.told(here('ben'));
  expect(presence.here()).toEqual(here('ben'));
});

test('AP-07.65 where pushes are refused nobody is told who is there, and it is not asked again', async () => {
  const { clock, it, port, subscribe, server, attended } = start();
  const presence = createPresence(port);
  subscribe(A);
  presence.be({ id: A, editing: null });
  server(A).refused();
  presence.be({ id: A, editing: 'TITLE' });
  await clock.advance(10 * AGAIN);
  expect([it.opened, attended.length, presence.here()]).toEqual([1, 1, null]);
});

test('AP-07.65 until the code of pushes is loaded nobody is there; whoever has left meanwhile never was', async () => {
  const { port: live, attended } = start();
  const port = lateRealtime(() => Promise.resolve(live));
  const presence = createPresence(port);
  presence.be({ id: A, editing: null });
  presence.be({ id: B, editing: null });
  port.subscribe(B, () => undefined);
  await settle();
  expect(attended.map(({ place }) => place.id)).toEqual([B]);
  presence.be(null);
  expect(attended[0]!.ended).toBe(true);
});
