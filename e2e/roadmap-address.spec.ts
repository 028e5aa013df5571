import type { Page } from 'playwright-core';
import { accessibilityFaults } from './support/accessibility.ts';
import { quiet } from './support/answers.ts';
import { openPageOf } from './support/commands.ts';
import { RoadmapScreen } from './support/roadmap.ts';
import { settled } from './support/tree.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();
const SINK = '/groups/kitchen-sink/-/roadmap';
const PLAIN = [
  'state',
  'sort',
  'layout',
  'timeframe_range_type',
  'confidential',
  'epic_iid',
  'in',
  'progress',
  'show_progress',
  'show_milestones',
  'milestones_type',
  'page',
  'prev',
  'next',
];
/** These name something: what does not exist is found nowhere. */
const NAMING = [
  'author_username',
  'label_name[]',
  'milestone_title',
  'my_reaction_emoji',
  'search',
  'not[author_username]',
  'not[label_name][]',
  'not[my_reaction_emoji]',
];
const BAD = {
  HTML: '<img src=x onerror=alert(1)>',
  '100,000 characters': '<'.repeat(100_000),
  'a NUL': 'a\0b',
  'a key of every object': '__proto__',
  'a day beyond the calendar': '999999-99-99',
  'a cursor of another query': 'eyJpZCI6IjEyMyIsIm8iOiJ0aXRsZSJ9',
  'half a pair': '%ED%A0%80',
} as const;

/** What stands where the timeline does. Nothing has failed, and nothing was run. */
async function shown(page: Page): Promise<'rows' | 'empty'> {
  const grid = page.getByRole('treegrid', { name: 'Roadmap' });
  const empty = page.getByText('Sorry, no epics matched your search');
  await grid.locator('[data-row]').first().or(empty).first().waitFor();
  expect(await page.getByText('Something went wrong').count()).toBe(0);
  expect(await page.locator('img[src="x"]').count()).toBe(0);
  return (await grid.locator('[data-row]').count()) > 0 ? 'rows' : 'empty';
}

const query = (entries: readonly (readonly [string, string])[]): string =>
  entries
    .map(([name, value]) => `${encodeURIComponent(name)}=${value.startsWith('%') ? value : encodeURIComponent(value)}`)
    .join('&');

/** Titles of the rows of the page without settings; nothing in this file changes them. */
let defaultTitles: readonly string[] | undefined;

async function titlesOf(roadmap: RoadmapScreen): Promise<readonly string[]> {
  await roadmap.page.goto(SINK);
  expect(await shown(roadmap.page)).toBe('rows');
  await quiet(roadmap.page);
  return roadmap.titles();
}

test.each(Object.entries(BAD))(
  'RM-02.20 RM-02.8 with %s in every setting the page is the default one',
  async (_, bad) => {
    const { page } = await world.current.open({ as: 'demo' });
    const roadmap = new RoadmapScreen(page);
    const wanted = (defaultTitles ??= await titlesOf(roadmap));
    // All of them together are more than a browser sends: each of the long ones has its turn.
    const turns = bad.length > 1000 ? PLAIN.slice(0, 3).map((name) => [name]) : [PLAIN];
    for (const names of turns) {
      await page.goto(`${SINK}?${query(names.map((name) => [name, bad]))}`);
      expect(await shown(page)).toBe('rows');
      expect(
        await settled(
          () => roadmap.titles(),
          (titles) => titles.join() === wanted.join(),
        ),
      ).toEqual(wanted);
      expect(await page.getByRole('combobox', { name: 'Sort by' }).inputValue()).toBe('start_date_asc');
    }
  },
);

test.each(Object.entries(BAD))(
  'RM-02.6 a filter on %s is dropped or finds nothing; the rest of the view stands',
  async (_, bad) => {
    const { page } = await world.current.open({ as: 'demo' });
    const dropped = bad.length > 255 || bad.includes('\0');
    const view = [
      ['timeframe_range_type', 'THREE_YEARS'],
      ['sort', 'end_date_desc'],
    ] as const;
    const long = bad.length > 1000;
    const turns = [
      { names: NAMING.filter((name) => name.startsWith('not')).slice(0, long ? 1 : 9), wanted: 'rows' },
      { names: NAMING.slice(0, long ? 1 : 5), wanted: dropped ? 'rows' : 'empty' },
    ];
    for (const { names, wanted } of turns) {
      await page.goto(`${SINK}?${query([...view, ...names.map((name) => [name, bad] as const)])}`);
      expect([names, await shown(page)]).toEqual([names, wanted]);
      expect(await page.getByRole('combobox', { name: 'Sort by' }).inputValue()).toBe('end_date_desc');
    }
  },
);

test('RM-02.3 repeated and contradictory parameters: the last one counts', async () => {
  const { page } = await world.current.open({ as: 'demo' });
  await page.goto(
    `${SINK}?state=closed&state=opened&sort=nonsense&sort=end_date_desc&confidential=true&confidential=no&CONFIDENTIAL=true`,
  );
  expect(await shown(page)).toBe('rows');
  expect(await page.getByRole('combobox', { name: 'Sort by' }).inputValue()).toBe('end_date_desc');
  await page.getByRole('list', { name: 'Filters' }).getByText('Confidential is No').waitFor();
});

