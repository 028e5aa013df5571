import type { Locator, Page } from 'playwright-core';
import { accessibilityFaults } from './support/accessibility.ts';
import { answered, quiet } from './support/answers.ts';
import { overhang } from './support/browser.ts';
import { issueOf } from './support/kitchen-sink.ts';
import { settled } from './support/tree.ts';
import { Commands } from './support/commands.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();
const [BLOCKER, BLOCKED, OTHER] = ['Comes first and blocks two', 'Blocked by the first', 'Needs attention'];

const modal = (page: Page) => page.getByRole('dialog', { name: 'Work item' });
const sectionIn = (place: Locator) => place.getByRole('region', { name: /^Linked items/, includeHidden: true });
const titles = (place: Locator, name: RegExp): Promise<string[]> =>
  sectionIn(place).getByRole('list', { name, includeHidden: true }).locator('a').allInnerTexts();

async function expectTitles(place: Locator, name: RegExp, wanted: readonly string[]): Promise<void> {
  const found = await settled(
    () => titles(place, name),
    (now) => now.join() === wanted.join(),
  );
  expect(found).toEqual(wanted);
}

test.each([
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
])(
  'RL-01.46 WI-14.1 $width pixels wide: in the modal a link is added, removed and taken back, and the page below is as it was',
  async (size) => {
    const { page } = await world.current.open({ as: 'demo', ...size });
    const main = page.locator('main');
    await page.goto((await issueOf(world.current, BLOCKER)).address);
    const linked = sectionIn(main).getByRole('link', { name: BLOCKED, exact: true });
    await linked.waitFor();
    const below = await titles(main, /^Blocks/);
    await new Commands(page).ready();
    await quiet(page);
    await linked.click();
    await expectTitles(modal(page), /^Is blocked by/, [BLOCKER]);

    const section = sectionIn(modal(page));
    const button = (name: string) => section.getByRole('button', { name, exact: true });
    await button('Add linked items').click();
    const field = section.getByRole('combobox');
    await field.fill('nonsense ');
    await button('Add').click();
    await section.getByText('no matching issue found').waitFor();
    expect([await overhang(page), ...(await accessibilityFaults(page))]).toEqual([0]);
    await field.press('Backspace');
    await field.fill(OTHER);
    await section.getByRole('option', { name: new RegExp(OTHER) }).click();
    // Escape closes the form and leaves the modal.
    await field.press('Escape');
    await button('Add linked items').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await field.fill(OTHER);
    await section.getByRole('option', { name: new RegExp(OTHER) }).click();
    await answered(page, '/links', () => button('Add').click());
    await expectTitles(modal(page), /^Relates to/, [OTHER]);

    await answered(page, '/links', () => button(`Remove ${OTHER}`).click());
    await expectTitles(modal(page), /^Relates to/, []);
    await answered(page, '/links', () => page.keyboard.press('Control+z'));
    await expectTitles(modal(page), /^Relates to/, [OTHER]);
    await answered(page, '/links', () => button(`Remove ${OTHER}`).click());
    await expectTitles(modal(page), /^Relates to/, []);
    await quiet(page);
    expect(await titles(main, /^Blocks/)).toEqual(below);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.goBack();
    await modal(page).waitFor({ state: 'detached' });
    await linked.and(page.locator(':focus')).waitFor();
    expect(await titles(main, /^Blocks/)).toEqual(below);
  },
);

test('RL-01.30 WI-14.1 what is blocked is asked about in the modal, and what somebody else links is shown in both', async () => {
  const { page } = await world.current.open({ as: 'demo' });
  const other = await world.current.open({ as: 'chef' });
  const [blocker, blocked] = [await issueOf(world.current, BLOCKER), await issueOf(world.current, BLOCKED)];
  await page.goto(`${blocker.address}?work_item_iid=${blocked.address.split('/').at(-1)}`);
  await expectTitles(modal(page), /^Is blocked by/, [BLOCKER]);
  await modal(page).getByRole('button', { name: 'Close issue' }).click();
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to close this blocked issue?' });
  await question.getByRole('link').waitFor();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'detached' });
  await modal(page).getByRole('button', { name: 'Close issue' }).waitFor();

  const theirs = other.page.locator('main');
  await other.page.goto(blocked.address);
  await expectTitles(theirs, /^Is blocked by/, [BLOCKER]);
  await answered(other.page, '/links', () =>
    sectionIn(theirs)
      .getByRole('button', { name: `Remove ${BLOCKER}` })
      .click(),
  );
  await expectTitles(modal(page), /^Is blocked by/, []);
  const left = await settled(
    () => titles(page.locator('main'), /^Blocks/),
    (now) => !now.includes(BLOCKED),
  );
  expect(left).not.toContain(BLOCKED);
});
