import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { EpicChildrenOperation, EpicTreeReorderOperation } from '@espalier/core/api';
import { DEEP_EPIC, DEEP_EPICS, FREE_EPICS, TOP, WIDE_EPIC } from '../../../server/graphql/testing-scale/fill.ts';
import type { Sent } from '../../../server/graphql/testing-scale/operations.ts';
import { milliseconds } from '../measure.ts';
import { sendTo } from './load.ts';

/** One figure in milliseconds, and what it may be at most. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly most?: number;
}

/** A change of the plan, or the part of one during which nobody else changes the tree. */
const MOST_MS = 3000;
/** A page of children that is read meanwhile, ten times a second. */
const MOST_READ_MS = 250;
/** This epic and those after it nobody else moves (testing-scale/operations.ts). */
const PARENT = FREE_EPICS + 900;

/** Changes of many things at once, each with the longest that a reader waits beside it, and how long the tree is kept from other people's changes. */
export async function largeChanges(url: string, databaseUrl: string, issues: number): Promise<Figure[]> {
  const figures: Figure[] = [];
  const beside = async (name: string, work: () => Promise<unknown>, most: { time?: number; locked?: number }) => {
    const { time, read, locked } = await besideReader(url, databaseUrl, work);
    figures.push(
      { name, value: time, ...(most.time !== undefined && { most: most.time }) },
      { name: `… ${name}: a page read beside it, longest`, value: read, most: MOST_READ_MS },
      { name: `… ${name}: the tree is locked`, value: locked, ...(most.locked !== undefined && { most: most.locked }) },
    );
  };
  const move = (name: string, sent: Sent) => beside(name, () => sendTo(url, sent, 'root'), { time: MOST_MS });
  // The first ones prepare their statement.
  for (let turn = 0; turn < 10; turn += 1) await sendTo(url, PAGE, 'root');
  const children = Array.from({ length: DEEP_EPICS }, (_, index) => `&${DEEP_EPIC + 1 + index}`);
  await move(`attach an epic with ${DEEP_EPICS} child epics`, added(PARENT, [`&${DEEP_EPIC}`]));
  await move('move it', moved(PARENT, PARENT + 1));
  await move('detach it', detached(PARENT + 1));
  await move(`move ${DEEP_EPICS} child epics`, added(PARENT + 2, children));
  await move('move them back', added(DEEP_EPIC, children));

  const home = mkdtempSync(path.join(os.tmpdir(), 'espalier-large-'));
  try {
    const file = path.join(home, 'large.json');
    const imported = (): Promise<unknown> =>
      promisify(execFile)(process.execPath, ['dist/server/tools/import.js', file, '--visibility', 'public'], {
        env: { ...process.env, DATABASE_URL: databaseUrl },
      });
    const few = issues / 10;
    await writeFile(file, few);
    await beside('import a tenth as many issues', imported, { locked: MOST_MS });
    await beside('import the same again', imported, { locked: MOST_MS });
    const newer = { title: 'of a newer file' };
    await writeFile(file, few, newer);
    await beside('import other titles for all of them', imported, { locked: MOST_MS });
    await writeFile(file, few, { ...newer, otherParents: true });
    await beside('import other parents for all of them', imported, { locked: MOST_MS });
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
  return figures;
}

interface Version {
  readonly title?: string;
  readonly otherParents?: boolean;
}

async function writeFile(file: string, issues: number, version?: Version): Promise<void> {
  const program = pathToFileURL(path.resolve('tools/bench/import/large-file.mjs')).href;
  const { writeLargeFile } = (await import(/* @vite-ignore */ program)) as {
    writeLargeFile: (file: string, issues: number, version?: Version) => Promise<void>;
  };
  await writeLargeFile(file, issues, version);
}

const graphql = (text: string, variables: unknown): Sent => ({
  method: 'POST',
  path: '/api/graphql',
  body: { query: text, variables },
});

const epicGid = (iid: number): string => `gid://gitlab/Epic/${1_000_000 + iid}`;

const added = (parent: number, issuable_references: readonly string[]): Sent => ({
  method: 'POST',
  path: `/groups/${TOP}/-/epics/${parent}/links`,
  body: { issuable_references },
});

const moved = (from: number, to: number): Sent =>
  graphql(EpicTreeReorderOperation.text, {
    input: { baseEpicId: epicGid(from), moved: { id: epicGid(DEEP_EPIC), newParentId: epicGid(to) } },
  });

const detached = (parent: number): Sent => ({
  method: 'DELETE',
  path: `/groups/${TOP}/-/epics/${parent}/links/${1_000_000 + DEEP_EPIC}`,
});

const PAGE = graphql(EpicChildrenOperation.text, { fullPath: TOP, iid: String(WIDE_EPIC), pageSize: 100 });
const READ_EVERY_MS = 100;
const LOOK_EVERY_MS = 10;

async function besideReader(
  url: string,
  databaseUrl: string,
  work: () => Promise<unknown>,
): Promise<{ time: number; read: number; locked: number }> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  let going = true;
  let read = 0;
  const reading = async (): Promise<void> => {
    while (going) {
      read = Math.max(read, await milliseconds(() => sendTo(url, PAGE, 'root')));
      await pause(READ_EVERY_MS);
    }
  };
  let locked = 0;
  const watching = async (): Promise<void> => {
    let since: number | undefined;
    while (going) {
      const now = performance.now();
      if (await isTreeLocked(client)) locked = Math.max(locked, now - (since ??= now));
      else since = undefined;
      await pause(LOOK_EVERY_MS);
    }
  };
  const beside = Promise.all([reading(), watching()]);
  // Told where it is waited for, after the work.
  beside.catch(() => undefined);
  try {
    await pause(3 * READ_EVERY_MS);
    const time = await milliseconds(work);
    going = false;
    await beside;
    return { time, read, locked };
  } finally {
    going = false;
    await beside.catch(() => undefined);
    await client.end();
  }
}

/** Does anybody hold the lock of server/store/sql/lock.ts? */
async function isTreeLocked(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(
    `SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = ${0x74726565} AND granted`,
  );
  return rows.length > 0;
}
