import { makeDeployment } from './support/deployment.ts';
import { kept } from './support/loads-anew.ts';
import { Tree } from './support/tree.ts';
import { useWorld } from './support/world.ts';

const deployment = makeDeployment('e2e-newer-version');
const world = useWorld({ main: deployment.main, engine: 'embedded' });
afterAll(() => deployment.remove());

const EPIC = '/groups/kitchen-sink/-/epics/1';

test('RP-02.225 a page of an older version goes on, is told of the newer one, and becomes it when a person wants', async () => {
  const { page } = await world.current.open({ as: 'demo', worker: true });
  const script = () => page.evaluate(() => document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? '');
  await Tree.open(page, EPIC);
  await kept(page);
  expect(await script()).not.toContain('-next.js');

  deployment.deployNext();
  await world.current.restart();
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  await page.getByText('A newer version of Espalier is ready.').waitFor();

  // Its files are gone from the server, and kept.
  await page.getByRole('button', { name: 'Epic actions' }).click();
  await page.getByRole('menu', { name: 'Epic actions' }).waitFor();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Reload' }).click();
  await page.waitForFunction(() =>
    document.querySelector<HTMLScriptElement>('script[type=module]')?.src.includes('-next.js'),
  );
  await new Tree(page).ready();
  expect(await page.getByText('A newer version of Espalier is ready.').count()).toBe(0);
});

test('RP-02.224 a page that is opened anew is the newest one at once, without a question', async () => {
  const { page } = await world.current.open({ as: 'demo', worker: true });
  await Tree.open(page, EPIC);
  await kept(page);
  deployment.deployNext();
  await world.current.restart();
  await page.goto(EPIC);
  await page.waitForFunction(() =>
    document.querySelector<HTMLScriptElement>('script[type=module]')?.src.includes('-next-next.js'),
  );
  await kept(page, '-next-next.js');
  expect(await page.getByText('A newer version of Espalier is ready.').count()).toBe(0);
});

test('RP-02.225 a page of the newer version that is opened beside an old one leaves that its files', async () => {
  const { page } = await world.current.open({ as: 'demo', worker: true });
  await Tree.open(page, EPIC);
  await kept(page);
  await page.evaluate(() => (document.body.dataset['old'] = ''));
  deployment.deployNext();
  await world.current.restart();
  const newer = await page.context().newPage();
  await newer.goto(new URL(EPIC, page.url()).href);
  await newer.evaluate(async () => {
    const there = async () => (await navigator.serviceWorker.getRegistration())?.waiting?.state === 'installed';
    while (!(await there())) await new Promise((resolve) => setTimeout(resolve, 50));
  });
  await page.getByText('A newer version of Espalier is ready.').waitFor();
  await page.getByRole('button', { name: 'Epic actions' }).click();
  await page.getByRole('menu', { name: 'Epic actions' }).waitFor();
  expect(await page.locator('body[data-old]').count()).toBe(1);
});
