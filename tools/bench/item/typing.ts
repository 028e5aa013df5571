import type { Locator, Page } from 'playwright-core';
import { at, median } from '../measure.ts';
import type { Watched } from './page/watch.ts';
import { type Stage, asked, itemPath, type BenchItem } from './plan.ts';
import { EMPTY_PAGE, inject } from './probe.ts';

const LASTS_MS = 10_000;
/** Edits a second. */
const RATE = 100;
const KEY_MS = 60;
const FRAME_MOST_MS = 50;
const ROUNDS = 3;
const TEXT = 'what is typed while the others edit the labels of this very item ';

export interface Round extends Watched {
  /** Edits that were answered, a second; 0 where nobody edits. */
  readonly edits: number;
}

/** One types in the title of an item while others change its labels a hundred times a second. */
export async function benchTyping(stage: Stage): Promise<string[]> {
  const { context, url, plan, probe } = stage;
  const item = plan.items[0]!;
  const [product, form] = [await context.newPage(), await context.newPage()];
  await form.goto(`${url}${EMPTY_PAGE}`);
  await inject(form, probe);
  await form.evaluate((all) => window.itemBench.mount(false, all), plan.items);
  await form.getByRole('button', { name: item.title, exact: true }).click();
  await product.goto(url + itemPath(item));
  await inject(product, probe);
  await product.getByRole('button', { name: 'Edit title' }).click();
  await product.waitForTimeout(2000);

  const at = (page: Page): Field => ({ box: page.getByRole('textbox', { name: 'Title' }), before: '', most: 200 });
  const contestants = {
    'bare form, nobody edits (floor)': () => typed(stage, form, at(form), false, item),
    'bare form that hears nothing, 100 edits a second': () => typed(stage, form, at(form), true, item),
    'Espalier, nobody edits': () => typed(stage, product, at(product), false, item),
    'Espalier, 100 edits a second': () => typed(stage, product, at(product), true, item),
  } as const;
  const rounds = await inTurn(contestants, form, product);
  await labelsAgree(stage, product, item);
  await Promise.all([product.close(), form.close()]);
  return told('the title', rounds);
}

/** The first turn of each is a warm-up. */
export async function inTurn(
  contestants: Readonly<Record<string, () => Promise<Round>>>,
  floor: Page,
  product: Page,
): Promise<ReadonlyMap<string, readonly Round[]>> {
  const rounds = new Map<string, Round[]>();
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [name, once] of Object.entries(contestants)) {
      await (name.startsWith('Espalier') ? product : floor).bringToFront();
      const figures = await once();
      if (round > 0) rounds.set(name, [...(rounds.get(name) ?? []), figures]);
    }
  }
  return rounds;
}

/** A field in which is typed: behind what stands in it, up to so many characters. */
export interface Field {
  readonly box: Locator;
  readonly before: string;
  readonly most: number;
}

/** Types for a while, with others at the item or not; the field has what was typed afterwards. */
export async function typed(
  { url, plan }: Stage,
  page: Page,
  { box, before, most }: Field,
  busy: boolean,
  item: BenchItem,
): Promise<Round> {
  // `fill` types: Chromium takes a minute for 100 kB in lines.
  await box.evaluate((field: HTMLInputElement | HTMLTextAreaElement, text) => {
    field.focus();
    field.setRangeText(text, 0, field.value.length, 'end');
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }, before);
  const end = performance.now() + LASTS_MS;
  const edits = busy ? editLabels(url, plan.labelIds, item, end) : Promise.resolve(0);
  await page.evaluate(() => window.itemBench.watch());
  let expected = '';
  while (performance.now() < end) {
    const key = TEXT[expected.length % TEXT.length]!;
    if (expected.length >= most) {
      await page.keyboard.press('Control+a');
      expected = '';
    }
    await page.keyboard.press(key === ' ' ? 'Space' : key);
    expected += key;
    await page.waitForTimeout(KEY_MS);
  }
  const watched = await page.evaluate(() => window.itemBench.watched());
  const answered = await edits;
  const value = await box.inputValue();
  if (value !== before + expected)
    throw new Error(`The field ends with "${value.slice(-200)}", "${expected}" was typed`);
  return { ...watched, edits: (answered * 1000) / LASTS_MS };
}

