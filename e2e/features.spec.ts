import { issueOf } from './support/kitchen-sink.ts';
import { Sidebar } from './support/sidebar.ts';
import { useWorld } from './support/world.ts';

// The servers of this file are started with it.
process.env['FEATURES_OFF'] = 'epicColorHighlight, workItemsMvc, workItemsMvc2, iterations';
afterAll(() => delete process.env['FEATURES_OFF']);

const world = useWorld();

test('EP-16.1 EP-16.2 without colours the sidebar has no such widget, and the roadmap’s bars have the one of all', async () => {
  const { page } = await world.current.open({ as: 'demo' });
  const asked: string[] = [];
  page.on('request', (request) => void asked.push(request.postData() ?? ''));
  const sidebar = await Sidebar.open(page, '/groups/kitchen-sink/-/epics/16');
  expect(await sidebar.region.getByRole('heading', { level: 2 }).allInnerTexts()).not.toContain('Color');
  expect(await sidebar.region.getByRole('heading', { level: 2, name: 'Labels' }).count()).toBe(1);
  expect(asked.filter((body) => body.includes('query epicColor('))).toEqual([]);
  await page.goto('/groups/kitchen-sink/-/roadmap');
  await page.getByRole('treegrid').locator('[data-row]').first().waitFor();
  const readings = asked.filter((body) => body.includes('query roadmapGroupEpics('));
  expect(readings.length).toBeGreaterThan(0);
  expect(readings.filter((body) => body.includes('"withColor":true'))).toEqual([]);
});

test('EP-16.3 without work items MVC an issue has no tasks, and a task no page', async () => {
  const { page } = await world.current.open({ as: 'demo' });
  await page.goto((await issueOf(world.current, 'An issue with tasks')).address);
  await page.getByRole('heading', { level: 2, name: /^Linked items/ }).waitFor();
  expect(await page.getByRole('heading', { level: 2, name: 'Tasks' }).count()).toBe(0);
  await page.goto('/groups/kitchen-sink/-/issues?search=A+task');
  await page.getByRole('link', { name: 'A task', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Work item not found' }).waitFor();
});
