import type { Locator, Page } from 'playwright-core';
import { quiet } from './answers.ts';
import { settled } from './tree.ts';

/** Leads to the page of what a title names, which opens over this page first (WI-14.3, WI-14.13). */
export async function openPageOf(page: Page, title: Locator): Promise<void> {
  await title.waitFor();
  await new Commands(page).ready();
  await quiet(page);
  await title.click();
  const over = page.getByRole('dialog').filter({ has: page.getByRole('heading', { level: 1 }) });
  await over.getByRole('link', { name: 'Open page' }).click();
  await over.waitFor({ state: 'detached' });
}

/** The palette and the keys, as a person uses them. */
export class Commands {
  readonly page: Page;
  readonly dialog: Locator;
  readonly field: Locator;
  readonly options: Locator;
  readonly toasts: Locator;

  constructor(page: Page) {
    this.page = page;
    this.dialog = page.getByRole('dialog', { name: 'Search or go to…' });
    this.field = this.dialog.getByRole('combobox');
    this.options = this.dialog.getByRole('option');
    this.toasts = page.getByText(/^(Undone|Done again|Not undone|There is nothing to)/);
  }

  /** Edits can be taken back from here on. */
  async ready(): Promise<void> {
    // Not by `waitForFunction`: to it a promise is an answer, and it waits for nothing.
    const read = () =>
      this.page.evaluate(async () => (await window.espalier?.log())?.includes('"command/settingsRead"') === true);
    await settled(read, Boolean);
    // RP-02.191: before there is a page, a key means nothing.
    await this.page.locator('#main').waitFor();
  }

  async open(): Promise<void> {
    await this.page.keyboard.press('Control+k');
    await this.field.waitFor();
  }

  option(name: string | RegExp): Locator {
    return this.options.filter({ hasText: name }).first();
  }

  /** Types, and chooses what is marked. */
  async run(text: string, wanted: string | RegExp): Promise<void> {
    await this.open();
    await this.field.fill(text);
    await this.option(wanted).click();
    await this.dialog.waitFor({ state: 'detached' });
  }

  /** Takes back the last edit; gives what was said. */
  async undo(): Promise<string> {
    return this.said('Control+z');
  }

  async redo(): Promise<string> {
    return this.said('Control+Shift+z');
  }

  private async said(keys: string): Promise<string> {
    // One of before may go as the new one comes.
    const told = () =>
      [...document.querySelectorAll('body *')].filter(
        (each) =>
          each.children.length === 0 &&
          /^(Undone|Done again|Not undone|There is nothing to)/.test(each.textContent ?? ''),
      );
    await this.page.evaluate(`(${told.toString()})().forEach((each) => each.setAttribute('data-told', ''))`);
    await this.page.keyboard.press(keys);
    await this.page.waitForFunction(`(${told.toString()})().some((each) => !each.hasAttribute('data-told'))`);
    return this.toasts.last().innerText();
  }
}
