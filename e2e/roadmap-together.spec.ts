import { RoadmapScreen } from './support/roadmap.ts';
import { settled } from './support/tree.ts';
import { useWorld } from './support/world.ts';

/** Here the pages poll; e2e/live.spec.ts is about pushes. */
const world = useWorld({ live: false });
const SINK = '/groups/kitchen-sink/-/roadmap?search=Tile';
const TILES = 'Tile the floor';
/** Pixels of a day in the view of weeks. */
const DAY = 180 / 7;

const dates = async (roadmap: RoadmapScreen, title = TILES) =>
  (await roadmap.bar(title).getAttribute('aria-label'))?.slice(title.length + 2).split(', - of -')[0];

async function openTwo() {
  const one = await world.current.open({ as: 'demo' });
  const other = await world.current.open({ as: 'chef' });
  await one.page.clock.install();
  await other.page.clock.install();
  return { mine: await RoadmapScreen.open(one.page, SINK), theirs: await RoadmapScreen.open(other.page, SINK) };
}

/** Brings a window's next reading forward. */
const later = ({ page }: RoadmapScreen) => page.clock.fastForward('00:31');

/** The answer to the change of dates that is made next. */
const saved = ({ page }: RoadmapScreen) =>
  page.waitForResponse((response) => response.request().postData()?.includes('updateEpic(') === true);

test('RM-13.8 what one person changes, the other one sees without doing anything', async () => {
  const { mine, theirs } = await openTwo();
  const before = await dates(theirs);
  expect(
    await settled(
      () => dates(mine),
      (now) => now === before,
    ),
  ).toBe(before);
  await Promise.all([saved(mine), mine.drag(TILES, 0.5, 3 * DAY)]);
  const wanted = await dates(mine);
  expect(wanted).not.toBe(before);
  expect(await dates(theirs)).toBe(before);
  await later(theirs);
  expect(
    await settled(
      () => dates(theirs),
      (now) => now === wanted,
    ),
  ).toBe(wanted);
});

test('RM-13.8 a new epic comes in, and one that fits no more leaves', async () => {
  const { theirs } = await openTwo();
  const headers = { 'content-type': 'application/json', 'private-token': world.current.tokens.demo };
  const today = await theirs.page.evaluate(() => new Date().toISOString().slice(0, 10));
  const body = { title: 'Tile the roof', start_date_is_fixed: true, start_date_fixed: today };
  const answer = await fetch(`${world.current.url}/api/v4/groups/kitchen-sink/epics`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(201);
  const { iid } = (await answer.json()) as { readonly iid: number };
  await later(theirs);
  const shown = () => theirs.titles();
  const isShown = (titles: readonly string[]) => titles.includes('Tile the roof');
  expect(await settled(shown, isShown)).toContain('Tile the roof');
  const renamed = await fetch(`${world.current.url}/api/v4/groups/kitchen-sink/epics/${iid}`, {
    method: 'PUT',
    headers,
    body: JSON.stringify({ title: 'The roof' }),
  });
  expect(renamed.status).toBe(200);
  await later(theirs);
  expect(await settled(shown, (titles) => !isShown(titles))).not.toContain('Tile the roof');
});

test('RM-13.9 two people who change one epic at the same time end with the same dates', async () => {
  const { mine, theirs } = await openTwo();
  const before = await dates(mine);
  const both = [saved(mine), saved(theirs)];
  await Promise.all([mine.drag(TILES, 0, 2 * DAY), theirs.drag(TILES, 1, -4 * DAY)]);
  await Promise.all(both);
  await later(mine);
  await later(theirs);
  const shown = async () => [await dates(mine), await dates(theirs)] as const;
  const [first, second] = await settled(shown, ([a, b]) => a === b && a !== before);
  expect(first).toBe(second);
  // Each gave one of the two dates, and both are kept.
  const [start, due] = [before?.split(' – ')[0], before?.split(' – ')[1]];
  expect(first?.split(' – ')[0]).not.toBe(start);
  expect(first?.split(' – ')[1]).not.toBe(due);
  await mine.page.reload();
  await mine.ready();
  expect(
    await settled(
      () => dates(mine),
      (now) => now === first,
    ),
  ).toBe(first);
});
