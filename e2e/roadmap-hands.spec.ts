import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { quiet } from './support/answers.ts';
import { Commands } from './support/commands.ts';
import { FreeFinger } from './support/finger.ts';
import { RoadmapScreen } from './support/roadmap.ts';
import { settled } from './support/tree.ts';
import { useWorld } from './support/world.ts';

const world = useWorld({ motion: true });
const SINK = '/groups/kitchen-sink/-/roadmap';
const MONTHS = `${SINK}?timeframe_range_type=THREE_YEARS&layout=MONTHS`;
/** Pixels of a day in the view of weeks. */
const DAY = 180 / 7;
/** Well over the wait of a finger on a bar (400 ms). */
const HOLD = 600;

const label = (roadmap: RoadmapScreen, title: string) => roadmap.bar(title).getAttribute('aria-label');
const dates = async (roadmap: RoadmapScreen, title: string) =>
  (await label(roadmap, title))
    ?.slice(title.length + 2)
    .split(', ')
    .slice(0, 2)
    .join(', ');
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const lines = (page: Page) =>
  page
    .locator('path[data-line]')
    .evaluateAll((paths) => paths.map((path) => path.getAttribute('data-line') ?? '').sort());

describe('lines between epics that block each other', () => {
  test('RM-09.14 RM-09.15 one in time, one too late; a blocking epic without a bar has none', async () => {
    const { page } = await world.current.open({ as: 'demo' });
    const roadmap = await RoadmapScreen.open(page, MONTHS);
    await roadmap.bar('Fit the taps').waitFor();
    expect(
      await settled(
        () => lines(page),
        ({ length }) => length === 2,
      ),
    ).toEqual(['late', 'plain']);
    expect(
      await page.locator('path[data-line="plain"]').evaluate((path) => path.getAttribute('d')?.match(/M/g)),
    ).toEqual(['M']);
    // It runs from the end of the one bar to the start of the other.
    const ends = await page.locator('path[data-line="plain"]').evaluate((path) => {
      const [first, last] = [(path as SVGPathElement).getPointAtLength(0), path.getBoundingClientRect()];
      const box = path.closest('svg')?.getBoundingClientRect();
      return { from: first.x + (box?.left ?? 0), to: last.right };
    });
    const [pipes, taps] = [
      await roadmap.bar('Lay the pipes').boundingBox(),
      await roadmap.bar('Fit the taps').boundingBox(),
    ];
    expect(Math.abs(ends.from - ((pipes?.x ?? 0) + (pipes?.width ?? 0)))).toBeLessThan(1);
    expect(Math.abs(ends.to - (taps?.x ?? 0))).toBeLessThan(30);
    const blocked = roadmap.grid.locator('[data-row]', { hasText: 'Paint the walls' });
    expect(await blocked.getByRole('img', { name: 'Blocked by 1 epic' }).count()).toBe(1);
  });

  test('RM-09.14 the lines of the bar under the pointer stand out, and the popover names the late one', async () => {
    const { page } = await world.current.open({ as: 'demo' });
    const roadmap = await RoadmapScreen.open(page, MONTHS);
    const at = await roadmap.point('Put up the cupboards', 0.5);
    await page.mouse.move(at.x, at.y);
    expect(
      await settled(
        () => lines(page),
        (kinds) => kinds.includes('late hot'),
      ),
    ).toEqual(['late hot', 'plain']);
    await page.getByText('Blocked by Tile the floor, which is due after this starts').waitFor();
    await page.mouse.move(5, 5);
    expect(
      await settled(
        () => lines(page),
        (kinds) => !kinds.includes('late hot'),
      ),
    ).toEqual(['late', 'plain']);
  });

  test('RM-09.15 a blocking epic that is made to end in time is late no more', async () => {
    const { page } = await world.current.open({ as: 'demo' });
    const roadmap = await RoadmapScreen.open(page, MONTHS);
    const late = async () => (await lines(page)).some((kind) => kind.includes('late'));
    await roadmap.drag('Tile the floor', 1, -180);
    expect(await settled(late, (now) => !now)).toBe(false);
    await roadmap.drag('Tile the floor', 1, 180);
    expect(await settled(late, (now) => now)).toBe(true);
  });
});

