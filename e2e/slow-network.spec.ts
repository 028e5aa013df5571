import type { Page } from 'playwright-core';
import { useWorld } from './support/world.ts';

const world = useWorld();

const EPICS = '/groups/kubernetes/-/epics';
/** 50 KB in a second, and the way there and back of a telephone. */
const SLOW = { offline: false, downloadThroughput: 50 * 1024, uploadThroughput: 50 * 1024, latency: 150 };

async function slowly(page: Page): Promise<() => Promise<void>> {
  const wire = await page.context().newCDPSession(page);
  await wire.send('Network.enable');
  await wire.send('Network.emulateNetworkConditions', SLOW);
  return async () => {
    await wire.send('Network.emulateNetworkConditions', {
      ...SLOW,
      downloadThroughput: -1,
      uploadThroughput: -1,
      latency: 0,
    });
    await wire.detach();
  };
}

test('RP-02.272 on a slow network the frame is painted, in the theme of the browser, before any script or style sheet is there', async () => {
  const { page } = await world.current.open({ as: 'demo' });
  await page.addInitScript(() => localStorage.setItem('theme', 'dark'));
  const fast = await slowly(page);
  await page.goto(EPICS, { waitUntil: 'commit' });
  await page.locator('#shell').waitFor();
  const shown = await page.evaluate(() => ({
    ground: getComputedStyle(document.documentElement).backgroundColor,
    frame: document.querySelector('#shell > header')?.getBoundingClientRect().height,
  }));
  expect(shown).toEqual({ ground: 'rgb(22, 24, 25)', frame: 44 });
  await page.getByRole('heading', { name: 'Epics', level: 1 }).waitFor({ timeout: 60_000 });
  expect(await page.locator('#shell').count()).toBe(0);
  const order = await page.evaluate(() => {
    const [painted] = performance.getEntriesByName('first-contentful-paint');
    const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const came = (ending: RegExp) =>
      files.filter(({ name }) => ending.test(name)).map(({ responseEnd }) => responseEnd);
    return {
      painted: painted?.startTime ?? Infinity,
      scripts: came(/\/assets\/(product|vendor)-.*\.js$/),
      styles: came(/\/assets\/.*\.css$/),
    };
  });
  expect(order.scripts).toHaveLength(2);
  expect(order.painted).toBeLessThan(Math.min(...order.scripts, Math.max(...order.styles)));
  await fast();
});

test('RP-02.271 on a slow network a click says at once that a page is under way, and the one before stays until it can be drawn', async () => {
  const { page } = await world.current.open({ as: 'demo' });
  await page.goto(EPICS);
  await page.getByRole('heading', { name: 'Epics', level: 1 }).waitFor();
  const line = page.getByRole('progressbar', { name: 'Loading the page' });
  await line.waitFor({ state: 'detached' });
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/roadmap-screen-.*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('link', { name: 'Roadmap', exact: true }).click();
  await line.waitFor();
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Epics');
  release();
  await page.getByRole('heading', { name: 'Roadmap', level: 1 }).waitFor();
  await line.waitFor({ state: 'detached' });
});
