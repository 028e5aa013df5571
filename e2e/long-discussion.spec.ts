import type { Page } from 'playwright-core';
import { accessibilityFaults } from './support/accessibility.ts';
import { apiOf } from './support/api.ts';
import { epicOf } from './support/kitchen-sink.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();
const TITLE = 'Tile the floor';
const NOTES = 150;
/** Far from both ends. */
const DEEP = 90;

interface Created {
  readonly createNote: { readonly note: { readonly id: string; readonly discussion: { readonly id: string } } };
}

const CREATE =
  'mutation ($input: CreateNoteInput!) { createNote(input: $input) { errors note { id discussion { id } } } }';

/** A discussion of the epic; gives the path of its page, and the anchors of its notes. */
async function discuss() {
  const { iid } = await epicOf(world.current, TITLE);
  const { query } = apiOf(world.current.url, world.current.tokens.demo);
  const { group } = await query<{ group: { epic: { id: string } } }>(
    'query ($iid: ID!) { group(fullPath: "kitchen-sink") { epic(iid: $iid) { id } } }',
    { iid },
  );
  const anchors: string[] = [];
  let discussionId: string | undefined;
  for (let at = 0; at < NOTES; at += 1) {
    const input = { noteableId: group.epic.id, discussionId, body: `says ${at}` };
    const { note } = (await query<Created>(CREATE, { input })).createNote;
    discussionId ??= note.discussion.id;
    anchors.push(note.id.replace(/^.*\//, 'note_'));
  }
  return { path: `/groups/kitchen-sink/-/epics/${iid}`, anchors };
}

const noteOf = (page: Page, anchor: string) => page.locator(`[data-note="${anchor}"]`);
const topOf = (page: Page, anchor: string) =>
  noteOf(page, anchor).evaluate((note) => Math.round(note.getBoundingClientRect().top));

test('WI-10.95 WI-10.65 a link leads into a long discussion; far notes are found, reached by keys, and come whole without moving what is read', async () => {
  const { path, anchors } = await discuss();
  const { page } = await world.current.open({ as: 'demo', width: 1280, height: 600 });
  await page.goto(`${path}#${anchors[DEEP]}`);
  const deep = noteOf(page, anchors[DEEP]!);
  await deep.getByRole('link', { name: /ago|now/ }).waitFor();
  await noteOf(page, anchors[NOTES - 1]!).waitFor({ state: 'attached' });
  expect(await deep.evaluate((note) => note === document.activeElement)).toBe(true);
  // In the middle of the window, whatever came above it since.
  expect(Math.abs((await topOf(page, anchors[DEEP]!)) + 40 - 300)).toBeLessThan(60);
  const far = noteOf(page, anchors[NOTES - 1]!);
  expect([await far.getByRole('button').count(), await far.textContent()]).toEqual([
    0,
    expect.stringContaining('says 149'),
  ]);
  // Upwards, notes come whole above what is read.
  for (let step = 0; step < 4; step += 1) {
    const seen = anchors[DEEP - 6 * step]!;
    const before = await topOf(page, seen);
    await page.mouse.move(500, 300);
    await page.mouse.wheel(0, -500);
    await page.waitForFunction(
      ([anchor, from]) =>
        Math.abs(document.querySelector(`[data-note="${anchor}"]`)!.getBoundingClientRect().top - from - 500) < 3,
      [seen, before] as const,
    );
  }
  // Keys reach everything of the notes that follow.
  await noteOf(page, anchors[DEEP]!).focus();
  const reached = new Set<string | null>();
  for (let press = 0; press < 60; press += 1) {
    await page.keyboard.press('Tab');
    reached.add(
      await page.evaluate(() =>
        document.activeElement?.getAttribute('aria-label') === 'Add reaction'
          ? document.activeElement.closest('[data-note]')!.getAttribute('data-note')
          : null,
      ),
    );
  }
  reached.delete(null);
  expect([...reached]).toEqual(anchors.slice(DEEP, DEEP + reached.size));
  expect(reached.size).toBeGreaterThan(8);
  // From the top, where nothing lies half behind the header.
  await page.evaluate(() => window.scrollTo(0, 0));
  expect(await accessibilityFaults(page)).toEqual([]);
  // What the browser's own search looks through.
  const found = await page.evaluate(() => {
    const { find } = window as unknown as { find: (text: string) => boolean };
    return (
      find.call(window, 'says 149') && getSelection()?.anchorNode?.parentElement?.closest('[data-note]')?.outerHTML
    );
  });
  expect(found).toContain(anchors[NOTES - 1]);
  await far.getByRole('button', { name: 'Add reaction' }).waitFor();
});
