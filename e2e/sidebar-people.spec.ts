import { accessibilityFaults } from './support/accessibility.ts';
import { epicOf } from './support/kitchen-sink.ts';
import { overhang } from './support/browser.ts';
import { CHILD, EPIC, openSidebar, PARENT, press, Sidebar } from './support/sidebar.ts';
import type { OpenArgs } from './support/sidebar.ts';
import { settled } from './support/tree.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();
const open = (...args: OpenArgs) => openSidebar(world.current, ...args);

test('EP-10.1 EP-10.2 confidentiality is switched; the header and the parent’s rule follow', async () => {
  const { page, sidebar } = await open();
  const confidential = sidebar.widget('Confidentiality').getByRole('switch');
  const isConfidential = (wanted: boolean) =>
    settled(
      () => confidential.isChecked(),
      (now) => now === wanted,
    );
  await confidential.focus();
  await press(page, 'Space');
  await page.getByRole('main').getByText('Confidential', { exact: true }).first().waitFor();
  await sidebar.reload();
  expect(await isConfidential(true)).toBe(true);
  await confidential.click();
  await sidebar.reload();
  expect(await isConfidential(false)).toBe(false);

  await page.goto(PARENT);
  await sidebar.ready();
  expect(await sidebar.text('Confidentiality', /Cannot/)).toContain(
    'Cannot make the epic confidential if it contains non-confidential child epics',
  );
  expect(await confidential.getAttribute('aria-disabled')).toBe('true');
  expect(await isConfidential(false)).toBe(false);
});

test('EP-11 to EP-14: ancestors and participants lead on, notifications are kept, the reference is copied', async () => {
  const { page, context, sidebar } = await open(CHILD);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await sidebar
    .widget(/participant/)
    .getByRole('link')
    .first()
    .waitFor();
  const notifications = sidebar.widget('Notifications').getByRole('switch');
  const before = await notifications.isChecked();
  await notifications.focus();
  await press(page, 'Space');
  expect(
    await settled(
      () => notifications.isChecked(),
      (now) => now !== before,
    ),
  ).toBe(!before);
  await sidebar.reload();
  expect(
    await settled(
      () => notifications.isChecked(),
      (now) => now !== before,
    ),
  ).toBe(!before);
  await sidebar.button('Copy reference').click();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  expect(await settled(copied, (text) => text !== '')).toBe('kitchen-sink&2');
  await sidebar.widget('Ancestors').getByRole('link', { name: 'Everything in one place' }).click();
  await page.getByRole('heading', { level: 1, name: 'Everything in one place' }).waitFor();
});

const BELOW_HIDDEN = 'Below a hidden ancestor';

test('EP-11.31 of an ancestor that may not be seen only its place is told; who may see it is led there', async () => {
  const address = (await epicOf(world.current, BELOW_HIDDEN)).address;
  const mine = await open(address);
  const places = (sidebar: Sidebar) =>
    settled(
      () => sidebar.widget('Ancestors').getByRole('listitem').allInnerTexts(),
      ({ length }) => length === 2,
    );
  expect(await places(mine.sidebar)).toEqual(['Above the hidden one', "You don't have permission to view this epic."]);
  expect(await mine.page.content()).not.toContain('back-room');
  expect(await accessibilityFaults(mine.page)).toEqual([]);
  const theirs = await open(address, { as: 'chef' });
  expect(await places(theirs.sidebar)).toEqual(['Above the hidden one', 'Hidden from the demo user']);
  await theirs.sidebar.widget('Ancestors').getByRole('link', { name: 'Hidden from the demo user' }).click();
  await theirs.page.getByRole('heading', { level: 1, name: 'Hidden from the demo user' }).waitFor();
});

test('EP-11.30 ancestors that cannot be read say so, and are read on demand', async () => {
  const { page } = await world.current.open({ as: 'demo' });
  await page.route('**/api/graphql', (route) =>
    (route.request().postData() ?? '').includes('epicAncestors')
      ? route.fulfill({ status: 503, json: { message: '503' } })
      : route.continue(),
  );
  await page.goto(CHILD);
  const ancestors = new Sidebar(page).widget('Ancestors');
  await ancestors.getByText('An error occurred while fetching ancestors.').waitFor();
  await page.unroute('**/api/graphql');
  await ancestors.getByRole('button', { name: 'Try again' }).click();
  await ancestors.getByRole('link', { name: 'Everything in one place' }).waitFor();
});

