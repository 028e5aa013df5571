import type { Page, Route } from 'playwright-core';
import { quiet } from './support/answers.ts';
import { settled, Tree } from './support/tree.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();
const ADDRESS = '/groups/kitchen-sink/-/epics/1';
const HEALTH = 'Health, weights, milestones and iterations';
const BLOCKED = 'Blocked and blocking';
const ORDERING = 'Something went wrong while ordering item.';
const MOVING = 'Something went wrong while moving item.';

const isMove = (route: Route) => route.request().postData()?.includes('epicTreeReorder(') ?? false;
const answer = (route: Route, errors: string[]) => route.fulfill({ json: { data: { epicTreeReorder: { errors } } } });

/** The tree with two open parents; every move waits until the test says what becomes of it. */
async function openTree(): Promise<{ page: Page; tree: Tree; next: () => Promise<Route> }> {
  const { page } = await world.current.open({ as: 'demo' });
  const waiting: Route[] = [];
  await page.route('**/api/graphql', async (route) => {
    if (isMove(route)) waiting.push(route);
    else await route.continue();
  });
  const tree = await Tree.open(page, ADDRESS, { draggable: true });
  await tree.expand(HEALTH);
  await tree.expand(BLOCKED);
  const next = async () => {
    await settled(
      () => Promise.resolve(waiting.length),
      (length) => length > 0,
    );
    const route = waiting.shift();
    if (!route) throw new Error('No move was sent.');
    return route;
  };
  return { page, tree, next };
}

const alerts = (page: Page) => page.getByRole('alert').filter({ hasText: /\S/ }).allInnerTexts();

async function expectOutline(tree: Tree, wanted: readonly string[]): Promise<void> {
  expect(
    await settled(
      () => tree.outline(),
      (rows) => rows.join() === wanted.join(),
    ),
  ).toEqual(wanted);
}

async function expectRefused(page: Page, tree: Tree, before: readonly string[], text: string): Promise<void> {
  await page.getByText(text).waitFor();
  await expectOutline(tree, before);
  expect((await alerts(page)).join('\n')).toContain(text);
  await page.reload();
  await tree.ready();
  await tree.expand(HEALTH);
  await tree.expand(BLOCKED);
  expect(await tree.outline()).toEqual(before);
}

test('TR-14 a refused reorder goes back to exactly the order before', async () => {
  const { page, tree, next } = await openTree();
  const before = await tree.outline();
  await tree.drag('On track', { into: HEALTH, place: 3, level: 2, way: 'down' });
  expect(await tree.outline()).not.toEqual(before);
  await answer(await next(), ['You shall not pass']);
  await expectRefused(page, tree, before, ORDERING);
});

test("TR-15 a refused move into another parent goes back too, with the server's words below", async () => {
  const { page, tree, next } = await openTree();
  const before = await tree.outline();
  await tree.drag('A weight of 0 is a weight', { into: BLOCKED, place: 2, level: 2, way: 'down' });
  expect(await tree.children(BLOCKED)).toContain('A weight of 0 is a weight');
  await answer(await next(), ['You shall not pass', 'Never']);
  await page.getByText('You shall not pass').waitFor();
  expect(await page.getByText(/Never/).count()).toBe(0);
  await expectRefused(page, tree, before, MOVING);
});

test('TR-14 of two moves on their way the refused one goes back and the other one stays', async () => {
  const { page, tree, next } = await openTree();
  const [a, b, c, d, ...rest] = (await tree.children(HEALTH)) as [string, string, string, string, ...string[]];
  await tree.choose(a, 'Move down');
  const first = await next();
  await tree.choose(d, 'Move up');
  expect(await tree.children(HEALTH)).toEqual([b, a, d, c, ...rest]);
  await answer(first, ['No']);
  await (await next()).continue();
  const stands = [a, b, d, c, ...rest];
  expect(
    await settled(
      () => tree.children(HEALTH),
      (now) => now.join() === stands.join(),
    ),
  ).toEqual(stands);
  await page.getByText(ORDERING).waitFor();
  await quiet(page);
  await page.reload();
  await tree.ready();
  await tree.expand(HEALTH);
  expect(await tree.children(HEALTH)).toEqual(stands);
});

test('TR-14 the server fails, or answers nonsense', async () => {
  const { page, tree, next } = await openTree();
  const before = await tree.outline();
  await tree.choose('Comes first and blocks two', 'Move down');
  await (await next()).fulfill({ status: 500, json: { message: '500 Internal Server Error' } });
  await page.getByText(ORDERING).waitFor();
  await expectOutline(tree, before);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await page.getByText(ORDERING).waitFor({ state: 'detached' });

  await tree.choose('Comes first and blocks two', 'Move down');
  await (await next()).fulfill({ status: 200, contentType: 'text/html', body: '<h1>Proxy</h1>' });
  await page.getByText(ORDERING).waitFor();
  await expectOutline(tree, before);
});

test('TR-14 a lost connection: asked again with the same key until there is one, and nothing is said but that it waits', async () => {
  const { page } = await world.current.open({ as: 'demo' });
  await page.clock.install();
  const keys: (string | undefined)[] = [];
  let isLost = true;
  await page.route('**/api/graphql', async (route) => {
    if (!isMove(route)) return route.continue();
    keys.push(route.request().headers()['idempotency-key']);
    if (isLost) await route.abort('connectionreset');
    else await route.continue();
  });
  const tree = await Tree.open(page, ADDRESS);
  await tree.expand(HEALTH);
  const [a, b] = (await tree.children(HEALTH)) as [string, string];
  await tree.choose(a, 'Move down');
  expect((await tree.children(HEALTH)).slice(0, 2)).toEqual([b, a]);
  for (let tries = 1; tries < 8; tries += 1) {
    expect(
      await settled(
        () => Promise.resolve(keys.length),
        (sent) => sent >= tries,
      ),
    ).toBeGreaterThanOrEqual(tries);
    await page.clock.fastForward(16_000);
  }
  await page.getByText('Not saved yet: no connection').waitFor();
  expect(await page.getByText(ORDERING).count()).toBe(0);
  isLost = false;
  await page.clock.fastForward(16_000);
  await page.getByText('Not saved yet: no connection').waitFor({ state: 'detached' });
  expect(keys[0]).toMatch(/\S/);
  expect(new Set(keys).size).toBe(1);
  expect((await tree.children(HEALTH)).slice(0, 2)).toEqual([b, a]);
  await tree.choose(a, 'Move up');
  await page.clock.fastForward(1000);
  expect((await tree.children(HEALTH)).slice(0, 2)).toEqual([a, b]);
});

test('TR-14 a lost answer: the move was done, and is not done twice', async () => {
  const { page, tree, next } = await openTree();
  const [a, b, ...rest] = (await tree.children(HEALTH)) as [string, string, ...string[]];
  await tree.choose(a, 'Move down');
  const lost = await next();
  const done = await lost.fetch();
  expect(await done.json()).toEqual({ data: { epicTreeReorder: { errors: [] } } });
  await lost.abort('connectionreset');
  const again = await next();
  expect(again.request().headers()['idempotency-key']).toBe(lost.request().headers()['idempotency-key']);
  await again.continue();
  await quiet(page);
  expect(await tree.children(HEALTH)).toEqual([b, a, ...rest]);
  expect(await alerts(page)).toEqual([]);
  await page.reload();
  await tree.ready();
  await tree.expand(HEALTH);
  expect(await tree.children(HEALTH)).toEqual([b, a, ...rest]);
});
