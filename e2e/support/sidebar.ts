import type { Locator, Page, Request } from 'playwright-core';
import { quiet } from './answers.ts';
import type { OpenPage } from './browser.ts';
import { settled } from './tree.ts';
import type { WindowOptions, World } from './world.ts';

const isChange = (request: Request): boolean =>
  request.method() !== 'GET' && !(request.postData() ?? '').includes('"query":"query ');

/** The sidebar of an epic's page, as a person uses it. */
export class Sidebar {
  readonly page: Page;
  readonly region: Locator;
  /** Changes that were sent and are not answered. */
  readonly #sent = new Set<Request>();

  constructor(page: Page) {
    this.page = page;
    this.region = page.getByRole('complementary', { name: 'Details' });
    page.on('request', (request) => {
      if (isChange(request)) this.#sent.add(request);
    });
    for (const end of ['requestfinished', 'requestfailed'] as const)
      page.on(end as 'requestfinished', (request) => void this.#sent.delete(request));
  }

  /** Opens the page and waits until everything in the sidebar has been read. */
  static async open(page: Page, address: string): Promise<Sidebar> {
    await page.goto(address);
    const sidebar = new Sidebar(page);
    await sidebar.ready();
    return sidebar;
  }

  async ready(): Promise<void> {
    await this.region.getByText('Reference', { exact: true }).waitFor();
    await this.region.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'detached' });
    await quiet(this.page);
  }

  /** Waits until all that was changed has been answered: edits of one field wait for one another. */
  async saved(): Promise<void> {
    const busy = this.region.locator('[aria-busy="true"]');
    const left = await settled(
      async () => this.#sent.size + (await busy.count()),
      (count) => count === 0,
    );
    if (left > 0) throw new Error(`${left} changes have not been answered.`);
  }

  async reload(): Promise<void> {
    await this.saved();
    await this.page.reload();
    await this.ready();
  }

  widget(name: string | RegExp): Locator {
    return this.region.getByRole('group', { name, exact: typeof name === 'string' }).first();
  }

  button(name: string): Locator {
    return this.region.getByRole('button', { name, exact: true });
  }

  /** What stands in a widget, its name and its buttons left out, once it is what is waited for. */
  text(name: string, wanted: RegExp): Promise<string> {
    return settled(
      async () => (await this.widget(name).innerText()).replace(/\s+/g, ' ').trim(),
      (text) => wanted.test(text),
    );
  }

  async labels(wanted: (titles: readonly string[]) => boolean = () => true): Promise<string[]> {
    const read = async () => {
      const texts = await this.widget('Labels').getByRole('listitem').allInnerTexts();
      return texts.map((text) => text.replace(/\s+/g, '')).sort();
    };
    return settled(read, wanted);
  }

  /**
   * Everything that two windows on the same epic must agree about, read at one moment: of widgets that are read one after the other a change
   * from outside may be in the second and not in the first.
   */
  async shown(): Promise<string> {
    const names = ['Start date', 'Due date', 'Color', 'Confidentiality'];
    await Promise.all([...names, 'Labels'].map((name) => this.widget(name).waitFor()));
    return this.region.evaluate((region, wanted) => {
      const groups = [...region.querySelectorAll<HTMLElement>('[role="group"]')];
      const nameOf = (group: HTMLElement) =>
        document.getElementById(group.getAttribute('aria-labelledby') ?? '')?.textContent.trim();
      const widget = (name: string) => groups.find((group) => nameOf(group) === name);
      const texts = wanted.map((name) => (widget(name)?.innerText ?? '').replace(/\s+/g, ' ').trim());
      const labels = [...(widget('Labels')?.querySelectorAll('li') ?? [])]
        .map((label) => label.innerText.replace(/\s+/g, ''))
        .sort();
      return [...texts, labels.join()].join('\n');
    }, names);
  }
}

/** An epic of the kitchen sink without children, one with them, and one of these. */
export const EPIC = '/groups/kitchen-sink/-/epics/16';
export const PARENT = '/groups/kitchen-sink/-/epics/1';
export const CHILD = '/groups/kitchen-sink/-/epics/2';

export type OpenArgs = [address?: string, options?: WindowOptions];

/** A window with the sidebar of an epic, read. */
export async function openSidebar(
  world: World,
  ...[address = EPIC, options = { as: 'demo' }]: OpenArgs
): Promise<OpenPage & { readonly sidebar: Sidebar }> {
  const window = await world.open(options);
  return { ...window, sidebar: await Sidebar.open(window.page, address) };
}

/** One key after the other. */
export async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}
