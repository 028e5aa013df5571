import type { Page } from 'playwright-core';
import { parseLog } from '@espalier/core/replay';
import { quiet } from './support/answers.ts';
import { Devtools, installDevtools } from './support/devtools.ts';
import { DeveloperPanel } from './support/panel.ts';
import { PASSWORD } from './support/seeded.ts';
import { settled, Tree } from './support/tree.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();
const EPIC = '/groups/kitchen-sink/-/epics/1';
const HEALTH = 'Health, weights, milestones and iterations';
const BLOCKED = 'Blocked and blocking';
const AFTER = 'after action';

/** A number of the log, from a state that the monitor has. */
const after = (state: string): number => (JSON.parse(state) as { readonly [AFTER]: number })[AFTER];

/** Paths of the scripts that the window has asked for. */
function scriptsOf(page: Page): string[] {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
  });
  return scripts;
}

test('RP-03.430 Redux DevTools get the actions of the log, in their order, as plain data without a secret', async () => {
  const { page, context } = await world.current.open({ as: 'demo' });
  await installDevtools(page);
  const tree = await Tree.open(page, EPIC, { draggable: true });
  const tools = new Devtools(page);
  // Before its monitor is open the extension is sent nothing.
  expect(await tools.entries()).toEqual([]);
  await tools.open();
  await tree.expand(HEALTH);
  await tree.choose(BLOCKED, 'Move down');
  await settled(
    () => tools.types(),
    (types) => types.includes('tree/childMoved/committed'),
  );
  await tree.choose(BLOCKED, 'Move up');
  await settled(
    () => tools.types(),
    (types) => types.filter((type) => type === 'tree/childMoved/committed').length === 2,
  );

  const entries = await tools.entries();
  expect(await tools.faults()).toEqual([]);
  expect(await page.evaluate(() => [window.monitor?.names, window.monitor?.enhanced])).toEqual([['Espalier'], 0]);
  const log = parseLog((await page.evaluate(() => window.espalier?.log())) ?? '');
  const logged = new Map(
    log.segments.flatMap(({ actions }) => actions.map(({ seq, action }) => [seq, action] as const)),
  );
  const [from, to] = [after(entries[0]?.state ?? ''), after(entries.at(-1)?.state ?? '')];
  expect(entries.slice(1).map(({ state }) => after(state))).toEqual(
    Array.from({ length: to - from }, (_, index) => from + index + 1),
  );
  expect(entries.slice(1).map(({ action }) => JSON.parse(action ?? '') as unknown)).toEqual(
    Array.from({ length: to - from }, (_, index) => logged.get(from + index + 1)),
  );

  // The whole state too, which is asked for by hand, has neither cookie nor token nor password.
  await tools.say({ type: 'ACTION', payload: "{ type: 'espalier/state' }" });
  const all = JSON.stringify(await tools.entries());
  expect(all).toContain(HEALTH);
  const { csrfToken } = (await (await context.request.get('/-/session.json')).json()) as { readonly csrfToken: string };
  const secrets = [PASSWORD, csrfToken, ...(await context.cookies()).map(({ value }) => value)];
  expect(secrets.filter((secret) => secret.length >= 8)).not.toHaveLength(0);
  expect(secrets.filter((secret) => secret.length >= 8 && all.includes(secret))).toEqual([]);
});

test('RP-03.432 RP-03.433 a jump in their monitor shows that moment, read-only; nothing runs; a commit begins anew', async () => {
  const { page } = await world.current.open({ as: 'demo' });
  await installDevtools(page);
  const tree = await Tree.open(page, EPIC, { draggable: true });
  const tools = new Devtools(page);
  await tools.open();
  const collapsed = await tree.outline();
  await tree.expand(HEALTH);
  const now = await tree.outline();
  await quiet(page);
  const types = await settled(
    () => tools.types(),
    (found) => found.includes('tree/children/received'),
  );

  // The panel was closed; the jump opens it at that moment. The first entry is the state before all of them.
  const toggled = 1 + types.indexOf('tree/itemToggled');
  await tools.jumpToAction(toggled);
  const panel = new DeveloperPanel(page);
  await panel.actions.getByRole('option').first().waitFor();
  await panel.at(after((await tools.entries())[toggled]?.state ?? ''));
  // Until then the page has asked now and then whether something is new, as ever.
  await quiet(page);
  const state = () => page.evaluate(() => JSON.stringify(window.espalier?.state()));
  const before = await state();
  const asked: string[] = [];
  page.on('request', (request) => {
    if (['fetch', 'xhr'].includes(request.resourceType())) asked.push(request.url());
  });
  expect(
    await settled(
      () => tree.outline(),
      (outline) => outline.length === collapsed.length,
    ),
  ).toEqual(collapsed);
  await tools.slideTo(toggled + 1 + types.slice(toggled).indexOf('tree/children/received'));
  expect(
    await settled(
      () => tree.outline(),
      (outline) => outline.length === now.length,
    ),
  ).toEqual(now);
  await tools.slideTo(0);
  expect(
    await settled(
      () => tree.outline(),
      (outline) => outline.length === collapsed.length,
    ),
  ).toEqual(collapsed);
  // Pressed there, nothing happens but a word about it; the state of now is the same, and nobody was asked for anything.
  await tree
    .row(HEALTH)
    .getByRole('button', { name: `Expand ${HEALTH}` })
    .click();
  await panel.region.getByText('This moment is past: nothing can be changed in it.').waitFor();
  expect(await state()).toBe(before);
  expect(asked).toEqual([]);

  await panel.backToNow();
  expect(
    await settled(
      () => tree.outline(),
      (outline) => outline.length === now.length,
    ),
  ).toEqual(now);
  await panel.button('Close').click();
  await tools.say({ type: 'DISPATCH', payload: { type: 'COMMIT' } });
  expect(
    await settled(
      () => tools.types(),
      ({ length }) => length === 0,
    ),
  ).toEqual([]);
  await tree.collapse(HEALTH);
  expect(
    await settled(
      () => tools.types(),
      (found) => found.length > 0,
    ),
  ).toContain('tree/itemToggled');
  // A closed monitor is sent nothing more.
  await tools.say({ type: 'STOP' });
  const last = await tools.types();
  await tree.expand(HEALTH);
  expect(await tools.types()).toEqual(last);
});

test('RP-03.434 without the extension its part is not loaded', async () => {
  const isTheirs = (script: string) => script.includes('/devtools-');
  const plain = await world.current.open({ as: 'demo' });
  const scripts = scriptsOf(plain.page);
  await Tree.open(plain.page, EPIC);
  await quiet(plain.page);
  expect(scripts.length).toBeGreaterThan(0);
  expect(scripts.filter(isTheirs)).toEqual([]);

  const equipped = await world.current.open({ as: 'demo' });
  await installDevtools(equipped.page);
  const more = scriptsOf(equipped.page);
  await Tree.open(equipped.page, EPIC);
  await quiet(equipped.page);
  expect(more.filter(isTheirs)).toHaveLength(1);
});
