import type { Page } from 'playwright-core';
import { accessibilityFaults } from './support/accessibility.ts';
import { overhang } from './support/browser.ts';
import { issueOf } from './support/kitchen-sink.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();
const others = (page: Page, name: string | RegExp) => page.getByRole('list', { name });

test.each([
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
])(
  'AP-07.66 two who open an issue see each other, what is edited, and that the other has left, $width pixels wide',
  async (size) => {
    const { address } = await issueOf(world.current, 'On track');
    const demo = await world.current.open({ as: 'demo', ...size });
    await demo.page.goto(address);
    const below = demo.page.getByRole('group', { name: 'Reactions' });
    await below.getByRole('button').first().waitFor();
    const alone = await below.boundingBox();
    const chef = await world.current.open({ as: 'chef' });
    await chef.page.goto(address);
    await others(demo.page, /is looking at this issue/).waitFor({ timeout: 10_000 });
    await others(chef.page, /is looking at this issue/).waitFor({ timeout: 10_000 });
    expect(await below.boundingBox()).toEqual(alone);
    await chef.page.getByRole('button', { name: 'Edit title', exact: true }).click();
    await others(demo.page, /is editing the title/).waitFor({ timeout: 10_000 });
    await demo.page.evaluate(() => window.scrollTo(0, 0));
    expect([await overhang(demo.page), ...(await accessibilityFaults(demo.page))]).toEqual([0]);
    await chef.page.close();
    await others(demo.page, /this issue|the title/).waitFor({ state: 'detached', timeout: 10_000 });
  },
);
