import type { Locator, Page } from 'playwright-core';

export interface ShownRow {
  /** 1 for a direct child. */
  readonly level: number;
  readonly title: string;
  /** Place among its siblings, from 1, and how many they are. */
  readonly place: number;
  readonly of: number;
}

/** The child-items tree of an epic page, as a person sees and uses it. Titles are unique where these tests work. */
export class Tree {
  readonly page: Page;
  readonly grid: Locator;

  constructor(page: Page) {
    this.page = page;
    this.grid = page.getByRole('treegrid');
  }

  /** Opens the epic's page and waits for its first rows, and for drag and drop where the viewer may use it. */
  static async open(page: Page, address: string, { draggable = false } = {}): Promise<Tree> {
    await page.goto(address);
    const tree = new Tree(page);
    await tree.ready({ draggable });
    return tree;
  }

  async ready({ draggable = false } = {}): Promise<void> {
    await this.grid.getByRole('row').first().waitFor();
    if (draggable) await this.grid.locator('[data-rfd-draggable-id]').first().waitFor();
  }

  row(title: string): Locator {
    return this.grid.getByRole('row').filter({ has: this.page.getByRole('link', { name: title, exact: true }) });
  }

  /** Scrolls until the row is drawn and in sight. */
  async reveal(title: string): Promise<Locator> {
    const row = this.row(title);
    if ((await row.count()) === 0) {
      const index = await this.indexOf(title);
      if (index < 0) throw new Error(`There is no row "${title}".`);
    }
    // In one step: rows are drawn anew once, when dragging has been loaded.
    await row.evaluate((element) => element.scrollIntoView({ block: 'nearest' }));
    return row;
  }

  private async indexOf(title: string): Promise<number> {
    for (let top = 0; ;) {
      const { next, atEnd } = await this.scrollTo(top);
      const found = (await this.drawn()).find((row) => row.title === title);
      if (found) return found.index;
      if (atEnd) return -1;
      top = next;
    }
  }

  /** Scrolls the list, waits until its rows are drawn, and says where the next window begins. */
  private scrollTo(top: number): Promise<{ next: number; atEnd: boolean }> {
    return this.grid.evaluate(async (grid, to) => {
      grid.scrollTop = to;
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      const { scrollTop, clientHeight, scrollHeight } = grid;
      return {
        next: scrollTop + Math.max(clientHeight - 100, 100),
        atEnd: scrollTop + clientHeight >= scrollHeight - 1,
      };
    }, top);
  }

  /** Rows that are drawn now, in their order on the screen. */
  async drawn(): Promise<(ShownRow & { readonly index: number })[]> {
    return this.grid.evaluate((grid) =>
      [...grid.querySelectorAll<HTMLElement>('[role="row"]')]
        .filter((row) => row.querySelector('a') !== null)
        .map((row) => ({
          index: Number(row.dataset['index']),
          level: Number(row.ariaLevel ?? row.getAttribute('aria-level')),
          title: row.querySelector('a')?.textContent ?? '',
          place: Number(row.getAttribute('aria-posinset')),
          of: Number(row.getAttribute('aria-setsize')),
          top: row.getBoundingClientRect().top,
        }))
        .sort((a, b) => a.top - b.top)
        .map(({ top: _top, ...row }) => row),
    );
  }

  /** All rows from the first to the last, scrolled through. Fails on rows that stand out of their order. */
  async all(): Promise<ShownRow[]> {
    const found = new Map<number, ShownRow>();
    const before = await this.grid.evaluate((grid) => grid.scrollTop);
    for (let top = 0; ;) {
      const { next, atEnd } = await this.scrollTo(top);
      const drawn = await this.drawn();
      if (drawn.some(({ index }, at) => at > 0 && index <= (drawn[at - 1]?.index ?? 0)))
        throw new Error(`Rows stand out of their order: ${JSON.stringify(drawn)}`);
      for (const { index, ...row } of drawn) found.set(index, row);
      if (atEnd) break;
      top = next;
    }
    await this.scrollTo(before);
    return [...found].sort(([a], [b]) => a - b).map(([, row]) => row);
  }

  /** Titles of all rows, two spaces for every level below the first. */
  async outline(): Promise<string[]> {
    return (await this.all()).map(({ level, title }) => '  '.repeat(level - 1) + title);
  }

  /** Titles of the shown children of `parent`, or of the root. */
  async children(parent?: string): Promise<string[]> {
    const rows = await this.all();
    const at = parent === undefined ? -1 : rows.findIndex(({ title }) => title === parent);
    if (parent !== undefined && at < 0) throw new Error(`There is no row "${parent}".`);
    const level = (rows[at]?.level ?? 0) + 1;
    const titles: string[] = [];
    for (const row of rows.slice(at + 1)) {
      if (row.level < level) break;
      if (row.level === level) titles.push(row.title);
    }
    return titles;
  }

