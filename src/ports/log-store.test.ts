/** @jest-environment node */
import type { LogDatabase, SessionRow } from './log-database.ts';
import { createLogStore, LOG_LIMITS, type TabLocks } from './log-store.ts';

/** IndexedDB as several tabs share it. `room`: characters until it is full. */
function memory(room = Infinity) {
  const rows = new Map<string, SessionRow>();
  let lines: { readonly session: string; readonly segment: number; readonly text: string }[] = [];
  const used = () => lines.reduce((sum, { text }) => sum + text.length, 0);
  const database: LogDatabase = {
    append: async (row, segment, text) => {
      if (used() + text.length > room) throw Object.assign(new Error('full'), { name: 'QuotaExceededError' });
      rows.set(row.session, row);
      lines.push({ session: row.session, segment, text });
    },
    rows: async () => [...rows.values()],
    texts: async (session) =>
      lines
        .filter((line) => line.session === session)
        .sort((a, b) => a.segment - b.segment)
        .map(({ text }) => text),
    dropSegment: async (row, segment) => {
      rows.set(row.session, row);
      lines = lines.filter((line) => line.session !== row.session || line.segment !== segment);
    },
    drop: async (session) => {
      rows.delete(session);
      lines = lines.filter((line) => line.session !== session);
    },
  };
  return { database, sessions: () => [...rows.keys()] };
}

/** Locks by name; `end` is a tab that ends. */
function tabs() {
  const held = new Set<string>();
  const locks: TabLocks = {
    query: async () => ({ held: [...held].map((name) => ({ name })) }),
    request: (name) => {
      held.add(name);
      return new Promise(() => undefined);
    },
  };
  return { locks, end: (session: string) => held.delete(`espalier-log:${session}`) };
}

const header = (session: string, startedAt: number, viewer: string | null = 'ada') =>
  `${JSON.stringify({ kind: 'header', session, startedAt, viewer })}\n`;

/** A tab that has begun to record. */
async function record(parts: Parameters<typeof createLogStore>[0], session: string, startedAt: number, text = 'a\n') {
  const store = createLogStore(parts);
  await store.append(session, 0, header(session, startedAt));
  await store.append(session, 1, text);
  return store;
}

test('RP-03.410 a session is read back in order, segment by segment, the header first', async () => {
  const { database } = memory();
  const store = await record({ database, locks: null, now: () => 50 }, 'one', 5);
  await store.append('one', 2, 'c\n');
  await store.append('one', 1, 'b\n');
  expect(await store.read('one')).toBe(`${header('one', 5)}a\nb\nc\n`);
  expect(await store.sessions()).toEqual([
    { session: 'one', startedAt: 5, segments: 2, length: header('one', 5).length + 6 },
  ]);
  await store.dropSegment('one', 1);
  expect(await store.read('one')).toBe(`${header('one', 5)}c\n`);
  await store.remove('one');
  expect(await store.read('one')).toBeNull();
});

test('RP-03.411 of former sessions the newest stay, those of open tabs all', async () => {
  const { database, sessions } = memory();
  const { locks, end } = tabs();
  const parts = { database, locks, now: () => 1000 };
  for (let number = 0; number < 15; number += 1) await record(parts, `s${number}`, number);
  expect(sessions()).toHaveLength(15);
  for (let number = 0; number < 13; number += 1) end(`s${number}`);
  await record(parts, 'new', 100);
  // Ten former ones, two of open tabs, and this one.
  expect(sessions()).toEqual(['s3', 's4', 's5', 's6', 's7', 's8', 's9', 's10', 's11', 's12', 's13', 's14', 'new']);
});

test('RP-03.411 the room of former sessions is bounded, and so is their age; the newest stays whatever its size', async () => {
  const { database, sessions } = memory();
  const { locks, end } = tabs();
  let now = 0;
  const parts = { database, locks, now: () => now };
  const big = 'x'.repeat(LOG_LIMITS.characters * 0.6);
  await record(parts, 'first', 1, big);
  await record(parts, 'second', 2, big + big);
  end('first');
  end('second');
  await record(parts, 'third', 3);
  expect(sessions()).toEqual(['second', 'third']);
  end('third');
  now += LOG_LIMITS.age + 1;
  await record(parts, 'fourth', now);
  expect(sessions()).toEqual(['fourth']);
});

test('RP-03.412 where storage is full, the oldest former sessions make room; then the store fails', async () => {
  const { database, sessions } = memory(1000);
  const { locks, end } = tabs();
  const parts = { database, locks, now: () => 1000 };
  await record(parts, 'first', 1, 'x'.repeat(300));
  await record(parts, 'second', 2, 'x'.repeat(300));
  end('first');
  end('second');
  const store = await record(parts, 'third', 3, 'x'.repeat(300));
  expect(sessions()).toEqual(['second', 'third']);
  await expect(store.append('third', 1, 'x'.repeat(900))).rejects.toThrow('full');
  expect(sessions()).toEqual(['third']);
});

test('RP-03.412 any other failure is told at once and takes nothing away', async () => {
  const { database, sessions } = memory();
  const { locks, end } = tabs();
  const parts = { database, locks, now: () => 1000 };
  await record(parts, 'first', 1);
  end('first');
  const absent: LogDatabase = { ...database, append: () => Promise.reject(new Error('no storage')) };
  await expect(createLogStore({ ...parts, database: absent }).append('second', 0, header('second', 2))).rejects.toThrow(
    'no storage',
  );
  expect(sessions()).toEqual(['first']);
});

test('RP-03.413 sessions of another viewer are forgotten once they have ended; those of a visitor stay', async () => {
  const { database, sessions } = memory();
  const { locks, end } = tabs();
  const parts = { database, locks, now: () => 1000 };
  const begin = async (session: string, viewer: string | null) =>
    createLogStore(parts).append(session, 0, header(session, 1, viewer));
  await begin('ada-1', 'ada');
  await begin('ada-2', 'ada');
  await begin('visitor', null);
  end('ada-1');
  end('visitor');
  await begin('ada-3', 'ada');
  expect(sessions()).toEqual(['ada-1', 'ada-2', 'visitor', 'ada-3']);
  await begin('grace', 'grace');
  expect(sessions()).toEqual(['ada-2', 'visitor', 'ada-3', 'grace']);
});

test('RP-03.411 without locks a session with fresh lines counts as one of an open tab', async () => {
  const { database, sessions } = memory();
  let now = 0;
  const parts = { database, locks: null, now: () => now };
  for (let number = 0; number < 12; number += 1) await record(parts, `s${number}`, number);
  await record(parts, 'later', 50);
  expect(sessions()).toHaveLength(13);
  now += 60 * 60 * 1000;
  await record(parts, 'much-later', now);
  expect(sessions()).toHaveLength(11);
});
