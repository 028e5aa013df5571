import type { Page } from 'playwright-core';
import { accessibilityFaults } from './support/accessibility.ts';
import { quiet } from './support/answers.ts';
import { overhang } from './support/browser.ts';
import { Commands } from './support/commands.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();
const LIST = '/groups/kubernetes/-/milestones';
const PROJECT = 'kubernetes/sig-node/enhancements';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const chart = (page: Page, name: string) => page.getByRole('figure', { name }).getByRole('img');
const focused = (page: Page, role: 'button' | 'heading', name: string) =>
  page.getByRole(role, { name, exact: true }).and(page.locator(':focus')).waitFor();

/** As somebody sees it who may not look with their eyes, in both themes, and nothing beyond the right edge. */
const faultsOf = async (page: Page): Promise<readonly unknown[]> => [
  await overhang(page),
  ...(await accessibilityFaults(page)),
];

async function api(method: string, path: string, body: object): Promise<Record<string, unknown>> {
  const { url, tokens } = world.current;
  const headers = { 'content-type': 'application/json', 'private-token': tokens.demo };
  const answer = await fetch(`${url}/api/v4/${path}`, { method, headers, body: JSON.stringify(body) });
  expect(answer.ok).toBe(true);
  return (await answer.json()) as Record<string, unknown>;
}

const day = (from: number): string => new Date(Date.now() + from * 86_400_000).toISOString().slice(0, 10);

test.each([
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
])(
  'AP-14.70 AP-14.72 AP-14.73 $width pixels wide: the list leads to a milestone, its charts and its issues by how far they are',
  async (size) => {
    const { page } = await world.current.open({ as: 'demo', ...size });
    await page.goto(LIST);
    await page.getByRole('radio', { name: 'All' }).check({ force: true });
    await page.getByRole('link', { name: 'v1.19', exact: true }).click();
    await heading(page, 'v1.19').waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/groups\/kubernetes\/-\/milestones\/\d+$/);
    await page.getByText('36 of 36 issues closed · 72 of 72 weight completed').waitFor();
    await page.getByRole('link', { name: 'Completed 36' }).waitFor();
    await quiet(page);
    expect(await chart(page, 'Burnup chart').getAttribute('aria-label')).toBe(
      'Burnup chart, issues: Total 36, Completed 36',
    );
    expect(await faultsOf(page)).toEqual([0]);

    await page.getByRole('radio', { name: 'Issue weight' }).check({ force: true });
    expect(await chart(page, 'Burndown chart').getAttribute('aria-label')).toBe(
      'Burndown chart, issue weight: Remaining 0',
    );
    await page.getByRole('figure', { name: 'Burnup chart' }).getByText('View as table').click();
    // The days of the demo data move with the day on which it was made.
    await page
      .getByRole('row', { name: /^[A-Z][a-z]{2} \d{1,2}, 20\d\d 72 72$/ })
      .first()
      .waitFor();
    expect(await faultsOf(page)).toEqual([0]);

    await page.getByRole('link', { name: 'Unstarted 0' }).click();
    await page.getByText('There are no unstarted issues').waitFor();
    await page.getByRole('link', { name: 'Completed 36' }).click();
    await page.getByRole('link', { name: 'Next' }).click();
    await page.getByRole('link', { name: 'Previous' }).waitFor();
    await new Commands(page).ready();
    await quiet(page);
    expect(await page.getByRole('main').locator('a[data-over]').count()).toBe(16);
    await page.getByRole('main').locator('a[data-over]').first().click();
    await page.getByRole('dialog', { name: 'Work item' }).waitFor();
    expect(page.url()).toMatch(/state=closed&after=.*&work_item_id=\d+$/);
    await page.goBack();
    await page.getByRole('dialog', { name: 'Work item' }).waitFor({ state: 'detached' });
    await heading(page, 'v1.19').waitFor();
  },
);

