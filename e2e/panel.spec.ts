import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { parseLog } from '@espalier/core/replay';
import { accessibilityFaults } from './support/accessibility.ts';
import { answered, quiet } from './support/answers.ts';
import { overhang } from './support/browser.ts';
import { logFaults, logsOf } from './support/logs.ts';
import { DeveloperPanel, SHORTCUT } from './support/panel.ts';
import { settled, Tree } from './support/tree.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();
const EPIC = '/groups/kitchen-sink/-/epics/1';
const HEALTH = 'Health, weights, milestones and iterations';
const BLOCKED = 'Blocked and blocking';

/** Rows of the tree, once they are what is waited for: a moment is worked out before it is shown. */
async function expectOutline(tree: Tree, wanted: readonly string[]): Promise<void> {
  expect(
    await settled(
      () => tree.outline(),
      (rows) => rows.join() === wanted.join(),
    ),
  ).toEqual(wanted);
}

/** What the page asks its server for, files apart. */
function requestsOf(page: Page): string[] {
  const requests: string[] = [];
  page.on('request', (request) => {
    if (['fetch', 'xhr'].includes(request.resourceType())) requests.push(`${request.method()} ${request.url()}`);
  });
  return requests;
}

test('RP-03.423 RP-03.424 RP-03.425 the moments of a session are shown by slider, steps and keys; nothing is sent, nothing can be changed; then it is now again', async () => {
  const { page } = await world.current.open({ as: 'demo' });
  const tree = await Tree.open(page, EPIC, { draggable: true });
  await tree.expand(HEALTH);
  const now = await tree.outline();
  await quiet(page);

  const panel = await DeveloperPanel.open(page);
  const toggled = await panel.recorded('tree/itemToggled');
  expect(await panel.banner()).toMatch(/^Showing now, after action \d+$/);

  // By the list: Enter shows the moment of the chosen action.
  await panel.choose('tree/itemToggled');
  expect(await panel.banner()).toMatch(/^Showing now/);
  await page.keyboard.press('Enter');
  await panel.at(toggled);
  // Until then the page has asked now and then whether something is new, as ever.
  await quiet(page);
  const requests = requestsOf(page);
  const collapsed = now.filter((line) => !line.startsWith('  '));
  await expectOutline(tree, collapsed);
  // A step forth by the mouse: its children are being read.
  await panel.button('Step forward').click();
  await panel.at(toggled + 1);
  await tree.row(HEALTH).and(page.locator('[aria-busy="true"]')).waitFor();
  await panel.button('Step back').click();
  await tree.row(HEALTH).and(page.locator('[aria-expanded="false"]')).waitFor();

  // By the slider's keys to the very beginning, where no page was open, and to the end.
  await panel.slider.focus();
  await page.keyboard.press('Home');
  await page.getByText('No page was open yet.').waitFor();
  await page.keyboard.press('End');
  await expectOutline(tree, now);
  expect(await panel.slider.evaluate((slider) => slider === document.activeElement)).toBe(true);

  // What a person does there is not done, and said once.
  await tree
    .row(HEALTH)
    .getByRole('button', { name: `Collapse ${HEALTH}` })
    .click();
  await panel.region.getByText('This moment is past: nothing can be changed in it.').waitFor();
  expect(await tree.outline()).toEqual(now);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
  await page.getByRole('heading', { name: 'Everything in one place', level: 1 }).waitFor();
  expect(new URL(page.url()).pathname).toBe(EPIC);
  expect(await panel.region.getByText('This moment is past').count()).toBe(1);
  const { of } = await panel.moment();

  expect(requests).toEqual([]);
  expect(await page.evaluate(() => document.title)).toContain('Everything in one place');

  await panel.backToNow();
  await expectOutline(tree, now);
  await tree.collapse(HEALTH);
  await settled(
    () => panel.recorded('tree/itemToggled'),
    (seq) => seq > of,
  );
  // Of what a person did since then, this is all: what was pressed in the moments came nowhere.
  const log = parseLog((await page.evaluate(() => window.espalier?.log())) ?? '');
  const since = log.segments.flatMap(({ actions }) => actions.filter(({ seq }) => seq > of));
  expect(since.filter(({ action }) => action.meta.origin === 'user').map(({ action }) => action.type)).toEqual([
    'tree/itemToggled',
  ]);
});

