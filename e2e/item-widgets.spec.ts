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
