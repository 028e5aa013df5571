import { act, fireEvent, screen, within } from '@testing-library/react';
import { closePage, openPage } from '../testing/product.tsx';
import { bar, grid, NOV, PAGE, params, seed, titles } from './testing.ts';

afterEach(closePage);

test('RM-02.8 the page shows what its address says; what it does not know is the default', async () => {
  await openPage(`${PAGE}?timeframe_range_type=CURRENT_YEAR&layout=nonsense&sort=end_date_desc&page=<b>`, seed);
  const headers = within(await grid()).getAllByRole('columnheader');
  expect(headers.map(({ textContent }) => textContent)).toEqual(expect.arrayContaining(['Nov', 'Dec']));
  expect(headers[0]).toHaveAccessibleName('Epics');
  expect(await titles()).toEqual(['Three', 'Two', 'One']);
  expect(screen.getByRole('combobox', { name: 'Sort by' })).toHaveValue('end_date_desc');
  expect(document.title).toContain('Roadmap');
});

test('RM-09.8 RM-09.54 a row says title, dates and progress; its bar says them to a screen reader', async () => {
  await openPage(PAGE, seed);
  expect(await titles()).toEqual(['One', 'Two', 'Three']);
  expect(await bar('One')).toHaveAccessibleName('One, Nov 2 – Nov 20, 2026, Overdue, 33% weight completed');
  expect(await bar('Two')).toHaveAccessibleName('Two, Nov 3 – Nov 20, 2026, Overdue, - of - weight completed');
  expect(await bar('Three')).toHaveAccessibleName(/No start date – Dec 1, 2026/);
  expect(await bar('One')).toHaveTextContent('One33%');
  expect(Number.parseFloat((await bar('One')).style.width)).toBeCloseTo((19 / 7) * 180, 6);
});

test('RM-02.11 settings change the view and its address in place', async () => {
  const { user, settled } = await openPage(PAGE, seed);
  await grid();
  const before = window.history.length;
  await user.click(screen.getByRole('button', { name: 'Settings' }));
  const drawer = within(screen.getByRole('dialog', { name: 'Roadmap settings' }));
  expect(drawer.queryByRole('radio', { name: 'By month' })).toBeNull();
  await user.selectOptions(drawer.getByRole('combobox', { name: 'Date range' }), 'Within 3 years');
  await settled();
  expect(drawer.getByRole('radio', { name: 'By week' })).toBeChecked();
  expect(drawer.getByRole('radio', { name: 'By quarter' })).toBeInTheDocument();
  await user.click(drawer.getByRole('radio', { name: 'By month' }));
  await user.click(drawer.getByRole('radio', { name: 'Use issue count' }));
  await user.click(drawer.getByRole('switch', { name: 'Display milestones' }));
  await settled();
  expect(params().get('timeframe_range_type')).toBe('THREE_YEARS');
  expect(params().get('layout')).toBe('MONTHS');
  expect(params().get('show_milestones')).toBe('false');
  expect(await bar('One')).toHaveAccessibleName(/33% issues closed/);
  expect(screen.queryByRole('button', { name: 'Milestones' })).toBeNull();
  expect(window.history.length).toBe(before);
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('button', { name: 'Settings' })).toHaveFocus();
});

test('RM-18.1 RM-18.2 more epics than the limit: a warning, until it is dismissed', async () => {
  const { user } = await openPage(PAGE, (world) => {
    seed(world);
    world.server.world.epicsLimit = 2;
  });
  await grid();
  const body = 'Roadmaps can display up to 2 epics. These appear in your selected sort order.';
  expect(screen.getByText('Some of your epics might not be visible')).toBeInTheDocument();
  expect(screen.getByText(body)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByText('Some of your epics might not be visible')).toBeNull();
  expect(await titles()).toEqual(['One', 'Two', 'Three']);
});

test('RM-18.1 as many as the limit are no reason for one', async () => {
  await openPage(PAGE, (world) => {
    seed(world);
    // The one that is due before it starts is of the list too.
    world.server.world.epicsLimit = 4;
  });
  await grid();
  expect(screen.queryByText('Some of your epics might not be visible')).toBeNull();
});

test('RM-01.3 RM-01.4 the page starts from its element; what the address says goes before', async () => {
  const element = document.createElement('div');
  element.id = 'js-roadmap';
  document.body.append(element);
  try {
    Object.assign(element.dataset, {
      fullPath: 'acme',
      timeframeRangeType: 'THREE_YEARS',
      presetType: 'MONTHS',
      sortedBy: 'end_date_desc',
    });
    await openPage(PAGE, seed);
    expect(
      within(await grid()).getAllByRole('columnheader', { name: /^(\d{4} )?[A-Z][a-z]{2}$/ }).length,
    ).toBeGreaterThan(1);
    expect(await titles()).toEqual(['Three', 'Two', 'One']);
    closePage();
    await openPage(`${PAGE}?sort=start_date_asc`, seed);
    expect(await titles()).toEqual(['One', 'Two', 'Three']);
    closePage();
    element.dataset['fullPath'] = 'another';
    await openPage(PAGE, seed);
    expect(screen.getByRole('combobox', { name: 'Sort by' })).toHaveValue('start_date_asc');
  } finally {
    element.remove();
  }
});

