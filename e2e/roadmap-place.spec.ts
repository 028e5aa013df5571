import { quiet } from './support/answers.ts';
import { Commands } from './support/commands.ts';
import { RoadmapScreen } from './support/roadmap.ts';
import { settled } from './support/tree.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();
const YEARS = '/groups/kubernetes/-/roadmap?timeframe_range_type=THREE_YEARS&layout=QUARTERS';

const scrolled = ({ grid }: RoadmapScreen) => grid.evaluate(({ scrollLeft, scrollTop }) => [scrollLeft, scrollTop]);

test('RM-08.18 the mark of a bar out of sight says its dates and leads to it, by keyboard too; RM-08.16 the year stays', async () => {
  const { page } = await world.current.open({ as: 'demo' });
  const roadmap = await RoadmapScreen.open(page, YEARS);
  await roadmap.grid.evaluate((grid) => (grid.scrollLeft = grid.scrollWidth));
  const mark = roadmap.grid.getByRole('button', { name: /^Show the bar of SIG Node, .+ – .+/ });
  await mark.waitFor();
  const ends = (await roadmap.grid.locator('[data-year]').textContent()) ?? '';
  expect(Number(ends)).toBeGreaterThan(new Date().getFullYear());
  await roadmap.grid.getByRole('link', { name: 'SIG Node', exact: true }).focus();
  await page.keyboard.press('ArrowRight');
  expect(await mark.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await mark.waitFor({ state: 'detached' });
  expect(await roadmap.bar('SIG Node').evaluate((bar) => bar === document.activeElement)).toBe(true);
  expect(page.url()).toContain('/-/roadmap');
});

test('RM-02.12 back from an epic the rows are expanded and scrolled as they were left', async () => {
  const { page } = await world.current.open({ as: 'demo' });
  const roadmap = await RoadmapScreen.open(page, YEARS);
  await roadmap.grid.getByRole('button', { name: 'Expand SIG Node', exact: true }).click();
  await roadmap.grid.getByRole('button', { name: 'Collapse SIG Node', exact: true }).waitFor();
  await roadmap.grid.evaluate((grid) => grid.scrollBy(300, 500));
  const left = await settled(
    () => scrolled(roadmap),
    ([, top]) => top === 500,
  );
  await roadmap.painted();
  await new Commands(page).ready();
  await quiet(page);
  await roadmap.grid
    .locator('[data-cell="bar"]')
    .nth(5)
    .evaluate((bar: HTMLElement) => bar.click());
  const over = page.getByRole('dialog', { name: 'Epic' });
  await over.getByRole('link', { name: 'Open page' }).click();
  await page.waitForURL('**/-/epics/*');
  await over.waitFor({ state: 'detached' });
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.goBack();
  await over.waitFor();
  await page.goBack();
  await over.waitFor({ state: 'detached' });
  await roadmap.ready();
  expect(
    await settled(
      () => scrolled(roadmap),
      ([, top]) => top === left[1],
    ),
  ).toEqual(left);
});
