import { fireEvent, screen, waitFor, within } from '@testing-library/react';
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
const listed = () => within(screen.getByRole('list', { name: 'Description templates' })).getAllByRole('listitem');
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
  await user.click(await button('More actions for Bug report'));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete…' }));
  await user.click(await button('Delete template'));
  await settled();
  expect(await screen.findByRole('alertdialog')).toHaveTextContent(
    'Something went wrong while saving. Please try again.',
  );
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

// jsdom's files have none.
Blob.prototype.arrayBuffer ??= function (this: Blob) {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(Uint8Array.from(Buffer.from(reader.result as ArrayBuffer)).buffer);
    reader.readAsArrayBuffer(this);
  });
};
const markdown = (name: string, text: string | Uint8Array<ArrayBuffer>) =>
  new File([text], name, { type: 'text/markdown' });
const imported = () => within(screen.getByRole('list', { name: 'Imported files' })).getAllByRole('listitem');

test('IE-08.53 IE-08.50 files are imported, each with its outcome, and replace what exists when they are told to', async () => {
  const { user, settled, server } = await openPage(PAGE, withTemplates);
  await screen.findByRole('heading', { name: 'Description templates' });
  await user.upload(screen.getByLabelText('Template files'), [
    markdown('bug report.md', 'New steps'),
    markdown('Task.md', '\uFEFF## Goal'),
    markdown('Latin.md', new Uint8Array([0xe4, 0xf6])),
  ]);
  await settled();
  await waitFor(() => expect(listed()).toHaveLength(2));
  expect(imported().map(({ textContent }) => textContent)).toEqual([
    'bug report.md A template of this name exists alreadyReplace',
    'Task.md Imported',
    'Latin.md Cannot be read as a text in UTF-8',
  ]);
  expect([...server.world.templates.values()].map(({ name, content }) => [name, content])).toContainEqual([
    'Task',
    '## Goal',
  ]);
  await user.click(await button('Replace: bug report.md'));
  await settled();
  expect(server.world.templates.get(901)).toMatchObject({ name: 'Bug report', content: 'New steps' });
  expect(imported()[0]).toHaveTextContent('Imported');
  await user.click(await button('Close'));
  expect(screen.queryByRole('list', { name: 'Imported files' })).toBeNull();
});

test('IE-08.53 files are dropped on the page, but not on a form', async () => {
  const { user, settled, server } = await openPage(PAGE, withTemplates);
  const heading = await screen.findByRole('heading', { name: 'Description templates' });
  const drop = async (file: File) => {
    const dataTransfer = { types: ['Files'], files: [file] };
    expect(fireEvent.dragOver(heading, { dataTransfer })).toBe(false);
    expect(fireEvent.drop(heading, { dataTransfer })).toBe(false);
    await settled();
  };
  server.fault({ kind: 'refuse', match: `POST ${LIST}`, error: refusal(500) });
  await drop(markdown('Task.md', 'x'));
  await waitFor(() => expect(imported()[0]).toHaveTextContent('Something went wrong while saving the template.'));
  await user.click(await button('Try again: Task.md'));
  await settled();
  await waitFor(() => expect(listed()).toHaveLength(2));
  await user.click(await button('New template'));
  await drop(markdown('Story.md', 'x'));
  expect(imported()).toHaveLength(1);
  expect(server.world.templates.size).toBe(3);
});
