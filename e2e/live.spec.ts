import type { Page } from 'playwright-core';
import { apiOf } from './support/api.ts';
import { epicOf, issueOf } from './support/kitchen-sink.ts';
import { RoadmapScreen } from './support/roadmap.ts';
import { settled, Tree } from './support/tree.ts';
import { useWorld } from './support/world.ts';

/** Nothing here waits as long as a poll does (30 s): what is shown within 10 s came with a push. */
const world = useWorld();
const OVERVIEW = '/groups/kitchen-sink/-/epics/1';
const TILES = 'Tile the floor';

const iidOf = async (title: string): Promise<string> => (await epicOf(world.current, title)).iid;

async function change(method: string, path: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json', 'private-token': world.current.tokens.chef };
  const answer = await fetch(world.current.url + path, { method, headers, body: JSON.stringify(body) });
  expect(answer.status).toBeLessThan(300);
}

const rename = async (iid: string, title: string): Promise<void> =>
  change('PUT', `/api/v4/groups/kitchen-sink/epics/${iid}`, { title });

/** Opens a page, and waits until it listens to so many things. */
async function listening(page: Page, topics: number, open: () => Promise<unknown>): Promise<void> {
  let confirmed = 0;
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (String(payload).includes('confirm_subscription')) confirmed += 1;
    }),
  );
  await open();
  const enough = (count: number): boolean => count >= topics;
  expect(enough(await settled(() => Promise.resolve(confirmed), enough))).toBe(true);
}

const eventually = async <T>(read: () => Promise<T>, wanted: T, time?: number): Promise<void> =>
  expect(await settled(read, (now) => JSON.stringify(now) === JSON.stringify(wanted), time)).toEqual(wanted);

test('AP-07.50 a row of the tree follows who renames and moves it elsewhere', async () => {
  const { page } = await world.current.open({ as: 'demo' });
  await listening(page, 1, () => Tree.open(page, OVERVIEW));
  const tree = new Tree(page);
  const before = await tree.children();
  const [first] = before as [string];
  await rename(await iidOf(first), 'Another name');
  await eventually(() => tree.children(), ['Another name', ...before.slice(1)]);
  await rename(await iidOf('Another name'), first);
  await eventually(() => tree.children(), before);
});

test('AP-07.50 the page of an epic and its sidebar, a bar of the roadmap and a linked row follow', async () => {
  const iid = await iidOf(TILES);
  const linked = await iidOf('Closed with an open child');
  await change('POST', `/api/v4/groups/kitchen-sink/epics/${linked}/related_epics`, {
    target_group_id: 'kitchen-sink',
    target_epic_iid: iid,
  });
  const [epic, roadmap, other] = [
    await world.current.open({ as: 'demo' }),
    await world.current.open({ as: 'demo' }),
    await world.current.open({ as: 'demo' }),
  ];
  await listening(epic.page, 1, () => epic.page.goto(`/groups/kitchen-sink/-/epics/${iid}`));
  let screen!: RoadmapScreen;
  await listening(roadmap.page, 1, async () => {
    screen = await RoadmapScreen.open(roadmap.page, '/groups/kitchen-sink/-/roadmap?search=Tile');
  });
  await listening(other.page, 1, () => other.page.goto(`/groups/kitchen-sink/-/epics/${linked}`));
  const row = other.page.getByRole('region', { name: /^Linked items/ }).getByRole('link', { name: TILES });
  await row.waitFor();

  await change('PUT', `/api/v4/groups/kitchen-sink/epics/${iid}`, {
    title: 'Tile the walls',
    due_date_is_fixed: true,
    due_date_fixed: '2031-05-06',
  });
  await epic.page.getByRole('heading', { level: 1, name: 'Tile the walls' }).waitFor({ timeout: 10_000 });
  await epic.page.getByText('May 6, 2031').first().waitFor({ timeout: 10_000 });
  await screen.bar('Tile the walls').waitFor({ timeout: 10_000 });
  await row.waitFor({ state: 'detached', timeout: 10_000 });
});

test('AP-07.50 the page of an issue follows', async () => {
  const { id, address } = await issueOf(world.current, 'On track');
  const { page } = await world.current.open({ as: 'demo' });
  await listening(page, 1, () => page.goto(address));
  await page.getByRole('heading', { level: 1, name: 'On track' }).waitFor();
  await apiOf(world.current.url, world.current.tokens.demo).query(
    'mutation ($input: WorkItemUpdateInput!) { workItemUpdate(input: $input) { errors } }',
    {
      input: { id, title: 'Off track' },
    },
  );
  await page.getByRole('heading', { level: 1, name: 'Off track' }).waitFor({ timeout: 10_000 });
});

test('AP-07.53 after the server was restarted the page catches up, and listens again', async () => {
  const { page } = await world.current.open({ as: 'demo' });
  await listening(page, 1, () => Tree.open(page, OVERVIEW));
  const tree = new Tree(page);
  const before = await tree.children();
  const [first] = before as [string];
  const iid = await iidOf(first);
  await world.current.restart();
  await rename(iid, 'After the restart');
  // The client looks after its connection every six seconds or more; the poll that failed meanwhile is repeated after a minute.
  await eventually(() => tree.children(), ['After the restart', ...before.slice(1)], 25_000);
  await rename(iid, first);
  await eventually(() => tree.children(), before);
});
