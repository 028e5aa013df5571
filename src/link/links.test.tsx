import { act, screen, waitFor, within } from '@testing-library/react';
import { refusal } from '@espalier/core/testing';
import type { Product, World } from '../testing/product.tsx';
import { closePage, openPage } from '../testing/product.tsx';

afterEach(closePage);

const EPIC = '/groups/acme/-/epics/1';
const LINKS = `${EPIC}/related_epic_links`;

/** Epics 1 to 4, the first of which blocks the second, is blocked by the third and relates to the fourth. */
function seed({ server: { world }, groupId, projectId }: World): void {
  const ids = [1, 2, 3, 4, 5].map((iid) => world.addEpic(groupId, { title: `Epic ${iid}` }).id);
  const [one, two, three, four] = ids as [number, number, number, number];
  world.relate('blocks', one, two);
  world.relate('blocks', three, one);
  world.relate('relates_to', one, four);
  world.change(four, { state: 'closed', closedAt: world.now() });
  world.addMergeRequest(projectId, { title: 'Build it', state: 'merged', pipeline: 'failed', itemIds: [one] });
}

async function section(product: Product) {
  await product.rest();
  return within(await screen.findByRole('region', { name: /^Linked items/ }));
}

const open = async (viewer?: string | null) => {
  const product = await openPage(EPIC, seed, viewer === undefined ? {} : { viewer });
  const links = await section(product);
  await links.findByRole('list', { name: /^Blocks/ });
  return { product, links };
};

/** With the form open. */
const adding = async () => {
  const opened = await open();
  await opened.product.user.click(opened.links.getByRole('button', { name: 'Add linked items' }));
  return opened;
};

const titlesIn = (links: ReturnType<typeof within>, name: RegExp) =>
  within(links.getByRole('list', { name }))
    .getAllByRole('listitem')
    .map((row) => within(row).queryByRole('link')?.textContent ?? row.textContent);

test('RL-01.1 RL-03.1 RL-03.10 the section comes after the tree, with its three lists and the merge requests', async () => {
  const { links } = await open();
  expect(titlesIn(links, /^Blocks/)).toEqual(['Epic 2']);
  expect(titlesIn(links, /^Is blocked by/)).toEqual(['Epic 3']);
  expect(titlesIn(links, /^Relates to/)).toEqual(['Epic 4']);
  const closed = within(links.getByRole('list', { name: /^Relates to/ })).getByRole('listitem');
  expect(within(closed).getByRole('img', { name: 'Closed' })).toBeInTheDocument();
  expect(within(closed).getByText('&4')).toBeInTheDocument();
  expect(closed).toHaveTextContent('Closed just now');
  expect(within(closed).getByRole('link', { name: 'Epic 4' })).toHaveAttribute('href', '/groups/acme/-/epics/4');
  const request = within(links.getByRole('list', { name: /^Merge requests/ })).getByRole('listitem');
  expect(within(request).getByRole('img', { name: 'Merged' })).toBeInTheDocument();
  expect(['acme/app', '!1'].map((part) => within(request).getByText(part).tagName)).toEqual(['SPAN', 'SPAN']);
  expect(within(request).getByRole('img', { name: 'Pipeline: failed' })).toBeInTheDocument();
  expect(request).toHaveTextContent('Merged just now');
  expect(within(request).queryByRole('button')).toBeNull();
});

test('RL-01.3 the form takes a type and references, by keyboard alone, and gives the focus back', async () => {
  const { product, links } = await open();
  const add = links.getByRole('button', { name: 'Add linked items' });
  await product.user.click(add);
  const form = within(await links.findByRole('form', { name: 'The current epic' }));
  const field = form.getByRole('combobox', { name: 'the following epics' });
  expect(field).toHaveFocus();
  expect(form.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent)).toEqual([
    'relates to',
    'blocks',
    'is blocked by',
  ]);
  expect(form.getByRole('button', { name: 'Add' })).toHaveAttribute('aria-disabled', 'true');
  await product.user.click(form.getByRole('radio', { name: 'blocks' }));
  await product.user.type(field, '&5 {Enter}');
  await product.settled();
  expect(titlesIn(links, /^Blocks/)).toEqual(['Epic 2', 'Epic 5']);
  await waitFor(() => expect(add).toHaveFocus());
  await product.user.keyboard('{Enter}');
  await links.findByRole('form', { name: 'The current epic' });
  await product.user.keyboard('{Escape}');
  expect(links.queryByRole('form')).toBeNull();
});

