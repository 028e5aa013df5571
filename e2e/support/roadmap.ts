import type { Locator, Page } from 'playwright-core';

/** The roadmap, as a person sees and uses it. Titles are unique where these tests work. */
export class RoadmapScreen {
  readonly page: Page;
  readonly grid: Locator;
  readonly filter: Locator;

  constructor(page: Page) {
    this.page = page;
    this.grid = page.getByRole('treegrid', { name: 'Roadmap' });
    this.filter = page.getByRole('combobox', { name: 'Filter epics' });
  }

  static async open(page: Page, address: string): Promise<RoadmapScreen> {
    await page.goto(address);
    const roadmap = new RoadmapScreen(page);
    await roadmap.ready();
    return roadmap;
  }

  async ready(): Promise<void> {
    await this.grid.locator('[data-row]').first().waitFor();
  }

  bar(title: string): Locator {
    return this.grid.locator(`[data-cell="bar"][aria-label^=${JSON.stringify(`${title}, `)}]`);
  }

  /** Titles of the rows that are drawn, from the top down. */
  titles(): Promise<string[]> {
    return this.grid.evaluate((grid) =>
      [...grid.querySelectorAll<HTMLElement>('[data-row]')]
        .sort((a, b) => a.offsetTop - b.offsetTop)
        .map((row) => row.querySelector('a')?.textContent ?? ''),
    );
  }

  /** Puts a place of the bar (0 its start, 1 its end) in the middle of what is seen, and gives its point on the screen. */
  async point(title: string, share: number): Promise<{ readonly x: number; readonly y: number }> {
    const bar = this.bar(title);
    await bar.evaluate((element, at) => {
      const grid = element.closest('[role="treegrid"]');
      if (grid === null) return;
      const [box, frame] = [element.getBoundingClientRect(), grid.getBoundingClientRect()];
      grid.scrollLeft += box.left + box.width * at - (frame.left + frame.width * 0.6);
    }, share);
    await this.painted();
    const box = await bar.boundingBox();
    if (box === null) throw new Error(`The bar of "${title}" is not drawn.`);
    const edge = share === 0 ? 2 : share === 1 ? -2 : 0;
    return { x: box.x + box.width * share + edge, y: box.y + box.height / 2 };
  }

  /** Drags a place of a bar by pixels. */
  async drag(title: string, share: number, by: number): Promise<void> {
    const { mouse } = this.page;
    const from = await this.point(title, share);
    await mouse.move(from.x, from.y);
    await mouse.down();
    await mouse.move(from.x + by / 2, from.y, { steps: 3 });
    await mouse.move(from.x + by, from.y, { steps: 3 });
    await mouse.up();
  }

  painted(): Promise<void> {
    return this.page.evaluate(
      () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
    );
  }
}
