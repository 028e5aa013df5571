import { act, screen, within } from '@testing-library/react';
import type { World } from '../testing/product.tsx';
import { closePage, openPage } from '../testing/product.tsx';
import { grid, options, PAGE, params, seed, titles } from './testing.ts';

afterEach(closePage);

test('RM-03.1 a token is made by keyboard in three steps, filters, and stands in the address', async () => {
  const { user, settled, advance } = await openPage(PAGE, seed);
  await grid();
  const field = screen.getByRole('combobox', { name: 'Filter epics' });
  await user.click(field);
  await user.keyboard('lab{ArrowDown}{ArrowDown}{Enter}');
  expect(options()).toEqual(['is', 'is not']);
  await user.keyboard('{ArrowDown}{Enter}');
  await settled();
  expect(screen.getByRole('option', { name: 'red' })).toBeInTheDocument();
  await user.keyboard('re');
  await advance(250);
  expect(options()).toEqual(['red']);
  await user.keyboard('{ArrowDown}{Enter}');
  await settled();
  expect(params().getAll('label_name[]')).toEqual(['red']);
  expect(await titles()).toEqual(['Two']);
  expect(screen.getByRole('list', { name: 'Filters' })).toHaveTextContent('Label is red');
  // Without a letter in the field, Backspace takes the last token away.
  await user.keyboard('{Backspace}');
  await settled();
  expect(params().has('label_name[]')).toBe(false);
  expect(await titles()).toEqual(['One', 'Two', 'Three']);
  // It is the last of the recent searches, and works again.
  await user.click(screen.getByRole('button', { name: 'Recent searches' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Label is red' }));
  await settled();
  expect(await titles()).toEqual(['Two']);
});

test('RM-03.3 words are searched for, joined with those of before; RM-15.1 nothing fits', async () => {
  const { user, settled } = await openPage(PAGE, seed);
  await grid();
  await user.type(screen.getByRole('combobox', { name: 'Filter epics' }), 'no{Enter}');
  await settled();
  await user.type(screen.getByRole('combobox', { name: 'Filter epics' }), 'such epic{Enter}');
  await settled();
  expect(params().get('search')).toBe('no such epic');
  expect(screen.getByText('Sorry, no epics matched your search')).toBeInTheDocument();
  expect(screen.getByText(/^To widen your search, change or remove filters; from /)).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'New epic' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Settings' })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  await settled();
  expect(await titles()).toEqual(['One', 'Two', 'Three']);
});

describe('search texts', () => {
  const field = () => screen.getByRole('combobox', { name: 'Filter epics' });
  const begun = async (name: string, change: (world: World) => void = () => undefined) => {
    const page = await openPage(PAGE, (world) => {
      seed(world);
      change(world);
    });
    await grid();
    await page.user.click(field());
    await page.user.keyboard(`${name}{ArrowDown}{ArrowDown}{Enter}`);
    return page;
  };

  test('RL-12.50 without recent searches their menu says so', async () => {
    const { user, settled } = await openPage(PAGE, seed);
    await grid();
    await user.click(screen.getByRole('button', { name: 'Recent searches' }));
    expect(await screen.findByText("You don't have any recent searches")).toBeInTheDocument();
    await user.keyboard('{Escape}');
    await user.type(field(), 'one{Enter}');
    await settled();
    await user.click(screen.getByRole('button', { name: 'Recent searches' }));
    expect(await screen.findByRole('menuitem', { name: '“one”' })).toBeInTheDocument();
    expect(screen.queryByText("You don't have any recent searches")).toBeNull();
    await user.click(screen.getByRole('menuitem', { name: 'Clear recent searches' }));
    await user.click(screen.getByRole('button', { name: 'Recent searches' }));
    expect(await screen.findByText("You don't have any recent searches")).toBeInTheDocument();
  });

  test('RL-12.50 values are being looked for, and there are none', async () => {
    const { user, advance } = await begun('mile', ({ server }) =>
      server.fault({ kind: 'delay', match: 'searchGroupMilestones', milliseconds: 1000 }),
    );
    expect(options()).toEqual(['Searching...']);
    await advance(1000);
    expect(options()).toEqual(['v1']);
    await user.keyboard('nothing like it');
    await advance(1250);
    expect(options()).toEqual(['No matches found']);
  });

  test('RL-12.51 RL-12.2 the operators are is and is not, of which Enter takes the first', async () => {
    const { user, settled } = await begun('lab');
    expect(options()).toEqual(['is', 'is not']);
    await user.keyboard('{Enter}');
    expect(field()).toHaveAccessibleDescription('Label is');
    await user.keyboard('red{Enter}');
    await settled();
    expect(params().getAll('label_name[]')).toEqual(['red']);
  });

  test('RL-12.52 blanks are dropped; several words are joined, not quoted', async () => {
    const { user, settled } = await openPage(PAGE, seed);
    await grid();
    await user.type(field(), '   {Enter}');
    await settled();
    expect(params().has('search')).toBe(false);
    expect(screen.queryByRole('list', { name: 'Filters' })).toBeNull();
    await user.type(field(), ' two   words {Enter}');
    await settled();
    expect(params().get('search')).toBe('two words');
  });

  test('RL-13.1 milestones that cannot be fetched: an alert, and the list of their token', async () => {
    await begun('mile', ({ server }) =>
      server.fault({
        kind: 'refuse',
        match: 'searchGroupMilestones',
        error: { name: 'WireError', kind: 'http', status: 500, messages: ['Out of order'] },
      }),
    );
    const text = 'There was a problem fetching milestones.';
    expect(await screen.findAllByText(text)).toHaveLength(2);
    expect(options()).toEqual([text]);
    expect(screen.getByText('Out of order')).toBeInTheDocument();
  });
});

describe('the reaction emoji', () => {
  const begun = async (viewer?: null) => {
    const page = await openPage(PAGE, seed, viewer === null ? { viewer } : {});
    await grid();
    await page.user.click(screen.getByRole('combobox', { name: 'Filter epics' }));
    await page.user.keyboard('reac');
    return page;
  };

  test('RL-08.1 RL-08.2 the default list stands before anything is typed; typed, every name is looked through', async () => {
    const { user, settled, advance } = await begun();
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}{ArrowDown}{Enter}');
    await settled();
    expect(options()).toEqual([
      'None',
      'Any',
      '👍 thumbsup',
      '👎 thumbsdown',
      '❤️ heart',
      '🎉 tada',
      '🚀 rocket',
      '👀 eyes',
    ]);
    await user.keyboard('carr');
    await advance(250);
    expect(options()).toEqual(['🥕 carrot']);
    await user.keyboard('{ArrowDown}{Enter}');
    await settled();
    expect(params().get('my_reaction_emoji')).toBe('carrot');
    expect(screen.getByRole('list', { name: 'Filters' })).toHaveTextContent('My-Reaction is 🥕:carrot:');
    expect(screen.getByRole('button', { name: 'Remove My-Reaction is 🥕 carrot' })).toBeInTheDocument();
  });

  test.each([
    ['None', 'My-Reaction is None'],
    ['no_such_sign', 'My-Reaction is no_such_sign'],
    ['tada', 'My-Reaction is 🎉:tada:'],
  ])('RL-08.4 the token of %s', async (name, text) => {
    await openPage(`${PAGE}?my_reaction_emoji=${name}`, seed);
    expect(within(await screen.findByRole('list', { name: 'Filters' })).getByRole('listitem')).toHaveTextContent(text);
  });

  test('RL-08.3 names that cannot be read: the field says so', async () => {
    const { user, server, advance } = await begun();
    server.fault({
      kind: 'refuse',
      match: 'GET /-/autocomplete/award_emojis',
      error: { name: 'WireError', kind: 'http', status: 500, messages: [] },
    });
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}{Enter}x');
    await advance(250);
    expect(screen.getAllByText('There was a problem fetching emojis.').length).toBeGreaterThan(0);
  });

  test('RM-03.5 it is not offered to a visitor', async () => {
    await begun(null);
    expect(options()).toEqual(['Search for “reac”']);
  });
});

test('RL-09.4 a token of a filter goes through its operator and its value to its end, and Backspace one step back', async () => {
  const { user, settled } = await openPage(PAGE, seed);
  await grid();
  const field = screen.getByRole('combobox', { name: 'Filter epics' });
  await user.click(field);
  await user.keyboard('lab{ArrowDown}{ArrowDown}{Enter}');
  expect(field).toHaveAccessibleDescription('Label');
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  expect(field).toHaveAccessibleDescription('Label is not');
  await user.keyboard('{Backspace}');
  expect(field).toHaveAccessibleDescription('Label');
  expect(options()).toEqual(['is', 'is not']);
  await user.keyboard('{ArrowDown}{Enter}red{Enter}');
  await settled();
  expect(field).not.toHaveAccessibleDescription();
  expect(params().getAll('label_name[]')).toEqual(['red']);
});

test.each(['{Delete}', '{Backspace}'])('RL-09.3 %s on a token of a filter takes it away', async (key) => {
  const { user, settled } = await openPage(`${PAGE}?label_name[]=red&author_username=root`, seed);
  await grid();
  act(() => screen.getByRole('button', { name: 'Remove Label is red' }).focus());
  await user.keyboard(key);
  await settled();
  expect(params().has('label_name[]')).toBe(false);
  expect(params().get('author_username')).toBe('root');
});

describe('a value that is typed', () => {
  const field = () => screen.getByRole('combobox', { name: 'Filter epics' });
  const labelled = (world: World) => {
    seed(world);
    for (const title of ['priority::1', 'old red']) world.server.world.addLabel(title, '#00ff00');
  };
  /** The name of the token is chosen. */
  const begun = async () => {
    const page = await openPage(PAGE, labelled);
    await grid();
    await page.user.click(field());
    await page.user.keyboard('lab{ArrowDown}{ArrowDown}{Enter}');
    await page.settled();
    return page;
  };

  test('RL-12.53 Enter takes the first value that is offered, also where it was pressed before the list was there', async () => {
    const { user, settled, advance } = await begun();
    await user.keyboard('{Enter}prio{Enter}');
    await settled();
    expect(params().has('label_name[]')).toBe(false);
    await advance(250);
    await settled();
    expect(params().getAll('label_name[]')).toEqual(['priority::1']);
    await user.keyboard('lab{ArrowDown}{ArrowDown}{Enter}{Enter}blu');
    await advance(250);
    await user.keyboard('{Enter}');
    await settled();
    expect(params().getAll('label_name[]')).toEqual(['priority::1', 'blue']);
  });

  test('RL-09.5 a token that was begun goes with the focus; the words of a search stay', async () => {
    const { user } = await begun();
    await user.keyboard('pri');
    await user.click(document.body);
    expect(field()).not.toHaveAccessibleDescription();
    expect(field()).toHaveValue('');
    expect(screen.queryByRole('listbox')).toBeNull();
    await user.type(field(), 'words');
    await user.click(document.body);
    expect(field()).toHaveValue('words');
  });

  test('RL-09.5 the button that clears the filters takes it away, and nothing else', async () => {
    const { user } = await begun();
    const before = window.location.href;
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(field()).not.toHaveAccessibleDescription();
    expect(field()).toHaveFocus();
    expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull();
    expect(window.location.href).toBe(before);
  });

  test('RL-09.5 while another window has the focus the token waits', async () => {
    await begun();
    act(() => void field().dispatchEvent(new FocusEvent('focusout', { bubbles: true })));
    expect(field()).toHaveAccessibleDescription('Label');
    expect(screen.queryByRole('listbox')).toBeNull();
  });
});
