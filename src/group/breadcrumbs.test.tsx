import { screen, within } from '@testing-library/react';
import type { World } from '../testing/product.tsx';
import { closePage, openPage } from '../testing/product.tsx';

afterEach(closePage);

const seed = ({ server: { world }, groupId }: World) => {
  const web = world.addGroup({ path: 'web', name: 'The Web', parentId: groupId });
  const site = world.addGroup({ path: 'site', name: 'Our Site', parentId: web });
  const shop = world.addProject({ groupId: site, path: 'shop', name: 'Shop Front' });
  world.addEpic(site, { title: 'Sell' });
  world.addItem(shop, { title: 'Cart' });
};

const crumbs = () => within(screen.getByRole('navigation', { name: 'Breadcrumbs' }));
const shown = () =>
  crumbs()
    .getAllByRole('link')
    .map((link) => link.textContent);

const SITE = ['Acme', 'The Web', 'Our Site'];

test.each([
  ['a group', () => '/groups/acme/web/site', SITE],
  ['its epics', () => '/groups/acme/web/site/-/epics', SITE],
  ['an epic', () => `/groups/acme/web/site/-/epics/1`, [...SITE, 'Epics']],
  ['the form of a new epic', () => '/groups/acme/web/site/-/epics/new', [...SITE, 'Epics']],
  ['its roadmap', () => '/groups/acme/web/site/-/roadmap', [...SITE, 'Epics']],
  ['its issues', () => '/groups/acme/web/site/-/issues', SITE],
  ['the issues of a project', () => '/acme/web/site/shop/-/issues', [...SITE, 'Shop Front']],
  ['an issue', () => `/acme/web/site/shop/-/issues/1`, [...SITE, 'Shop Front']],
])('RP-03.402 the way to %s is told by names', async (_page, address, names) => {
  const { settled } = await openPage(address(), seed);
  await settled();
  await crumbs().findByRole('link', { name: names.at(-1) ?? '' });
  await crumbs().findByRole('link', { name: 'The Web' });
  expect(shown()).toEqual(names);
});

test('RP-03.402 where there is little room the middle folds into one button', async () => {
  const { user, settled } = await openPage('/acme/web/site/shop/-/issues', seed);
  await settled();
  const items = () =>
    crumbs()
      .getAllByRole('listitem')
      .map((item) => item.textContent);
  expect(items()).toEqual(['Acme', '…', 'The Web', 'Our Site', 'Shop Front']);
  await user.click(crumbs().getByRole('button', { name: 'Show the whole path' }));
  expect(items()).toEqual(['Acme', 'The Web', 'Our Site', 'Shop Front']);
});
