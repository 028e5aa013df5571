import { jest } from '@jest/globals';
import { act, fireEvent, renderHook, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { GUTTER_COOKIE } from '@espalier/core/sidebar/rules';
import { FakePorts } from '@espalier/core/testing';
import { PortsContext } from '../ports/context.ts';
import { type Product, type World, closePage, openPage } from '../testing/product.tsx';
import { useGutter } from './use-gutter.ts';

// What is loaded on first need takes a while on a busy machine.
beforeAll(async () => {
  await import('./sidebar.tsx');
  await import('../ui/date-calendar.tsx');
});
afterEach(closePage);
afterEach(() => Object.defineProperty(window, 'innerWidth', { configurable: true, value: 1024 }));

const EPIC = '/groups/acme/-/epics/2';

type Change = Parameters<World['server']['world']['addEpic']>[1];

const seed =
  (change: Change = {}, parent: Change = {}) =>
  ({ server, groupId, under }: World) => {
    const { world } = server;
    const red = world.addLabel('team::red', '#ff0000');
    world.addLabel('bug', '#c91c00');
    world.addLabel('team::blue', '#0000ff');
    const above = world.addEpic(groupId, { title: 'Above', ...parent });
    const epic = world.addEpic(groupId, { title: 'Plan', labelIds: [red], ...change });
    under(above.id, epic.id);
  };

const details = () => within(screen.getByRole('complementary', { name: 'Details' }));
const widget = (name: string | RegExp) => within(details().getByRole('group', { name }));

async function open(
  ...[given, options]: [ReturnType<typeof seed>?, Parameters<typeof openPage>[2]?]
): Promise<Product> {
  const product = await openPage(EPIC, given ?? seed(), options);
  await details().findByRole('group', { name: 'Reference' });
  await product.settled();
  return product;
}

const refuse = (product: Product, match: string, ...messages: string[]) =>
  product.server.fault({ kind: 'refuse', match, error: { name: 'WireError', kind: 'http', status: 500, messages } });

const names = () =>
  details()
    .getAllByRole('heading', { level: 2 })
    .map(({ textContent }) => textContent);

test('EP-19.1 the widgets stand in their order', async () => {
  await open();
  expect(names()).toEqual([
    'To Do',
    'Start date',
    'Due date',
    'Labels',
    'Color',
    'Confidentiality',
    'Ancestors',
    '1 participant',
    'Notifications',
    'Reference',
  ]);
});

test('EP-18.40 a visitor reads: nothing to edit, empty fields say None', async () => {
  await open(seed({ labelIds: [] }), { viewer: null });
  expect(names()).toEqual([
    'Start date',
    'Due date',
    'Labels',
    'Color',
    'Confidentiality',
    'Ancestors',
    '1 participant',
    'Reference',
  ]);
  expect(widget('Labels').getByText('None')).toBeInTheDocument();
  expect(widget('Start date').getByText('None')).toBeInTheDocument();
  expect(details().queryByRole('switch')).not.toBeInTheDocument();
  expect(details().queryByRole('button', { name: /^Edit/ })).not.toBeInTheDocument();
});

test('EP-06.20 the button of the to-do says what it does; a refusal brings it back', async () => {
  const product = await open();
  await product.user.click(widget('To Do').getByRole('button', { name: 'Add a to do' }));
  expect(widget('To Do').getByRole('button', { name: 'Mark as done' })).toBeInTheDocument();
  await product.settled();
  refuse(product, 'DELETE /dashboard/todos');
  await product.user.click(widget('To Do').getByRole('button', { name: 'Mark as done' }));
  expect(await screen.findByText('There was an error deleting the To Do.')).toBeInTheDocument();
  expect(widget('To Do').getByRole('button', { name: 'Mark as done' })).toBeInTheDocument();
});

test('EP-07.31 a date is typed, then inherited, then fixed again with the same value', async () => {
  const product = await open();
  const start = () => widget('Start date');
  await product.user.click(start().getByRole('button', { name: 'Edit start date' }));
  const field = start().getByRole('textbox', { name: 'Start date' });
  expect(field).toHaveFocus();
  await product.user.type(field, '2026-3-1{Enter}');
  expect(start().getByText('Mar 1, 2026')).toHaveTextContent('Fixed');
  await product.settled();
  await product.user.click(start().getByRole('radio', { name: /^Inherited: None/ }));
  expect(start().queryByText('Mar 1, 2026')).not.toBeInTheDocument();
  await product.settled();
  await product.user.click(start().getByRole('radio', { name: 'Fixed' }));
  expect(start().getByText('Mar 1, 2026')).toBeInTheDocument();
  await product.user.keyboard('{Escape}');
  expect(start().queryByRole('textbox')).not.toBeInTheDocument();
  expect(start().getByRole('button', { name: 'Edit start date' })).toHaveFocus();
});

test('EP-07.34 a start after the due date warns at both', async () => {
  await open(seed({ startDate: '2026-05-01', startIsFixed: true, dueDate: '2026-04-01', dueIsFixed: true }));
  expect(widget('Start date').getByText(/^This date is after the due date/)).toBeInTheDocument();
  expect(widget('Due date').getByText(/^This date is before the start date/)).toBeInTheDocument();
});

test('EP-08.1 labels are ticked and saved when the picker is left; one of a scope takes the place of the other', async () => {
  const product = await open();
  const labels = () => widget('Labels');
  await product.user.click(labels().getByRole('button', { name: 'Edit labels' }));
  await product.user.click(await labels().findByRole('combobox', { name: 'Search labels' }));
  await product.settled();
  await product.user.click(await screen.findByRole('option', { name: 'team::blue' }));
  expect(screen.getByRole('option', { name: 'team::red' })).toHaveAttribute('aria-selected', 'false');
  await product.user.click(screen.getByRole('option', { name: 'bug' }));
  expect(labels().getByRole('listitem', { hidden: true })).toHaveTextContent(/^teamred$/);
  await product.user.keyboard('{Escape}');
  // Over the label, its button and Done, out of the widget.
  for (let steps = 0; steps < 4; steps += 1) await product.user.tab({ shift: true });
  await waitFor(() => expect(labels().queryByRole('combobox')).not.toBeInTheDocument());
  await product.settled();
  const titles = labels()
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
  expect(titles.sort()).toEqual(['bug', 'teamblue']);
  await product.user.click(labels().getByRole('button', { name: 'Remove bug' }));
  expect(labels().getByRole('list', { name: 'Labels' })).toHaveTextContent(/^teamblue$/);
});

test('EP-08.7 a label is made in the group and ticked; the refusal stands in the form', async () => {
  const product = await open();
  const labels = () => widget('Labels');
  await product.user.click(labels().getByRole('button', { name: 'Edit labels' }));
  await product.user.click(await labels().findByRole('button', { name: 'Create group label' }));
  const form = () => within(labels().getByRole('form', { name: 'Create group label' }));
  expect(form().getByRole('button', { name: 'Create' })).toHaveAttribute('aria-disabled', 'true');
  await product.user.type(form().getByRole('textbox', { name: 'Title of the new label' }), 'bug{Enter}');
  await product.settled();
  expect(form().getByRole('alert')).toHaveTextContent(/taken/);
  await product.user.type(form().getByRole('textbox', { name: 'Title of the new label' }), 'gy{Enter}');
  await product.settled();
  await product.user.click(labels().getByRole('button', { name: 'Done editing labels' }));
  await product.settled();
  expect(labels().getByRole('list', { name: 'Labels' })).toHaveTextContent('buggy');
});

test('EP-08.6 labels that cannot be read say so in their place, and are asked for again', async () => {
  const product = await open();
  refuse(product, 'epicLabels');
  await product.user.click(widget('Labels').getByRole('button', { name: 'Edit labels' }));
  await product.settled();
  expect(await widget('Labels').findByText('There was a problem fetching labels.')).toBeInTheDocument();
  await product.user.click(widget('Labels').getByRole('button', { name: 'Try again' }));
  await product.settled();
  expect(widget('Labels').queryByText('There was a problem fetching labels.')).not.toBeInTheDocument();
});

test('EP-09.4 the color is saved when its editor is closed; Escape closes without; what is no color says so', async () => {
  const product = await open();
  const color = () => widget('Color');
  await product.user.click(color().getByRole('button', { name: 'Edit color' }));
  await product.user.click(color().getByRole('radio', { name: 'Green' }));
  expect(color().getByText('Blue')).toBeInTheDocument();
  await product.user.click(color().getByRole('button', { name: 'Done editing color' }));
  expect(color().getByText('Green')).toBeInTheDocument();
  await product.settled();
  await product.user.click(color().getByRole('button', { name: 'Edit color' }));
  await product.user.click(color().getByRole('radio', { name: 'Red' }));
  await product.user.keyboard('{Escape}');
  expect(color().getByText('Green')).toBeInTheDocument();
  await product.user.click(color().getByRole('button', { name: 'Edit color' }));
  await product.user.clear(color().getByRole('textbox'));
  await product.user.type(color().getByRole('textbox'), 'blue-ish');
  expect(color().getByRole('alert')).toHaveTextContent('hexadecimal');
  await product.user.clear(color().getByRole('textbox'));
  await product.user.type(color().getByRole('textbox'), '#ABC{Enter}');
  expect(color().getByText('#aabbcc')).toBeInTheDocument();
});

test('EP-09.21 a refused color is as it was, with its alert', async () => {
  const product = await open();
  refuse(product, 'epicFieldsUpdate');
  await product.user.click(widget('Color').getByRole('button', { name: 'Edit color' }));
  await product.user.click(widget('Color').getByRole('radio', { name: 'Purple' }));
  await product.user.click(widget('Color').getByRole('button', { name: 'Done editing color' }));
  expect(await screen.findByText('An error occurred while updating color.')).toBeInTheDocument();
  expect(widget('Color').getByText('Blue')).toBeInTheDocument();
});

test('EP-10.1 confidentiality is a switch that says who can see what; the header follows at once', async () => {
  const product = await open();
  const view = widget('Confidentiality');
  expect(view.getByText(/at least the Reporter role/)).toBeInTheDocument();
  await product.user.click(view.getByRole('switch', { name: 'Not confidential' }));
  expect(widget('Confidentiality').getByRole('switch', { name: 'Confidential' })).toBeChecked();
  expect(screen.getAllByText('Confidential').length).toBeGreaterThan(1);
});

test('EP-10.4 under a confidential parent the switch is unavailable, keeps the keyboard, and says why', async () => {
  const product = await open(seed({ confidential: true }, { confidential: true }));
  const control = widget('Confidentiality').getByRole('switch', { name: 'Confidential' });
  expect(control).toHaveAttribute('aria-disabled', 'true');
  expect(control).toHaveAccessibleDescription(/confidential parent epic/);
  act(() => control.focus());
  await product.user.keyboard(' ');
  expect(control).toBeChecked();
  expect(product.planner.store.getState().pending).toEqual([]);
});

test('EP-11.31 ancestors lead to their pages; of a hidden one only its place is told', async () => {
  await open();
  expect(widget('Ancestors').getByRole('link', { name: 'Above' })).toHaveAttribute('href', '/groups/acme/-/epics/1');
  // RL-11.4: the reference, and when it ends where that is known.
  expect(widget('Ancestors').getByRole('link', { name: 'Above' })).toHaveAttribute('data-tooltip', 'acme&1');
  closePage();
  await open(seed({}, { confidential: true }), { viewer: null });
  expect(widget('Ancestors').getByText("You don't have permission to view this epic.")).toBeInTheDocument();
  expect(widget('Ancestors').queryByRole('link')).not.toBeInTheDocument();
});

test.each([
  ['epicAncestors', 'An error occurred while fetching ancestors.', 'Ancestors'],
  ['epicParticipants', 'There was an error getting the epic participants.', 'Participants'],
  ['epicColor', 'Error fetching epic color.', 'Color'],
])('EP-18.45 %s that fails is told in its place, and can be asked for again', async (match, text, name) => {
  const product = await open((world) => {
    seed()(world);
    const error = { name: 'WireError', kind: 'http', status: 500, messages: [] } as const;
    world.server.fault({ kind: 'refuse', match, error });
  });
  expect(widget(name).getByText(text)).toBeInTheDocument();
  await product.user.click(widget(name).getByRole('button', { name: 'Try again' }));
  await product.settled();
  expect(details().queryByText(text)).not.toBeInTheDocument();
});

test('EP-13.1 notifications are a switch; a refusal brings it back', async () => {
  const product = await open();
  refuse(product, 'epicSetSubscription');
  const before = widget('Notifications').getByRole('switch').matches(':checked');
  await product.user.click(widget('Notifications').getByRole('switch'));
  expect(await screen.findByText('Something went wrong while setting epic notifications.')).toBeInTheDocument();
  expect(widget('Notifications').getByRole('switch').matches(':checked')).toBe(before);
  await product.user.click(widget('Notifications').getByRole('switch'));
  await product.settled();
  expect(widget('Notifications').getByRole('switch').matches(':checked')).toBe(!before);
});

test('EP-14.1 the full reference is copied', async () => {
  const product = await open();
  await product.user.click(widget('Reference').getByRole('button', { name: 'Copy reference' }));
  expect(await navigator.clipboard.readText()).toBe('acme&2');
});

describe('EP-15 the gutter', () => {
  test('EP-15.4 collapsing leaves a rail and the cookie; both toggles lead to the same', async () => {
    const product = await open();
    await product.user.click(details().getByRole('button', { name: 'Collapse sidebar' }));
    expect(product.fake.baked.get('collapsed_gutter')).toBe('true');
    expect(details().getByRole('button', { name: 'Expand sidebar' })).toHaveFocus();
    expect(details().queryByRole('group')).not.toBeInTheDocument();
    await product.user.click(details().getByRole('button', { name: 'Add a to do' }));
    expect(details().getByRole('button', { name: 'Mark as done' })).toBeInTheDocument();
    await product.user.click(details().getByRole('button', { name: 'Expand sidebar' }));
    expect(widget('Reference').getByText('acme&2')).toBeInTheDocument();
    expect(product.fake.baked.get('collapsed_gutter')).toBe('false');
    await product.user.click(screen.getByRole('button', { name: 'Hide details' }));
    expect(details().getByRole('button', { name: 'Expand sidebar' })).toBeInTheDocument();
  });

  test('EP-15.3 the cookie of before counts from the first frame on', async () => {
    await openPage(EPIC, seed(), { cookies: { collapsed_gutter: 'true' } });
    expect(screen.queryByRole('status', { name: 'Loading the details' })).not.toBeInTheDocument();
    expect(await details().findByRole('button', { name: 'Expand sidebar' })).toBeInTheDocument();
  });

  test('EP-15.3 a small screen starts collapsed, whatever the cookie says; leaving it there keeps it so', async () => {
    Object.defineProperty(window, 'innerWidth', { configurable: true, value: 390 });
    const product = await openPage(EPIC, seed(), { cookies: { collapsed_gutter: 'false' } });
    const toggle = await screen.findByRole('button', { name: 'Show details' });
    await product.user.click(toggle);
    expect(await details().findByRole('group', { name: 'Reference' })).toBeInTheDocument();
    act(() => void fireEvent(window, new Event('pagehide')));
    expect(product.fake.baked.get('collapsed_gutter')).toBe('true');
  });
});

test("EP-15.5 the page's own button scrolls to the details and gives them the focus; closing leaves it on the button", async () => {
  Object.defineProperty(window, 'innerWidth', { configurable: true, value: 390 });
  const scrolled = jest.spyOn(HTMLElement.prototype, 'scrollIntoView').mockImplementation(() => undefined);
  const product = await openPage(EPIC, seed());
  const toggle = await screen.findByRole('button', { name: 'Show details' });
  await product.user.click(toggle);
  const aside = screen.getByRole('complementary', { name: 'Details' });
  expect(aside).toHaveFocus();
  expect(scrolled.mock.contexts).toContain(aside);
  await product.user.click(toggle);
  expect(toggle).toHaveFocus();
  scrolled.mockRestore();
});

test.each([
  [991, 'true'],
  [992, 'false'],
])(
  'EP-15.4 a page %i pixels wide that goes before the code of the sidebar came leaves the cookie %s',
  (width, left) => {
    Object.defineProperty(window, 'innerWidth', { configurable: true, value: width });
    const fake = new FakePorts();
    fake.baked.set(GUTTER_COOKIE, 'false');
    const { result, unmount } = renderHook(useGutter, {
      wrapper: ({ children }: { readonly children: ReactNode }) => (
        <PortsContext value={fake.ports}>{children}</PortsContext>
      ),
    });
    expect(result.current.collapsed).toBe(width === 991);
    window.dispatchEvent(new Event('pagehide'));
    expect(fake.baked.get(GUTTER_COOKIE)).toBe(left);
    fake.baked.set(GUTTER_COOKIE, 'false');
    // From here on the sidebar itself says it.
    act(() => result.current.connect({ toggle: () => undefined }));
    window.dispatchEvent(new Event('pagehide'));
    unmount();
    window.dispatchEvent(new Event('pagehide'));
    expect(fake.baked.get(GUTTER_COOKIE)).toBe('false');
  },
);
