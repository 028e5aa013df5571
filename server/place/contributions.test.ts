import type { DeletePerson, DeletePlace } from '../command/job.ts';
import {
  childrenOf,
  eventsOf,
  expectConsistent,
  link,
  makeEpic,
  makeGroup,
  makeIssue,
  makeProject,
  notesOn,
  type Plan,
  plantPlan,
} from '../store/testing/memory-plan.ts';
import { NOW } from '../store/testing/planted.ts';
import { deleteUser } from '../user/delete.ts';
import { deletePersonPiece } from './contributions.ts';
import { deletePiece } from './deletion.ts';

let plan: Plan;
beforeEach(() => {
  plan = plantPlan();
});

const remove = (who: keyof Plan['users'], by: keyof Plan['users'] = 'root') =>
  deleteUser(plan.store, plan.db.viewer(plan.users[by]), { id: plan.users[who], hard: true }, NOW);

/** Does all jobs. Answers how many there were of deletions of people. */
async function work(): Promise<number> {
  let done = 0;
  for (;;) {
    const [job, ...others] = plan.db.jobs;
    if (job === undefined) return done;
    plan.db.jobs = others;
    if (job.kind === 'deletePlace') await deletePiece(plan.store, job as DeletePlace);
    if (job.kind !== 'deletePerson') continue;
    done += 1;
    await deletePersonPiece(plan.store, job as DeletePerson);
  }
}

test('AP-09.102 the person is shut out at once and goes afterwards; who may not be deleted stays', async () => {
  const { dev } = plan.users;
  expect(await remove('root')).toMatchObject({ status: 403 });
  expect(await remove('dev', 'plan')).toMatchObject({ status: 403 });
  expect(plan.db.jobs).toEqual([]);
  expect(await remove('dev')).toEqual({ ok: true, value: null });
  expect(plan.db.user(dev).state).toBe('blocked');
  expect(await work()).toBe(1);
  expect(plan.db.users.has(dev)).toBe(false);
  // Somebody else has been quicker.
  await deletePersonPiece(plan.store, { kind: 'deletePerson', id: dev, userId: plan.users.root, at: NOW });
});

test('AP-09.103 what they made is gone; what others made stays, is told, and is counted right', async () => {
  const { db, users, groups, projects } = plan;
  const author_id = users.dev;
  const top = makeEpic(db, { groupId: groups.acme, title: 'Top', author_id: users.plan });
  const theirs = makeEpic(db, { groupId: groups.acme, title: 'Theirs', author_id });
  const kept = makeEpic(db, { groupId: groups.acme, title: 'Kept', author_id: users.plan });
  const [gone, stays] = [author_id, users.plan].map((by) =>
    makeIssue(db, { projectId: projects.app, author_id: by, weight: 3 }),
  );
  link(db, top.id, theirs.id);
  link(db, theirs.id, kept.id);
  for (const issue of [gone, stays]) link(db, kept.id, issue?.id ?? 0);
  expectConsistent(db);
  const say = (authorId: number, itemId: number) =>
    plan.store.notes.add({ itemId, authorId, body: 'b', internal: false, discussionId: null }, NOW);
  await say(users.plan, theirs.id);
  const [own, other] = [await say(author_id, kept.id), await say(users.plan, kept.id)];
  await remove('dev');
  expect(await work()).toBe(3);
  expect([db.items.has(theirs.id), db.items.has(gone?.id ?? 0), db.users.has(author_id)]).toEqual([
    false,
    false,
    false,
  ]);
  expect([childrenOf(db, top.id), childrenOf(db, kept.id)]).toEqual([[], [stays?.id]]);
  expectConsistent(db);
  expect(notesOn(db, kept.id)).toHaveLength(1);
  expect([...db.comments.keys()]).toEqual([other]);
  expect(db.noteChanges).toContainEqual(expect.objectContaining({ id: own, what: 'deleted', isLast: true }));
  expect(eventsOf(db, theirs.id)).toContain('deleted');
});

test('AP-09.103 of more than 500 items each job deletes 500', async () => {
  const { db, users, projects } = plan;
  for (let count = 0; count < 501; count += 1) makeIssue(db, { projectId: projects.app, author_id: users.dev });
  const other = makeIssue(db, { projectId: projects.app, author_id: users.plan });
  await remove('dev');
  expect(await work()).toBe(3);
  expect([...db.items.values()].map(({ id }) => id)).toEqual([other.id]);
});

test('AP-09.104 groups that nobody else owns go with what is in them; others stay', async () => {
  const { db, users } = plan;
  const [alone, shared] = ['alone', 'shared'].map((path) => makeGroup(db, { path }));
  const projectId = makeProject(db, { groupId: alone ?? 0, path: 'app' });
  const issue = makeIssue(db, { projectId, author_id: users.plan });
  for (const groupId of [alone, shared]) db.addMember({ userId: users.out, groupId: groupId ?? 0, level: 50 });
  db.addMember({ userId: users.rep, groupId: shared ?? 0, level: 50 });
  await remove('out');
  await work();
  expect([db.groups.has(alone ?? 0), db.projects.has(projectId), db.items.has(issue.id)]).toEqual([
    false,
    false,
    false,
  ]);
  expect([db.groups.has(shared ?? 0), db.users.has(users.out)]).toEqual([true, false]);
});
