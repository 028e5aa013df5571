import type { Page } from 'playwright-core';
import { useWorld } from './support/world.ts';

const world = useWorld();
const EPIC = '/groups/kitchen-sink/-/epics/66';

/** As another tab of the same browser does it. */
const signOutElsewhere = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const { csrfToken } = (await (await fetch('/-/session.json')).json()) as { csrfToken: string };
    return (await fetch('/-/sign-out', { method: 'POST', headers: { 'X-CSRF-Token': csrfToken } })).status;
  });

const mark = (page: Page) => page.getByRole('button', { name: /^(Add a to do|Mark as done)$/ });

test('RP-02.113 RP-02.114 the first edit after a session ended says so; the page is that of a visitor, and the way back leads to it', async () => {
  const { page } = await world.current.open({ as: 'demo' });
  await page.goto(EPIC);
  await mark(page).waitFor();
  expect(await signOutElsewhere(page)).toBe(204);
  await mark(page).click();
  await page.getByText('You are signed out.').waitFor();
  await page.getByRole('heading', { level: 1, name: 'Fit the taps' }).waitFor();
  await page.getByRole('group', { name: 'Reference' }).waitFor();
  expect(await mark(page).count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Close epic' }).count()).toBe(0);
  await page.getByRole('alert').getByRole('link', { name: 'Sign in' }).click();
  await page.waitForURL(`**/-/sign-in?return_to=${encodeURIComponent(EPIC)}`);
});

test('RP-02.25 RP-02.26 an edit without a connection is not silently lost', async () => {
  const { page, context } = await world.current.open({ as: 'demo' });
  await page.goto(EPIC);
  await mark(page).waitFor();
  await context.setOffline(true);
  await mark(page).click();
  const line = page.getByText('Not saved yet: no connection');
  await line.waitFor();
  const asked = page.waitForEvent('dialog');
  const left = page.evaluate(() => window.location.reload());
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await left;
  await context.setOffline(false);
  await line.waitFor({ state: 'detached' });
});