/** Goes on, moment by moment, to the one where the dialog was closed: what polling brought meanwhile stands before it. */
async function goOnUntilClosed(page: Page): Promise<void> {
  const dialog = page.getByRole('alertdialog');
  const isClosed = async () =>
    dialog.waitFor({ state: 'detached', timeout: 1000 }).then(
      () => true,
      () => false,
    );
  for (let steps = 0; steps < 10; steps += 1) {
    await page.keyboard.press('ArrowRight');
    if (await isClosed()) return;
  }
  await dialog.waitFor({ state: 'detached' });
}

test('RP-03.423 RP-03.425 a moment on another page, with a dialog in it, and back', async () => {
  const { page } = await world.current.open({ as: 'demo' });
  const tree = await Tree.open(page, EPIC, { draggable: true });
  await tree.choose(BLOCKED, 'Remove');
  await page.getByRole('alertdialog').waitFor();
  // The panel can be reached while a dialog has taken the page.
  const panel = await DeveloperPanel.open(page);
  await panel.recorded('tree/removeAsked');
  await panel.button('Close').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Epics' }).click();
  await page.getByRole('heading', { name: 'Epics', level: 1 }).waitFor();

  await DeveloperPanel.open(page);
  await panel.recorded('frame/navigated');
  await panel.region.getByRole('combobox', { name: 'Domain' }).selectOption('tree');
  await panel.actions.getByRole('option').filter({ hasText: 'tree/removeAsked' }).dblclick();
  // The moment's own dialog is there, and the slider still has the keyboard.
  await page.getByRole('alertdialog').waitFor();
  expect(new URL(page.url()).pathname).toBe('/groups/kitchen-sink/-/epics');
  await panel.slider.focus();
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  await page.keyboard.press('ArrowRight');
  await page.getByRole('alertdialog').waitFor();
  await goOnUntilClosed(page);
  expect(await panel.slider.evaluate((slider) => slider === document.activeElement)).toBe(true);

  // Closing the panel is a way back to now.
  await panel.button('Close').click();
  await page.getByRole('heading', { name: 'Epics', level: 1 }).waitFor();
  await Tree.open(page, EPIC);
  expect(await tree.children()).toContain(BLOCKED);
});

