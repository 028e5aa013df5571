import { renderMarkdown } from '../text/markdown.ts';
import { countBoxes, withBox, withTask } from '@espalier/core/checklist/rules';
import {
  itemRow,
  makeEpic,
  makeIssue,
  notesOn,
  type Plan,
  plantPlan,
  cameTo,
  everything,
} from '../store/testing/memory-plan.ts';
import { NOW } from '../store/testing/planted.ts';
import { Fields } from '../rest/writes/fields.ts';
import { epicPatch, issuePatch } from '../rest/writes/patches.ts';
import { updateEpic } from '../epic/update.ts';
import { updateIssue } from './update.ts';

let world: Plan;
beforeEach(() => {
  world = plantPlan();
});

const TEXT = 'Do:\r\n\r\n- [ ] one\r\n- [x] two\n- [~] three';
const STALE =
  'Someone edited this epic at the same time you did. Please refresh your browser and make sure your changes will not unintentionally remove theirs.';

const anEpic = (description = TEXT) => makeEpic(world.db, { groupId: world.groups.acme, description });

const toggle = ({ iid }: { iid: number }, task: object, { others = {}, viewer = world.viewers.plan } = {}) =>
  cameTo(async () => {
    const body = { epic: { ...others, update_task: task } };
    return updateEpic(
      world.store,
      viewer,
      { groupPath: 'acme', iid, patch: epicPatch(Fields.of({ query: {}, body }, 'epic')) },
      NOW,
    );
  });

const ONE = { index: 1, checked: true, line_number: 3, line_source: '- [ ] one' };

test('IE-06.10 the one line changes, whatever the version and the text that come with it', async () => {
  const epic = anEpic();
  world.db.change(epic.id, { lockVersion: 3 });
  expect(await toggle(epic, ONE, { others: { description: 'Other', lock_version: 1 } })).toEqual([200]);
  expect(await itemRow(world, epic.id)).toMatchObject({
    description: TEXT.replace('[ ] one', '[x] one'),
    lock_version: 4,
  });
  expect(await toggle(epic, { checked: false, line_number: 4, line_source: '- [x] two\r\n' })).toEqual([200]);
  expect((await itemRow(world, epic.id))?.description).toBe('Do:\r\n\r\n- [x] one\r\n- [ ] two\n- [~] three');
});

test.each([
  ['another text', { line_source: '- [ ] other' }],
  ['another line', { line_number: 4 }],
  ['no such line', { line_number: 40 }],
  ['no task', { line_number: 1, line_source: 'Do:' }],
  ['one that does not apply', { line_number: 5, line_source: '- [~] three' }],
])('IE-06.10 %s is 409, and nothing changes', async (_, change) => {
  const epic = anEpic();
  const before = everything(world.db);
  expect(await toggle(epic, { ...ONE, ...change })).toEqual([409, STALE]);
  expect(everything(world.db)).toEqual(before);
});

test.each([['x'], [{ checked: true }], [{ ...ONE, line_number: 'x' }], [{ ...ONE, line_source: 5 }], [[ONE]]])(
  'IE-06.10 a broken update_task is refused: %j',
  async (task) => {
    expect((await toggle(anEpic(), task as object))[0]).toBe(422);
  },
);

test('IE-06.10 without the right to edit nothing is checked; an author may', async () => {
  const epic = anEpic();
  expect((await toggle(epic, ONE, { viewer: world.viewers.guest }))[0]).toBe(403);
  expect((await toggle(epic, ONE, { viewer: world.viewers.nobody }))[0]).toBe(401);
  const { guest } = world.viewers;
  const issue = makeIssue(world.db, { projectId: world.projects.api, author_id: guest.userId ?? 0, description: TEXT });
  const patch = issuePatch(Fields.of({ query: {}, body: { issue: { update_task: ONE } } }, 'issue'));
  expect(
    await cameTo(() => updateIssue(world.store, guest, { projectPath: 'acme/api', iid: issue.iid, patch }, NOW)),
  ).toEqual([200]);
  expect(notesOn(world.db, issue.id)).toEqual(['marked the checklist item **one** as completed']);
});

test('IE-06.11 the note names the item; what is so already changes nothing', async () => {
  const epic = anEpic();
  await toggle(epic, ONE);
  await toggle(epic, { checked: true, line_number: 4, line_source: '- [x] two' });
  await toggle(epic, { checked: false, line_number: 4, line_source: '- [x] two' });
  expect(notesOn(world.db, epic.id)).toEqual([
    'marked the checklist item **one** as completed',
    'marked the checklist item **two** as incomplete',
  ]);
});

test('IE-06.3 a box that is checked in the rendered text is what the changed source is rendered as', () => {
  const source = '1. [ ] a\n   - [x] b\n\n     c\n2. [~] d\n\n> - [ ] e `<li data-sourcepos="1:1">`\n\n- [X] f';
  for (const line of [1, 2, 5, 7, 9]) {
    for (const checked of [true, false]) {
      const after = withTask(source, line, checked);
      expect(withBox(renderMarkdown(source), line, checked)).toBe(renderMarkdown(after ?? source));
    }
  }
  expect(countBoxes(renderMarkdown(source))).toEqual({ count: 4, completed: 2 });
});
