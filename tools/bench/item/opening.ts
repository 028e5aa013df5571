import type { Page } from 'playwright-core';
import { contest, median, report, type Contestant } from '../measure.ts';
import type { Opened, Opening } from './page/opened.ts';
import { type Stage, ISSUE_LIST, ITEMS, itemPath, taskPath, textsOf, type BenchItem } from './plan.ts';
import { EMPTY_PAGE, inject } from './probe.ts';

/** Each round opens an item that was never opened before; the first round is the warm-up, and half of the items are for each way. */
const ROUNDS = ITEMS / 2 - 2;

const NAMES = {
  floorUnread: 'bare form, read first (floor)',
  floorRead: 'bare form, read already (floor)',
  unread: 'Espalier, read first',
  read: 'Espalier, read already',
} as const;

const OVER = '[role="dialog"][aria-label="Work item"]';

/** From the press to the painted screen with everything on it, over a list and as a page, with the item in the table already and not. */
export async function benchOpening(stage: Stage): Promise<string[]> {
  const [product, form] = [await stage.context.newPage(), await stage.context.newPage()];
  for (const page of [product, form]) page.on('pageerror', (error) => console.error(error));
  for (const over of [true, false]) await benchWay(stage, { product, form }, over);
  await Promise.all([product.close(), form.close()]);
  // Nothing is demanded of it.
  return [];
}

async function benchWay({ url, plan, probe }: Stage, pages: Readonly<Record<'product' | 'form', Page>>, over: boolean) {
  const { product, form } = pages;
  const items = plan.items.filter(({ iid }) => iid % 2 === (over ? 0 : 1));
  const last = items.at(-1)!;
  await form.goto(`${url}${EMPTY_PAGE}`);
  await inject(form, probe);
  await form.evaluate(([isOver, all]) => window.itemBench.mount(isOver, all), [over, items] as const);
  await product.bringToFront();
  await product.goto(url + (over ? ISSUE_LIST : itemPath(last)));
  await inject(product, probe);
  await product
    .getByText(over ? last.title : 'Its neighbour')
    .first()
    .waitFor();
  await product.waitForLoadState('networkidle');
  // What is loaded when the browser has nothing else to do is there.
  await product.waitForTimeout(3000);

  const bare = bareForm(form, over);
  const real = over ? overList(product) : onPage(product);
  const queue = [...items];
  let current = items[0]!;
  const fields = new Map<string, number[]>();
  const contestant = (name: string, open: () => Promise<Opened>): Contestant => ({
    name,
    async round() {
      const figures = await open();
      fields.set(name, [...(fields.get(name) ?? []), figures.fields]);
      return figures.complete;
    },
  });
  const results = await contest(
    [
      contestant(NAMES.floorUnread, () => bare(items[0]!, true)),
      contestant(NAMES.floorRead, () => bare(items[0]!, false)),
      contestant(NAMES.unread, () => {
        current = queue.shift()!;
        return real(current);
      }),
      contestant(NAMES.read, () => real(current)),
    ],
    ROUNDS,
  );
  const how = over ? 'over a list' : 'as a page, from that of one of its tasks';
  report(`An item is opened ${how}, until everything is on the screen`, 'ms', results, []);
  console.log('  until its own fields are there:');
  // The warm-up does not count.
  for (const [name, values] of fields)
    console.log(`  ${name.padEnd(44)} ${median(values.slice(1)).toFixed(1).padStart(10)}`);
}

async function opened(page: Page, opening: Opening): Promise<Opened> {
  return page.evaluate((given) => window.itemBench.opened(given), opening);
}

function bareForm(page: Page, over: boolean): (item: BenchItem, anew: boolean) => Promise<Opened> {
  return async (item, anew) => {
    await page.bringToFront();
    if (anew) await page.evaluate(() => window.itemBench.forget());
    const place = over ? 'dialog' : 'article';
    const figures = await opened(page, { press: 'button', name: item.title, place, ...textsOf(item) });
    await page.getByRole('button', { name: 'Close' }).click();
    await page.locator(place).waitFor({ state: 'detached' });
    return figures;
  };
}

/** A moment in which what an opening has begun comes to its end. */
const REST_MS = 1500;

const overList =
  (page: Page): ((item: BenchItem) => Promise<Opened>) =>
  async (item) => {
    await page.bringToFront();
    const opening = { press: 'main a[data-over]', name: item.title, place: OVER, ...textsOf(item) };
    const figures = await opened(page, opening);
    await page.waitForTimeout(REST_MS);
    await page.locator(OVER).getByRole('button', { name: 'Close', exact: true }).click();
    await page.locator(OVER).waitFor({ state: 'detached' });
    await page.waitForTimeout(REST_MS);
    return figures;
  };

/** Through the page of a task, as the product's own links lead: in one document, whose code is there. */
const onPage =
  (page: Page): ((item: BenchItem) => Promise<Opened>) =>
  async (item) => {
    await page.bringToFront();
    await page.evaluate((path) => {
      window.history.pushState(null, '', path);
      window.dispatchEvent(new PopStateEvent('popstate'));
    }, taskPath(item));
    const link = 'aside[aria-label="Details"] a';
    await page.locator(link, { hasText: item.title }).waitFor();
    await page.getByRole('heading', { level: 1, name: 'First task' }).waitFor();
    await page.waitForTimeout(REST_MS);
    return opened(page, { press: link, name: item.title, place: 'main', ...textsOf(item) });
  };
