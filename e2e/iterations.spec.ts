import type { Page } from 'playwright-core';
import { accessibilityFaults } from './support/accessibility.ts';
import { overhang } from './support/browser.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();
const CADENCES = '/groups/kubernetes/-/cadences';

const row = (page: Page, name: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: name });

async function choose(page: Page, name: string, what: string): Promise<void> {
  await page.getByRole('button', { name: `More actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: what }).click();
}

/** As somebody sees it who may not look with their eyes, and nothing beyond the right edge. */
const faultsOf = async (page: Page): Promise<readonly unknown[]> => [
  await overhang(page),
  ...(await accessibilityFaults(page)),
];

test('AP-14.95 AP-14.93 AP-14.94 a cadence is made by keyboard, gets an iteration, and both are deleted with a question', async () => {
  const { page } = await world.current.open({ as: 'demo' });
  await page.goto('/groups/kubernetes');
  await page.getByRole('navigation', { name: 'Group' }).getByRole('link', { name: 'Iterations' }).click();
  await page.getByRole('heading', { name: 'Iteration cadences', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'New iteration cadence' }).press('Enter');
  const title = page.getByLabel('Title');
  await title.press('Control+Enter');
  await page.getByText("can't be blank").first().waitFor();
  expect(await faultsOf(page)).toEqual([0]);
  await title.fill('By hand');
  await page.getByLabel('Enable automatic scheduling').press('Space');
  await title.press('Control+Enter');
  await page.locator('h1:focus').waitFor();

  await choose(page, 'By hand', 'Add iteration');
  await page.getByRole('heading', { name: 'Iterations', level: 1 }).waitFor();
  expect(page.url()).toMatch(/\/-\/cadences\/\d+\/iterations\/new$/);
  await page.getByLabel('Title (optional)').fill('Sprint');
  await page.getByRole('textbox', { name: 'Start date' }).fill('2099-01-04');
  await page.getByRole('textbox', { name: 'Due date' }).fill('2099-01-02');
  await page.getByLabel('Title (optional)').press('Control+Enter');
  await page.getByText('must be greater than start date').waitFor();
  await page.getByRole('textbox', { name: 'Due date' }).fill('2099-01-10');
  await page.getByLabel('Title (optional)').press('Control+Enter');
  await row(page, 'Sprint').getByText('Upcoming').waitFor();
  expect(await faultsOf(page)).toEqual([0]);
  await choose(page, 'Sprint', 'Delete…');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No iterations').waitFor();

  await page.goto(CADENCES);
  await choose(page, 'By hand', 'Delete cadence…');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete cadence' }).press('Enter');
  await page.getByText('No iteration cadences').waitFor();
});

test.each([
  [1440, 'light'],
  [390, 'dark'],
] as const)('AP-14.95 at %i px, %s, an automatic cadence shows its iterations', async (width, theme) => {
  const { page } = await world.current.open({ as: 'demo', theme });
  await page.setViewportSize({ width, height: 844 });
  await page.goto(`${CADENCES}/new`);
  const name = `Weekly ${width}`;
  await page.getByLabel('Title').fill(name);
  await page.getByRole('textbox', { name: 'Automation start date' }).fill('2099-01-05');
  await page.getByRole('combobox', { name: 'Duration' }).selectOption('1');
  await page.getByRole('combobox', { name: 'Upcoming iterations' }).selectOption('2');
  expect(await faultsOf(page)).toEqual([0]);
  await page.getByRole('button', { name: 'Create cadence' }).click();
  await row(page, name).getByText('Automatic · 1 week · from Jan 5, 2099').waitFor();
  expect(await faultsOf(page)).toEqual([0]);
  await page.getByRole('link', { name }).click();
  await row(page, 'Jan 12 – 18, 2099').waitFor();
  expect(await page.getByRole('button', { name: 'New iteration' }).count()).toBe(0);
  expect(await faultsOf(page)).toEqual([0]);
});

async function api(method: string, path: string, body: object): Promise<Record<string, unknown>> {
  const { url, tokens } = world.current;
  const headers = { 'content-type': 'application/json', 'private-token': tokens.demo };
  const answer = await fetch(`${url}/api/${path}`, { method, headers, body: JSON.stringify(body) });
  expect(answer.ok).toBe(true);
  return (await answer.json()) as Record<string, unknown>;
}

async function change(field: string, input: object, of: string): Promise<string> {
  const type = field === 'iterationCreate' ? field : field[0]?.toUpperCase() + field.slice(1);
  const query = `mutation ($input: ${type}Input!) { it: ${field}(input: $input) { errors of: ${of} { id } } }`;
  const { data } = await api('POST', 'graphql', { query, variables: { input } });
  return (data as { readonly it: { readonly of: { readonly id: string } } }).it.of.id;
}

const day = (from: number): string => new Date(Date.now() + from * 86_400_000).toISOString().slice(0, 10);

test.each([
  [1440, 'dark', -3],
  [390, 'light', -30],
] as const)(
  'AP-14.104 AP-14.100 AP-14.103 at %i px, %s, the list leads to an iteration, its charts and issues; it is changed and deleted there by keyboard',
  async (width, theme, from) => {
    const cadence = { groupPath: 'kubernetes', title: `Hand ${width}`, active: true, automatic: false };
    const iterationsCadenceId = await change('iterationCadenceCreate', cadence, 'iterationCadence');
    const [startDate, dueDate] = [day(from), day(from + 20)];
    const of = { groupPath: 'kubernetes', iterationsCadenceId, title: `Sprint ${width}`, startDate, dueDate };
    const iterationId = await change('iterationCreate', { ...of, description: 'What **we** do' }, 'iteration');
    const project = encodeURIComponent('kubernetes/sig-node/enhancements');
    for (const [index, title] of ['One', 'Two'].entries()) {
      const { iid } = await api('POST', `v4/projects/${project}/issues`, { title: `${title} ${width}`, weight: 3 });
      const projectPath = 'kubernetes/sig-node/enhancements';
      await change('issueSetIteration', { projectPath, iid: String(iid), iterationId }, 'issue');
      if (index === 0) await api('PUT', `v4/projects/${project}/issues/${String(iid)}`, { state_event: 'close' });
    }
    const { page } = await world.current.open({ as: 'demo', theme });
    await page.setViewportSize({ width, height: 844 });
    await page.goto(`${CADENCES}/${iterationsCadenceId.split('/').pop() ?? ''}/iterations`);
    const number = iterationId.split('/').pop() ?? '';
    if (from < -20) await page.getByRole('radio', { name: 'Done' }).check({ force: true });
    await page.getByRole('link', { name: `Sprint ${width}` }).click();
    await page.getByRole('heading', { level: 1, name: `Sprint ${width}` }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/groups/kubernetes/-/iterations/${number}`);
    await page.getByText('1 of 2 issues closed').waitFor();
    await page.getByRole('link', { name: 'Completed 1' }).waitFor();
    await page.getByRole('link', { name: `Two ${width}` }).waitFor();
    // What came to an iteration after its last day is not in its charts.
    if (from > -20)
      expect(await page.getByRole('img', { name: /^Burnup chart/ }).getAttribute('aria-label')).toBe(
        'Burnup chart, issues: Total 2, Completed 1',
      );
    else await page.getByText('Nothing to chart').waitFor();
    expect(await faultsOf(page)).toEqual([0]);

    await page.goto(`${CADENCES}/${iterationsCadenceId.split('/').pop() ?? ''}/iterations/${number}`);
    await page.getByRole('button', { name: 'Edit', exact: true }).press('Enter');
    await page.getByLabel('Title (optional)').fill(`Lap ${width}`);
    expect(await faultsOf(page)).toEqual([0]);
    await page.getByLabel('Title (optional)').press('Control+Enter');
    await page.locator('h1:focus').getByText(`Lap ${width}`).waitFor();
    await page.getByRole('button', { name: 'More actions', exact: true }).press('Enter');
    await page.getByRole('menuitem', { name: 'Delete…' }).press('Enter');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).press('Enter');
    await page.getByRole('heading', { name: 'Iteration cadences', level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe(CADENCES);
  },
);