export const EDIT = `mutation ($input: WorkItemUpdateInput!) { workItemUpdate(input: $input) { errors } }`;

/** More than so many edits at once would only stand in line before the item that they all change. */
const AT_ONCE = 8;

/** Others add and remove labels at a fixed rate, or as fast as the server lets them. Gives how many edits were answered in time. */
async function editLabels(
  url: string,
  labelIds: readonly string[],
  { number }: BenchItem,
  end: number,
): Promise<number> {
  const begun = performance.now();
  let [made, answered] = [0, 0];
  const client = async (): Promise<void> => {
    while (performance.now() < end) {
      const count = made;
      made += 1;
      await new Promise((resolve) => setTimeout(resolve, begun + (count * 1000) / RATE - performance.now()));
      const label = labelIds[count % labelIds.length]!;
      const isAdded = Math.floor(count / labelIds.length) % 2 === 0;
      const labelsWidget = isAdded ? { addLabelIds: [label] } : { removeLabelIds: [label] };
      const input = { id: `gid://gitlab/WorkItem/${number}`, labelsWidget };
      await asked(url, 'ada', EDIT, { input });
      if (performance.now() <= end) answered += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, client));
  return answered;
}

/** What the page shows in the end is what the server has: otherwise the figures are those of a page that has given up. */
export async function labelsAgree({ url }: Stage, page: Page, { number }: BenchItem): Promise<void> {
  const text = `{ workItem(id: "gid://gitlab/WorkItem/${number}") {
    widgets { ... on WorkItemWidgetLabels { labels(first: 50) { nodes { title } } } } } }`;
  interface Answer {
    readonly workItem: {
      readonly widgets: readonly { readonly labels?: { readonly nodes: readonly { readonly title: string }[] } }[];
    };
  }
  const { workItem } = await asked<Answer>(url, 'root', text);
  const stored = workItem.widgets.flatMap(({ labels }) => labels?.nodes.map(({ title }) => title) ?? []).sort();
  const shown = page.locator('aside[aria-label="Details"] button[aria-label^="Remove Label"]');
  for (let tries = 0; ; tries += 1) {
    const names = await shown.evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')!.slice(7)));
    if (names.sort().join() === stored.join()) return;
    if (tries > 100) throw new Error(`The page shows ${names.join()}, the server has ${stored.join()}`);
    await page.waitForTimeout(100);
  }
}

export function told(where: string, rounds: ReadonlyMap<string, readonly Round[]>): string[] {
  const missed: string[] = [];
  console.log(`\nTyping in ${where}, ${ROUNDS} rounds of ${LASTS_MS / 1000} s (milliseconds)`);
  console.log(
    `${''.padEnd(52)}key to paint     p95   longest frame   frames > ${FRAME_MOST_MS}   the page's own   edits a second`,
  );
  for (const [name, all] of rounds) {
    const [frames, keys, long] = [
      all.flatMap((one) => one.frames),
      all.flatMap((one) => one.keys),
      all.flatMap((one) => one.long),
    ];
    const late = frames.filter((each) => each > FRAME_MOST_MS).length;
    const own = long.length === 0 ? '0' : `${long.length}, to ${Math.max(...long).toFixed(0)}`;
    const edits = median(all.map((one) => one.edits));
    const figures = [median(keys).toFixed(1).padStart(12), at(keys, 0.95).toFixed(1).padStart(8)];
    figures.push(
      Math.max(...frames)
        .toFixed(0)
        .padStart(16),
      String(late).padStart(14),
      own.padStart(17),
    );
    console.log(`  ${name.padEnd(50)}${figures.join('')}${edits.toFixed(0).padStart(17)}`);
    if (!name.startsWith('Espalier, 100')) continue;
    if (long.length > 0) missed.push(`item, typing in ${where}: ${long.length} frames over ${FRAME_MOST_MS} ms`);
    if (edits < RATE * 0.95)
      missed.push(`item, typing in ${where}: ${edits.toFixed(0)} edits a second instead of ${RATE}`);
  }
  for (const line of missed) console.log(`  MISSED ${line}`);
  if (missed.length === 0) console.log(`  met    no frame over ${FRAME_MOST_MS} ms at ${RATE} edits a second`);
  return missed;
}
