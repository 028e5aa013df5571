import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { closePage, openPage } from '../testing/product.tsx';
import { bar, grid, NOV, PAGE, params, seed, titles } from './testing.ts';

afterEach(() => {
  closePage();
  jest.restoreAllMocks();
});

const NOV_DATES = /Nov 2 – Nov 20, 2026/;

describe('RM-09.44 a bar that the keyboard holds', () => {
  const held = async () => {
    const product = await openPage(PAGE, seed);
    const [one, two] = [await bar('One'), await bar('Two')];
    act(() => one.focus());
    await product.user.keyboard(' {Shift>}{ArrowRight}{/Shift}');
    expect(one).toHaveTextContent('Nov 9 – Nov 27, 2026');
    return { ...product, one, two };
  };

  test('RM-09.44 is given up where the keyboard goes elsewhere; there the key means what it means there', async () => {
    const { user, settled, one, two } = await held();
    act(() => two.focus());
    expect(one).not.toHaveTextContent('Nov 9');
    await user.keyboard(' {ArrowRight}{Enter}');
    await settled();
    expect(await bar('One')).toHaveAccessibleName(NOV_DATES);
    expect(await bar('Two')).toHaveAccessibleName(/Nov 4 – Nov 21, 2026/);
  });

  test.each(['Nothing of the page', 'A bar'])('RM-09.44 %s is pressed', async (what) => {
    const { settled, one } = await held();
    fireEvent.pointerDown(what === 'A bar' ? one : document.body, { button: 0 });
    expect(one).not.toHaveTextContent('Nov 9');
    fireEvent.keyDown(one, { key: 'Enter' });
    await settled();
    expect(window.location.pathname).toBe('/groups/acme/-/epics/1');
  });
});

describe('RM-09.46 a bar is followed as a link is', () => {
  const opened = async () => {
    const open = jest.spyOn(window, 'open').mockReturnValue(null);
    const product = await openPage(PAGE, seed);
    return { ...product, open, one: await bar('One') };
  };

  test('RM-09.46 with a key, and by the middle button, in a window of its own', async () => {
    const { open, one } = await opened();
    for (const key of ['ctrlKey', 'metaKey', 'shiftKey']) fireEvent.click(one, { [key]: true });
    expect(fireEvent.mouseDown(one, { button: 1 })).toBe(false);
    fireEvent(one, new MouseEvent('auxclick', { bubbles: true, button: 1 }));
    fireEvent(one, new MouseEvent('auxclick', { bubbles: true, button: 2 }));
    expect(open.mock.calls).toEqual(Array(4).fill(['/groups/acme/-/epics/1', '_blank', 'noopener']));
    expect(window.location.pathname).toBe(PAGE);
  });

  test('RM-09.46 once, however often it is clicked', async () => {
    const { user, settled, one } = await opened();
    const before = window.history.length;
    await user.click(one);
    await settled();
    expect(window.location.pathname).toBe('/groups/acme/-/epics/1');
    expect(window.history.length).toBe(before + 1);
  });
});

