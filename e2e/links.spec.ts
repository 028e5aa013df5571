import type { Page } from 'playwright-core';
import { makeIssue } from './support/kitchen-sink.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();

const START = [
  '/',
  '/groups/kubernetes',
  '/groups/kitchen-sink',
  '/groups/kitchen-sink/-/epics?state=all',
  '/groups/kitchen-sink/-/epics/1',
  '/kitchen-sink/sink/-/issues/1',
];

/** Pages of one kind are the same code: so many of each are visited, the first ones. */
const OF_EACH_KIND = 3;
const DEAD = ['This view is not part of this version', 'Page not found', 'Work item not found'];

/** What tells the kinds of addresses apart: of a group, of a project or of a person, then the page, then the names of the parameters. */
function kindOf(address: string): string {
  const { pathname, searchParams } = new URL(address, 'http://here');
  const [owner = '', rest] = pathname.split('/-/');
  const kind = owner.startsWith('/groups/') ? '/groups/*' : `/${'*/'.repeat(Math.min(2, owner.split('/').length - 1))}`;
  return `${kind} ${rest?.replaceAll(/\d+/g, 'N') ?? ''} ${[...searchParams.keys()].sort().join()}`;
}

/** Addresses of this server that the page leads to; what people wrote in a description is theirs. */
const linksOf = (page: Page): Promise<string[]> =>
  page
    .locator('a[href]:visible')
    .evaluateAll((links) =>
      (links as HTMLAnchorElement[])
        .filter((link) => link.origin === location.origin && link.closest('[dir="auto"] p, [dir="auto"] li') === null)
        .map((link) => link.pathname + link.search),
    );

/** Follows a link as a press on it would, and waits until the page says what it is. */
async function visit(page: Page, address: string): Promise<string> {
  await page.evaluate(async (to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  }, address);
  const main = page.getByRole('main');
  const heading = main.getByRole('heading', { level: 1 });
  await heading.waitFor();
  await main.locator('[aria-busy="true"], [aria-label^="Loading"]').first().waitFor({ state: 'detached' });
  return heading.innerText();
}

async function crawl(page: Page): Promise<{ visited: string[]; dead: string[] }> {
  const visited: string[] = [];
  const dead: string[] = [];
  const known = new Set<string>();
  const kinds = new Map<string, number>();
  const wanted = (address: string): boolean => {
    if (known.has(address)) return false;
    known.add(address);
    const count = kinds.get(kindOf(address)) ?? 0;
    kinds.set(kindOf(address), count + 1);
    return count < OF_EACH_KIND;
  };
  await page.goto('/');
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
  let level: readonly (readonly [address: string, from: string])[] = START.map((address) => [address, 'the start']);
  for (const [address] of level) known.add(address);
  for (let depth = 0; depth <= 2; depth += 1) {
    const next: [string, string][] = [];
    for (const [address, from] of level) {
      const heading = await visit(page, address);
      visited.push(address);
      if (DEAD.includes(heading)) dead.push(`${address} (${heading}), from ${from}`);
      else for (const link of await linksOf(page)) if (wanted(link)) next.push([link, address]);
    }
    level = next;
  }
  return { visited, dead };
}

test('no link of the product ends nowhere, for somebody who is signed in', async () => {
  const { page } = await world.current.open({ as: 'demo' });
  const { visited, dead } = await crawl(page);
  expect(dead).toEqual([]);
  // Lists of a project and of a group, and a person, whichever were met first.
  for (const kind of [/^\/(?!groups\/).+\/-\/issues$/, /^\/groups\/.+\/-\/issues$/, /^\/[a-z][^/]*$/]) {
    expect([kind, visited.some((one) => kind.test(one.split('?')[0] ?? ''))]).toEqual([kind, true]);
  }
});

test('no link of the product ends nowhere, for a visitor', async () => {
  const { page } = await world.current.open();
  expect((await crawl(page)).dead).toEqual([]);
});

test('TR-24.3 after its deletion an issue’s parent epic is shown, and without one the list of its project', async () => {
  const { page } = await world.current.open({ as: 'chef' });
  const remove = async (title: string) => {
    await page.getByRole('main').getByRole('link', { name: title, exact: true }).first().click();
    // Over the list: there the list would stay (WI-14.6).
    await page.getByRole('dialog', { name: 'Work item' }).getByRole('link', { name: 'Open page' }).click();
    await page.getByRole('dialog', { name: 'Work item' }).waitFor({ state: 'detached' });
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await page.getByRole('button', { name: 'Issue actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete issue' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete issue' }).click();
  };
  await page.goto('/kitchen-sink/sink/-/issues?search=weight+of+0');
  await remove('A weight of 0 is a weight');
  await page.getByRole('heading', { level: 1, name: 'Health, weights, milestones and iterations' }).waitFor();
  expect(new URL(page.url()).pathname).toMatch(/^\/groups\/kitchen-sink\/-\/epics\/\d+$/);

  await makeIssue(page, 'On its own');
  await page.goto('/kitchen-sink/sink/-/issues');
  await remove('On its own');
  await page.getByRole('heading', { level: 1, name: 'Issues' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/kitchen-sink/sink/-/issues');
});

test('EP-18.24 New epic is offered to those who may create one, and its address is for them only', async () => {
  for (const [as, offered] of [
    ['chef', true],
    ['waiter', false],
  ] as const) {
    const { page } = await world.current.open({ as });
    const role = page.waitForResponse((response) => response.url().includes('/members/all/'));
    await page.goto('/groups/kitchen-sink/-/epics');
    await role;
    await page.getByRole('navigation', { name: 'State' }).getByText(/\d/).first().waitFor();
    expect(await page.getByRole('link', { name: 'New epic' }).count()).toBe(offered ? 1 : 0);
    await page.goto('/groups/kitchen-sink/-/epics/new');
    const name = offered ? 'New epic' : 'Page not found';
    await page.getByRole('heading', { level: 1, name }).waitFor();
  }
});
