import type { Page } from 'playwright-core';
import { signInByLink } from './support/browser.ts';
import { openPageOf } from './support/commands.ts';
import { Planning } from './support/planning.ts';
import { settled, Tree } from './support/tree.ts';
import { useWorld } from './support/world.ts';

const world = useWorld({ motion: true, engine: 'embedded' });
const planning = new Planning();
const root = planning.epic('SIG Node');

/** Three levels below SIG Node: an epic, an epic in it, an issue in that. */
const second = 'DRA Structured Parameters';
const third = planning.childEpics(planning.epic(second).id).find(({ id }) => planning.childIssues(id).length > 0)
  ?.title as string;
const fourth = planning.childIssues(planning.epic(third).id).map(({ title }) => title);

const sorted = (titles: readonly string[]) => [...titles].sort();
const directChildren = sorted(planning.childEpics(root.id).map(({ title }) => title));

const counts = (page: Page) => page.getByRole('region', { name: 'Child issues and epics' }).getByRole('img').first();

test('TR-02, TR-05 and TR-06 with the mouse: from the printed link to 109 children, and three levels down', async () => {
  expect(directChildren).toHaveLength(109);
  const { page } = await world.current.open();
  await signInByLink(page, world.current.signInLink);
  await page.getByRole('link', { name: 'Kubernetes', exact: true }).click();
  await page.getByRole('heading', { name: 'Epics', level: 1 }).waitFor();
  await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Kubernetes' }).click();
  await page.getByRole('heading', { name: 'Kubernetes', level: 1 }).waitFor();
  await page.getByRole('main').getByRole('link', { name: 'SIG Node', exact: true }).click();
  await page.getByRole('heading', { name: 'SIG Node', level: 1 }).waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Epics', exact: true }).click();
  await page.getByRole('searchbox', { name: 'Search by title' }).fill('SIG Node');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  // The way to this page names a group that is called like it.
  const found = page.getByRole('listitem').filter({ hasText: '&1' });
  await openPageOf(page, found.getByRole('link', { name: 'SIG Node', exact: true }));

  const tree = new Tree(page);
  await tree.ready();
  expect(new URL(page.url()).pathname).toBe('/groups/kubernetes/sig-node/-/epics/1');
  const expected = planning.counts(root.id);
  const told = () => counts(page).getAttribute('aria-label');
  expect(await settled(told, (text) => text?.includes(expected.epics) ?? false)).toContain(expected.epics);
  expect(await counts(page).getAttribute('aria-label')).toContain(expected.issues);

  expect(await tree.all()).toHaveLength(100);
  await tree.grid.evaluate((grid) => grid.scrollTo(0, grid.scrollHeight));
  await tree.grid.getByRole('button', { name: 'Show more' }).click();
  const all = await settled(
    () => tree.outline(),
    (rows) => rows.length > 100,
  );
  expect(sorted(all)).toEqual(directChildren);
  expect(await tree.grid.getByRole('button', { name: 'Show more' }).count()).toBe(0);

  await tree.expand(second);
  expect(sorted(await tree.children(second))).toEqual(sorted(childTitles(second)));
  await tree.expand(third);
  expect(sorted(await tree.children(third))).toEqual(sorted(fourth));
  const deepest = (await tree.all()).filter(({ level }) => level === 3);
  expect(sorted(deepest.map(({ title }) => title))).toEqual(sorted(fourth));
  expect(deepest.map(({ place, of }) => `${place} of ${of}`)).toEqual(
    fourth.map((_, at) => `${at + 1} of ${fourth.length}`),
  );

  // What is folded away and opened again is there at once, and below an epic that was folded too.
  await tree.collapse(second);
  expect(await tree.children(second)).toEqual([]);
  await tree.expand(second);
  expect(await tree.children(third)).toHaveLength(fourth.length);
});