test('RM-09.33 what an epic inherits from its child follows the child’s bar at once', async () => {
  const { page } = await world.current.open({ as: 'demo' });
  const today = await page.evaluate(() => new Date().toISOString().slice(0, 10));
  const made = async (fields: object): Promise<{ readonly id: number; readonly iid: number }> => {
    const answer = await fetch(`${world.current.url}/api/v4/groups/kitchen-sink/epics`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'private-token': world.current.tokens.demo },
      body: JSON.stringify(fields),
    });
    expect(answer.status).toBe(201);
    return (await answer.json()) as { id: number; iid: number };
  };
  const parent = await made({ title: 'House' });
  const fixed = { start_date_is_fixed: true, start_date_fixed: today, due_date_is_fixed: true, due_date_fixed: today };
  await made({ title: 'Roof', parent_id: parent.id, ...fixed });

  const roadmap = await RoadmapScreen.open(page, `${SINK}?epic_iid=${parent.iid}`);
  await roadmap.grid.getByRole('button', { name: 'Expand House' }).click();
  await roadmap.bar('Roof').waitFor();
  const before = await dates(roadmap, 'Roof');
  const ofHouse = (wanted: (now: string | undefined) => boolean) => settled(() => dates(roadmap, 'House'), wanted);
  expect(await ofHouse((now) => now === before)).toBe(before);
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route('**/api/graphql', async (route) => {
    if (route.request().postData()?.includes('updateEpic(') ?? false) await held;
    await route.continue();
  });
  await roadmap.drag('Roof', 0.5, 7 * DAY);
  const shown = await ofHouse((now) => now !== before);
  expect(shown).not.toBe(before);
  expect(shown).toBe(await dates(roadmap, 'Roof'));
  letGo();
  await quiet(page);
  expect(await dates(roadmap, 'House')).toBe(shown);
});

describe('by finger', () => {
  const onPhone = async () => {
    const { page } = await world.current.open({ as: 'demo', width: 390, height: 844, touch: true });
    const roadmap = await RoadmapScreen.open(page, `${SINK}?search=Tile`);
    return { page, roadmap, finger: await FreeFinger.on(page) };
  };
  const TILES = 'Tile the floor';

  test('RM-09.31 a finger that rests on a bar moves it, and its ends', async () => {
    const { page, roadmap, finger } = await onPhone();
    const before = await dates(roadmap, TILES);
    const at = await roadmap.point(TILES, 0.5);
    const scrolled = () => roadmap.grid.evaluate((grid) => grid.scrollLeft);
    const stood = await scrolled();
    await finger.down(at.x, at.y);
    await pause(HOLD);
    await finger.move(at, 3 * DAY);
    expect(await scrolled()).toBe(stood);
    await finger.up();
    const moved = await settled(
      () => dates(roadmap, TILES),
      (now) => now !== before,
    );
    expect(page.url()).toContain(SINK);
    const start = await roadmap.point(TILES, 0);
    await finger.down(start.x + 8, start.y);
    await pause(HOLD);
    await finger.move({ x: start.x + 8, y: start.y }, 2 * DAY);
    await finger.up();
    const shorter = await settled(
      () => dates(roadmap, TILES),
      (now) => now !== moved,
    );
    expect(shorter?.split(' – ')[1]).toBe(moved?.split(' – ')[1]);
    expect(shorter?.split(' – ')[0]).not.toBe(moved?.split(' – ')[0]);
  });

  test('RM-09.31 a finger that moves at once scrolls the timeline', async () => {
    const { roadmap, finger } = await onPhone();
    const before = await dates(roadmap, TILES);
    const at = await roadmap.point(TILES, 0.5);
    const scrolled = () => roadmap.grid.evaluate((grid) => grid.scrollLeft);
    const stood = await scrolled();
    await finger.swipe(at, -100);
    await settled(scrolled, (now) => now > stood);
    await finger.up();
    expect(await scrolled()).toBeGreaterThan(stood);
    expect(await dates(roadmap, TILES)).toBe(before);
  });

  test('a tap opens the epic', async () => {
    const { page, roadmap } = await onPhone();
    const at = await roadmap.point(TILES, 0.5);
    await page.touchscreen.tap(at.x, at.y);
    await page.getByRole('heading', { level: 1, name: TILES }).waitFor();
  });
});

test('RM-09.32 at the edge the timeline scrolls under the bar that is dragged', async () => {
  const { page } = await world.current.open({ as: 'demo' });
  const roadmap = await RoadmapScreen.open(page, `${SINK}?search=Paint`);
  const at = await roadmap.point('Paint the walls', 0.5);
  const scrolled = () => roadmap.grid.evaluate((grid) => grid.scrollLeft);
  const stood = await scrolled();
  const before = await dates(roadmap, 'Paint the walls');
  const frame = await roadmap.grid.boundingBox();
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move((frame?.x ?? 0) + (frame?.width ?? 0) - 10, at.y, { steps: 4 });
  await settled(scrolled, (now) => now > stood + 60);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await roadmap.painted();
  const rest = await scrolled();
  await roadmap.painted();
  expect(await scrolled()).toBe(rest);
  expect(await dates(roadmap, 'Paint the walls')).toBe(before);
});

