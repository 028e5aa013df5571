import {
  cameTo,
  childrenOf,
  everything,
  expectConsistent,
  itemRow,
  link,
  type MadeItem,
  makeEpic,
  makeIssue,
  makeLabel,
  notesOn,
  type Plan,
  plantPlan,
} from '../store/testing/memory-plan.ts';
import { NOW } from '../store/testing/planted.ts';
import { COPY_ERRORS, copyItem, type CopyInput } from './move.ts';

let world: Plan;
let issue: MadeItem;
let epic: MadeItem;
beforeEach(() => {
  world = plantPlan();
  const { db, groups, projects, users } = world;
  epic = makeEpic(db, { groupId: groups.acme });
  const fields = {
    author_id: users.guest,
    title: 'One',
    weight: 3,
    due_date: '2026-05-01',
    confidential: true,
  } as const;
  issue = makeIssue(db, { projectId: projects.app, ...fields });
  link(db, epic.id, issue.id);
});

const copy = (input: Partial<CopyInput>, by: keyof Plan['viewers'] = 'rep') =>
  copyItem(world.store, world.viewers[by], { id: issue.id, project: world.projects.api, as: 'move', ...input }, NOW);
const made = async (...asked: Parameters<typeof copy>): Promise<number> => {
  const outcome = await copy(...asked);
  return outcome.ok ? outcome.value : 0;
};

test('WI-15.90 what is moved is there as it was, under its epic, and both say so', async () => {
  const { db, groups, store, users } = world;
  const [shared, own] = [makeLabel(db, groups.acme, 'shared'), makeLabel(db, groups.web, 'below')];
  await store.labels.change(issue.id, { add: [shared, own], remove: [] });
  await store.items.assign(issue.id, [users.dev]);
  const id = await made({});
  const fields = { title: 'One', weight: 3, due_date: '2026-05-01', confidential: true, assignee_ids: [users.dev] };
  expect(await itemRow(world, id)).toMatchObject({
    ...fields,
    project_path: 'acme/api',
    iid: 1,
    author_id: users.guest,
  });
  const { held } = await store.labels.around(await itemRow(world, id), { ids: [], titles: [] });
  expect(held.map(({ title }) => title)).toEqual(['shared']);
  expect(childrenOf(db, epic.id)).toEqual([id]);
  expect(notesOn(db, issue.id).slice(-2)).toEqual([`moved to acme/api#1`, 'closed']);
  expect(notesOn(db, id)).toContain(`moved from acme/web/app#${issue.iid}`);
  expectConsistent(db);
});

test('WI-15.91 the old one is closed and knows the new one; comments and reactions came along', async () => {
  const { db, store, users } = world;
  const comment = { itemId: issue.id, authorId: users.dev, body: 'Well', internal: false, discussionId: null };
  await store.notes.add(comment, NOW);
  await store.awards.add({ itemId: issue.id, noteId: null }, { userId: users.dev, name: 'tada' }, NOW);
  const id = await made({});
  expect(await itemRow(world, issue.id)).toMatchObject({ state: 'closed', moved_to_id: id, parent_id: null });
  const kept = (itemId: number) => [
    [...db.comments.values()].filter((row) => row.itemId === itemId).length,
    [...db.awards.values()].filter((row) => row.itemId === itemId).length,
  ];
  expect([kept(issue.id), kept(id)]).toEqual([
    [1, 1],
    [1, 1],
  ]);
  expect(await cameTo(() => copy({}))).toEqual([400, COPY_ERRORS.moved]);
  const clone = await made({ as: 'clone' });
  expect([kept(clone), (await itemRow(world, clone)).author_id]).toEqual([[0, 0], users.rep]);
  expect(kept(await made({ as: 'clone', withNotes: true }))).toEqual([1, 0]);
});

test('WI-15.92 only Reporters of both move, and only elsewhere; a refusal changes nothing', async () => {
  const { db, groups, projects } = world;
  const task = makeIssue(db, { projectId: projects.app, type: 'task' });
  const hidden = db.addProject({ groupId: groups.hidden, path: 'den', visibility: 'private' });
  const open = db.addProject({ groupId: groups.hidden, path: 'open', visibility: 'public' });
  const before = everything(db);
  const asked = [
    await cameTo(() => copy({}, 'guest')),
    await cameTo(() => copy({ id: epic.id })),
    await cameTo(() => copy({ project: hidden })),
    await cameTo(() => copy({ project: open })),
    await cameTo(() => copy({ project: projects.app })),
    await cameTo(() => copy({ id: task.id, as: 'clone' })),
  ];
  expect(asked.map(([status]) => status)).toEqual([403, 404, 404, 400, 400, 400]);
  expect(asked.slice(3).map(([, text]) => text)).toEqual([
    'Cannot move issue due to insufficient permissions!',
    'Cannot move issue to project it originates from!',
    "Cannot clone issues of 'task' type.",
  ]);
  expect(everything(db)).toEqual(before);
});
