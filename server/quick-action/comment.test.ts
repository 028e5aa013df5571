import { mutations } from '../graphql/mutations/index.ts';
import { answerMutation, type Mutation } from '../graphql/mutations/mutation.ts';
import {
  eventsOf,
  everything,
  expectConsistent,
  itemGid,
  itemRow,
  link,
  type MadeItem,
  makeEpic,
  makeIssue,
  makeLabel,
  notesOn,
  parentOf,
  type Plan,
  plantPlan,
} from '../store/testing/memory-plan.ts';
import { NOW } from '../store/testing/planted.ts';
import { COMMANDS_MAX } from './execute.ts';

let world: Plan;
let issue: MadeItem;
beforeEach(() => {
  world = plantPlan();
  issue = makeIssue(world.db, { projectId: world.projects.app, author_id: world.users.guest });
});

type Person = keyof Plan['viewers'];

async function say(body: string, by: Person = 'rep', id = issue.id) {
  const ctx = { viewer: world.viewers[by], now: NOW, baseUrl: 'http://here' };
  const input = { noteableId: itemGid(id), body };
  return (await answerMutation(mutations.createNote as Mutation<object, unknown>, world.store, input, ctx)).body;
}
const only = (done: string, ...refused: string[]) => ({
  note: null,
  errors: [`Commands only ${done}`, ...refused.map((text) => `Commands ${text}`)],
});
const none = (...refused: string[]) => only('Failed to apply commands.', ...refused);
const row = (id = issue.id) => itemRow(world, id);

test('WI-10.122 a comment is kept without its commands, which are carried out with it', async () => {
  expect(await say('Enough.\n/close\n/weight 3')).toEqual({ note: { id: 1 }, errors: [] });
  expect(world.db.comments.get(1)?.body).toBe('Enough.');
  expect(await row()).toMatchObject({ state: 'closed', weight: 3 });
  expect(notesOn(world.db, issue.id)).toEqual(['closed', 'changed weight to **3**']);
  expect(eventsOf(world.db, issue.id)).toEqual(expect.arrayContaining(['notes', 'state', 'weight']));
  expect(await say('/shrug Well')).toEqual({ note: { id: 2 }, errors: [] });
  expect(world.db.comments.get(2)?.body).toBe('Well ¯\\＿(ツ)＿/¯');
});

test('WI-10.122 where there is nothing but commands no comment is kept', async () => {
  expect(await say('/title New\n/lock')).toEqual(only('Changed the title to "New". Locked the discussion.'));
  expect(world.db.comments.size).toBe(0);
  expect(await row()).toMatchObject({ title: 'New', discussion_locked: true });
});

test('WI-10.120 WI-10.121 one that is refused says why, and the others are carried out', async () => {
  expect(await say('Well\n/assign @nobody\n/weight 2000000\n/due tomorrow\n/move acme/api')).toEqual({
    note: { id: 1 },
    errors: [
      "Commands Could not apply assign command. Failed to find users for '@nobody'.",
      'Commands Could not apply weight command.',
      'Commands The move command is not available here.',
    ],
  });
  expect(await row()).toMatchObject({ due_date: '2099-11-22', weight: null, assignee_ids: [] });
  const before = everything(world.db);
  expect(await say('/reopen\n/clear_weight\n/remove_milestone\n/weight')).toEqual(
    none(
      'Could not apply reopen command.',
      'Could not apply clear_weight command.',
      'Could not apply remove_milestone command.',
      'Could not apply weight command.',
    ),
  );
  expect(everything(world.db)).toEqual(before);
});

test('WI-10.121 the right to each is that of the same edit', async () => {
  // The author writes the text and closes; the rest is for Reporters. What is one's own takes no right but to read.
  expect(await say('/title Mine\n/weight 1\n/label ~x\n/todo', 'guest')).toEqual(
    only(
      'Changed the title to "Mine". Added a to-do item.',
      'Could not apply weight command.',
      'Could not apply label command.',
    ),
  );
  expect(await say('/close\n/subscribe\n/award :tada:\n/relate #1', 'out')).toEqual(
    only(
      'Subscribed to notifications. Toggled :tada: emoji award.',
      'Could not apply close command.',
      'Could not apply relate command.',
    ),
  );
});

