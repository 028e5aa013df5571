import type { Browser } from 'playwright-core';
import { accessibilityFaults } from './support/accessibility.ts';
import { openBrowser, openPage, overhang, Windows } from './support/browser.ts';
import { emptyPlace, type OwnPlace } from './support/place.ts';
import { startServer, type RunningServer } from './support/server.ts';

let place: OwnPlace;
let server: RunningServer;
let browser: Browser;

beforeAll(async () => {
  place = await emptyPlace('embedded');
  server = await startServer({ place, seed: 'none' });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await place?.remove();
});

test('RP-02.134 an empty Espalier asks for the first person, group and project, signs in, and takes its first epic', async () => {
  const windows = new Windows(browser, server.url);
  const { page, close } = await openPage(windows);
  await page.goto('/');
  await page.getByRole('heading', { name: 'Set up Espalier', level: 1 }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/-/first-run');
  expect(await accessibilityFaults(page)).toEqual([]);
  // There is nothing yet to search or to sign in to.
  const header = page.getByRole('banner');
  expect(await header.getByRole('searchbox').count()).toBe(0);
  expect(await header.getByRole('link').allInnerTexts()).toEqual(['Espalier']);
  await header.getByRole('button', { name: 'Theme and rows' }).waitFor();
  expect(await header.getByRole('button', { name: 'Search or go to…' }).count()).toBe(0);

  // Nothing is sent while something is missing, and each field says what.
  const setUp = page.getByRole('button', { name: 'Set up' });
  await setUp.click();
  const you = page.getByRole('group', { name: 'You' });
  const group = page.getByRole('group', { name: 'Group' });
  const project = page.getByRole('group', { name: 'Project' });
  expect(await page.locator('[aria-invalid="true"]').count()).toBe(7);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await overhang(page)).toBe(0);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });

  await you.getByRole('textbox', { name: 'Name', exact: true }).fill('Ada Lovelace');
  await you.getByRole('textbox', { name: 'Username' }).fill('ada');
  await you.getByLabel('Password').fill('short');
  await group.getByRole('textbox', { name: 'Name', exact: true }).fill('Analytical Engine');
  expect(await group.getByRole('textbox', { name: 'Path' }).inputValue()).toBe('analytical-engine');
  await project.getByRole('textbox', { name: 'Name', exact: true }).fill('Mill');
  await project.getByRole('textbox', { name: 'Path' }).fill('the mill');
  await setUp.click();
  expect(await page.locator('[aria-invalid="true"]').count()).toBe(2);
  await you.getByLabel('Password').fill('long enough 1843');
  await project.getByRole('textbox', { name: 'Path' }).fill('mill');
  await setUp.click();

  await page.getByRole('heading', { name: 'Analytical Engine', level: 1 }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/groups/analytical-engine');
  await page.getByRole('button', { name: 'Ada Lovelace' }).waitFor();
  await page.getByText('Analytical Engine / Mill').waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Epics', exact: true }).click();
  await page.getByText('There are no open epics in this group').waitFor();
  await page.getByRole('navigation', { name: 'State' }).getByRole('link', { name: 'All' }).click();
  await page.getByText('There are no epics in this group yet').waitFor();
  await page.getByRole('link', { name: 'New epic' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Note G');
  await page.getByRole('button', { name: 'Create epic' }).click();
  await page.getByRole('heading', { name: 'Note G', level: 1 }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/groups/analytical-engine/-/epics/1');
  await page.getByText('No child items').waitFor();

  // The way is closed behind the first person.
  await page.goto('/-/first-run');
  await page.getByRole('heading', { name: 'Page not found', level: 1 }).waitFor();
  expect(await close()).toEqual([]);

  const later = await openPage(windows);
  await later.page.goto('/-/sign-in');
  await later.page.getByRole('textbox', { name: 'Username or email' }).fill('ada');
  await later.page.getByLabel('Password').fill('long enough 1843');
  await later.page.getByRole('button', { name: 'Sign in' }).click();
  await later.page.getByRole('button', { name: 'Ada Lovelace' }).waitFor();
  await later.page.getByRole('link', { name: 'Analytical Engine', exact: true }).waitFor();
  expect(await later.close()).toEqual([]);
});
