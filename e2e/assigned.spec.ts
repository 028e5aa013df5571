import { accessibilityFaults } from './support/accessibility.ts';
import { overhang } from './support/browser.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();

test.each([1440, 390])(
  'RL-12.85 RL-12.86 %d pixels wide: "Assigned to me" shows one’s own issues, by keyboard, and everybody’s again',
  async (width) => {
    const { page } = await world.current.open({ as: 'demo', width, height: 844 });
    await page.goto('/groups/kitchen-sink/-/issues');
    const mine = page.getByRole('button', { name: 'Assigned to me' });
    await page.getByRole('link', { name: /^All 1\d\d$/ }).waitFor();
    await mine.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Open 2', exact: true }).waitFor();
    await page.getByRole('link', { name: 'On track' }).waitFor();
    await page.getByRole('link', { name: 'Five people share this one' }).waitFor();
    expect(await page.locator('[data-item]').count()).toBe(2);
    expect(new URL(page.url()).searchParams.get('assignee_username[]')).toBe('demo');
    expect([await overhang(page), ...(await accessibilityFaults(page))]).toEqual([0]);
    await page.locator('[aria-pressed=true]').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: /^All 1\d\d$/ }).waitFor();
    expect(new URL(page.url()).search).toBe('');
  },
);
