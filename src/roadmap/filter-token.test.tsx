import { act, screen } from '@testing-library/react';
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