test('RM-02.6 what a filter names may be gone: nothing is found, and the filters can be taken away', async () => {
  const { page } = await world.current.open({ as: 'demo' });
  await page.goto(`${SINK}?label_name[]=was+deleted&milestone_title=v0&author_username=left-us&epic_iid=999999999`);
  expect(await shown(page)).toBe('empty');
  await page.getByRole('button', { name: 'Settings' }).waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  const roadmap = new RoadmapScreen(page);
  await roadmap.ready();
  expect(await roadmap.titles()).toContain('Tile the floor');
});

test('RM-17 in the tab of an epic the address chooses the range; it lasts over reload, back and forward', async () => {
  const { page } = await world.current.open({ as: 'demo' });
  const EPIC = '/groups/kitchen-sink/-/epics/1';
  const roadmap = new RoadmapScreen(page);
  const headers = () => roadmap.grid.getByRole('columnheader').allInnerTexts();
  const quarters = (texts: readonly string[]) => texts.some((text) => /Q\d/.test(text));
  const show = async () => {
    await page.getByRole('tab', { name: 'Roadmap view' }).click();
    await roadmap.grid.waitFor();
  };
  await page.goto(EPIC);
  await show();
  const isWeeks = (texts: readonly string[]) => texts.length > 0 && !quarters(texts);
  expect(await settled(headers, isWeeks).then(isWeeks)).toBe(true);
  await page.goto(`${EPIC}?timeframe_range_type=THREE_YEARS&layout=QUARTERS`);
  await show();
  expect(await settled(headers, quarters).then(quarters)).toBe(true);
  expect(await page.getByRole('button', { name: 'Settings' }).count()).toBe(0);
  await page.reload();
  await show();
  expect(await settled(headers, quarters).then(quarters)).toBe(true);
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('end_date_desc');
  await settled(
    () => Promise.resolve(page.url()),
    (url) => url.includes('sort=end_date_desc') && url.includes('THREE_YEARS'),
  );
  await page.goBack();
  await show();
  expect(await settled(headers, isWeeks).then(isWeeks)).toBe(true);
  await page.goForward();
  await show();
  expect(await settled(headers, quarters).then(quarters)).toBe(true);
  expect(await page.getByRole('combobox', { name: 'Sort by' }).inputValue()).toBe('end_date_desc');
});

test('RM-15.2 RM-15.3 RM-15.5 RM-19.1 nothing to show: how that changes, and no settings; in an epic it is its children that lack dates', async () => {
  const { page } = await world.current.open({ as: 'demo' });
  await page.goto('/groups/kitchen-sink/appliances/ovens/-/roadmap');
  await page.getByText('The roadmap shows the progress of your epics along a timeline').waitFor();
  await page.getByText(/^To view the roadmap, add a start or due date to one of the epics in this group/).waitFor();
  await page.getByRole('link', { name: 'New epic' }).waitFor();
  expect(await page.getByRole('button', { name: 'Settings' }).count()).toBe(0);
  await page.getByRole('link', { name: 'View epics list' }).click();
  await page.getByRole('heading', { level: 1, name: 'Epics' }).waitFor();

  await page.goto('/groups/kitchen-sink/-/epics?search=An+empty+epic');
  await openPageOf(page, page.getByRole('link', { name: 'An empty epic' }).first());
  await page.getByRole('tab', { name: 'Roadmap view' }).click();
  await page.getByText(/^To view the roadmap, add a start or due date to one of the child epics/).waitFor();
  // Its words lead to what is written about child epics; back leads back.
  await page.getByRole('link', { name: 'child epics', exact: true }).click();
  const place = page.getByRole('heading', { level: 2, name: 'Multi-level child epics' });
  await place.and(page.locator(':focus')).waitFor();
  expect(await place.evaluate((heading) => heading.getBoundingClientRect().top < window.innerHeight)).toBe(true);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'An empty epic' }).waitFor();
});

test('RL-08.3 signed in, every emoji can be looked for', async () => {
  const { page } = await world.current.open({ as: 'demo' });
  const roadmap = await RoadmapScreen.open(page, SINK);
  await roadmap.filter.click();
  await page.keyboard.type('reaction');
  await page.getByRole('option', { name: 'My-Reaction', exact: true }).click();
  await page.getByRole('option', { name: 'is not' }).click();
  await page.getByRole('option', { name: 'thumbsup' }).waitFor();
  expect(await page.getByRole('option').allInnerTexts()).toEqual(
    expect.arrayContaining(['None', 'Any', expect.stringContaining('thumbsup')]),
  );
  await page.keyboard.type('carr');
  await page.getByRole('option', { name: 'carrot' }).click();
  expect(
    await settled(
      () => Promise.resolve(page.url()),
      (url) => url.includes('carrot'),
    ),
  ).toContain('carrot');
  expect(await shown(page)).toBe('rows');
});
