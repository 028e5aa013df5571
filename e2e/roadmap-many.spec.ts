import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { built } from './support/build.ts';
import { RoadmapScreen } from './support/roadmap.ts';
import { envOf } from './support/server.ts';
import { settled } from './support/tree.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();
/** Few enough for a test; with 10,000 the same steps cost the same (a row out of sight costs nothing). */
const EPICS = 600;
const CHILDREN = 100;
/** Milliseconds of processor time that one task may take: what a person notices. */
const LONGEST = 50;
const ROUNDS = 3;
const FIRST = 'Epic 1: a title as long as they are';

const DAY = 86_400_000;
const day = (number: number): string => new Date(number * DAY).toISOString().slice(0, 10);

/** A planning data file: a public group with epics over three years, of which the first starts first and has children. */
function planningFile(): object {
  const today = Math.floor(Date.now() / DAY);
  const user = { id: 'user:demo', username: 'demo', name: 'Demo Planner' };
  const epic = (id: string, iid: number, title: string, start: number, length: number, parentId: string | null) => ({
    id,
    iid,
    groupId: 'group:many',
    parentId,
    parentSource: parentId === null ? null : 'owning-sig',
    kind: 'kep',
    title,
    state: 'open',
    startDate: day(start),
    dueDate: day(start + length),
    createdAt: '2026-01-05T00:00:00Z',
    updatedAt: '2026-01-05T00:00:00Z',
    closedAt: null,
    confidential: false,
    labelIds: [],
    assigneeIds: [],
    reviewerIds: [],
    approverIds: [],
    externalRefs: [],
  });
  const first = 'epic:many-1';
  const epics = Array.from({ length: EPICS }, (_, index) =>
    index === 0
      ? epic(first, 1, FIRST, today - 500, 400, null)
      : epic(`epic:many-${index + 1}`, index + 1, `Epic ${index + 1}`, today - 490 + (index % 700), 60, null),
  );
  const children = Array.from({ length: CHILDREN }, (_, index) =>
    epic(`epic:child-${index}`, EPICS + 1 + index, `Child ${index}`, today - 490 + index, 90, first),
  );
  const members = [{ userId: user.id, roles: ['chair'] }];
  const source = {
    repository: 'none/none',
    commit: '0'.repeat(40),
    committedAt: '2026-01-05T00:00:00Z',
    license: 'MIT',
    used: 'nothing',
  };
  return {
    schemaVersion: 1,
    dataset: { name: 'many', snapshotDate: '2026-01-05', sources: [source] },
    groups: [{ id: 'group:many', path: 'many', fullPath: 'many', name: 'Many', parentId: null, members }],
    projects: [],
    users: [user],
    labels: [],
    milestones: [],
    epics: [...epics, ...children],
    issues: [],
    links: [],
  };
}

function importMany(): void {
  const { place } = world.current;
  const file = path.join(place.dataDir, 'many.json');
  writeFileSync(file, JSON.stringify(planningFile()));
  const tool = path.join(path.dirname(built.tokenTool), 'import.js');
  const { status, stderr } = spawnSync(process.execPath, [tool, file, '--visibility', 'public'], {
    env: envOf(place),
    encoding: 'utf8',
  });
  expect([status, status === 0 ? '' : stderr]).toEqual([0, '']);
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds of the thread's processor time. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** The longest task of the page's main thread meanwhile, in milliseconds of processor time: what else runs on the machine does not count. */
async function longestTask(browser: Browser, page: Page, run: () => Promise<unknown>): Promise<number> {
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline'] });
  await run();
  const trace = (await browser.stopTracing()).toString();
  const { traceEvents } = JSON.parse(trace) as { readonly traceEvents: readonly TraceEvent[] };
  const thread = ({ pid, tid }: TraceEvent) => `${pid}/${tid}`;
  const main = new Set(
    traceEvents.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain').map(thread),
  );
  const tasks = traceEvents.filter((event) => event.name.includes('RunTask') && main.has(thread(event)));
  expect(tasks.length).toBeGreaterThan(0);
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur / 1000));
}

test('RM-09.10 RM-11.2 RM-13.2 among hundreds of epics no step of a drag, an expansion, a scroll or a change of settings takes long', async () => {
  importMany();
  const { page } = await world.current.open({ as: 'demo' });
  const { browser } = world.current;
  const roadmap = await RoadmapScreen.open(
    page,
    '/groups/many/-/roadmap?timeframe_range_type=THREE_YEARS&layout=MONTHS',
  );
  const count = async () => Number(await roadmap.grid.getAttribute('aria-rowcount'));
  const loaded = await settled(
    async () => {
      await roadmap.grid.evaluate((grid) => grid.scrollTo(grid.scrollLeft, grid.scrollHeight));
      return count();
    },
    (rows) => rows >= EPICS,
  );
  expect(loaded).toBeGreaterThanOrEqual(EPICS);
  await roadmap.grid.evaluate((grid) => grid.scrollTo(grid.scrollLeft, 0));
  await roadmap.bar(FIRST).waitFor();

  /** The garbage collector may fall into any task: what a step itself takes is the least of several. */
  const taken: Record<string, number> = {};
  const during = async (what: string, run: () => Promise<unknown>) => {
    taken[what] = Math.min(taken[what] ?? Infinity, await longestTask(browser, page, run));
  };
  const child = roadmap.grid.getByRole('link', { name: 'Child 0', exact: true });
  for (let round = 0; round < ROUNDS; round += 1) {
    await during('expansion', async () => {
      await roadmap.grid.getByRole('button', { name: `Expand ${FIRST}` }).click();
      await child.waitFor();
    });
    await during('collapse', async () => {
      await roadmap.grid.getByRole('button', { name: `Collapse ${FIRST}` }).click();
      await child.waitFor({ state: 'detached' });
    });
    const before = await roadmap.bar(FIRST).getAttribute('aria-label');
    await during('drag', async () => {
      await roadmap.drag(FIRST, 0.5, round % 2 === 0 ? 90 : -90);
      const moved = await settled(
        () => roadmap.bar(FIRST).getAttribute('aria-label'),
        (label) => label !== before,
      );
      expect(moved).not.toBe(before);
    });
    await during('scroll', () =>
      roadmap.grid.evaluate(async (grid) => {
        for (let frame = 0; frame < 40; frame += 1) {
          grid.scrollTop += 123;
          await new Promise(requestAnimationFrame);
        }
        grid.scrollTop = 0;
      }),
    );
  }
  await page.getByRole('button', { name: 'Settings' }).click();
  const drawer = page.getByRole('dialog', { name: 'Roadmap settings' });
  const quarter = roadmap.grid.getByRole('columnheader', { name: /Q\d/ }).first();
  for (let round = 0; round < ROUNDS; round += 1) {
    const isOther = round % 2 === 0;
    await during('settings', async () => {
      await drawer.getByRole('radio', { name: isOther ? 'Use issue count' : 'Use issue weight' }).check();
      await drawer.getByRole('switch', { name: 'Display milestones' }).setChecked(!isOther);
      await drawer.getByRole('radio', { name: isOther ? 'By quarter' : 'By month' }).check();
      await quarter.waitFor({ state: isOther ? 'visible' : 'detached' });
    });
  }
  expect(Object.entries(taken).filter(([, longest]) => longest > LONGEST)).toEqual([]);
});