test('WI-14.13 a plain click on a bar, and Enter on it or a cell, do what a click on the title does: over the roadmap', async () => {
  const { user, rest } = await openPage(PAGE, seed);
  const one = await bar('One');
  await rest();
  const dialog = () => screen.findByRole('dialog', { name: 'Epic' }, { timeout: 10_000 });
  const close = async () => {
    expect([window.location.pathname, params().get('epic')]).toEqual([PAGE, 'acme&1']);
    await user.click(within(await dialog()).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(params().get('epic')).toBeNull();
  };
  const before = window.history.length;
  await user.dblClick(one);
  await dialog();
  expect(window.history.length).toBe(before + 1);
  await close();
  for (const keys of ['{Enter}', '{ArrowRight}{Enter}', '{Home}{Enter}']) {
    act(() => one.focus());
    await user.keyboard(keys);
    await dialog();
    await close();
  }
});

describe('today', () => {
  test.each(['button', 'key', 'command'])('RM-08.14 is put in sight by its %s', async (way) => {
    const { user, settled, rest } = await openPage(`${PAGE}?timeframe_range_type=THREE_YEARS&layout=WEEKS`, seed);
    await rest();
    const timeline = await grid();
    const first = timeline.scrollLeft;
    expect(first).toBeGreaterThan(1000);
    timeline.scrollLeft = 0;
    if (way === 'button') await user.click(screen.getByRole('button', { name: 'Show today' }));
    else if (way === 'key') await user.keyboard('.');
    else {
      await user.keyboard('{Control>}k{/Control}');
      await settled();
      await user.keyboard('show today on{Enter}');
    }
    await settled();
    expect(timeline.scrollLeft).toBe(first);
  });
});

test('RM-08.15 up from the first epic leads to the milestones, down from them to the first epic', async () => {
  const { user } = await openPage(PAGE, seed);
  const two = await bar('Two');
  act(() => two.focus());
  await user.keyboard('{ArrowUp}{ArrowUp}');
  expect(screen.getByRole('button', { name: 'Milestones' })).toHaveFocus();
  await user.keyboard('{ArrowDown}');
  expect(screen.getByRole('link', { name: 'One' })).toHaveFocus();
});

test('RM-08.15 without milestones the first epic keeps the keyboard', async () => {
  const { user } = await openPage(`${PAGE}?show_milestones=false`, seed);
  const one = await bar('One');
  act(() => one.focus());
  await user.keyboard('{ArrowUp}');
  expect(one).toHaveFocus();
});

describe('RM-09.47 the dates of a bar on its way', () => {
  const move = async (title: string) => {
    const { user } = await openPage(PAGE, (world) => {
      seed(world);
      world.server.world.addEpic(world.groupId, { ...NOV, title: 'Short', dueDate: '2026-11-02' });
    });
    const moved = await bar(title);
    act(() => moved.focus());
    await user.keyboard(' {ArrowRight}');
    return { moved, row: moved.closest<HTMLElement>('[data-row]') as HTMLElement };
  };

  test('RM-09.47 stand in its row, and on a bar with room for them', async () => {
    const { moved, row } = await move('One');
    expect(within(row).getByRole('rowheader')).toHaveTextContent('Nov 3 – Nov 21, 2026');
    expect(within(row).getByRole('rowheader')).not.toHaveTextContent('Nov 2 ');
    expect(moved).toHaveTextContent('Nov 3 – Nov 21, 2026');
    expect(within(row).getAllByText('Nov 3 – Nov 21, 2026')).toHaveLength(2);
  });

  test('RM-09.47 stand beside a bar without', async () => {
    const { moved, row } = await move('Short');
    expect(moved).not.toHaveTextContent('Nov 3');
    const [inRow, beside] = within(row).getAllByText('Nov 3 – Nov 3, 2026');
    expect(within(row).getByRole('rowheader')).toContainElement(inRow as HTMLElement);
    expect(moved.nextElementSibling).toContainElement(beside as HTMLElement);
  });
});

describe('the form of the tray', () => {
  const form = async (title: string) => {
    const product = await openPage(PAGE, seed);
    await product.user.click(await screen.findByRole('button', { name: '2 epics are not on the timeline' }));
    await product.user.click(screen.getByRole('button', { name: `Set dates of ${title}` }));
    return { ...product, start: screen.getByLabelText('Start date'), due: screen.getByLabelText('Due date') };
  };

  test('RM-07.12 begins with the dates that there are, and says which one is wrong', async () => {
    const { user, settled, start, due } = await form('Backwards');
    expect([start, due].map((field) => (field as HTMLInputElement).value)).toEqual(['2026-11-30', '2026-11-20']);
    expect(due).toHaveAccessibleDescription('This date is before the start date.');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(due).toBeInTheDocument();
    await user.clear(due);
    await user.type(due, '2026-12-04');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await settled();
    expect(await bar('Backwards')).toHaveAccessibleName(/Nov 30 – Dec 4, 2026/);
  });

  test('RM-07.12 asks for nothing where nothing was changed', async () => {
    const { user, settled, planner, start } = await form('Undated');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(planner.store.getState().pending).toEqual([]);
    await settled();
    expect(start).not.toBeInTheDocument();
    expect(await titles()).not.toContain('Undated');
  });
});

describe('where nothing is in the dates shown', () => {
  const past = ({ server: { world }, groupId }: Parameters<typeof seed>[0]) =>
    void world.addEpic(groupId, { ...NOV, title: 'Past', startDate: '2026-02-02', dueDate: '2026-02-20' });

  test('RM-15.6 a longer range is one button away, and RM-19.2 the settings are there then', async () => {
    const { user, settled } = await openPage(PAGE, past);
    expect(
      await screen.findByText('The roadmap shows the progress of your epics along a timeline'),
    ).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Settings' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Show this year' }));
    await settled();
    expect(await titles()).toEqual(['Past']);
    expect([params().get('timeframe_range_type'), params().get('layout')]).toEqual(['CURRENT_YEAR', 'MONTHS']);
    expect(screen.getByRole('button', { name: 'Settings' })).toBeInTheDocument();
  });

  test('RM-19.2 what is chosen in the drawer does not tear it away; its key opens it everywhere', async () => {
    const { user, settled, rest } = await openPage(`${PAGE}?timeframe_range_type=CURRENT_YEAR`, past);
    await rest();
    await user.click(await screen.findByRole('button', { name: 'Settings' }));
    await user.click(screen.getByRole('radio', { name: 'Show closed epics' }));
    await settled();
    expect(screen.getByText('The roadmap shows the progress of your epics along a timeline')).toBeInTheDocument();
    const drawer = within(screen.getByRole('dialog'));
    await user.selectOptions(drawer.getByRole('combobox', { name: 'Date range' }), 'This quarter');
    await user.click(screen.getByRole('radio', { name: 'Show all epics' }));
    await settled();
    expect(screen.getByRole('dialog', { name: 'Roadmap settings' })).toBeInTheDocument();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('button', { name: 'Settings' })).toBeNull();
    await user.keyboard(',');
    expect(screen.getByRole('dialog', { name: 'Roadmap settings' })).toBeInTheDocument();
  });
});

