import { screen, within } from '@testing-library/react';
import type { World } from '../testing/product.tsx';
import { closePage, openPage } from '../testing/product.tsx';

afterEach(closePage);

const seed = ({ server: { world }, groupId, projectId }: World) => {
  const web = world.addGroup({ path: 'web', name: 'Web', parentId: groupId });
  world.addEpic(web, { title: 'Far away' });
  world.addItem(projectId, { title: 'One' });
  world.addItem(projectId, { title: 'Done', state: 'closed' });
};

const row = async (name: string) => {
  const link = await screen.findByRole('link', { name });
  return within(link.closest('li') as HTMLElement);
};
const said = (inside: ReturnType<typeof within>) =>
  inside.queryAllByRole('img').map((one: HTMLElement) => one.getAttribute('aria-label'));

test('RP-02.270 home says of each group and project what it holds', async () => {
  const { settled } = await openPage('/', seed);
  await settled();
  const acme = await row('Acme');
  expect(said(acme)).toEqual(['1 subgroup', '1 project', expect.stringMatching(/^\d+ open epics?$/), '1 open issue']);
  expect(acme.getByText(/ago|now/)).toBeInTheDocument();
  expect(said(await row('Web'))).toEqual(['1 open epic']);
  expect(said(await row('Acme / App'))).toEqual(['1 open issue']);
});

test('RP-02.270 a group says it of itself, of its subgroups and of its projects', async () => {
  const { settled } = await openPage('/groups/acme', seed);
  await settled();
  expect(await screen.findByText(/^1 subgroup · 1 project · \d+ open epics? · 1 open issue ·$/)).toBeInTheDocument();
  expect(said(await row('Web'))).toEqual(['1 open epic']);
  expect(said(await row('Acme / App'))).toEqual(['1 open issue']);
});

test('AP-09.70 groups and projects are shown with their pictures, where they have one', async () => {
  const { settled } = await openPage('/groups/acme', (world) => {
    seed(world);
    const picture = { type: 'image/png', digest: 'd', bytes: new Uint8Array() };
    world.server.world.pictures.set(`group ${world.groupId}`, { ...picture, file: 'acme.png' });
    world.server.world.pictures.set(`project ${world.projectId}`, { ...picture, file: 'app.png' });
  });
  await settled();
  const heading = await screen.findByRole('heading', { level: 1, name: 'Acme' });
  const sources = (inside: HTMLElement | null | undefined) =>
    [...(inside?.querySelectorAll('img') ?? [])].map((img) => img.getAttribute('src'));
  expect(sources(heading)).toEqual([expect.stringMatching(/^\/uploads\/-\/system\/group\/avatar\/\d+\/acme\.png/)]);
  const app = screen.getByRole('link', { name: 'Acme / App' }).closest('li');
  expect(sources(app)).toEqual([expect.stringMatching(/^\/uploads\/-\/system\/project\/avatar\/\d+\/app\.png/)]);
  expect(sources(screen.getByRole('link', { name: 'Web' }).closest('li'))).toEqual([]);
});