test('WI-10.123 whoever may not comment carries nothing out, and so does a comment that is refused', async () => {
  world.db.change(issue.id, { isLocked: true });
  const before = everything(world.db);
  for (const body of ['/todo', 'Text\n/todo']) {
    expect((await say(body, 'out')).errors).toHaveLength(1);
    expect((await say(body, 'nobody')).errors).toHaveLength(1);
  }
  expect((await say(`${'x'.repeat(1_000_001)}\n/todo`)).errors).toEqual([
    'Note is too long (maximum is 1000000 characters)',
  ]);
  expect((await say('/todo\n'.repeat(COMMANDS_MAX + 1))).errors).toEqual([
    'At most 30 quick actions can be carried out at once.',
  ]);
  expect(everything(world.db)).toEqual(before);
});

test('WI-10.123 editing a comment carries out nothing', async () => {
  await say('Text');
  const ctx = { viewer: world.viewers.rep, now: NOW, baseUrl: 'http://here' };
  const input = { id: 'gid://gitlab/Note/1', body: 'Text\n/close' };
  await answerMutation(mutations.updateNote as Mutation<object, unknown>, world.store, input, ctx);
  expect([world.db.comments.get(1)?.body, (await row()).state]).toEqual(['Text\n/close', 'opened']);
});

test('WI-10.125 people, labels and milestones are found by their names', async () => {
  const { db, groups, users } = world;
  const [bug, review] = [makeLabel(db, groups.acme, 'bug'), makeLabel(db, groups.web, 'in review')];
  makeLabel(db, groups.hidden, 'secret');
  const milestone = await world.addMilestone({ groupId: groups.acme, title: 'Version 1' });
  const iteration = await world.addIteration(groups.acme, 'I 1');
  expect(
    await say(
      '/assign me @DEV\n/label ~bug ~"in review" ~secret\n/milestone %"Version 1"\n/iteration *iteration:"I 1"',
    ),
  ).toEqual(
    only(
      'Assigned @rep and @dev. Added ~bug ~"in review" labels. Set the milestone to %"Version 1". Set the iteration to *iteration:"I 1".',
      'Label "secret" was not found.',
    ),
  );
  expect(await row()).toMatchObject({
    assignee_ids: [users.rep, users.dev],
    milestone_id: milestone,
    iteration_id: iteration,
  });
  expect(db.item(issue.id).labelIds).toEqual([bug, review]);
  expect(await say('/unassign @dev\n/unlabel ~bug\n/remove_milestone\n/relabel ~nothing')).toEqual(
    only('Removed assignee @dev. Removed ~bug label. Removed milestone.', 'Could not apply relabel command.'),
  );
  expect([(await row()).assignee_ids, db.item(issue.id).labelIds]).toEqual([[users.rep], [review]]);
  expect(await say('/unassign\n/unlabel\n/reassign guest')).toEqual(
    only('Removed all assignees. Removed all labels. Changed assignees to @guest.'),
  );
  expect([(await row()).assignee_ids, db.item(issue.id).labelIds]).toEqual([[users.guest], []]);
  expect(await say('/unassign @dev')).toEqual(none('Could not apply unassign command.'));
});

test('WI-10.120 time, health and type are changed by their commands', async () => {
  expect(await say('/estimate 3d\n/spend 1h 30m 2099-11-20\n/health_status at_risk\n/confidential')).toEqual(
    only(
      'Set time estimate to 3d. Added 1h 30m spent time. Set health status to at_risk. Made this issue confidential.',
    ),
  );
  expect(await row()).toMatchObject({ time_estimate: 86_400, health_status: 'atRisk', confidential: true });
  expect(notesOn(world.db, issue.id)).toContain('added 1h 30m of time spent at 2099-11-20');
  expect(await say('/spend -5h\n/remove_time_spent\n/promote_to Incident')).toEqual(
    only(
      'Removed spent time. Type changed successfully.',
      'Could not apply spend command. Time to subtract exceeds the total time spent.',
    ),
  );
  expect((await row()).type).toBe('incident');
});

test('WI-10.120 IE-01.51 a Zoom meeting is added and removed; there is one at most', async () => {
  expect(await say('Now!\n/zoom https://zoom.us/j/1')).toEqual({ note: { id: 1 }, errors: [] });
  expect(await row()).toMatchObject({ zoom_link: 'https://zoom.us/j/1' });
  expect(await say('/zoom https://zoom.us/j/2')).toEqual(none('Could not apply zoom command.'));
  expect(await say('/remove_zoom\n/remove_zoom\n/zoom foo\n/weight 1')).toEqual(
    only(
      'Zoom meeting removed. Set weight to 1.',
      'Could not apply remove_zoom command.',
      'Failed to add a Zoom meeting.',
    ),
  );
  expect(await say('/zoom https://zoom.us/j/1', 'guest')).toEqual(none('Could not apply zoom command.'));
  expect((await row()).zoom_link).toBeNull();
  expect(notesOn(world.db, issue.id)).toEqual(
    expect.arrayContaining(['added a Zoom call to this issue', 'removed a Zoom call from this issue']),
  );
});

