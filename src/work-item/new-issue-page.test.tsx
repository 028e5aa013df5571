import { screen, within } from '@testing-library/react';
import type { World } from '../testing/product.tsx';
import { closePage, openPage } from '../testing/product.tsx';

afterEach(closePage);

const seed = ({ server: { world }, projectId }: World) => void world.addItem(projectId, { title: 'There' });

test('WI-18.20 the issues of a project lead to the form, and the form to the new issue', async () => {
  const { user, settled, server, fake } = await openPage('/acme/app/-/issues', seed);
  await user.click(await screen.findByRole('link', { name: 'New issue' }));
  await settled();
  const form = within(await screen.findByRole('form', { name: 'New issue' }));
  expect(document.title).toContain('New issue');
  expect(form.getByRole('textbox', { name: 'Title' })).toHaveFocus();
  expect(form.getByRole('button', { name: 'Create issue' })).toHaveAttribute('aria-disabled', 'true');
  await user.type(form.getByRole('textbox', { name: 'Title' }), 'Leaking tap');
  await user.selectOptions(form.getByRole('combobox', { name: 'Type' }), 'Incident');
  await user.click(form.getByRole('checkbox', { name: /confidential/ }));
  await user.type(form.getByRole('textbox', { name: 'Description' }), 'It drips.');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await settled();
  const made = [...server.world.items.values()].at(-1);
  expect(made).toMatchObject({ title: 'Leaking tap', type: 'incident', confidential: true, description: 'It drips.' });
  expect(fake.visits).toEqual([`/acme/app/-/issues/incident/${made?.iid}`]);
});

test('WI-18.2 WI-18.7 an address fills the form; Cancel goes back to the list', async () => {
  const { user, settled } = await openPage('/acme/app/-/issues/new?issue[title]=Fire&issue[description]=Hot', seed);
  expect(await screen.findByRole('textbox', { name: 'Title' })).toHaveValue('Fire');
  expect(screen.getByRole('textbox', { name: 'Description' })).toHaveValue('Hot');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await settled();
  expect(window.location.pathname).toBe('/acme/app/-/issues');
});

test('WI-18.3 who may not create issues has no such page, and no link to it', async () => {
  const publicProject = (world: World) => {
    seed(world);
    const groupId = world.server.world.addGroup({ path: 'open', visibility: 'public' });
    world.server.world.addProject({ groupId, path: 'tools', visibility: 'public' });
  };
  await openPage('/open/tools/-/issues', publicProject, { viewer: null });
  expect(await screen.findByRole('heading', { level: 1, name: 'Issues' })).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'New issue' })).toBeNull();
  closePage();
  await openPage('/open/tools/-/issues/new', publicProject, { viewer: null });
  expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeInTheDocument();
});
