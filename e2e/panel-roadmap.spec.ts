import { readFileSync } from 'node:fs';
import { parseLog } from '@espalier/core/replay';
import { quiet } from './support/answers.ts';
import { DeveloperPanel, replayTool } from './support/panel.ts';
import { RoadmapScreen } from './support/roadmap.ts';
import { settled } from './support/tree.ts';
import { useWorld } from './support/world.ts';

/** Each thing is read when it is asked for, and no push has it read once more: the log is looked at action by action. */
const world = useWorld({ live: false });
const SINK = '/groups/kitchen-sink/-/roadmap';
const PARENT = 'Level 1 of seven';
const CHILD = 'Level 2 of seven';
const MOVED = 'Tile the floor';
/** Pixels of a day in the view of weeks. */
const DAY = 180 / 7;

interface Seen {
  readonly child: boolean;
  readonly milestones: boolean;
  readonly dates: string | null;
}

/** What a person sees of the roadmap that matters here. */
const seen = async (roadmap: RoadmapScreen): Promise<Seen> => ({
  child: (await roadmap.titles()).includes(CHILD),
  milestones: (await roadmap.grid.getByRole('button', { name: 'Milestones' }).count()) > 0,
  dates: await roadmap.bar(MOVED).getAttribute('aria-label'),
});

async function expectSeen(roadmap: RoadmapScreen, wanted: Seen): Promise<void> {
  const isWanted = ({ child, milestones, dates }: Seen) =>
    child === wanted.child && milestones === wanted.milestones && dates === wanted.dates;
  expect(await settled(() => seen(roadmap), isWanted)).toEqual(wanted);
}

test('RP-03.423 RP-03.424 RP-03.425 RP-03.426 the moments of a roadmap: settings, an expansion, a dragged bar; then now, and the same log without a browser', async () => {
  const { page } = await world.current.open({ as: 'demo' });
  const roadmap = await RoadmapScreen.open(page, SINK);
  await quiet(page);
  const first = await seen(roadmap);
  expect(first).toMatchObject({ child: false, milestones: true });

  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('switch', { name: 'Display milestones' }).uncheck();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await roadmap.grid.getByRole('button', { name: 'Milestones' }).waitFor({ state: 'detached' });
  await roadmap.grid.getByRole('button', { name: `Expand ${PARENT}` }).click();
  await roadmap.bar(CHILD).waitFor();
  await roadmap.drag(MOVED, 0.5, 7 * DAY);
  const moved = await settled(
    () => seen(roadmap),
    ({ dates }) => dates !== first.dates,
  );
  expect(moved).toMatchObject({ child: true, milestones: false });
  expect(moved.dates).not.toBe(first.dates);
  await quiet(page);

  const panel = await DeveloperPanel.open(page);
  await panel.recorded('roadmap/datesChanged/committed');
  await panel.region.getByRole('combobox', { name: 'Domain' }).selectOption('roadmap');
  const drawn = await panel.drawn();
  expect(drawn.every((type) => type.startsWith('roadmap/'))).toBe(true);
  const told = ['roadmap/viewChanged', 'roadmap/epicToggled', 'roadmap/children/received', 'roadmap/datesChanged'];
  expect(drawn.filter((type) => told.includes(type))).toEqual(told);

  /** Shows the moment of the first action of a type, by the list. */
  const show = async (type: string, wanted: Seen) => {
    await panel.actions.getByRole('option').filter({ hasText: type }).first().dblclick();
    const number = Number.parseInt(
      await panel.actions.getByRole('option').filter({ hasText: type }).first().innerText(),
      10,
    );
    await panel.at(number);
    await roadmap.ready();
    await expectSeen(roadmap, wanted);
  };
  await show('roadmap/drawerOpened', first);
  // Until then the page has asked now and then whether something is new, as ever.
  await quiet(page);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (['fetch', 'xhr'].includes(request.resourceType())) asked.push(request.url());
  });
  await show('roadmap/viewChanged', { ...first, milestones: false });
  // Its children are on their way.
  await show('roadmap/epicToggled', { ...first, milestones: false });
  await roadmap.grid.locator('[data-row][aria-busy="true"]').waitFor();
  await show('roadmap/children/received', { ...first, milestones: false, child: true });
  await show('roadmap/datesChanged', moved);
  expect(await (await panel.tab(/^Pending \(1\)/)).innerText()).toContain('roadmap/datesChanged');
  // By the slider's keys back over the drag.
  await panel.slider.focus();
  await page.keyboard.press('ArrowLeft');
  await expectSeen(roadmap, { ...first, milestones: false, child: true });

  // In a moment a bar cannot be moved, and nothing is read or expanded.
  await roadmap.bar(MOVED).scrollIntoViewIfNeeded();
  await roadmap.drag(MOVED, 0.5, 7 * DAY);
  await panel.region.getByText('This moment is past: nothing can be changed in it.').waitFor();
  await roadmap.grid.getByRole('button', { name: `Collapse ${PARENT}` }).click();
  await expectSeen(roadmap, { ...first, milestones: false, child: true });
  expect(asked).toEqual([]);

  await panel.backToNow();
  await expectSeen(roadmap, moved);
  expect(new URL(page.url()).searchParams.get('show_milestones')).toBe('false');

  const file = await panel.save(/^As recorded/, world.current.place.dataDir);
  const { end } = parseLog(readFileSync(file, 'utf8'));
  const summary = replayTool(file, '--assert', 'all');
  expect([summary.stderr, summary.status]).toEqual(['', 0]);
  expect(replayTool(file).lines.join('\n')).toContain(`After action ${end.seq}: state ${end.hash}, `);
});