test('RM-08.13 by keyboard: rows, the bar, the cells; a screen reader hears where it is and what lies there', async () => {
  const { page } = await world.current.open({ as: 'demo' });
  const roadmap = await RoadmapScreen.open(page, `${SINK}?timeframe_range_type=THREE_YEARS&layout=QUARTERS`);
  const session = await page.context().newCDPSession(page);
  const focused = async (): Promise<string> => {
    const { nodes } = await session.send('Accessibility.getFullAXTree');
    const node = nodes.findLast(
      ({ role, properties }) =>
        role?.value !== 'RootWebArea' &&
        (properties ?? []).some(({ name, value }) => name === 'focused' && value.value === true),
    );
    return `${String(node?.role?.value)} ${String(node?.name?.value)}`;
  };
  const grid = await roadmap.grid.ariaSnapshot();
  expect(grid).toContain('treegrid "Roadmap"');
  expect(grid).toMatch(/row "Tile the floor, .*"/);
  expect(grid).toMatch(/gridcell "Tile the floor, .*"/);
  expect(grid).toMatch(/columnheader "(\d{4} )?Q\d"/);

  await roadmap.grid.getByRole('link', { name: 'Lay the pipes', exact: true }).focus();
  await page.keyboard.press('ArrowRight');
  expect(await focused()).toMatch(/^(gridcell|cell) Lay the pipes, [A-Z][a-z]{2} \d+.*, - of - weight completed$/);
  await page.keyboard.press('ArrowRight');
  expect(await focused()).toMatch(/Q\d \d{4}(, today)?, bar [A-Z]/);
  await page.keyboard.press('Home');
  expect(await focused()).toBe('link Lay the pipes');
  await page.keyboard.press('End');
  expect(await focused()).toMatch(/^(gridcell|cell) Q\d \d{4}, no bar$/);
  const inSight = await roadmap.grid.evaluate((element) => {
    const [cell, frame] = [document.activeElement?.getBoundingClientRect(), element.getBoundingClientRect()];
    return cell !== undefined && cell.right <= frame.right + 1 && cell.left >= frame.left;
  });
  expect(inSight).toBe(true);
  await page.keyboard.press('ArrowLeft');
  const before = await focused();
  await page.keyboard.press('ArrowDown');
  expect((await focused()).slice(0, 14)).toBe(before.slice(0, 14));
  await new Commands(page).ready();
  await quiet(page);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Epic' }).getByRole('heading', { level: 1 }).waitFor();
  expect(page.url()).toMatch(/[?&]epic=kitchen-sink%26\d+$/);
});

test('RM-09.16 RM-09.18 RM-09.34 the loaded rows are saved as CSV, SVG and PNG', async () => {
  const { page } = await world.current.open({ as: 'demo' });
  const roadmap = await RoadmapScreen.open(page, `${SINK}?timeframe_range_type=THREE_YEARS&layout=QUARTERS`);
  const titles = await roadmap.titles();
  const saved = async (kind: string): Promise<Buffer> => {
    await page.getByRole('button', { name: 'Export' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: kind }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe(`roadmap-kitchen-sink.${kind.toLowerCase()}`);
    return readFileSync(await file.path());
  };
  const lines = (await saved('CSV')).toString().trimEnd().split('\r\n');
  expect(lines.slice(1).map((line) => line.split(',')[2])).toEqual(titles);
  const svg = (await saved('SVG')).toString();
  for (const title of titles) expect(svg).toContain(`>${title}</text>`);
  // Two lines with their heads.
  expect(svg.match(/<path /g)).toHaveLength(4);
  // The picture is as large as the drawing, twice over.
  const size = /width="(\d+)" height="(\d+)"/.exec(svg)?.slice(1).map(Number) ?? [];
  const png = await saved('PNG');
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual(size.map((length) => length * 2));
});

test('RM-09.35 RM-09.37 on paper there are sheets of their own, and nothing of the screen around them', async () => {
  const { page } = await world.current.open({ as: 'demo' });
  await RoadmapScreen.open(page, MONTHS);
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  const pages = Number(/\/Type \/Pages\s+\/Count (\d+)/.exec(pdf)?.[1]);
  // Half a year before and half a year from now.
  expect(pages).toBeGreaterThanOrEqual(2);
  expect(new Set(pdf.match(/\/MediaBox \[[^\]]*\]/g))).toEqual(new Set(['/MediaBox [0 0 792 612]']));
  await page.locator('[data-sheet]').first().waitFor({ state: 'detached' });

  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await page.locator('[data-sheet]').first().waitFor();
  const beside = await page.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .filter((element) => element.closest('[data-sheet]') === null && element.checkVisibility())
      .filter(({ childNodes }) => [...childNodes].some((node) => node instanceof Text && node.data.trim() !== ''))
      .map((element) => element.textContent),
  );
  expect(beside).toEqual([]);
  const notes = await page.locator('[data-sheet] text[text-anchor="end"]', { hasText: 'sheet' }).allTextContents();
  const numbers = Array.from({ length: pages }, (_, at) => `sheet ${at + 1} of ${pages}`);
  expect(notes.map((note) => note.split(' · ').at(-1))).toEqual(numbers);
});