test('RL-02.2 the token of an item that was offered shows that it is open', async () => {
  const { product, links } = await adding();
  await product.user.type(links.getByRole('combobox'), '&');
  await product.advance(250);
  await product.user.click(links.getAllByRole('option').at(-1)!);
  const tokens = within(links.getByRole('list', { name: 'References to link' }));
  expect(tokens.getByRole('img', { name: 'Open' }).dataset['icon']).toBe('issue-open-m');
});

test('RL-04.1 a refusal stands in the form, and goes with the last token', async () => {
  const { product, links } = await adding();
  await product.user.type(links.getByRole('combobox'), '&1 {Enter}');
  await product.settled();
  expect(links.getByRole('list', { name: 'References to link' })).toHaveTextContent('cannot be related to itself');
  expect(links.getByText(/Nothing was added/)).toBeInTheDocument();
  await product.user.click(links.getByRole('button', { name: 'Remove &1' }));
  expect(links.queryByText(/Nothing was added/)).toBeNull();
});

test('RL-01.12 RL-04.2 a row is gone at once and the next button has the focus; refused, it is back with its alert', async () => {
  const { product, links } = await open();
  product.server.fault({ kind: 'refuse', match: `DELETE ${LINKS}`, error: refusal(404) });
  product.server.fault({ kind: 'delay', match: `DELETE ${LINKS}`, milliseconds: 1000 });
  await product.user.click(links.getByRole('button', { name: 'Remove Epic 2' }));
  expect(await links.findByText('We could not determine the path to remove the epic')).toBeInTheDocument();
  expect(titlesIn(links, /^Blocks/)).toEqual(['Epic 2']);
  await product.user.click(links.getByRole('button', { name: 'Remove Epic 2' }));
  expect(links.queryByRole('list', { name: /^Blocks/ })).toBeNull();
  expect(links.getByRole('button', { name: 'Remove Epic 3' })).toHaveFocus();
  await product.advance(1000);
  expect(product.server.world.relations.size).toBe(2);
});

test('RL-03.11 a visitor reads: no form, no removal', async () => {
  const { links } = await open(null);
  expect(links.queryByRole('button', { name: /^(Add|Remove)/ })).toBeNull();
});

test('RL-04.3 a list that cannot be read says so and can be tried again', async () => {
  const product = await openPage(EPIC, (world) => {
    seed(world);
    world.server.fault({ kind: 'refuse', match: `GET ${LINKS}`, error: refusal(500, 'Down') });
  });
  const links = await section(product);
  expect(await links.findAllByText('Something went wrong while fetching linked items.')).toHaveLength(1);
  await product.user.click(links.getByRole('button', { name: 'Try again' }));
  await links.findByRole('list', { name: /^Blocks/ });
});

test('RL-01.1 an issue has the section too; without links it says what they are for', async () => {
  const product = await openPage('/acme/app/-/issues/1', ({ server, projectId }) => {
    server.world.addItem(projectId, { title: 'Alone' });
  });
  const links = await section(product);
  expect(await links.findByText(/^Link items together to show/)).toBeInTheDocument();
});

test('RL-01.30 RL-01.31 closing what is blocked asks first; Cancel leaves it, Yes closes it', async () => {
  const { product } = await open();
  await product.user.click(screen.getByRole('button', { name: 'Close epic' }));
  const question = within(await screen.findByRole('alertdialog'));
  expect(question.getByRole('heading')).toHaveTextContent('Are you sure you want to close this blocked epic?');
  expect(question.getByText('This epic is currently blocked by the following epics:')).toBeInTheDocument();
  expect(question.getByRole('link', { name: 'acme&3' })).toHaveAttribute('href', '/groups/acme/-/epics/3');
  await waitFor(() => expect(question.getByRole('button', { name: 'Cancel' })).toHaveFocus());
  await product.user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(screen.getByRole('button', { name: 'Close epic' })).toBeInTheDocument();
  await product.user.click(screen.getByRole('button', { name: 'Close epic' }));
  await product.user.click(await screen.findByRole('button', { name: 'Yes, close epic' }));
  expect(await screen.findByRole('button', { name: 'Reopen epic' })).toBeInTheDocument();
});