  async expand(title: string): Promise<void> {
    await this.reveal(title);
    await this.row(title)
      .getByRole('button', { name: `Expand ${title}`, exact: true })
      .click();
    await this.row(title).and(this.page.locator('[aria-expanded="true"]:not([aria-busy])')).waitFor();
  }

  async collapse(title: string): Promise<void> {
    await this.reveal(title);
    await this.row(title)
      .getByRole('button', { name: `Collapse ${title}`, exact: true })
      .click();
    await this.row(title).and(this.page.locator('[aria-expanded="false"]')).waitFor();
  }

  async openMenu(title: string): Promise<Locator> {
    const row = await this.reveal(title);
    await row.hover();
    await row.getByRole('button', { name: `Actions for ${title}`, exact: true }).click();
    const menu = this.page.getByRole('menu');
    await menu.waitFor();
    return menu;
  }

  async choose(title: string, entry: string): Promise<void> {
    const menu = await this.openMenu(title);
    await menu.getByRole('menuitem', { name: entry }).click();
    await menu.waitFor({ state: 'detached' });
  }

  /** Presses keys one after the other, each after the screen has answered the one before. */
  async keys(...keys: string[]): Promise<void> {
    for (const key of keys) {
      await this.page.keyboard.press(key);
      await this.painted();
    }
    await this.atRest();
  }

  /** Takes hold of a row with the mouse; gives the point where. */
  async lift(title: string): Promise<{ readonly x: number; readonly y: number }> {
    const { mouse } = this.page;
    const from = await boxOf(await this.reveal(title));
    const grip = { x: from.x + from.width * 0.6, y: from.y + from.height / 2 };
    await mouse.move(grip.x, grip.y);
    await mouse.down();
    await mouse.move(grip.x, grip.y + 8, { steps: 3 });
    await this.lifted().waitFor();
    return grip;
  }

  /**
   * Drags with the mouse as a person does: sideways to the level, then up or down until the drop place is the wanted one (it is announced),
   * then lets go. Waits until the drop's animation is over.
   */
  async drag(title: string, { into, place, level, way }: DropAt): Promise<void> {
    const { mouse } = this.page;
    const from = (await this.drawn()).find((row) => row.title === title)?.level ?? level;
    const grip = await this.lift(title);
    const x = grip.x + (level - from) * INDENT;
    let y = grip.y;
    let stride = way === 'down' ? STEP : -STEP;
    await mouse.move(x, y, { steps: 4 });
    await this.painted();
    const wanted = `Position ${place} in ${into}, level ${level}.`;
    const announced = () => this.announced();
    for (let steps = 0; way !== 'sideways'; steps += 1) {
      if (steps > MOST_STEPS) throw new Error(`The drag never came to "${wanted}" but to "${await announced()}"`);
      // On a slow machine the announcement can lag behind the pointer: past the place, or past the end of the tree, the search goes back, more slowly.
      if ((await announced()).endsWith(wanted)) {
        if (await this.stands(wanted)) break;
        stride = (stride > 0 ? -1 : 1) * Math.max(Math.abs(stride) / 2, 2);
      } else if ((await announced()).startsWith('Outside')) stride = (y > grip.y ? -STEP : STEP) / 2;
      y += stride;
      await mouse.move(x, y);
      await this.painted();
    }
    await mouse.up();
    await this.atRest();
  }

  /** Nothing else is announced for a while. */
  private async stands(wanted: string): Promise<boolean> {
    for (let frames = 0; frames < 5; frames += 1) {
      await this.painted();
      if (!(await this.announced()).endsWith(wanted)) return false;
    }
    return true;
  }

  /** What the drag said last. */
  announced = (): Promise<string> => this.page.locator('[id^="rfd-announcement"]').innerText();

  lifted = (): Locator => this.page.locator('[data-rfd-draggable-id][style*="position: fixed"]');

  /** No row hangs at the pointer or is on its way to its place. */
  atRest = (): Promise<void> => this.lifted().waitFor({ state: 'detached' });

  painted(): Promise<void> {
    return this.page.evaluate(
      () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
    );
  }
}

export interface DropAt {
  /** The parent's title. */
  readonly into: string;
  /** Among the parent's shown children, from 1. */
  readonly place: number;
  /** 1: a direct child of the root. */
  readonly level: number;
  /** Where the pointer goes to find the place; `sideways` only changes the level. */
  readonly way: 'up' | 'down' | 'sideways';
}

/** Pixels of one level. */
const INDENT = 20;
/** Pixels of one movement of the mouse, and how many of them a drag may take. */
const STEP = 9;
const MOST_STEPS = 400;

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (box === null) throw new Error('The row is not drawn.');
  return box;
}

/** Waits until `read` gives what `accept` accepts; then gives it. At the end of the time it gives the last one, for the test to show. */
export async function settled<T>(read: () => Promise<T>, accept: (value: T) => boolean, time = 10_000): Promise<T> {
  const end = performance.now() + time;
  for (;;) {
    const value = await read();
    if (accept(value) || performance.now() > end) return value;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
