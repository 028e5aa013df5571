import { act, screen } from '@testing-library/react';
import type { World } from '../testing/product.tsx';
import { closePage, openPage } from '../testing/product.tsx';
import { grid, options, PAGE, params, seed } from './testing.ts';

afterEach(closePage);

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
  const begun = async (name = 'lab') => {
    const page = await openPage(PAGE, labelled);
    await grid();
    await page.user.click(field());
    await page.user.keyboard(`${name}{ArrowDown}{ArrowDown}{Enter}`);
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

  test('RL-12.53 the very words go before the first value', async () => {
    const { user, settled, advance } = await begun();
    await user.keyboard('{Enter}RED');
    await advance(250);
    await user.keyboard('{Enter}');
    await settled();
    expect(params().getAll('label_name[]')).toEqual(['red']);
  });

  test('RL-12.53 letters that are typed after Enter are waited for', async () => {
    const { user, settled, advance } = await begun();
    await user.keyboard('{Enter}prio{Enter}x');
    await advance(500);
    await settled();
    expect(params().has('label_name[]')).toBe(false);
    expect(field()).toHaveValue('priox');
  });

  test('RL-12.53 RL-09.2 where nothing is offered it is what was typed', async () => {
    const { user, settled, advance } = await begun('auth');
    await user.keyboard('{Enter}left.long.ago');
    await advance(250);
    await user.keyboard('{Enter}');
    await settled();
    expect(params().get('author_username')).toBe('left.long.ago');
  });

  test('RL-12.54 what is typed before the operator is chosen is of the value', async () => {
    const { user, settled, advance } = await begun();
    await user.keyboard('prio{Enter}');
    expect(field()).toHaveAccessibleDescription('Label is');
    expect(field()).toHaveValue('prio');
    await advance(250);
    await user.keyboard('{Enter}');
    await settled();
    expect(params().getAll('label_name[]')).toEqual(['priority::1']);
  });

  test('RL-12.54 the name of an operator is none', async () => {
    const { user } = await begun();
    await user.keyboard('is not{Enter}');
    expect(field()).toHaveAccessibleDescription('Label is not');
    expect(field()).toHaveValue('');
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