test('RL-01.30 where the blockers cannot be read the question says so', async () => {
  const { product } = await open();
  product.server.fault({ kind: 'refuse', match: 'blockingEpics', error: refusal(500) });
  await product.user.click(screen.getByRole('button', { name: 'Close epic' }));
  const question = within(await screen.findByRole('alertdialog'));
  expect(question.getByText('Failed to fetch blocking issues or epics')).toBeInTheDocument();
});

test('RL-01.30 closing an epic without a connection says so, is not saved yet, and is saved when the connection is back', async () => {
  const { product } = await open();
  const { server } = product;
  const gone = { name: 'WireError', kind: 'network', messages: [] } as const;
  server.fault({ kind: 'refuse', match: 'blockingEpics', error: gone });
  await act(() => product.fake.goOnline(false));
  await product.user.click(screen.getByRole('button', { name: 'Close epic' }));
  const question = within(await screen.findByRole('alertdialog'));
  expect(
    question.getByText(/^There is no connection\. If you go on, the change is saved when it is back/),
  ).toBeVisible();
  server.fault({ kind: 'refuse', match: 'PUT', error: gone });
  await product.user.click(question.getByRole('button', { name: 'Yes, close epic' }));
  expect(screen.getByText('Not saved yet: no connection')).toBeInTheDocument();
  await act(() => product.fake.goOnline(true));
  await product.advance(15_000);
  expect(await screen.findByRole('button', { name: 'Reopen epic' })).toBeInTheDocument();
  expect(screen.queryByText('Unable to update this epic at this time.')).toBeNull();
});

/** An epic with a child that `count` others block. */
const blocked =
  (count: number) =>
  ({ server, groupId, projectId, under }: World) => {
    const { world } = server;
    const epic = world.addEpic(groupId, { title: 'Plan' });
    const child = world.addItem(projectId, { title: 'Waits' });
    under(epic.id, child.id);
    for (let i = 1; i <= count; i += 1) {
      world.relate('blocks', world.addItem(projectId, { title: `Blocker ${i} ${'x'.repeat(100)}` }).id, child.id);
    }
  };

test('RL-05.1 RL-05.2 RL-05.3 RL-05.4 pointing at the sign of a blocked row tells by what, once', async () => {
  const product = await openPage(EPIC, blocked(5));
  const sign = await screen.findByRole('button', { name: 'Blocked by 5 issues' });
  await product.user.hover(sign);
  const popover = within(await screen.findByRole('dialog', { name: 'Blocked by 5 issues' }));
  const links = await popover.findAllByRole('link');
  expect(links.map((link) => link.textContent?.length)).toEqual([80, 80, 80, 'View all blocking issues'.length]);
  expect(popover.getByText('+ 2 more issues')).toBeInTheDocument();
  expect(links.at(-1)).toHaveAttribute('href', '/acme/app/-/issues/1#related-issues');
  await product.user.unhover(sign);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await product.user.hover(sign);
  await screen.findByRole('dialog');
  expect(product.server.calls.filter(({ what }) => what === 'blockingIssues')).toHaveLength(1);
});

test('RL-05.5 by keyboard: focus shows it, Enter goes in, Escape comes back; a failure is said', async () => {
  const product = await openPage(EPIC, blocked(1));
  product.server.fault({ kind: 'refuse', match: 'blockingIssues', error: refusal(500) });
  const row = await screen.findByRole('row', { name: /Waits/ });
  act(() => row.focus());
  await product.user.keyboard('{ArrowRight}{ArrowRight}');
  const sign = screen.getByRole('button', { name: 'Blocked by 1 issue' });
  expect(sign).toHaveFocus();
  expect(await screen.findByText('Failed to fetch blocking issues or epics')).toBeInTheDocument();
  await product.user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await product.user.keyboard('{Enter}');
  const [first] = await within(await screen.findByRole('dialog')).findAllByRole('link', { name: /^Blocker/ });
  await waitFor(() => expect(first).toHaveFocus());
  await product.user.keyboard('{ArrowDown}');
  expect(screen.getByRole('link', { name: 'View all blocking issues' })).toHaveFocus();
  await product.user.keyboard('{Escape}');
  await waitFor(() => expect(sign).toHaveFocus());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
