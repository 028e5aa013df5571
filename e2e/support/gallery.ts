import type { Page } from 'playwright-core';
import { quiet } from './answers.ts';

/** The tabs of the gallery, by the name in its address, each with the heading of its first section. */
export const TABS = { texts: 'Badges', choices: 'Buttons', messages: 'Alerts', rows: 'Rows of the tree' } as const;
export type Tab = keyof typeof TABS;
export const ALL_TABS = Object.keys(TABS) as Tab[];

/** Opens a tab of the gallery and waits until all of it is there, with the pointer on nothing. */
export async function openGallery(page: Page, tab: Tab): Promise<void> {
  await page.goto(`/-/gallery?tab=${tab}`);
  await page.getByRole('heading', { name: TABS[tab], level: 2 }).waitFor();
  if (tab === 'choices') await loaded(page);
  await quiet(page);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.mouse.move(0, 0);
}

/** What comes with code of its own. */
async function loaded(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Labels', exact: true }).waitFor();
  await page.getByRole('combobox', { name: 'Fixed project' }).waitFor();
  await page.getByRole('application', { name: /^Another day/ }).waitFor();
}
