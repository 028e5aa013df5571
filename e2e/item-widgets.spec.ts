import { accessibilityFaults } from './support/accessibility.ts';
import { answered, quiet } from './support/answers.ts';
import { overhang } from './support/browser.ts';
import { issueOf } from './support/kitchen-sink.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();

const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;

test.each(SIZES)(
  'WI-07.60 WI-07.61 WI-07.65 WI-07.66 reactions, to-do and notifications by keyboard, $width pixels wide; a reload shows them, axe finds nothing',
  async (size) => {
    const { address } = await issueOf(world.current, 'On track');
    const { page } = await world.current.open({ as: 'demo', ...size });
    await page.goto(address);
    const reactions = page.getByRole('group', { name: 'Reactions' });
    const up = reactions.getByRole('button', { name: /^thumbsup/ });
    const was = await up.getAttribute('aria-pressed');
    await answered(page, 'awardEmojiToggle', () => up.press('Enter'));
    await reactions.getByRole('button', { name: 'Add reaction' }).press('Enter');
    await answered(page, 'awardEmojiToggle', () => page.getByRole('menuitem', { name: /rocket/ }).press('Enter'));
    await reactions.getByRole('button', { name: 'rocket: 1, You' }).waitFor();
    if (size.width < 900) await page.getByRole('button', { name: 'Show details' }).click();
    await answered(page, 'workItemEdit', () => page.getByRole('button', { name: 'Add a to do' }).press('Enter'));
    await page.getByRole('button', { name: 'Mark as done' }).and(page.locator(':focus')).waitFor();
    await quiet(page);
    await page.evaluate(() => window.scrollTo(0, 0));
    expect([await overhang(page), ...(await accessibilityFaults(page))]).toEqual([0]);
    await page.reload();
    expect(await up.getAttribute('aria-pressed')).not.toBe(was);
    // The rocket goes with its only giver, and the focus stays beside it.
    await answered(page, 'awardEmojiToggle', () =>
      reactions.getByRole('button', { name: 'rocket: 1, You' }).press('Enter'),
    );
    await reactions.getByRole('button', { name: 'Add reaction' }).and(page.locator(':focus')).waitFor();
    if (size.width < 900) await page.getByRole('button', { name: 'Show details' }).click();
    await answered(page, 'workItemEdit', () => page.getByRole('button', { name: 'Mark as done' }).press('Enter'));
    await page.getByRole('button', { name: 'Add a to do' }).waitFor();
  },
);

test.each(SIZES)(
  'WI-07.20 WI-07.22 WI-07.66 an iteration is chosen and taken away, and notifications are switched, by keyboard, $width pixels wide',
  async (size) => {
    const { address } = await issueOf(world.current, 'On track');
    const { page } = await world.current.open({ as: 'demo', ...size });
    await page.goto(address);
    const reveal = async () => {
      if (size.width < 900) await page.getByRole('button', { name: 'Show details' }).click();
    };
    await reveal();
    const details = page.getByRole('complementary', { name: 'Details' });
    const field = details
      .locator('div')
      .filter({ has: page.getByText('Iteration', { exact: true }) })
      .last();
    const choose = async (name: string) => {
      await details.getByRole('button', { name: 'Edit iteration' }).press('Enter');
      await details.getByRole('combobox', { name: 'Search iterations' }).and(page.locator(':focus')).waitFor();
      await details.getByRole('option', { name }).waitFor();
      if (name === 'Next sprint') {
        await page.keyboard.type('Next');
        await details.getByRole('option').nth(1).waitFor({ state: 'detached' });
      }
      expect([await overhang(page), ...(await accessibilityFaults(page))]).toEqual([0]);
      await page.keyboard.press('ArrowDown');
      await answered(page, 'workItemEdit', () => page.keyboard.press('Enter'));
      await details.getByRole('button', { name: 'Edit iteration' }).and(page.locator(':focus')).waitFor();
    };
    await choose('No iteration');
    await field.getByText('None', { exact: true }).waitFor();
    await choose('Next sprint');
    await field.getByText('Next sprint').waitFor();
    const notifications = details.getByRole('switch', { name: /^O(n|ff)$/ });
    const was = await notifications.isChecked();
    await answered(page, 'workItemEdit', () => notifications.press('Space'));
    expect(await notifications.isChecked()).toBe(!was);
    await quiet(page);
    await page.reload();
    await reveal();
    await field.getByText('Next sprint').waitFor();
    await notifications.waitFor();
    expect(await notifications.isChecked()).toBe(!was);
    await answered(page, 'workItemEdit', () => notifications.press('Space'));
  },
);
