import { spawnSync } from 'node:child_process';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { built } from './build.ts';
import { settled } from './tree.ts';

export const SHORTCUT = 'Control+Alt+Shift+KeyD';

/** The developer panel, as a person uses it. */
export class DeveloperPanel {
  readonly page: Page;
  readonly region: Locator;
  readonly actions: Locator;
  readonly slider: Locator;

  constructor(page: Page) {
    this.page = page;
    this.region = page.getByRole('region', { name: 'Developer panel' });
    this.actions = this.region.getByRole('listbox', { name: 'Actions' });
    this.slider = this.region.getByRole('slider', { name: 'Moment' });
  }

  /** Opens it by its keys. */
  static async open(page: Page): Promise<DeveloperPanel> {
    await page.keyboard.press(SHORTCUT);
    const panel = new DeveloperPanel(page);
    await panel.actions.getByRole('option').first().waitFor();
    return panel;
  }

  /** "Showing action 6 of 12 · read-only". */
  banner(): Promise<string> {
    return this.region.getByText(/^Showing /).innerText();
  }

  async moment(): Promise<{ readonly seq: number; readonly of: number }> {
    const [, seq, of] = /^Showing action (\d+) of (\d+)/.exec(await this.banner()) ?? [];
    return { seq: Number(seq), of: Number(of) };
  }

  /** Waits until that moment is shown. */
  async at(wanted: number): Promise<void> {
    const { seq } = await settled(
      () => this.moment(),
      (moment) => moment.seq === wanted,
    );
    if (seq !== wanted) throw new Error(`The moment after action ${seq} is shown, not ${wanted}.`);
  }

  button(name: string): Locator {
    return this.region.getByRole('button', { name, exact: true });
  }

  /** Waits until the list has an action of that type, drawn or (of the running session) out of sight; gives the number of the last such action. */
  async recorded(type: string): Promise<number> {
    const options = this.actions.getByRole('option').filter({ hasText: type });
    const drawn = async () => Number.parseInt((await options.allInnerTexts()).at(-1) ?? '0', 10);
    const logged = () =>
      this.page.evaluate(async (wanted) => {
        const lines = ((await window.espalier?.log()) ?? '').split('\n').filter((line) => line.includes(`"${wanted}"`));
        const actions = lines.map((line) => JSON.parse(line) as { readonly type?: string; readonly seq: number });
        return actions.findLast((action) => action.type === wanted)?.seq ?? 0;
      }, type);
    // The panel reads the running session now and then: what the log has may not be in the panel's copy of it yet.
    const copied = async () => {
      const seq = await logged();
      return seq <= Number(await this.slider.getAttribute('max')) ? seq : 0;
    };
    const seq = await settled(
      async () => (await drawn()) || copied(),
      (found) => found > 0,
    );
    if (seq === 0) throw new Error(`No action ${type} was recorded.`);
    return seq;
  }

  /** Scrolls up to the last action of that type, and chooses it. */
  async choose(type: string): Promise<void> {
    const option = this.actions.getByRole('option').filter({ hasText: type }).last();
    await this.actions.hover();
    for (let tries = 0; tries < 50 && (await option.count()) === 0; tries += 1) {
      await this.page.mouse.wheel(0, -200);
      await this.page.waitForTimeout(50);
    }
    await option.click();
  }

  /** Types of the actions that are drawn. */
  async drawn(): Promise<string[]> {
    return (await this.actions.getByRole('option').allInnerTexts()).map((text) => text.split('\n')[1] ?? text);
  }

  async tab(name: RegExp): Promise<Locator> {
    await this.region.getByRole('tab', { name }).click();
    return this.region.getByRole('tabpanel');
  }

  /** Downloads the log by that entry of the menu into a directory; gives the file. */
  async save(entry: RegExp, directory: string): Promise<string> {
    await this.button('Download').click();
    const waiting = this.page.waitForEvent('download');
    await this.page.getByRole('menuitem', { name: entry }).click();
    const download = await waiting;
    const file = path.join(directory, download.suggestedFilename());
    await download.saveAs(file);
    return file;
  }

  async backToNow(): Promise<void> {
    await this.button('Back to now').click();
    await this.region.getByText(/^Showing now/).waitFor();
  }
}

/** `npm run replay -- …`, without its building. */
export function replayTool(...args: readonly string[]) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [built.replayTool, ...args], { encoding: 'utf8' });
  return { lines: stdout.trim().split('\n'), stderr, status };
}