test('RM-15.2 a group without dated epics: what to do, and no settings', async () => {
  await openPage(PAGE, ({ server: { world }, groupId }) => void world.addEpic(groupId, { title: 'Undated' }));
  expect(await screen.findByText('The roadmap shows the progress of your epics along a timeline')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'New epic' })).toHaveAttribute('href', '/groups/acme/-/epics/new');
  expect(screen.getByRole('link', { name: 'View epics list' })).toHaveAttribute('href', '/groups/acme/-/epics');
  expect(screen.queryByRole('button', { name: 'Settings' })).toBeNull();
});

test('RM-11.2 a chevron expands and collapses, and so do + and -', async () => {
  const { user, settled } = await openPage(PAGE, seed);
  await grid();
  await user.click(screen.getByRole('button', { name: 'Expand One' }));
  await settled();
  expect(await titles()).toEqual(['One', 'Child', 'Two', 'Three']);
  const row = screen.getByRole('link', { name: 'Child' }).closest('[role="row"]');
  expect(row).toHaveAttribute('aria-level', '2');
  await user.click(screen.getByRole('button', { name: 'Collapse One' }));
  expect(await titles()).toEqual(['One', 'Two', 'Three']);
  act(() => screen.getByRole('link', { name: 'One' }).focus());
  await user.keyboard('+');
  expect(await titles()).toEqual(['One', 'Child', 'Two', 'Three']);
  await user.keyboard('-');
  expect(await titles()).toEqual(['One', 'Two', 'Three']);
});

test('RM-11.8 children that cannot be read are said at their row, which tries again; the others stay', async () => {
  const { user, settled } = await openPage(PAGE, (world) => {
    seed(world);
    world.server.fault({
      kind: 'refuse',
      match: 'epicChildEpics',
      error: { name: 'WireError', kind: 'http', status: 500, messages: [] },
    });
  });
  await grid();
  await user.click(screen.getByRole('button', { name: 'Expand One' }));
  await settled();
  expect(await titles()).toEqual(['One', 'Two', 'Three']);
  expect(screen.getAllByText('Child epics could not be read')).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await settled();
  expect(await titles()).toEqual(['One', 'Child', 'Two', 'Three']);
  expect(screen.queryByText('Child epics could not be read')).toBeNull();
});

test('RM-11.4 where the filters leave no child, an information symbol stands in place of the chevron', async () => {
  const { user, settled } = await openPage(`${PAGE}?search=One`, seed);
  await grid();
  await user.click(screen.getByRole('button', { name: 'Expand One' }));
  await settled();
  expect(screen.getByRole('img', { name: 'No child epics match applied filters' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /One$/ })).toBeNull();
});

test('RM-08.13 arrows walk rows, their parts and cells, one of which the Tab key comes to; Enter opens the epic', async () => {
  const { user, settled } = await openPage(PAGE, seed);
  await grid();
  const cell = () => ['aria-colindex', 'aria-label'].map((name) => document.activeElement?.getAttribute(name));
  const stops = async () => (await grid()).querySelectorAll('[data-row] [tabindex="0"]');
  expect(await stops()).toHaveLength(1);
  act(() => screen.getByRole('link', { name: 'One' }).focus());
  await user.keyboard('{ArrowDown}{ArrowRight}');
  expect(await bar('Two')).toHaveFocus();
  expect(await stops()).toHaveLength(1);
  await user.keyboard('{ArrowUp}');
  expect(await bar('One')).toHaveFocus();
  await user.keyboard('{Control>}{End}{/Control}');
  expect(await bar('Three')).toHaveFocus();
  await user.keyboard('{ArrowLeft}');
  expect(screen.getByRole('link', { name: 'Three' })).toHaveFocus();
  await user.keyboard('{ArrowUp}{ArrowUp}{ArrowRight}{ArrowRight}');
  expect(cell()).toEqual(['7', 'Nov 1 – Nov 7, 2026, bar Nov 2 – Nov 7, 2026']);
  expect(await stops()).toHaveLength(1);
  await user.keyboard('{ArrowRight}{ArrowRight}');
  expect(cell()).toEqual(['9', 'Nov 15 – Nov 21, 2026, today, bar Nov 15 – Nov 20, 2026']);
  await user.keyboard('{ArrowRight}{ArrowDown}');
  expect(cell()).toEqual(['10', 'Nov 22 – Nov 28, 2026, no bar']);
  expect(document.activeElement?.closest('[data-row]')).toHaveAccessibleName(/^Two, /);
  await user.keyboard('{ArrowLeft}');
  expect(cell()?.[0]).toBe('9');
  await user.keyboard('{End}{ArrowRight}');
  expect(cell()).toEqual(['15', 'Dec 27, 2026 – Jan 2, 2027, no bar']);
  await user.keyboard('{Control>}{Home}{/Control}{End}{Enter}');
  await settled();
  expect(window.location.pathname).toBe('/groups/acme/-/epics/1');
});