test('AP-14.60 by keyboard a milestone is edited, closed, reopened, promoted and deleted on its page', async () => {
  const { page } = await world.current.open({ as: 'demo' });
  const { iid } = await api('POST', `projects/${encodeURIComponent(PROJECT)}/milestones`, {
    title: 'Gamma',
    description: '**Bold** words',
  });
  await page.goto(`/${PROJECT}/-/milestones/${String(iid)}`);
  await heading(page, 'Gamma').waitFor();
  expect(await page.locator('main strong').innerText()).toBe('Bold');
  await page.getByText('add a start date and a due date to this milestone').waitFor();
  await page.getByText('There are no issues in it yet').waitFor();
  await quiet(page);
  await page.getByRole('button', { name: 'Edit' }).press('Enter');
  await page.getByRole('textbox', { name: 'Title' }).fill('Delta');
  await page.getByRole('textbox', { name: 'Start date' }).fill(day(3));
  await page.getByRole('textbox', { name: 'Due date' }).fill(day(9));
  expect(await faultsOf(page)).toEqual([0]);
  await page.getByRole('textbox', { name: 'Title' }).press('Control+Enter');
  await heading(page, 'Delta').waitFor();
  await focused(page, 'heading', 'Delta');
  await page.getByText('The charts begin on').waitFor();
  await page.getByText('Upcoming', { exact: true }).waitFor();

  await page.getByRole('button', { name: 'Close milestone' }).press('Enter');
  await page.getByRole('button', { name: 'Reopen milestone' }).waitFor();
  await page.getByText('Closed', { exact: true }).first().waitFor();
  await page.getByRole('button', { name: 'Reopen milestone' }).press('Enter');
  await page.getByRole('button', { name: 'Close milestone' }).waitFor();
  await quiet(page);

  await page.getByRole('button', { name: 'More actions' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Promote to group…' }).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Promote milestone' }).press('Enter');
  await page.waitForURL(/\/groups\/kubernetes\/sig-node\/-\/milestones\/\d+$/);
  await heading(page, 'Delta').waitFor();
  await page.getByRole('button', { name: 'More actions' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Delete…' }).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete milestone' }).press('Enter');
  await page.waitForURL(/\/groups\/kubernetes\/sig-node\/-\/milestones$/);
  await heading(page, 'Milestones').waitFor();
  expect(await page.getByRole('link', { name: 'Delta' }).count()).toBe(0);
});

test('AP-14.62 what is changed on an issue over the page is in the charts at once', async () => {
  const { page } = await world.current.open({ as: 'demo' });
  const project = `projects/${encodeURIComponent(PROJECT)}`;
  const { id, iid } = await api('POST', `${project}/milestones`, {
    title: 'Now',
    start_date: day(-4),
    due_date: day(10),
  });
  await api('POST', `${project}/issues`, { title: 'Wind the clock', weight: 5, milestone_id: id });
  await page.goto(`/${PROJECT}/-/milestones/${String(iid)}`);
  await page.getByRole('link', { name: 'Unstarted 1' }).waitFor();
  await quiet(page);
  expect(await chart(page, 'Burndown chart').getAttribute('aria-label')).toBe('Burndown chart, issues: Remaining 1');
  await new Commands(page).ready();
  await page.getByRole('link', { name: 'Wind the clock' }).press('Enter');
  const over = page.getByRole('dialog', { name: 'Work item' });
  await over.getByRole('button', { name: 'Close issue' }).first().press('Enter');
  await over.getByRole('button', { name: 'Reopen issue' }).first().waitFor();
  await page.keyboard.press('Escape');
  await over.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Completed 1' }).waitFor();
  await page.getByText('1 of 1 issue closed · 5 of 5 weight completed').waitFor();
  expect(await chart(page, 'Burndown chart').getAttribute('aria-label')).toBe('Burndown chart, issues: Remaining 0');
});

test('AP-14.60 a milestone that is not there and one that may not be seen are missing alike', async () => {
  const { page } = await world.current.open({ as: 'demo' });
  for (const address of [`${LIST}/99999`, '/groups/nowhere/-/milestones/1']) {
    await page.goto(address);
    await page.getByRole('heading', { level: 1, name: /not found/i }).waitFor();
  }
});
