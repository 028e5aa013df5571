import type { Page } from 'playwright-core';
import { accessibilityFaults } from './support/accessibility.ts';
import { quiet } from './support/answers.ts';
import { overhang } from './support/browser.ts';
import { RoadmapScreen } from './support/roadmap.ts';
import { settled } from './support/tree.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();
const SINK = '/groups/kitchen-sink/-/roadmap';
const MONTHS = `${SINK}?timeframe_range_type=THREE_YEARS&layout=MONTHS`;
const MOVED = 'Tile the floor';
const LATE = 'Put up the cupboards';

/** Nothing that axe finds in either theme, and nothing beyond the right edge of the page. `what` is named where there is. */
async function check(page: Page, what: string): Promise<void> {
  expect([what, await overhang(page), ...(await accessibilityFaults(page))]).toEqual([what, 0]);
}

/** What the keyboard is on, as a person hears it. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement;
    const label = element instanceof HTMLInputElement || element instanceof HTMLSelectElement ? element.labels : null;
    const name = element?.getAttribute('aria-label') ?? label?.[0]?.textContent ?? element?.textContent ?? '';
    return name.trim();
  });

/** Presses Tab until the keyboard is on something that is called so. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let step = 0; step < 25; step += 1) {
    await page.keyboard.press('Tab');
    if (name.test(await focused(page))) return;
  }
  throw new Error(`Tab does not come to ${name}; it is on ${await focused(page)}`);
}

const dates = (roadmap: RoadmapScreen, title: string) => roadmap.bar(title).getAttribute('aria-label');

describe.each([
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
])('$width pixels wide', (size) => {
  test('axe finds nothing in any state of the roadmap, in both themes', async () => {
    const { page } = await world.current.open({ as: 'demo', ...size });
    const roadmap = await RoadmapScreen.open(page, MONTHS);
    await quiet(page);

    // A bar on its way by keyboard, and given up.
    const before = await dates(roadmap, MOVED);
    await roadmap.point(MOVED, 0.5);
    await roadmap.bar(MOVED).focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowRight');
    await check(page, 'a bar that is moved');
    await page.keyboard.press('Escape');
    expect(
      await settled(
        () => dates(roadmap, MOVED),
        (now) => now === before,
      ),
    ).toBe(before);

    // The popover of a late bar, by pointer.
    const at = await roadmap.point(LATE, 0.5);
    await page.mouse.move(at.x, at.y);
    await page.getByText(`Blocked by ${MOVED}, which is due after this starts`).waitFor();
    await check(page, 'a popover');
    await page.mouse.move(5, 5);
    await page.getByRole('tooltip').waitFor({ state: 'detached' });

    // A cell of time.
    await roadmap.bar(MOVED).focus();
    await page.keyboard.press('End');
    await check(page, 'a cell');

    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem').first().waitFor();
    await check(page, 'the menu of exports');
    await page.keyboard.press('Escape');
    await page.getByRole('menuitem').first().waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Settings' }).click();
    const drawer = page.getByRole('dialog', { name: 'Roadmap settings' });
    await drawer.getByRole('switch', { name: 'Display milestones' }).uncheck();
    await drawer.getByRole('switch', { name: 'Display progress of child issues' }).uncheck();
    await check(page, 'settings without milestones and progress');
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: /not on the timeline$/ }).click();
    await page
      .getByRole('button', { name: /^Set dates of / })
      .first()
      .click();
    await page.getByRole('textbox', { name: 'Start date' }).waitFor();
    await quiet(page);
    await check(page, 'the tray, and dates in it');
  });

  test('axe finds nothing where the roadmap has failed, is empty, or warns, in both themes', async () => {
    const { page } = await world.current.open({ as: 'demo', ...size });
    await page.goto(`${SINK}?search=nothing+is+called+so`);
    await page.getByText('Sorry, no epics matched your search').waitFor();
    await check(page, 'empty by filters');
    await page.goto('/groups/kitchen-sink/appliances/ovens/-/roadmap');
    await page.getByText('The roadmap shows the progress of your epics along a timeline').waitFor();
    await check(page, 'empty');

    let refused = 'roadmapGroupEpics';
    await page.route('**/api/graphql', async (route) => {
      const isRefused = route.request().postData()?.includes(refused) ?? false;
      if (isRefused) await route.fulfill({ status: 500, json: { message: 'Out of order' } });
      else await route.continue();
    });
    await page.goto(MONTHS);
    await page.getByText('Something went wrong while fetching epics').first().waitFor();
    await check(page, 'failed');
    refused = 'updateEpic(';
    await page.getByRole('button', { name: 'Try again' }).click();
    const roadmap = new RoadmapScreen(page);
    await roadmap.ready();
    await roadmap.drag(MOVED, 0.5, 180);
    await page.getByText("The epic's dates could not be changed").first().waitFor();
    await check(page, 'refused dates');
  });
});

test('RM-09.10 RM-09.11 RM-08.13 by keyboard alone: filter, order, settings, a bar and its ends, the tray', async () => {
  const { page } = await world.current.open({ as: 'demo' });
  const roadmap = await RoadmapScreen.open(page, SINK);
  await quiet(page);
  await tabTo(page, /^Filter epics$/);
  await page.keyboard.type('floor');
  await page.keyboard.press('Enter');
  await settled(
    () => roadmap.titles(),
    (titles) => titles.length === 1,
  );
  await tabTo(page, /^Sort by$/);
  await page.keyboard.press('ArrowDown');
  await settled(
    () => Promise.resolve(page.url()),
    (url) => url.includes('sort=start_date_desc'),
  );
  await tabTo(page, /^Settings$/);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Roadmap settings' }).waitFor();
  await tabTo(page, /^Date range$/);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Roadmap settings' }).waitFor({ state: 'detached' });
  expect(
    await settled(
      () => focused(page),
      (name) => name === 'Settings',
    ),
  ).toBe('Settings');

  // The grid is one stop; arrows walk in it.
  await tabTo(page, new RegExp(`^${MOVED}$`));
  const start = await dates(roadmap, MOVED);
  const [, from, to] = /, (.*) – (.*), \d{4}/.exec(start ?? '') ?? [];
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  const moved = await settled(
    () => dates(roadmap, MOVED),
    (now) => now !== start,
  );
  expect(moved).not.toContain(`${from} – ${to}`);
  // Both ends by themselves: the due date back, then the start date back.
  for (const [key, wanted] of [
    ['d', `– ${to},`],
    ['s', `, ${from} –`],
  ] as const) {
    await page.keyboard.press('Space');
    await page.keyboard.press(key);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    const now = await settled(
      () => dates(roadmap, MOVED),
      (label) => label?.includes(wanted) ?? false,
    );
    expect(now).toContain(wanted);
  }
  expect(
    await settled(
      () => dates(roadmap, MOVED),
      (now) => now === start,
    ),
  ).toBe(start);
  await quiet(page);

  await RoadmapScreen.open(page, SINK);
  await page.getByRole('button', { name: /not on the timeline$/ }).waitFor();
  await tabTo(page, /not on the timeline$/);
  await page.keyboard.press('Enter');
  await tabTo(page, /^Set dates of /);
  await page.keyboard.press('Enter');
  expect(
    await settled(
      () => focused(page),
      (name) => name === 'Start date',
    ),
  ).toBe('Start date');
  await tabTo(page, /^Cancel$/);
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Start date' }).waitFor({ state: 'detached' });
});
