import { act, screen, waitFor, within } from '@testing-library/react';
import { epicPage } from '@espalier/core/epic';
import { selectQuery } from '@espalier/core/query';
import { refusal } from '@espalier/core/testing';
import { workItemActions } from '@espalier/core/work-item';
import type { World } from '../testing/product.tsx';
import { closePage, openPage } from '../testing/product.tsx';

/** The code comes when the browser is idle. */
const SOON = { timeout: 10_000 };

beforeAll(async () => {
  const code = ['./epic-over.tsx', '../sidebar/sidebar.tsx', '../link/links-section.tsx', './epic-dialogs.tsx'];
  for (const each of code) await import(each);
}, 60_000);
afterEach(closePage);

const PLAN = '/groups/acme/-/epics/1';

/** The epic “Plan” with the epic “Part” and an issue; “Part” holds the epic “Bit” and is related to “Aside”. */
function seed({ server: { world }, groupId, projectId, under }: World) {
  const [plan, part, bit, aside] = ['Plan', 'Part', 'Bit', 'Aside'].map(
    (title) => world.addEpic(groupId, { title, startDate: '2026-11-01', startIsFixed: true }).id,
  );
  under(plan!, part!, world.addItem(projectId, { title: 'Leaking tap' }).id);
  under(part!, bit!);
  world.relate('relates_to', part!, aside!);
  world.relate('relates_to', plan!, aside!);
  for (const title of ['bug', 'ux']) world.addLabel(title);
}

const link = (name: string) => screen.findByRole('link', { name }, SOON);
const modal = async () => within(await screen.findByRole('dialog', { name: 'Epic' }, SOON));
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument(), SOON);

const titlesIn = (tree: HTMLElement) =>
  within(tree)
    .getAllByRole('row')
    .map((row) => row.querySelector('a[data-over]')?.textContent);

test('WI-14.13 WI-14.10 a click on the title of an epic in a tree opens it over the page; Back closes it', async () => {
  const { user, rest } = await openPage(PLAN, seed);
  await link('Part');
  await rest();
  await user.click(await link('Part'));
  const dialog = await modal();
  expect(await dialog.findByRole('heading', { level: 1, name: 'Part' }, SOON)).toBeInTheDocument();
  expect(window.location.search).toBe('?epic=acme%262');
  expect(document.title).toBe('Part (acme&2) · Espalier');
  expect(dialog.getByRole('link', { name: 'Open page' })).toHaveAttribute('href', '/groups/acme/-/epics/2');
  expect(titlesIn(await dialog.findByRole('treegrid', {}, SOON))).toEqual(['Bit']);
  // No tab leads to a roadmap here, and no form for a new epic.
  expect(dialog.queryByRole('tab')).not.toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Epic actions' }));
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual(['Delete epic']);
  await user.keyboard('{Escape}');
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  act(() => window.history.back());
  await gone();
  await waitFor(() => expect(document.title).toBe('Plan (acme&1) · Espalier'), SOON);
  expect(titlesIn(screen.getByRole('treegrid'))).toEqual(['Part', 'Leaking tap']);
});

test('WI-14.14 the number of all of an epic leads to it, over the page and to its page, in the same entry of the history', async () => {
  // One sequence counts all that is made: the viewer, group, project and “Plan” come first.
  const number = 5;
  const { user } = await openPage(`${PLAN}?tab=tree&work_item_id=${number}`, seed);
  const before = window.history.length;
  const dialog = await modal();
  await dialog.findByRole('heading', { level: 1, name: 'Part' }, SOON);
  expect([window.location.search, window.history.length]).toEqual(['?tab=tree&epic=acme%262', before]);
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  await gone();
  expect(window.location.search).toBe('?tab=tree');
  closePage();

  await openPage(`/acme/app/-/work_items/${number}`, seed);
  expect(await screen.findByRole('heading', { level: 1, name: 'Part' }, SOON)).toBeInTheDocument();
  expect([window.location.pathname, window.history.length]).toEqual(['/groups/acme/-/epics/2', before + 1]);
});

test('WI-14.13 an epic among linked items, in a list and on the roadmap opens over the page; with a key its page is opened', async () => {
  const { user, rest } = await openPage(PLAN, seed);
  await link('Part');
  await rest();
  await user.click(await link('Aside'));
  await (await modal()).findByRole('heading', { level: 1, name: 'Aside' }, SOON);
  expect(window.location.pathname).toBe(PLAN);
  closePage();

  for (const page of ['epics', 'roadmap']) {
    const product = await openPage(`/groups/acme/-/${page}`, seed);
    await link('Aside');
    await product.rest();
    const closed = window.location.search;
    await product.user.click(await link('Aside'));
    const dialog = await modal();
    await dialog.findByRole('heading', { level: 1, name: 'Aside' }, SOON);
    expect(window.location.pathname).toBe(`/groups/acme/-/${page}`);
    await product.user.click(dialog.getByRole('button', { name: 'Close' }));
    await gone();
    // The browser opens its page in another tab.
    await product.user.keyboard('{Control>}');
    await product.user.click(await link('Aside'));
    await product.user.keyboard('{/Control}');
    expect([window.location.search, screen.queryByRole('dialog')]).toEqual([closed, null]);
    closePage();
  }
});