test('RP-03.421 RP-03.422 actions are filtered, payloads, pending mutations and differences shown', async () => {
  const { page } = await world.current.open({ as: 'demo' });
  const tree = await Tree.open(page, EPIC, { draggable: true });
  await page.route('**/api/graphql', async (route) => {
    const held = (route.request().postData() ?? '').includes('epicTreeReorder');
    if (held) await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  await tree.choose(BLOCKED, 'Move up');
  const panel = await DeveloperPanel.open(page);
  const confirmed = await panel.recorded('tree/childMoved/committed');

  await panel.region.getByRole('combobox', { name: 'Origin' }).selectOption('user');
  await panel.region.getByRole('combobox', { name: 'Domain' }).selectOption('tree');
  const types = await panel.drawn();
  expect(types).toContain('tree/moveChosen');
  expect(types.every((type) => type.startsWith('tree/'))).toBe(true);
  expect(types).not.toContain('tree/childMoved/committed');

  const chosen = panel.actions.getByRole('option').filter({ hasText: 'tree/moveChosen' });
  await chosen.click();
  expect(await (await panel.tab(/^Action/)).innerText()).toContain('"to": "up"');
  await panel.actions.getByRole('option').filter({ hasText: 'tree/childMoved' }).click();
  const pending = await panel.tab(/^Pending \(1\)/);
  expect(await pending.innerText()).toMatch(/^tree\/childMoved\s+(queued|sent)/);
  const difference = await panel.tab(/^Difference/);
  expect(await difference.innerText()).toContain('pending');
  // From before the move to after its answer: nothing pending, but another order.
  await difference.getByRole('spinbutton', { name: 'to B' }).fill(String(confirmed));
  await difference
    .getByText(/^confirmed\.orders/)
    .first()
    .waitFor();
  const [first] = await panel.actions.getByRole('option').all();
  await first?.click();
  await page.keyboard.press('a');
  const chosenNumber = String(Number.parseInt((await first?.innerText()) ?? '', 10));
  const from = difference.getByRole('spinbutton', { name: 'From A' });
  expect(
    await settled(
      () => from.inputValue(),
      (value) => value === chosenNumber,
    ),
  ).toBe(chosenNumber);
  await answered(page, 'epicTreeReorder', () => tree.choose(BLOCKED, 'Move down'));
});

test('RP-03.414 RP-03.421 RP-03.426 recording can be switched off and on; a log goes to a file, redacted too, and comes back', async () => {
  const { page, logs } = await world.current.open({ as: 'demo' });
  const tree = await Tree.open(page, EPIC, { draggable: true });
  const panel = await DeveloperPanel.open(page);
  await panel.recorded('tree/children/received');
  await logs.take();
  const first = await page.evaluate(async () => (await window.espalier?.log()) ?? '');

  const save = async (entry: RegExp): Promise<string> => {
    await panel.button('Download').click();
    const waiting = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: entry }).click();
    const download = await waiting;
    expect(download.suggestedFilename()).toMatch(/^espalier-[0-9a-f]{8}(-redacted)?\.jsonl$/);
    return download.path();
  };
  const whole = await save(/^As recorded/);
  const saved = parseLog(readFileSync(whole, 'utf8'));
  expect(saved.header.viewer).toBe('demo');
  expect(parseLog(first).header.session).toBe(saved.header.session);
  const redacted = readFileSync(await save(/^Redacted/), 'utf8');
  expect(logFaults(redacted, [HEALTH, 'Everything in one place', 'Kitchen sink', 'Demo Planner'])).toEqual([]);

  const recording = panel.region.getByRole('switch', { name: 'Record' });
  await recording.click();
  await quiet(page);
  // What the page reads by and by may have come in since it was saved.
  const last = async () => parseLog((await page.evaluate(() => window.espalier?.log())) ?? '').end.seq;
  const stopped = await last();
  expect(stopped).toBeGreaterThanOrEqual(saved.end.seq);
  await tree.expand(HEALTH);
  expect(await last()).toBe(stopped);
  await page.reload();
  await tree.ready();
  expect(await page.evaluate(() => window.espalier?.log())).toBeNull();
  await page.keyboard.press(SHORTCUT);
  await panel.region.getByText('There is no log to show').waitFor();
  await quiet(page);
  await recording.click();
  await tree.expand(HEALTH);
  // It begins anew; what the page reads by and by may come before what a person does.
  expect(await panel.recorded('tree/itemToggled')).toBeLessThan(stopped);

  const file = path.join(world.current.place.dataDir, 'session.jsonl');
  writeFileSync(file, readFileSync(whole));
  const load = async () => {
    const chooser = page.waitForEvent('filechooser');
    await panel.button('Load…').click();
    await (await chooser).setFiles(file);
  };
  await load();
  await panel.region.getByRole('combobox', { name: 'Log' }).and(page.locator('select')).waitFor();
  await panel.recorded('tree/children/received');
  await panel.button('Show this moment').click();
  await panel.at(saved.end.seq);
  expect(await panel.moment()).toEqual({ seq: saved.end.seq, of: saved.end.seq });
  await tree.row(HEALTH).and(page.locator('[aria-expanded="false"]')).waitFor();
  await panel.backToNow();
  await tree.row(HEALTH).and(page.locator('[aria-expanded="true"]')).waitFor();
  // A file that is no log is refused by name of the line; what was looked at stays.
  writeFileSync(file, `${readFileSync(whole, 'utf8').split('\n').slice(0, 3).join('\n')}\n{"kind":"act\n`);
  await load();
  await panel.region.getByRole('alert').filter({ hasText: 'Line 4' }).waitFor();
  expect(await panel.actions.getByRole('option').count()).toBeGreaterThan(0);
});

/** Waits until the browser has put an action of that type where a crash does not reach it. */
const stored = (page: Page, type: string): Promise<boolean> =>
  settled(
    () =>
      page.evaluate(
        (text) =>
          new Promise<boolean>((resolve) => {
            const opening = indexedDB.open('espalier-log');
            opening.onsuccess = () => {
              const all = opening.result.transaction('lines').objectStore('lines').getAll();
              all.onsuccess = () => {
                opening.result.close();
                resolve(JSON.stringify(all.result).includes(text));
              };
            };
          }),
        type,
      ),
    (found) => found,
  );