describe('EP-12 many participants', () => {
  const MANY = '/groups/kubernetes/sig-node/-/epics/81';

  test('EP-12.2 seven are shown, the others on demand, by pointer and by keyboard', async () => {
    const { page, sidebar } = await open(MANY);
    const widget = sidebar.widget(/^\d+ participants$/);
    const people = (wanted: number) =>
      settled(
        () => widget.getByRole('link').count(),
        (count) => count === wanted,
      );
    const total = Number(/^(\d+) participants/.exec(await widget.innerText())?.[1]);
    expect(total).toBeGreaterThan(20);
    expect(await people(7)).toBe(7);
    const more = widget.getByRole('button', { name: `+ ${total - 7} more` });
    await more.click();
    expect(await people(total)).toBe(total);
    const less = widget.getByRole('button', { name: '- show less' });
    expect(await less.getAttribute('aria-expanded')).toBe('true');
    // A row of buttons half under the header is no fault of this.
    await page.evaluate(() => window.scrollTo(0, 0));
    expect([await overhang(page), ...(await accessibilityFaults(page))]).toEqual([0]);
    await less.focus();
    await press(page, 'Enter');
    expect(await people(7)).toBe(7);
    await press(page, 'Enter');
    expect(await people(total)).toBe(total);
  });

  test('EP-12.3 participants that cannot be read say so, and are read on demand', async () => {
    const { page } = await world.current.open({ as: 'demo' });
    await page.route('**/api/graphql', (route) =>
      (route.request().postData() ?? '').includes('epicParticipants')
        ? route.fulfill({ status: 503, json: { message: '503' } })
        : route.continue(),
    );
    await page.goto(MANY);
    const sidebar = new Sidebar(page);
    const failed = sidebar.widget('Participants');
    await failed.getByText('There was an error getting the epic participants.').waitFor();
    await page.unroute('**/api/graphql');
    await failed.getByRole('button', { name: 'Try again' }).click();
    await sidebar
      .widget(/^\d+ participants$/)
      .getByRole('link')
      .first()
      .waitFor();
  });
});

describe('EP-19 the order of the widgets', () => {
  const names = (sidebar: Sidebar, count: number) =>
    settled(
      () => sidebar.region.getByRole('heading', { level: 2 }).allInnerTexts(),
      ({ length }) => length === count,
    );

  test('EP-19.1 for who is signed in, and for a visitor', async () => {
    const { sidebar } = await open(CHILD);
    const middle = ['Start date', 'Due date', 'Labels', 'Color', 'Confidentiality', 'Ancestors'];
    const people = expect.stringMatching(/^\d+ participants?$/) as string;
    const count = middle.length + 4;
    expect(await names(sidebar, count)).toEqual(['To Do', ...middle, people, 'Notifications', 'Reference']);
    const visitor = await open(CHILD, {});
    expect(await names(visitor.sidebar, count - 2)).toEqual([...middle, people, 'Reference']);
  });
});

describe('EP-15 the gutter', () => {
  test('EP-15.4 collapsed by one page, it is collapsed on the next from the first frame on; the tree takes its room', async () => {
    const { page, context, sidebar } = await open();
    const tree = () => page.getByRole('main').locator('[class*="tree"]').first().boundingBox();
    const before = await tree();
    await sidebar.button('Collapse sidebar').click();
    await sidebar.button('Expand sidebar').waitFor();
    const wider = (before?.width ?? 0) + 100;
    const width = async () => (await tree())?.width ?? 0;
    expect(await settled(width, (now) => now > wider)).toBeGreaterThan(wider);
    const cookie = async () => (await context.cookies()).find(({ name }) => name === 'collapsed_gutter')?.value;
    expect(await settled(cookie, (value) => value === 'true')).toBe('true');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.goto(CHILD);
    await sidebar.button('Expand sidebar').waitFor();
    await sidebar.button('Expand sidebar').focus();
    await press(page, 'Enter');
    await sidebar.ready();
    await page.reload();
    await sidebar.ready();
  });

  test('EP-15.2 EP-15.3 EP-15.4 a medium screen starts collapsed whatever the cookie says, and leaves it collapsed', async () => {
    const { page, context } = await world.current.open({ as: 'demo', width: 991, height: 800 });
    await context.addCookies([{ name: 'collapsed_gutter', value: 'false', url: world.current.url }]);
    await page.goto(EPIC);
    await page.getByRole('button', { name: 'Show details' }).waitFor();
    const sidebar = new Sidebar(page);
    expect(await sidebar.button('Collapse sidebar').count()).toBe(0);
    await page.goto(CHILD);
    await page.getByRole('button', { name: 'Show details' }).waitFor();
    const cookie = async () => (await context.cookies()).find(({ name }) => name === 'collapsed_gutter')?.value;
    expect(await settled(cookie, (value) => value === 'true')).toBe('true');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.reload();
    await sidebar.button('Expand sidebar').click();
    await sidebar.button('Collapse sidebar').waitFor();
    expect(await settled(cookie, (value) => value === 'false')).toBe('false');
  });

  test('EP-15.3 a small screen starts without it; leaving keeps it so', async () => {
    const { page, context } = await world.current.open({ as: 'demo', width: 390, height: 844 });
    await page.goto(EPIC);
    await page.getByRole('button', { name: 'Show details' }).click();
    const sidebar = new Sidebar(page);
    await sidebar.ready();
    expect(await sidebar.button('Collapse sidebar').isVisible()).toBe(false);
    await page.goto(CHILD);
    await page.getByRole('button', { name: 'Show details' }).waitFor();
    const cookie = async () => (await context.cookies()).find(({ name }) => name === 'collapsed_gutter')?.value;
    expect(await settled(cookie, (value) => value === 'true')).toBe('true');
  });
});