test('TR-05 with the keyboard alone: the skip link, Tab, arrows, Enter', async () => {
  const { page } = await world.current.open({ as: 'demo' });
  await page.goto('/?search=sig+node');
  await page.getByRole('link', { name: /SIG Node$/ }).waitFor();
  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('Skip to content');
  await page.keyboard.press('Enter');
  await page.locator('#main').and(page.locator(':focus')).waitFor();
  await tabTo(page, /SIG Node$/);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Epics', level: 1 }).waitFor();
  await tabTo(page, /^Search by title$/);
  await page.keyboard.type('SIG Node');
  await page.keyboard.press('Enter');
  await settled(
    () =>
      page
        .getByRole('main')
        .getByRole('listitem')
        .filter({ has: page.locator('time') })
        .count(),
    (n) => n === 1,
  );
  await tabTo(page, /^SIG Node$/);
  await page.keyboard.press('Enter');

  const tree = new Tree(page);
  await tree.ready({ draggable: true });
  await tabTo(page, /&\d/, 'row');
  expect(await rowInFocus(page)).toMatchObject({ level: 1, place: 1 });
  await page.keyboard.press('End');
  expect(
    await settled(
      () => focused(page),
      (name) => name.includes('Show more'),
    ),
  ).toContain('Show more');
  await page.keyboard.press('Enter');
  await settled(
    () => tree.all(),
    (rows) => rows.length === 109,
  );
  await page.keyboard.press('End');
  expect(
    await settled(
      async () => (await rowInFocus(page)).place,
      (place) => place === 109,
    ),
  ).toBe(109);
  await page.keyboard.press('Home');
  expect(
    await settled(
      async () => (await rowInFocus(page)).place,
      (place) => place === 1,
    ),
  ).toBe(1);

  await arrowTo(page, second, 'ArrowDown');
  await page.keyboard.press('ArrowRight');
  expect(
    await settled(
      () => rowInFocus(page),
      (row) => row.expanded === 'true',
    ),
  ).toMatchObject({ title: second });
  await settled(
    () => tree.grid.getAttribute('aria-rowcount'),
    (rows) => Number(rows) > 109,
  );
  await arrowTo(page, third, 'ArrowDown');
  await page.keyboard.press('ArrowRight');
  await tree.row(fourth[0] as string).waitFor();
  await page.keyboard.press('ArrowDown');
  expect(
    await settled(
      () => rowInFocus(page),
      (row) => row.level === 3,
    ),
  ).toMatchObject({ level: 3, place: 1 });

  // Left climbs to the parent, and closes it.
  await page.keyboard.press('ArrowLeft');
  expect(
    await settled(
      () => rowInFocus(page),
      (row) => row.level === 2,
    ),
  ).toMatchObject({ title: third, expanded: 'true' });
  await page.keyboard.press('ArrowLeft');
  expect(
    await settled(
      () => rowInFocus(page),
      (row) => row.expanded === 'false',
    ),
  ).toMatchObject({ title: third });

  // The menu opens from the row, and gives the focus back to it.
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menu').waitFor();
  expect(
    await settled(
      () => focused(page),
      (name) => name === 'Open',
    ),
  ).toBe('Open');
  await page.keyboard.press('Escape');
  expect(
    await settled(
      () => rowInFocus(page),
      (row) => row.title === third,
    ),
  ).toMatchObject({ title: third });

  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: third, level: 1 }).waitFor();
});

const childTitles = (title: string): string[] => {
  const { id } = planning.epic(title);
  return [...planning.childEpics(id), ...planning.childIssues(id)].map((child) => child.title);
};

/** What has the focus: its label, else its text. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement | null;
    const label = element?.getAttribute('aria-label') ?? (element as HTMLInputElement | null)?.labels?.[0]?.textContent;
    return (label ?? element?.textContent ?? '').trim();
  });

const rowInFocus = (page: Page) =>
  page.evaluate(() => {
    const row = document.activeElement;
    return {
      title: row?.querySelector('a')?.textContent ?? '',
      level: Number(row?.getAttribute('aria-level')),
      place: Number(row?.getAttribute('aria-posinset')),
      expanded: row?.getAttribute('aria-expanded') ?? null,
    };
  });

async function tabTo(page: Page, name: RegExp, role?: string): Promise<void> {
  const passed: string[] = [];
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    const now = await focused(page);
    const itsRole = await page.evaluate(() => document.activeElement?.getAttribute('role') ?? null);
    if (name.test(now) && (role === undefined || role === itsRole)) return;
    passed.push(now.slice(0, 40));
  }
  throw new Error(`Tab does not come to ${String(name)}. It passed: ${passed.join(' | ')}`);
}

async function arrowTo(page: Page, title: string, key: 'ArrowUp' | 'ArrowDown'): Promise<void> {
  for (let presses = 0; presses < 150; presses += 1) {
    if ((await rowInFocus(page)).title === title) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not come to "${title}".`);
}