test('RM-09.10 a bar is moved by keyboard: shown at once, kept with Enter, given up with Escape', async () => {
  const { user, settled } = await openPage(PAGE, seed);
  const one = await bar('One');
  act(() => one.focus());
  await user.keyboard(' {ArrowRight}{Shift>}{ArrowRight}{/Shift}');
  expect(one).toHaveTextContent('Nov 10 – Nov 28, 2026');
  await user.keyboard('{Escape}');
  expect(one).toHaveAccessibleName(/Nov 2 – Nov 20, 2026/);
  await user.keyboard(' {ArrowRight}{Alt>}{ArrowRight}{/Alt}{Enter}');
  await settled();
  expect(await bar('One')).toHaveAccessibleName(/Nov 3 – Nov 22, 2026/);
  expect(await bar('One')).toHaveFocus();
  await user.keyboard(' s{ArrowLeft}{Enter}');
  await settled();
  expect(await bar('One')).toHaveAccessibleName(/Nov 2 – Nov 22, 2026/);
});

test('RM-09.23 refused dates go back to where they were, and the alert says why', async () => {
  const { user, server, settled } = await openPage(PAGE, seed);
  const one = await bar('One');
  server.fault({
    kind: 'refuse',
    match: 'updateEpic',
    error: { name: 'WireError', kind: 'graphql', messages: ['The plan is locked'] },
  });
  act(() => one.focus());
  await user.keyboard(' {ArrowRight}{Enter}');
  await settled();
  expect(screen.getByText("The epic's dates could not be changed")).toBeInTheDocument();
  expect(screen.getByText('The plan is locked')).toBeInTheDocument();
  expect(await bar('One')).toHaveAccessibleName(/Nov 2 – Nov 20, 2026/);
});

test('a visitor moves nothing', async () => {
  const { user } = await openPage(PAGE, seed, { viewer: null });
  const one = await bar('One');
  act(() => one.focus());
  await user.keyboard(' {ArrowRight}');
  expect(one).toHaveTextContent(/^One/);
  expect(one).not.toHaveAttribute('data-movable');
});

test('RM-10.6 milestones stand above the epics, and their section collapses', async () => {
  const { user } = await openPage(PAGE, seed);
  await grid();
  expect(await screen.findByRole('img', { name: 'v1, Group milestone, Nov 1 – Nov 28, 2026' })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Milestones' }));
  expect(screen.queryByRole('img', { name: /^v1,/ })).toBeNull();
  expect(screen.getByRole('button', { name: 'Milestones' })).toHaveAttribute('aria-expanded', 'false');
});

test('RM-07.7 the tray lists the epics without a bar, with the reason', async () => {
  const { user } = await openPage(PAGE, seed);
  await grid();
  await user.click(await screen.findByRole('button', { name: '2 epics are not on the timeline' }));
  const tray = within(screen.getByRole('region', { name: 'Epics without a bar' }));
  expect(tray.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Backwardsacme&6 · Due before startSet dates',
    'Undatedacme&5 · No start and end dateSet dates',
  ]);
});

describe('more epics without a bar than were read', () => {
  /** The first reading has 49 epics without dates (and one that is due only); `backwards` more come with the timeline. */
  const openTray = async (backwards: number) => {
    const product = await openPage(PAGE, (whole) => {
      const { server, groupId } = whole;
      const { world } = server;
      seed(whole);
      for (let at = 1; at < backwards; at += 1) world.addEpic(groupId, { ...NOV, startDate: '2026-11-30' });
      for (let at = 0; at < 80; at += 1) world.addEpic(groupId);
    });
    await product.user.click(
      await screen.findByRole('button', { name: `${49 + backwards}+ epics are not on the timeline` }),
    );
    const tray = within(screen.getByRole('region', { name: 'Epics without a bar' }));
    const press = async (name: string) => {
      await product.user.click(tray.getByRole('button', { name }));
      await product.settled();
    };
    for (let at = 0; at < 4; at += 1) await press('Next');
    return { tray, press, items: () => tray.getAllByRole('listitem').map(({ textContent }) => textContent) };
  };

  test('RM-07.11 Next on a full last page reads on and turns to what was read', async () => {
    const { press, items } = await openTray(11);
    const last = items();
    expect(last).toHaveLength(12);
    await press('Next');
    const [more] = items();
    expect(items()).toHaveLength(12);
    expect(last).not.toContain(more);
    await press('Previous');
    expect(items()).toEqual(last);
  });

  test('RM-07.11 one that is not full is filled with what was read', async () => {
    const { press, items } = await openTray(1);
    const last = items();
    expect(last).toHaveLength(2);
    await press('Next');
    expect(items()).toHaveLength(12);
    expect(items().slice(0, 2)).toEqual(last);
  });
});