test('RM-11.9 RM-11.10 an expanded epic says how many of the epics below it are not shown', async () => {
  const { user, settled } = await openPage(PAGE, (world) => {
    const { server, groupId, under } = world;
    const add = (title: string, dates: object) => server.world.addEpic(groupId, { title, ...dates });
    const [top, seen, unseen] = [add('Top', NOV), add('Seen', NOV), add('Unseen', {})];
    under(unseen.id, add('Below', {}).id);
    under(seen.id, add('Beside', {}).id);
    under(top.id, seen.id, unseen.id);
  });
  const mark = () => screen.queryByRole('img', { name: /child epics? (is|are) not shown/ });
  await grid();
  await settled();
  expect(await titles()).toEqual(['Top', 'Seen']);
  expect(mark()).toHaveAccessibleName(
    '2 of 4 child epics are not shown: no dates in this time, or left out by filters',
  );
  await user.click(screen.getByRole('button', { name: 'Expand Seen' }));
  await settled();
  expect(screen.getAllByRole('img', { name: /not shown/ })).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: 'Collapse Top' }));
  expect(mark()).toBeNull();
});

test('RM-19.3 in the view of one epic range and cells stand above the timeline', async () => {
  const { user, settled } = await openPage('/groups/acme/-/epics/1?tab=roadmap', seed);
  expect(await titles()).toEqual(['Child']);
  expect(screen.queryByRole('radiogroup', { name: 'Cells' })).toBeNull();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Date range' }), 'Within 3 years');
  await user.click(screen.getByRole('radio', { name: 'By quarter' }));
  await settled();
  expect(
    within(await grid())
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toContain('2027 Q1');
  expect([params().get('tab'), params().get('layout')]).toEqual(['roadmap', 'QUARTERS']);
  expect(await titles()).toEqual(['Child']);
});