test('WI-10.120 WI-10.121 parents, children and links are found by reference', async () => {
  const { db, groups, projects } = world;
  const [epic, secret] = [makeEpic(db, { groupId: groups.acme }), makeEpic(db, { groupId: groups.hidden })];
  const task = makeIssue(db, { projectId: projects.app, type: 'task' });
  const other = makeIssue(db, { projectId: projects.api });
  const gone = "This epic does not exist or you don't have sufficient permission.";
  expect(await say(`/epic acme&${epic.iid}\n/epic hidden&${secret.iid}\n/epic acme&99`)).toEqual(
    only('Added an issue to an epic.', gone, gone),
  );
  expect(await say(`/epic acme&${epic.iid}`)).toEqual(none('Issue #1 has already been added to epic acme&1.'));
  expect(parentOf(db, issue.id)).toBe(epic.id);
  expect(await say(`/add_child #${task.iid}\n/relate acme/api#${other.iid}\n/blocks #99`)).toEqual(
    only(
      'Child items added successfully. Added acme/api#1 as a linked item related to this issue.',
      '#99 cannot be added: no matching issue found',
    ),
  );
  expect(parentOf(db, task.id)).toBe(issue.id);
  expect(
    await say(`/remove_child #${task.iid}\n/remove_epic\n/unlink acme/api#${other.iid}\n/unlink acme/api#1`),
  ).toEqual(
    only(
      'Child item removed successfully. Removed an issue from an epic. Removed linked item acme/api#1.',
      'No linked issue matches the provided parameter.',
    ),
  );
  expect([parentOf(db, issue.id), parentOf(db, task.id), db.relationsOf(issue.id)]).toEqual([null, null, []]);
  expectConsistent(db);
});

test('WI-10.120 a duplicate is closed and related; labels and milestone are copied', async () => {
  const { db, groups, projects } = world;
  const other = makeIssue(db, {
    projectId: projects.app,
    milestone_id: await world.addMilestone({ groupId: groups.acme, title: 'm' }),
  });
  const label = makeLabel(db, groups.acme, 'bug');
  db.change(other.id, { labelIds: [label] });
  expect(await say(`/copy_metadata #${other.iid}\n/duplicate #${issue.iid}\n/duplicate #${other.iid}`)).toEqual(
    only(
      'Copied labels and milestone from #2. Closed this issue. Marked as related to, and a duplicate of, #2.',
      'Failed to mark this issue as a duplicate because it cannot be marked as a duplicate of itself.',
    ),
  );
  expect(await row()).toMatchObject({ state: 'closed', milestone_id: (await row(other.id)).milestone_id });
  expect([db.item(issue.id).labelIds, db.relationsOf(issue.id).length]).toEqual([[label], 1]);
});

test('WI-10.120 a duplicate that cannot be related stays open', async () => {
  const { db, projects } = world;
  const parent = makeIssue(db, { projectId: projects.app });
  link(db, parent.id, issue.id);
  expect(await say(`/duplicate #${parent.iid}`)).toEqual(
    none('Could not apply duplicate command. #2 cannot be added: is a parent or child of this work item.'),
  );
  expect([(await row()).state, notesOn(db, issue.id)]).toEqual(['opened', []]);
});

test('WI-10.120 epics have the commands of epics', async () => {
  const { db, groups } = world;
  const [a, b, c] = [1, 2, 3].map(() => makeEpic(db, { groupId: groups.acme })) as [MadeItem, MadeItem, MadeItem];
  expect(
    await say(`/child_epic &${b.iid}\n/parent_epic &${c.iid}\n/child_epic &${b.iid}\n/weight 3\n/close`, 'rep', a.id),
  ).toEqual(
    only(
      'Added &2 as a child epic. Set &3 as the parent epic. Closed this epic.',
      'Given epic is already related to this epic.',
      'Could not apply weight command.',
    ),
  );
  expect([parentOf(db, b.id), parentOf(db, a.id)]).toEqual([a.id, c.id]);
  expect(
    await say(`/remove_child_epic &${b.iid}\n/remove_parent_epic\n/remove_parent_epic\n/reopen`, 'rep', a.id),
  ).toEqual(
    only('Removed &2 from child epics. Removed parent epic. Reopened this epic.', 'Parent epic is not present.'),
  );
  expectConsistent(db);
});
