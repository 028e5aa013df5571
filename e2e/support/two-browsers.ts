import puppeteer, { type Browser, type ElementHandle, type KeyInput, type Page } from 'puppeteer-core';
import { FLAGS } from './flags.ts';

/** The browsers of the day. Playwright drives its own Firefox only; the one that people have is driven over WebDriver BiDi. */
export type BrowserName = 'chromium' | 'firefox';

const PATHS: Readonly<Record<BrowserName, string | undefined>> = {
  chromium: process.env.PICTURES_CHROMIUM_PATH ?? process.env.CHROMIUM_PATH,
  firefox: process.env.FIREFOX_PATH,
};

/** Those that `npm test` found. */
export const foundBrowsers: readonly BrowserName[] = (['chromium', 'firefox'] as const).filter(
  (name) => (PATHS[name] ?? '') !== '',
);

export function launch(name: BrowserName): Promise<Browser> {
  const executablePath = PATHS[name] ?? '';
  const browser = name === 'chromium' ? 'chrome' : name;
  return puppeteer.launch({
    browser,
    executablePath,
    headless: true,
    protocol: name === 'chromium' ? 'cdp' : 'webDriverBiDi',
    args: name === 'chromium' ? FLAGS : [],
    defaultViewport: { width: 1440, height: 900 },
    // What looks for updates and the like finds no network here, and need not look.
    extraPrefsFirefox: { 'app.update.enabled': false, 'network.captive-portal-service.enabled': false },
  });
}

const PATIENCE = 20_000;

const SELECTORS = {
  button: 'button, [role=button]',
  link: 'a[href]',
  menuitem: '[role=menuitem]',
  option: '[role=option]',
  row: '[role=row]',
  textbox: 'input, textarea',
} as const;
type Role = keyof typeof SELECTORS;

/** Asks again and again; a page that is just being left answers nothing. */
async function waited<T>(what: string, look: () => Promise<{ readonly found: T } | null>): Promise<T> {
  for (const end = Date.now() + PATIENCE; ; await new Promise((resolve) => setTimeout(resolve, 50))) {
    const answer = await look().catch(() => null);
    if (answer !== null) return answer.found;
    if (Date.now() > end) throw new Error(`Not within ${PATIENCE} ms: ${what}`);
  }
}

/** Puppeteer waits by compiling a text within the page, which Firefox 140.12 refuses where the page's own policy does. */
function withOwnWaiting(page: Page): Page {
  const waitForFunction = (run: () => unknown, _options: object = {}, ...args: readonly unknown[]) =>
    waited(String(run), async () => {
      const handle = await page.evaluateHandle(run, ...(args as []));
      const isSo = await handle.evaluate((value) => Boolean(value));
      return isSo ? { found: handle.asElement() ?? handle } : null;
    });
  const waitForSelector = (selector: string, { hidden = false } = {}) =>
    waited(selector, async () => {
      const found = await page.$(selector);
      return (found === null) === hidden ? { found } : null;
    });
  return Object.assign(page, { waitForFunction, waitForSelector });
}

/** A person at a page, who finds things by role and name, as a screen reader does. */
export class Visitor {
  readonly page: Page;
  readonly faults: string[] = [];

  constructor(page: Page) {
    this.page = withOwnWaiting(page);
    page.setDefaultTimeout(PATIENCE);
    page.on('pageerror', (error) => this.faults.push(String(error)));
    // Puppeteer leaves a question open, and everything after it waits.
    page.on('dialog', (dialog) => {
      this.faults.push(`The page asked "${dialog.message()}" (${dialog.type()})`);
      void dialog.accept();
    });
  }

  /** Goes to an address once everything is saved: a page that is left before asks whether it should be. */
  async goTo(url: string): Promise<void> {
    await this.page.waitForFunction(() => window.dispatchEvent(new Event('beforeunload', { cancelable: true })));
    await this.page.goto(url);
  }

