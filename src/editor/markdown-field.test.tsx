import { screen, within } from '@testing-library/react';
import type { World } from '../testing/product.tsx';
import { closePage, openPage } from '../testing/product.tsx';
import '../note/activity.tsx';

afterEach(closePage);

const seed = ({ server, groupId, projectId }: World) => {
  const { world } = server;
  const ada = world.addUser({ username: 'ada', name: 'Ada' });
  world.addMember({ userId: ada, groupId, level: 30 });
  world.addItem(projectId, { title: 'Leaking tap' });
};

async function openField() {
  const product = await openPage('/acme/app/-/issues/1', seed);
  await product.rest();
  await product.settled();
  const section = within(await screen.findByRole('region', { name: 'Activity' }));
  const field = section.getByRole<HTMLTextAreaElement>('textbox', { name: 'Add a comment' });
  const tool = (name: RegExp) => section.getByRole('button', { name });
  return { ...product, section, field, tool };
}

test('IE-09.50 tools and keys change what is selected, and the toolbar is one stop for Tab', async () => {
  const { user, section, field, tool } = await openField();
  await user.type(field, 'roof');
  field.setSelectionRange(0, 4);
  await user.click(tool(/^Bold/));
  expect(field).toHaveValue('**roof**');
  expect(field).toHaveFocus();
  expect([field.selectionStart, field.selectionEnd]).toEqual([2, 6]);
  await user.keyboard('{Control>}b{/Control}');
  expect(field).toHaveValue('roof');
  await user.keyboard('{Control>}{Shift>}X{/Shift}{/Control}');
  expect(field).toHaveValue('~~roof~~');

  const bar = section.getByRole('toolbar', { name: 'Formatting' });
  const tools = within(bar).getAllByRole('button');
  expect(tools.filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1);
  tools[0]?.focus();
  await user.keyboard('{ArrowRight}');
  expect(tools[1]).toHaveFocus();
  await user.keyboard('{Home}{ArrowLeft}');
  expect(tools.at(-1)).toHaveFocus();
});

test('IE-09.34 IE-09.50 Enter goes on with a list', async () => {
  const { user, field } = await openField();
  await user.type(field, '1. one{Enter}two{Enter}{Enter}');
  expect(field).toHaveValue('1. one\n2. two\n');
});

test('IE-09.51 arrows mark a choice, Enter takes it, Escape closes the list', async () => {
  const { user, section, field } = await openField();
  await user.type(field, ':tad');
  const choices = () => {
    const popup = section.queryByRole('listbox', { name: 'Suggestions' });
    return popup === null ? [] : within(popup).getAllByRole('option');
  };
  const options = () => choices().map((each) => each.textContent);
  expect(options()).toEqual(['🎉tada']);
  expect(field).toHaveAttribute('aria-activedescendant', choices()[0]?.id);
  await user.keyboard('{Enter}');
  expect(field).toHaveValue(':tada: ');
  expect(options()).toEqual([]);
  await user.keyboard(':hear{ArrowDown}{ArrowDown}');
  expect(options()).toHaveLength(5);
  await user.keyboard('{Escape}');
  expect(options()).toEqual([]);
  await user.keyboard('t');
  expect(options()).toEqual([]);
});
