import { screen, waitFor, within } from '@testing-library/react';
import { refusal } from '@espalier/core/testing';
import { closePage, openPage, type World } from '../testing/product.tsx';

afterEach(closePage);

const PAGE = '/acme/app/-/settings/templates';
const LIST = '/api/v4/projects/acme%2Fapp/templates/issues';

const withTemplates = ({ server: { world }, projectId, groupId }: World): void => {
  const row = { groupId: null, projectId, updatedAt: '2026-01-02T03:04:05.000Z' };
  world.templates.set(901, { id: 901, ...row, name: 'Bug report', content: '## Steps' });
  world.templates.set(902, { id: 902, ...row, projectId: null, groupId, name: 'Story', content: 'As a' });
};
const withRole = (level: number) => (world: World) => {
  const userId = world.server.world.addUser({ username: 'ada' });
  world.server.world.addMember({ userId, groupId: world.groupId, level });
  withTemplates(world);
};
const listed = () => within(screen.getByRole('list', { name: 'Templates' })).getAllByRole('listitem');
const button = (name: string) => screen.findByRole('button', { name });

test('IE-08.31 the page lists the place’s own templates and makes one; faults and refusals keep what was typed', async () => {
  const { user, settled } = await openPage(PAGE, withTemplates);
  await screen.findByRole('heading', { name: 'Description templates' });
  expect(listed().map(({ textContent }) => textContent)).toEqual([expect.stringMatching(/^Bug reportUpdated/)]);
  await user.click(await button('New template'));
  const form = within(screen.getByRole('form', { name: 'New template' }));
  expect(form.getByLabelText('Name')).toHaveFocus();
  await user.type(form.getByLabelText('Name'), 'bug REPORT');
  await user.click(form.getByRole('button', { name: 'Create template' }));
  await settled();
  expect(form.getByLabelText('Content')).toHaveAccessibleDescription("can't be blank");
  await user.type(form.getByLabelText('Content'), 'x');
  await user.click(form.getByRole('button', { name: 'Create template' }));
  await settled();
  expect(form.getByRole('alert')).toHaveTextContent('Name has already been taken');
  expect(form.getByLabelText('Content')).toHaveValue('x');
  await user.clear(form.getByLabelText('Name'));
  await user.type(form.getByLabelText('Name'), 'Task.md');
  await user.click(form.getByRole('button', { name: 'Create template' }));
  await settled();
  expect(screen.queryByRole('form', { name: 'New template' })).toBeNull();
  expect(screen.getByRole('heading', { name: 'Description templates' })).toHaveFocus();
  await waitFor(() => expect(listed()).toHaveLength(2));
  expect(listed()[1]).toHaveTextContent(/^Task/);
});

test('IE-08.31 IE-08.32 a template is edited with the keyboard', async () => {
  const { user, settled, server } = await openPage(PAGE, withTemplates);
  await user.click(await button('Edit Bug report'));
  await settled();
  const content = await screen.findByLabelText('Content');
  expect(content).toHaveValue('## Steps');
  await user.type(content, ' more{Control>}{Enter}{/Control}');
  await settled();
  expect(server.world.templates.get(901)).toMatchObject({ name: 'Bug report', content: '## Steps more' });
  expect(screen.queryByLabelText('Content')).toBeNull();
  await user.click(await button('Edit Bug report'));
  await settled();
  expect(await screen.findByLabelText('Content')).toHaveValue('## Steps more');
});

test('IE-08.32 what was typed is given up only after a question; what is unchanged at once', async () => {
  const { user, settled } = await openPage(PAGE, withTemplates);
  await user.click(await button('New template'));
  await user.keyboard('{Escape}');
  expect(screen.queryByLabelText('Name')).toBeNull();
  await user.click(await button('New template'));
  await user.type(screen.getByLabelText('Name'), 'Half');
  await user.keyboard('{Escape}');
  expect(await screen.findByRole('alertdialog')).toHaveTextContent('Are you sure you want to cancel editing?');
  await user.click(await button('Continue editing'));
  expect(screen.getByLabelText('Name')).toHaveValue('Half');
  await user.click(await button('Cancel'));
  await user.click(await button('Discard changes'));
  await settled();
  expect(screen.queryByLabelText('Name')).toBeNull();
});

test('IE-08.31 a template is deleted after a question, and then the page says what templates are for', async () => {
  const { user, settled, server } = await openPage(PAGE, withTemplates);
  server.fault({ kind: 'refuse', match: `DELETE ${LIST}/Bug%20report`, error: refusal(500) });
  await user.click(await button('Delete Bug report'));
  await user.click(await button('Delete template'));
  await settled();
  expect(await screen.findByRole('alertdialog')).toHaveTextContent('Something went wrong while saving the template.');
  await user.click(await button('Delete template'));
  await settled();
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(server.world.templates.has(901)).toBe(false);
  expect(await screen.findByText('There are no templates yet')).toBeInTheDocument();
});

test('IE-08.33 IE-08.20 the group’s page and the list of issues lead Maintainers there', async () => {
  const { user, settled } = await openPage('/groups/acme', withRole(40), { viewer: 'ada' });
  await user.click(await screen.findByRole('link', { name: 'Templates' }));
  await settled();
  expect(window.location.pathname).toBe('/groups/acme/-/settings/templates');
  await screen.findByRole('heading', { name: 'Description templates' });
  expect(listed()).toHaveLength(1);
  closePage();
  await openPage('/acme/app/-/issues', withRole(40), { viewer: 'ada' });
  expect(await screen.findByRole('link', { name: 'Templates' })).toHaveAttribute('href', PAGE);
});

test('IE-08.31 IE-08.20 others are told who manages templates, and visitors sign in', async () => {
  await openPage(PAGE, withRole(30), { viewer: 'ada' });
  expect(await screen.findByText('Templates are managed by Maintainers and Owners.')).toBeInTheDocument();
  closePage();
  await openPage('/acme/app/-/issues', withRole(30), { viewer: 'ada' });
  await screen.findByRole('heading', { name: 'Issues' });
  expect(screen.queryByRole('link', { name: 'Templates' })).toBeNull();
  closePage();
  await openPage(PAGE, withTemplates, { viewer: null });
  await waitFor(() => expect(window.location.pathname).toBe('/-/sign-in'));
});
