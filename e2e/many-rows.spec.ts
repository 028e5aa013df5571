import { settled, Tree } from './support/tree.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();
/** At any size (the bench measures it to 10,000 rows). */
const MOST_NODES = 700;
/** Rows that unfolding 60 epics adds at least. */
const MORE = 120;

test('TR-08 hundreds of rows unfolded: only those in sight are drawn', async () => {
  const { page } = await world.current.open({ as: 'demo' });
  const tree = await Tree.open(page, '/groups/kubernetes/sig-node/-/epics/1', { draggable: true });
  const nodes = () => tree.grid.evaluate((grid) => grid.querySelectorAll('*').length);
  const rowCount = async () => Number(await tree.grid.getAttribute('aria-rowcount'));
  const folded = await rowCount();
  expect(await nodes()).toBeLessThanOrEqual(MOST_NODES);

  // Opened from the last one up, so that the rows above stay where they are.
  const titles = await tree.children();
  for (const title of titles.slice(-60).reverse()) {
    const row = await tree.reveal(title);
    if ((await row.getAttribute('aria-expanded')) === 'false') await tree.expand(title);
  }
  expect(await settled(rowCount, (count) => count > folded + MORE)).toBeGreaterThan(folded + MORE);
  const rows = await tree.all();
  expect(rows.length).toBeGreaterThan(folded + MORE);
  for (const part of [0, 0.25, 0.5, 0.75, 1]) {
    await tree.grid.evaluate((grid, share) => grid.scrollTo(0, share * grid.scrollHeight), part);
    expect(await nodes()).toBeLessThanOrEqual(MOST_NODES);
  }
});

test('RL-12.83 titles can be read in rows of many columns, alone and beside the panel', async () => {
  const { page } = await world.current.open({ as: 'demo' });
  const cut = async (title: string) => {
    const link = page.getByRole('row').getByRole('link', { name: title, exact: true });
    return link.evaluate((element) => element.scrollWidth > element.clientWidth);
  };
  const tree = await Tree.open(page, '/groups/kubernetes/sig-node/-/epics/1', { draggable: true });
  await tree.row('Add ProcMount option').focus();
  await page.keyboard.press('p');
  await page.getByRole('heading', { level: 1, name: 'Add ProcMount option' }).waitFor();
  expect(
    await settled(
      () => cut('Add ProcMount option'),
      (isCut) => !isCut,
    ),
  ).toBe(false);
  await Tree.open(page, '/groups/kitchen-sink/-/epics/2', { draggable: true });
  expect(
    await settled(
      () => cut('Five people share this one'),
      (isCut) => !isCut,
    ),
  ).toBe(false);
});
