import type { CDPSession, Page } from 'playwright-core';

export const MANY = 10_000;
export const SIZES = [200, 1000, MANY] as const;

export const NAMES = {
  floor: 'the same rows and bars, virtual, no store (floor)',
  espalier: 'Espalier',
  dhtmlx: 'dhtmlx-gantt',
  svar: 'SVAR React Gantt',
  frappe: 'frappe-gantt',
} as const;
export type Who = keyof typeof NAMES;

export const called = (who: Who, size: number): string => `${NAMES[who]}, ${size.toLocaleString('en')}`;

/** Those that draw only what is seen: they manage every size. */
export const VIRTUAL: readonly Who[] = ['floor', 'espalier', 'dhtmlx', 'svar'];

export const mount = (page: Page, who: string, size: number): Promise<{ time: number; longTasks: number[] }> =>
  page.evaluate(([name, count]) => window.roadmaps.mount(name, count), [who, size] as const);
export const unmount = (page: Page): Promise<void> => page.evaluate(() => window.roadmaps.unmount());

/** Nobody pays for what another one left behind. */
export async function collectGarbage(session: CDPSession): Promise<void> {
  await session.send('HeapProfiler.collectGarbage');
}

/** Pixels by which a bar may stand elsewhere: half a day's width. */
const TOLERANCE = 3;
const CHECKED = 10;

/** Throws where the charts do not show the same: the same epics in the same order, their bars in the same places, the product's row with the floor's markup. */
export async function checkCharts(page: Page): Promise<void> {
  const shown = new Map<Who, Awaited<ReturnType<typeof lookAt>>>();
  for (const who of [...VIRTUAL, 'frappe'] as const) {
    await mount(page, who, 1000);
    shown.set(who, await lookAt(page));
    await unmount(page);
  }
  const expected = shown.get('floor')!;
  if (expected.titles.length < CHECKED) throw new Error(`The floor shows ${expected.titles.length} rows`);
  for (const [who, { count, titles, places }] of shown) {
    const same = count === expected.count && titles.every((title, index) => title === expected.titles[index]);
    if (!same) throw new Error(`${NAMES[who]} shows other epics: ${count}, ${titles.join(', ')}`);
    for (const { title, left, width } of places ?? []) {
      const floor = expected.places?.find((place) => place.title === title);
      if (floor === undefined) continue;
      if (Math.abs(left - floor.left) > TOLERANCE || Math.abs(width - floor.width) > TOLERANCE) {
        throw new Error(
          `${NAMES[who]}: ${title} at ${left}, ${width} wide; on the floor ${floor.left}, ${floor.width}`,
        );
      }
    }
  }
  const [own, floor] = [shown.get('espalier')!.markup, expected.markup].map((list) => list.join('\n'));
  if (own !== floor) throw new Error(`The floor's row is not the product's any more:\n${own}\n\n${floor}`);
}

async function lookAt(page: Page) {
  return page.evaluate((most) => {
    const { count, titles, places, markup } = window.roadmaps;
    return {
      count: count(),
      titles: titles().slice(0, most),
      places: places(),
      markup: markup(),
    };
  }, CHECKED);
}