test('RP-03.410 the log of a tab that crashed is found by the next one, and each tab has its own', async () => {
  const { page, context } = await world.current.open({ as: 'demo' });
  const tree = await Tree.open(page, EPIC, { draggable: true });
  await tree.expand(HEALTH);
  expect(await stored(page, 'tree/itemToggled')).toBe(true);

  const crashed = new Promise((resolve) => page.once('crash', resolve));
  await page.goto('chrome://crash').catch(() => undefined);
  await crashed;

  const next = await context.newPage();
  const other = await context.newPage();
  await Tree.open(next, EPIC);
  await Tree.open(other, EPIC);
  const panel = await DeveloperPanel.open(next);
  const choice = panel.region.getByRole('combobox', { name: 'Log' });
  const former = await settled(
    () => choice.locator('option').allInnerTexts(),
    (options) => options.length > 1,
  );
  expect(former[0]).toBe('This session');
  await choice.selectOption({ index: former.length - 1 });
  await panel.recorded('tree/itemToggled');
  await panel.button('Show this moment').click();
  await new Tree(next).row(HEALTH).and(next.locator('[aria-expanded="true"]')).waitFor();

  const texts = [...(await logsOf(next).all()), ...(await logsOf(other).all())];
  const sessions = new Set(texts.map((text) => parseLog(text).header.session));
  expect(sessions.size).toBe(3);
  expect(texts.flatMap((text) => logFaults(text, []))).toEqual([]);
});

test('RP-03.412 without a place to keep it the log lives in memory, and the panel says so', async () => {
  const { page } = await world.current.open();
  await page.addInitScript(() => Object.defineProperty(window, 'indexedDB', { value: undefined }));
  await Tree.open(page, EPIC);
  const panel = await DeveloperPanel.open(page);
  await panel.recorded('tree/children/received');
  await panel.region.getByText('This browser cannot keep the log').waitFor();
});

test.each([1440, 390])(
  'RP-03.420 RP-03.427 axe finds nothing in the panel, %d pixels wide; it opens by the menu, signed out',
  async (width) => {
    const { page } = await world.current.open({ width, height: 844 });
    const tree = await Tree.open(page, EPIC);
    await quiet(page);
    await page.getByRole('button', { name: 'Help' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('menuitem', { name: 'Developer panel' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    const panel = new DeveloperPanel(page);
    await panel.recorded('tree/children/received');
    const check = async (state: string) => {
      expect([state, ...(await accessibilityFaults(page))]).toEqual([state]);
      expect([state, await overhang(page)]).toEqual([state, 0]);
    };
    await check('open');
    await (await panel.tab(/^Difference/)).waitFor();
    await check('difference');
    await panel.button('Show this moment').click();
    await tree.ready();
    await check('a moment');
    // The page ends above the panel: its last row can be brought into sight.
    const last = tree.grid.getByRole('row').last();
    await last.scrollIntoViewIfNeeded();
    const [row, frame] = [await last.boundingBox(), await panel.region.boundingBox()];
    expect((row?.y ?? Infinity) + (row?.height ?? 0)).toBeLessThanOrEqual((frame?.y ?? 0) + 1);
    // Its height is changed by the keyboard, and it closes by its shortcut; the focus goes back to the menu's button.
    await panel.region.getByRole('separator').focus();
    await page.keyboard.press('ArrowUp');
    const higher = (frame?.height ?? 0) + 24;
    const heightNow = async () => (await panel.region.boundingBox())?.height;
    expect(await settled(heightNow, (height) => height === higher)).toBe(higher);
    await page.keyboard.press(SHORTCUT);
    await panel.region.waitFor({ state: 'detached' });
    await tree.ready();
  },
);

test('RP-03.440 a log that leads elsewhere, breaks a rule or tells a secret is found out', async () => {
  const { page } = await world.current.open({ as: 'demo' });
  await Tree.open(page, EPIC);
  const text = (await page.evaluate(() => window.espalier?.log())) ?? '';
  expect(logFaults(text, [])).toEqual([]);
  expect(logFaults(text, ['Everything in one place'])).toEqual([expect.stringContaining('tells the secret')]);
  const lines = text.split('\n');
  const without = (type: string) =>
    lines.map((line) => (line.includes(`"type":"${type}"`) ? line.replace(type, 'tree/unheardOf') : line)).join('\n');
  expect(logFaults(without('tree/settingsRead'), []).join()).toContain('the hash is');
});