test('RM-07.9 an epic of the tray that is given dates has its row at once, highlighted for a while (RM-16)', async () => {
  const { user, settled, advance } = await openPage(PAGE, seed);
  await grid();
  await user.click(await screen.findByRole('button', { name: '2 epics are not on the timeline' }));
  await user.click(screen.getByRole('button', { name: 'Set dates of Undated' }));
  await user.type(screen.getByLabelText('Start date'), '2026-11-23');
  await user.type(screen.getByLabelText('Due date'), '2026-11-27');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await settled();
  expect(await bar('Undated')).toHaveAccessibleName(/Nov 23 – Nov 27, 2026/);
  const row = (await bar('Undated')).closest('[data-row]');
  expect(row).toHaveAttribute('data-fresh');
  await advance(3000);
  expect(row).not.toHaveAttribute('data-fresh');
  expect(screen.getByRole('button', { name: '1 epic is not on the timeline' })).toBeInTheDocument();
});

test('RM-14.3 a roadmap that cannot be read says so, hides the timeline, and is tried again', async () => {
  const { user, settled } = await openPage(PAGE, (world) => {
    seed(world);
    world.server.fault({
      kind: 'refuse',
      match: 'roadmapGroupEpics',
      error: { name: 'WireError', kind: 'http', status: 500, messages: [] },
    });
  });
  expect((await screen.findAllByText('Something went wrong while fetching epics')).length).toBeGreaterThan(0);
  expect(screen.queryByRole('treegrid')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await settled();
  expect(await titles()).toEqual(['One', 'Two', 'Three']);
});

test('RM-14.4 a group that may not be seen is not found', async () => {
  await openPage('/groups/none/-/roadmap', seed);
  expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeInTheDocument();
});

test('RM-12.1 further pages come as one scrolls; at any length few elements are drawn', async () => {
  const { settled } = await openPage(PAGE, ({ server: { world }, groupId }) => {
    for (let index = 1; index <= 120; index += 1) world.addEpic(groupId, { title: `E${index}`, ...NOV });
  });
  const scroller = await grid();
  expect(scroller).toHaveAttribute('aria-rowcount', '52');
  for (const [top, rows] of [
    [1440, '102'],
    [3240, '122'],
    [3960, '122'],
  ] as const) {
    scroller.scrollTop = top;
    fireEvent.scroll(scroller);
    await settled();
    expect(scroller).toHaveAttribute('aria-rowcount', rows);
  }
  expect(document.querySelectorAll('*').length).toBeLessThan(600);
  const drawn = [...scroller.querySelectorAll('[data-row]')].map((row) => Number(row.getAttribute('aria-rowindex')));
  expect(Math.max(...drawn)).toBe(122);
});

test('RM-09.18 on paper all loaded rows stand, as a picture that is there only while it is printed', async () => {
  await openPage(PAGE, seed);
  await grid();
  act(() => void window.dispatchEvent(new Event('beforeprint')));
  const texts = [...document.querySelectorAll('svg text')].map(({ textContent }) => textContent);
  expect(texts).toEqual(expect.arrayContaining(['Roadmap · acme', 'One', 'Two', 'Three']));
  act(() => void window.dispatchEvent(new Event('afterprint')));
  expect(document.querySelector('svg text')).toBeNull();
});

test('RM-02.11 an address that changes under the page (back, forward) changes the view', async () => {
  const { settled } = await openPage(PAGE, seed);
  await grid();
  act(() => {
    window.history.pushState(null, '', `${PAGE}?label_name[]=red`);
    window.dispatchEvent(new PopStateEvent('popstate', { state: null }));
  });
  await settled();
  expect(await titles()).toEqual(['Two']);
  act(() => {
    window.history.pushState(null, '', PAGE);
    window.dispatchEvent(new PopStateEvent('popstate', { state: null }));
  });
  await settled();
  expect(await titles()).toEqual(['One', 'Two', 'Three']);
});
