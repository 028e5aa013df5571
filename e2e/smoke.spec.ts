/** The main flows in the browsers of the day, Chromium and Firefox. What each flow does in every case the other files prove. */
import type { Browser } from 'puppeteer-core';
import { copyOf, type OwnPlace } from './support/place.ts';
import { PASSWORD, seeded } from './support/seeded.ts';
import { startServer, type RunningServer } from './support/server.ts';
import { foundBrowsers, launch, Visitor } from './support/two-browsers.ts';

const EPIC = '/groups/kitchen-sink/-/epics/1';
const TREE = '[role=treegrid]';
const DETAILS = 'aside';

describe.each(foundBrowsers)('%s', (name) => {
  const title = `Made in ${name}`;
  let place: OwnPlace;
  let server: RunningServer;
  let browser: Browser;
  let me: Visitor;

  beforeAll(async () => {
    place = await copyOf((await seeded('embedded')).place);
    server = await startServer({ place });
    browser = await launch(name);
    me = new Visitor(await browser.newPage());
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    await place?.remove();
  });
  afterEach(() => expect(me.faults.splice(0)).toEqual([]));

  async function openEpic(): Promise<void> {
    await me.goTo(server.url + EPIC);
    await me.page.waitForSelector(`${TREE} [role=row]`);
  }

  test('RP-02 a person signs in by password, and comes from the list of groups to an epic', async () => {
    await me.goTo(`${server.url}/-/sign-in`);
    await me.type('textbox', 'Username or email', 'demo');
    await me.press('Tab');
    await me.page.keyboard.type(PASSWORD);
    await me.press('Enter');
    await me.click('link', 'Kitchen sink', 'main');
    await me.page.waitForFunction(() => /^\/groups\/kitchen-sink/.test(window.location.pathname));
    await me.page.waitForSelector('h1');
  });

  test('BD-11 the value of a scoped label is read beside its scope', async () => {
    await openEpic();
    await me.page.waitForSelector(`${DETAILS} a[aria-label*="::"]`);
    const values = await me.page.$$(`${DETAILS} a[aria-label*="::"] > :last-child`);
    expect(values.length).toBeGreaterThan(0);
    // Where the value is cut away the pill's colour is left.
    for (const value of values) expect(await me.ownGround(value)).toBeGreaterThan(0.3);
  });

  test('TR-09 TR-14 TR-16 a new child is created, moved by keyboard, and dragged', async () => {
    await openEpic();
    await me.click('button', 'Add');
    await me.click('menuitem', 'Add a new epic');
    await me.page.waitForSelector('form input:focus');
    await me.page.keyboard.type(title);
    await me.press('Enter');
    const made = await me.rows((titles) => titles.includes(title));
    expect(made[0]).toBe(title);

    await me.page.focus(`${TREE} [role=row][aria-label*="${title}"]`);
    await me.press('Alt', 'Shift', 'ArrowDown');
    const moved = await me.rows((titles) => titles[1] === title);
    expect(moved[1]).toBe(title);

    await me.page.waitForSelector('[data-rfd-draggable-id]');
    await me.dragDown(`${TREE} [role=row][aria-label*="${title}"]`, /Position 4 in .*, level 1\.$/);
    const dragged = await me.rows((titles) => titles[3] === title);
    expect(dragged[3]).toBe(title);
    await openEpic();
    expect(await me.rows((titles) => titles.length === dragged.length)).toEqual(dragged);
  });

  test('EP-07 RL-01 a date is set, and an epic is linked', async () => {
    await openEpic();
    await me.click('button', 'Edit start date', DETAILS);
    const field = await me.page.waitForSelector(`${DETAILS} input:not([type=radio])`);
    await field?.click({ count: 3 });
    await me.page.keyboard.type('2026-03-04');
    await me.press('Enter');
    await me.sees('Mar 4, 2026');

    await me.click('button', 'Add linked items');
    await me.page.waitForSelector('form [role=combobox]:focus');
    await me.page.keyboard.type('Starts and ends');
    await me.click('option', 'Starts and ends on one day');
    await me.click('button', 'Add', 'form');
    await me.sees(/Linked items\s+1/);
  });

  test('RP-02 the palette leads to an epic by a few letters', async () => {
    await openEpic();
    await me.press('Control', 'k');
    await me.page.waitForSelector('[role=dialog] input:focus');
    await me.page.keyboard.type('lay the pip');
    await me.page.waitForFunction(() => document.querySelector('[role=dialog]')?.textContent.includes('Lay the pipes'));
    await me.press('Enter');
    await me.page.waitForFunction(() => document.querySelector('h1')?.textContent === 'Lay the pipes');
  });

  test('RM-08 RM-09 the roadmap shows bars, and a bar leads to its epic', async () => {
    await me.goTo(`${server.url}/groups/kitchen-sink/-/roadmap`);
    await me.sees('Lay the pipes');
    await me.click('link', 'Lay the pipes', 'main');
    // Over the roadmap or as a page, whichever was there first.
    await me.page.waitForFunction(() =>
      [...document.querySelectorAll('h1')].some(({ textContent }) => textContent === 'Lay the pipes'),
    );
  });

  test('RP-02.224 while the server is away a page that is reloaded shows the product', async () => {
    await openEpic();
    await me.page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
    await server.stop();
    await me.page.reload();
    await me.sees('The server could not be reached.');
    server = await startServer({ place, port: Number(new URL(server.url).port) });
    await openEpic();
  });
});