test('WI-17.1 WI-17.2 on the roadmap the epic of a bar on which the pointer rests is read ahead, and there at once', async () => {
  const { user, rest, planner, server, settled } = await openPage('/groups/acme/-/roadmap', seed);
  await link('Aside');
  await rest();
  await user.hover(screen.getByRole('gridcell', { name: /^Aside, / }));
  await waitFor(() => expect(planner.store.getState().epic.ahead?.id).toEqual(expect.any(String)), SOON);
  server.fault({ kind: 'delay', match: 'epicPage', milliseconds: 60_000 });
  await user.click(screen.getByRole('gridcell', { name: /^Aside, / }));
  const dialog = await modal();
  await settled();
  expect(await dialog.findByRole('heading', { level: 1, name: 'Aside' }, SOON)).toBeInTheDocument();
});

test('WI-17.2 on its own page, too, an epic that was read ahead is there at once, also where reading it again fails', async () => {
  const { user, planner, server, settled } = await openPage(PLAN, seed);
  await act(async () => void planner.store.dispatch(workItemActions.readAhead({ groupPath: 'acme', iid: '2' })));
  await settled();
  server.fault({ kind: 'refuse', match: 'epicPage', error: refusal(500) });
  // Before the code of what stands over a page has come, a link leads to its page.
  await user.click(await link('Part'));
  expect(await screen.findByRole('heading', { level: 1, name: 'Part' }, SOON)).toBeInTheDocument();
  await settled();
  const reading = selectQuery(planner.store.getState(), epicPage, { groupPath: 'acme', iid: '2' });
  expect([window.location.pathname, reading.status]).toEqual(['/groups/acme/-/epics/2', 'failed']);
  expect(screen.getByRole('heading', { level: 1, name: 'Part' })).toBeInTheDocument();
});

test('WI-14.10 labels, dates and children are edited there; the page below stays but for what both show', async () => {
  const { user, rest, settled, server } = await openPage(`${PLAN}?epic=acme%262`, seed);
  const dialog = await modal();
  await dialog.findByRole('heading', { level: 1, name: 'Part' }, SOON);
  await rest();
  await user.click(await dialog.findByRole('button', { name: 'Edit labels' }, SOON));
  await user.click(await dialog.findByRole('combobox', { name: 'Search labels' }));
  await settled();
  await user.click(await screen.findByRole('option', { name: 'bug' }));
  await user.click(dialog.getByRole('button', { name: 'Done editing labels' }));
  await settled();
  const { world } = server;
  const stored = (title: string) => [...world.items.values()].find((item) => item.title === title)!;
  expect(stored('Part').labelIds).toHaveLength(1);
  expect(stored('Plan').labelIds).toHaveLength(0);
  await user.click(dialog.getByRole('button', { name: 'Add' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Add a new epic' }));
  const form = within(await dialog.findByRole('form', { name: 'Add a new epic' }, SOON));
  await user.type(form.getByRole('textbox', { name: 'Title' }), 'Crumb');
  await user.click(form.getByRole('button', { name: 'Create epic' }));
  await settled();
  expect(titlesIn(dialog.getByRole('treegrid'))).toEqual(expect.arrayContaining(['Bit', 'Crumb']));
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  await gone();
  expect(window.location.search).toBe('');
  const tree = await screen.findByRole('treegrid', {}, SOON);
  expect(titlesIn(tree)).toEqual(['Part', 'Leaking tap']);
  expect(within(tree).getByText('bug')).toBeInTheDocument();
  expect(screen.getByRole('heading', { level: 1, name: 'Plan' })).toBeInTheDocument();
});

test('WI-14.5 the panel shows epics and items, and goes along with the rows', async () => {
  const { user, rest } = await openPage(PLAN, seed);
  await link('Part');
  await rest();
  const row = async (title: string) => (await link(title)).closest<HTMLElement>('[data-row]')!;
  const first = await row('Part');
  act(() => first.focus());
  await user.keyboard('p');
  const panel = within(await screen.findByRole('region', { name: 'Peek' }, SOON));
  expect(await panel.findByRole('heading', { level: 1, name: 'Part' }, SOON)).toBeInTheDocument();
  await user.keyboard('{ArrowDown}');
  expect(await panel.findByRole('heading', { level: 1, name: 'Leaking tap' }, SOON)).toBeInTheDocument();
  await user.keyboard('{ArrowUp}');
  expect(await panel.findByRole('heading', { level: 1, name: 'Part' }, SOON)).toBeInTheDocument();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('region', { name: 'Peek' })).not.toBeInTheDocument();
  expect(document.activeElement).toBe(await row('Part'));
});

test('WI-14.6 an epic that is deleted there leaves the page and the address; what may not be seen is missing', async () => {
  const { user, settled } = await openPage(`${PLAN}?epic=acme%262`, seed);
  const dialog = await modal();
  await user.click(await dialog.findByRole('button', { name: 'Epic actions' }, SOON));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete epic' }));
  const question = within(await screen.findByRole('alertdialog', {}, SOON));
  await user.click(question.getByRole('button', { name: 'Delete epic' }));
  await settled();
  await gone();
  expect(window.location.search).toBe('');
  expect(screen.getByText('Epic deleted')).toBeInTheDocument();
  expect(titlesIn(await screen.findByRole('treegrid', {}, SOON))).toEqual(['Leaking tap']);
  closePage();

  await openPage(`${PLAN}?epic=acme%2699`, seed);
  expect(await (await modal()).findByRole('heading', { level: 1 }, SOON)).toHaveTextContent('Page not found');
});
