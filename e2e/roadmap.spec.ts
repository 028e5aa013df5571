import type { Page } from 'playwright-core';
import { accessibilityFaults } from './support/accessibility.ts';
import { quiet } from './support/answers.ts';
import { apiOf } from './support/api.ts';
import { overhang } from './support/browser.ts';
import { RoadmapScreen } from './support/roadmap.ts';
import { settled } from './support/tree.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();
const SINK = '/groups/kitchen-sink/-/roadmap';
const KUBERNETES = '/groups/kubernetes/-/roadmap';
const THREE_YEARS = 'timeframe_range_type=THREE_YEARS';
const EPIC = 'Level 1 of seven';
/** Pixels of a day in the view of weeks. */
const DAY = 180 / 7;

const rows = (roadmap: RoadmapScreen, wanted: (titles: readonly string[]) => boolean) =>
  settled(() => roadmap.titles(), wanted);

const label = (roadmap: RoadmapScreen, title = EPIC) => roadmap.bar(title).getAttribute('aria-label');

test('RM-03 a filter is made by keyboard, and its address shows the same in another browser; back leads back', async () => {
  const { page } = await world.current.open({ as: 'demo' });
  await page.goto('/groups/kubernetes/-/epics');
  await page.getByRole('link', { name: 'Roadmap', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Roadmap' }).waitFor();
  await page.goto(`${KUBERNETES}?${THREE_YEARS}&layout=QUARTERS`);
  const roadmap = new RoadmapScreen(page);
  await roadmap.ready();
  const all = await roadmap.titles();
  await roadmap.filter.click();
  await page.keyboard.type('SIG Node');
  await page.keyboard.press('Enter');
  const found = await rows(roadmap, (titles) => titles.length > 0 && titles.length < all.length);
  expect(found.length).toBeLessThan(all.length);
  expect(found).toContain('SIG Node');
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('end_date_desc');
  await settled(
    () => Promise.resolve(page.url()),
    (url) => url.includes('end_date_desc'),
  );
  const order = await rows(roadmap, (titles) => titles.length === found.length);

  const other = await world.current.open({ as: 'chef' });
  const shared = await RoadmapScreen.open(other.page, page.url());
  expect(await rows(shared, (titles) => titles.length === order.length)).toEqual(order);
  await other.page.getByRole('list', { name: 'Filters' }).getByText('SIG Node').first().waitFor();
  expect(await other.page.getByRole('combobox', { name: 'Sort by' }).inputValue()).toBe('end_date_desc');

  await page.goBack();
  await page.waitForURL('**/groups/kubernetes/-/roadmap*');
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Epics' }).waitFor();
});

test('RM-05 settings choose range, cells, milestones, state and progress, and last over a reload', async () => {
  const { page } = await world.current.open({ as: 'demo' });
  const roadmap = await RoadmapScreen.open(page, SINK);
  expect(await roadmap.grid.getByRole('columnheader').allInnerTexts()).toEqual(
    expect.arrayContaining([expect.stringMatching(/^(\d{4} )?[A-Z][a-z]{2} \d+/)]),
  );
  await page.getByRole('button', { name: 'Settings' }).click();
  const drawer = page.getByRole('dialog', { name: 'Roadmap settings' });
  await drawer.getByLabel('Date range').selectOption('THREE_YEARS');
  await drawer.getByRole('radio', { name: 'By month' }).check();
  await drawer.getByRole('switch', { name: 'Display milestones' }).uncheck();
  await drawer.getByRole('radio', { name: 'Show closed epics' }).check();
  await drawer.getByRole('radio', { name: 'Use issue count' }).check();
  await drawer.getByRole('button', { name: 'Close' }).click();
  const closed = await rows(roadmap, (titles) => titles.length === 1);
  expect(closed).toEqual(['Closed with an open child']);
  await page.reload();
  await roadmap.ready();
  expect(await rows(roadmap, (titles) => titles.length === 1)).toEqual(closed);
  expect(await roadmap.bar('Closed with an open child').getAttribute('aria-label')).toContain('issues closed');
  expect(await roadmap.grid.getByRole('button', { name: 'Milestones' }).count()).toBe(0);
  await page.locator('[data-today]').first().waitFor();
});

test('RM-11 epics expand at any depth, by pointer and by keyboard', async () => {
  const { page } = await world.current.open({ as: 'demo' });
  const roadmap = await RoadmapScreen.open(page, `${KUBERNETES}?${THREE_YEARS}&layout=MONTHS`);
  const before = await roadmap.titles();
  await roadmap.grid.getByRole('button', { name: 'Expand SIG Node' }).click();
  const open = await rows(roadmap, (titles) => titles[1] !== before[1]);
  expect(open[0]).toBe('SIG Node');
  await roadmap.grid.locator('[data-row]').and(roadmap.grid.locator('[aria-level="2"]')).first().waitFor();
  await roadmap.grid.getByRole('link', { name: 'SIG Node', exact: true }).focus();
  await page.keyboard.press('-');
  expect(await rows(roadmap, (titles) => titles[1] === before[1])).toEqual(before);
});

test('RM-09 a bar and its ends are dragged by whole days; what was dragged stays', async () => {
  const { page } = await world.current.open({ as: 'demo' });
  const roadmap = await RoadmapScreen.open(page, SINK);
  const dates = async () => (await label(roadmap))?.split(', ').slice(1, 3).join(', ');
  const first = await dates();
  await roadmap.drag(EPIC, 0.3, 7 * DAY);
  const moved = await settled(dates, (now) => now !== first);
  await roadmap.drag(EPIC, 0.3, -7 * DAY);
  expect(await settled(dates, (now) => now !== moved)).toBe(first);
  await roadmap.drag(EPIC, 0, 3 * DAY);
  const shorter = await settled(dates, (now) => now !== first);
  await quiet(page);
  await page.reload();
  await roadmap.ready();
  expect(await settled(dates, (now) => now === shorter)).toBe(shorter);
  expect(page.url()).toContain(SINK);
  // A click is no drag: it opens the epic.
  const at = await roadmap.point(EPIC, 0.3);
  await page.mouse.click(at.x, at.y);
  await page.getByRole('heading', { level: 1, name: EPIC }).waitFor();
});

test('RM-09 refused dates go back to exactly where they were, and the alert has the server’s words', async () => {
  const { page } = await world.current.open({ as: 'demo' });
  await page.route('**/api/graphql', async (route) => {
    const isChange = route.request().postData()?.includes('updateEpic(') ?? false;
    if (isChange)
      await route.fulfill({ json: { data: { updateEpic: { errors: ['The plan is locked'], epic: null } } } });
    else await route.continue();
  });
  const roadmap = await RoadmapScreen.open(page, SINK);
  const before = await label(roadmap);
  const place = await roadmap.bar(EPIC).getAttribute('style');
  await roadmap.drag(EPIC, 0.3, 7 * DAY);
  await page.getByText('The plan is locked').waitFor();
  expect(
    await settled(
      () => label(roadmap),
      (now) => now === before,
    ),
  ).toBe(before);
  const placeNow = () => roadmap.bar(EPIC).getAttribute('style');
  expect(await settled(placeNow, (now) => now === place)).toBe(place);
  await page.getByText("The epic's dates could not be changed").waitFor();
});

test('RM-10 milestones show beside the epics, and collapse', async () => {
  const { page } = await world.current.open({ as: 'demo' });
  const roadmap = await RoadmapScreen.open(page, `${SINK}?${THREE_YEARS}&layout=MONTHS`);
  const milestone = roadmap.grid.getByRole('img', { name: /^Upcoming, Group milestone, / });
  await milestone.waitFor();
  await roadmap.grid.getByRole('button', { name: 'Milestones' }).click();
  await milestone.waitFor({ state: 'detached' });
});

test('RM-15 nothing fits the filters; the way back is one button', async () => {
  const { page } = await world.current.open({ as: 'demo' });
  await page.goto(`${SINK}?search=nothing+is+called+so`);
  await page.getByText('Sorry, no epics matched your search').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  const roadmap = new RoadmapScreen(page);
  await roadmap.ready();
  expect(await roadmap.titles()).toContain(EPIC);
});

test('RM-12 pages come as one scrolls, and few elements are drawn', async () => {
  const api = apiOf(world.current.url, world.current.tokens.demo);
  const create = `mutation ($input: CreateEpicInput!) { createEpic(input: $input) { errors } }`;
  const { page } = await world.current.open({ as: 'demo' });
  const today = await page.evaluate(() => new Date().toISOString().slice(0, 10));
  const dates = { startDateIsFixed: true, startDateFixed: today, dueDateIsFixed: true, dueDateFixed: today };
  for (let index = 1; index <= 60; index += 1) {
    const input = { groupPath: 'kitchen-sink', title: `Many ${index}`, ...dates };
    await api.query(create, { input });
  }
  const roadmap = await RoadmapScreen.open(page, `${SINK}?search=Many`);
  const count = () => roadmap.grid.getAttribute('aria-rowcount');
  expect(await settled(count, (now) => now === '52')).toBe('52');
  await roadmap.grid.evaluate((grid) => (grid.scrollTop = grid.scrollHeight));
  expect(await settled(count, (now) => now === '62')).toBe('62');
  await roadmap.grid.evaluate((grid) => (grid.scrollTop = grid.scrollHeight));
  expect(await rows(roadmap, (titles) => titles.includes('Many 1'))).toContain('Many 1');
  expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(600);
});

test('TR-03 the Roadmap tab of an epic shows its children', async () => {
  const { page } = await world.current.open({ as: 'demo' });
  await page.goto('/groups/kitchen-sink/-/epics/1');
  await page.getByRole('tab', { name: 'Roadmap view' }).click();
  const roadmap = new RoadmapScreen(page);
  await roadmap.ready();
  expect(await roadmap.titles()).toContain('Health, weights, milestones and iterations');
  expect(await page.getByRole('button', { name: 'Settings' }).count()).toBe(0);
});

/** Nothing that axe finds in either theme, and nothing beyond the right edge of the page. */
async function check(page: Page, what: string): Promise<void> {
  // What is half below the page's header is not smaller for that.
  await page.evaluate(() => window.scrollTo(0, 0));
  expect([what, await overhang(page), ...(await accessibilityFaults(page))]).toEqual([what, 0]);
}

describe.each([
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
])('$width pixels wide', (size) => {
  test('axe finds nothing on the roadmap, in both themes', async () => {
    const { page } = await world.current.open({ as: 'demo', ...size });
    const roadmap = await RoadmapScreen.open(page, `${SINK}?${THREE_YEARS}&layout=MONTHS`);
    await roadmap.grid.getByRole('button', { name: `Expand ${EPIC}` }).click();
    await page.getByRole('button', { name: /not on the timeline$/ }).click();
    await quiet(page);
    await check(page, 'months');
    await page.getByRole('button', { name: 'Settings' }).click();
    const drawer = page.getByRole('dialog', { name: 'Roadmap settings' });
    await drawer.waitFor();
    await check(page, 'settings');
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    await roadmap.filter.click();
    await page.keyboard.type('label');
    await page.getByRole('option', { name: 'Label', exact: true }).click();
    await page.getByRole('option', { name: 'is not' }).click();
    await page.getByRole('option', { name: 'bug' }).waitFor();
    await check(page, 'suggestions');
    await RoadmapScreen.open(page, SINK);
    await quiet(page);
    await check(page, 'weeks');
  });
});