  /** What has this role and this name, once it is drawn. `within`: only what is inside this selector. */
  async find(role: Role, name: string, within = 'body'): Promise<ElementHandle<HTMLElement>> {
    const found = await this.page
      .waitForFunction(
        (selector, wanted, place, inside) =>
          [...document.querySelectorAll<HTMLElement>(`${place} :is(${selector})`)].find((element) => {
            const label = 'labels' in element ? (element.labels as NodeListOf<HTMLElement> | null)?.[0] : undefined;
            const names = [element.ariaLabel, label?.innerText, element.innerText].map((text) => text?.trim());
            return (
              names.some((text) => text === wanted || (inside && text?.includes(wanted))) &&
              element.getClientRects().length > 0
            );
          }),
        {},
        SELECTORS[role],
        name,
        within,
        // An option says more than its name.
        role === 'option',
      )
      .catch((error: unknown) => {
        throw new Error(`There is no ${role} "${name}": ${String(error)}`);
      });
    return found as ElementHandle<HTMLElement>;
  }

  async click(role: Role, name: string, within = 'body'): Promise<void> {
    const found = await this.find(role, name, within);
    await found.evaluate((element) => element.scrollIntoView({ block: 'nearest' }));
    await found.click();
  }

  async type(role: Role, name: string, text: string, within = 'body'): Promise<void> {
    const field = await this.find(role, name, within);
    await field.click({ count: 3 });
    await this.page.keyboard.type(text);
  }

  /** Waits until the page shows a text. */
  async sees(text: string | RegExp): Promise<void> {
    const source = typeof text === 'string' ? text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') : text.source;
    await this.page
      .waitForFunction((pattern) => new RegExp(pattern).test(document.body.innerText), {}, source)
      .catch((error: unknown) => {
        throw new Error(`The page does not show ${String(text)}: ${String(error)}`);
      });
  }

  /** Holds the first keys while the last one is pressed. */
  async press(...keys: readonly KeyInput[]): Promise<void> {
    const held = keys.slice(0, -1);
    for (const key of held) await this.page.keyboard.down(key);
    for (const key of keys.slice(-1)) await this.page.keyboard.press(key);
    for (const key of held.toReversed()) await this.page.keyboard.up(key);
  }

  /** Drags a row of the tree down, a few pixels at a time as a hand does, until a place is announced; drops it there. */
  async dragDown(row: string, wanted: RegExp): Promise<void> {
    const box = await (await this.page.waitForSelector(row))?.boundingBox();
    if (!box) throw new Error(`${row} is not drawn.`);
    const lifted = '[data-rfd-draggable-id][style*="position: fixed"]';
    const { mouse } = this.page;
    const x = box.x + box.width * 0.6;
    let y = box.y + box.height / 2;
    await mouse.move(x, y);
    await mouse.down();
    await mouse.move(x, (y += 8), { steps: 3 });
    await this.page.waitForSelector(lifted);
    const announced = () => this.page.$eval('[id^="rfd-announcement"]', (region) => region.textContent);
    for (let steps = 0; !wanted.test(await announced()); steps += 1) {
      if (steps === 60) throw new Error(`The drag came to "${await announced()}".`);
      await mouse.move(x, (y += 4));
      await this.painted();
    }
    await mouse.up();
    await this.page.waitForSelector(lifted, { hidden: true });
  }

  private painted(): Promise<void> {
    return this.page.evaluate(
      () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
    );
  }

  /** Which part of an element is painted in its own background colour, between 0 and 1. */
  async ownGround(element: ElementHandle): Promise<number> {
    const picture = await element.screenshot({ encoding: 'base64' });
    return element.evaluate(async (painted, data) => {
      const image = new Image();
      image.src = `data:image/png;base64,${data}`;
      await image.decode();
      const brush = new OffscreenCanvas(image.width, image.height).getContext('2d');
      if (brush === null) throw new Error('There is no canvas.');
      brush.drawImage(image, 0, 0);
      const pixels = new Uint32Array(brush.getImageData(0, 0, image.width, image.height).data.buffer);
      brush.fillStyle = getComputedStyle(painted).backgroundColor;
      brush.fillRect(0, 0, 1, 1);
      const [own] = new Uint32Array(brush.getImageData(0, 0, 1, 1).data.buffer);
      return pixels.filter((pixel) => pixel === own).length / pixels.length;
    }, picture);
  }

  /** Titles of the tree's rows, once they are what is waited for. */
  async rows(check: (titles: readonly string[]) => boolean): Promise<readonly string[]> {
    const read = () =>
      this.page.$$eval('[role=treegrid] [role=row]', (all) =>
        all.map((row) => row.querySelector('a')?.textContent ?? ''),
      );
    const end = Date.now() + PATIENCE;
    for (;;) {
      const titles = await read();
      if (check(titles) || Date.now() > end) return titles;
    }
  }
}
