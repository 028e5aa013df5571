import type { Outcome } from '../command/outcome.ts';
import { NOW } from '../store/testing/planted.ts';
import {
  childrenOf,
  epicGid,
  eventsOf,
  everything,
  expectConsistent,
  itemRow,
  link,
  linkGid,
  linkOf,
  makeEpic,
  makeGroup,
  makeIssue,
  makeProject,
  notesOn,
  parentOf,
  type Plan,
  plantPlan,
} from '../store/testing/memory-plan.ts';
import { reorderTree, type ReorderTreeInput } from './reorder.ts';

let world: Plan;
beforeEach(() => {
  world = plantPlan();
});

/** An epic with the children e1 (epic), i1 (issue), e2 (epic), i2 (issue), in this order, and an empty epic in another group. */
function plant() {
  const { db, groups, projects } = world;
  const parent = makeEpic(db, { groupId: groups.acme });
  const e1 = makeEpic(db, { groupId: groups.acme });
  const i1 = makeIssue(db, { projectId: projects.app, weight: 3 });
  const e2 = makeEpic(db, { groupId: groups.web });
  const i2 = makeIssue(db, { projectId: projects.app });
  for (const child of [e1, i1, e2, i2]) link(db, parent.id, child.id);
  const other = makeEpic(db, { groupId: groups.web });
  return { parent, e1, i1, e2, i2, other };
}

const reorder = (base: number, moved: ReorderTreeInput['moved'], viewer = world.viewers.rep) =>
  reorderTree(world.store, viewer, { baseEpicId: epicGid(base), moved }, NOW);

const issueGid = (id: number) => linkGid(linkOf(world.db, id));
const refusal = (text: string): Outcome<never> => ({ ok: false, status: 422, errors: [text] });

test('TR-14.6 relativePosition says where the adjacent item ends up; epics and issues share one order', async () => {
  const { parent, e1, i1, e2, i2 } = plant();
  const adjacentReferenceId = epicGid(e1.id);
  expect(
    await reorder(parent.id, { id: issueGid(i2.id), adjacentReferenceId, relativePosition: 'after' }),
  ).toMatchObject({ ok: true });
  expect(childrenOf(world.db, parent.id)).toEqual([i2.id, e1.id, i1.id, e2.id]);
  await reorder(parent.id, { id: issueGid(i2.id), adjacentReferenceId, relativePosition: 'before' });
  expect(childrenOf(world.db, parent.id)).toEqual([e1.id, i2.id, i1.id, e2.id]);
  await reorder(parent.id, {
    id: epicGid(e2.id),
    adjacentReferenceId: issueGid(i1.id),
    relativePosition: 'after',
  });
  expect(childrenOf(world.db, parent.id)).toEqual([e1.id, i2.id, e2.id, i1.id]);
  expect(eventsOf(world.db, parent.id)).toContain('tree');
});

test('TR-14.9 without an adjacent item the moved one becomes the first', async () => {
  const { parent, e1, i1, e2, i2 } = plant();
  await reorder(parent.id, { id: epicGid(e2.id) });
  expect(childrenOf(world.db, parent.id)).toEqual([e2.id, e1.id, i1.id, i2.id]);
});

test('TR-14.9 a new parent equal to the present one only reorders: no note, no new lock version', async () => {
  const { parent, e1, e2 } = plant();
  const moved = {
    id: epicGid(e2.id),
    adjacentReferenceId: epicGid(e1.id),
    relativePosition: 'after',
    newParentId: epicGid(parent.id),
  };
  expect(await reorder(parent.id, moved)).toMatchObject({ ok: true });
  expect(childrenOf(world.db, parent.id)[0]).toBe(e2.id);
  expect(notesOn(world.db, e2.id)).toEqual([]);
  expect((await itemRow(world, e2.id)).lock_version).toBe(0);
});

test('TR-14.9 types come before rights, rights before position, position before sibling, sibling before linking', async () => {
  const { parent, e1, e2, i1, other } = plant();
  const id = epicGid(e1.id);
  const nobody = world.viewers.out;
  const inOther = makeEpic(world.db, { groupId: world.groups.web });
  link(world.db, other.id, inOther.id);
  const steps = [
    reorder(parent.id, { id: `gid://gitlab/Issue/${i1.id}`, adjacentReferenceId: epicGid(e2.id) }, nobody),
    reorder(parent.id, { id: 'nonsense' }, nobody),
    reorder(parent.id, { id, adjacentReferenceId: epicGid(e2.id) }, nobody),
    reorder(parent.id, { id, adjacentReferenceId: epicGid(inOther.id) }),
    reorder(parent.id, { id, adjacentReferenceId: epicGid(inOther.id), relativePosition: 'sideways' }),
    reorder(parent.id, { id, adjacentReferenceId: epicGid(inOther.id), relativePosition: 'after' }),
    reorder(parent.id, {
      id,
      adjacentReferenceId: epicGid(e2.id),
      relativePosition: 'after',
      newParentId: epicGid(other.id),
    }),
    reorder(parent.id, { id, newParentId: id }),
  ];
  const texts = [];
  for (const step of steps) texts.push(await step);
  expect(texts).toEqual(
    [
      'Only epics and epic_issues are supported.',
      'Only epics and epic_issues are supported.',
      "You don't have permissions to move the objects.",
      'Relative position is not valid.',
      'Relative position is not valid.',
      "The sibling object's parent must match the current parent epic.",
      "The sibling object's parent must match the new parent epic.",
      'This epic cannot be added. An epic cannot be added to itself.',
    ].map(refusal),
  );
});

test('TR-14.30 to another parent comes only what the viewer may relate; under its own parent it may be sorted', async () => {
  const { db } = world;
  const { parent, e1, other } = plant();
  const theirs = makeGroup(db, { path: 'others' });
  const root = makeEpic(db, { groupId: theirs });
  const epic = makeEpic(db, { groupId: theirs });
  const issue = makeIssue(db, { projectId: makeProject(db, { groupId: theirs, path: 'lib' }) });
  for (const child of [epic, issue]) link(db, parent.id, child.id);
  const before = everything(db);
  for (const id of [epicGid(root.id), epicGid(epic.id), issueGid(issue.id)]) {
    expect(await reorder(other.id, { id, newParentId: epicGid(other.id) })).toEqual(
      refusal("You don't have permissions to move the objects."),
    );
  }
  expect(everything(db)).toEqual(before);
  const adjacentReferenceId = epicGid(e1.id);
  for (const id of [epicGid(epic.id), issueGid(issue.id)]) {
    expect(await reorder(parent.id, { id, adjacentReferenceId, relativePosition: 'after' })).toMatchObject({
      ok: true,
    });
  }
  expect(childrenOf(db, parent.id).slice(0, 3)).toEqual([epic.id, issue.id, e1.id]);
});

test('what is hidden, what is missing and what may not be moved have one answer, and nothing changes', async () => {
  const { parent, e1, e2 } = plant();
  const secret = makeEpic(world.db, { groupId: world.groups.hidden });
  const before = everything(world.db);
  const missing = epicGid(999_999);
  const tries = [
    reorder(parent.id, { id: missing }),
    reorder(parent.id, { id: epicGid(secret.id) }),
    reorder(999_999, { id: epicGid(e1.id) }),
    reorder(secret.id, { id: epicGid(e1.id) }),
    reorder(parent.id, { id: epicGid(e1.id), newParentId: missing }),
    reorder(parent.id, { id: epicGid(e1.id), newParentId: epicGid(secret.id) }),
    reorder(parent.id, { id: epicGid(e1.id), adjacentReferenceId: epicGid(secret.id), relativePosition: 'after' }),
    reorder(parent.id, { id: epicGid(e1.id), adjacentReferenceId: linkGid(424_242), relativePosition: 'after' }),
    reorder(parent.id, { id: epicGid(e1.id) }, world.viewers.guest),
    reorder(parent.id, { id: epicGid(e2.id), newParentId: epicGid(e1.id) }, world.viewers.out),
  ];
  for (const each of tries) expect(await each).toEqual(refusal("You don't have permissions to move the objects."));
  expect(await reorder(parent.id, { id: epicGid(e1.id) }, world.viewers.nobody)).toMatchObject({
    ok: false,
    status: 401,
  });
  expect(everything(world.db)).toEqual(before);
});

test('TR-15.8 a move to an epic of another group takes counts, dates and notes along; the link keeps its id', async () => {
  const { parent, i1, other } = plant();
  const { db } = world;
  const linkId = linkOf(db, i1.id);
  expect(await reorder(parent.id, { id: linkGid(linkId), newParentId: epicGid(other.id) })).toMatchObject({ ok: true });
  expect(parentOf(db, i1.id)).toBe(other.id);
  expect(linkOf(db, i1.id)).toBe(linkId);
  expect((await itemRow(world, i1.id)).lock_version).toBe(1);
  expect(notesOn(db, parent.id)).toEqual([`moved issue acme/web/app#${i1.iid} to epic acme/web&${other.iid}`]);
  expect(notesOn(db, other.id)).toEqual([`added issue acme/web/app#${i1.iid}`]);
  expect(notesOn(db, i1.id)).toEqual([`changed epic to acme/web&${other.iid}`]);
  for (const id of [parent.id, other.id]) expect(eventsOf(db, id)).toEqual(expect.arrayContaining(['tree', 'counts']));
  expectConsistent(db);
});

test('a child epic that moves is noted on both parents and on itself', async () => {
  const { parent, e1, other } = plant();
  await reorder(parent.id, { id: epicGid(e1.id), newParentId: epicGid(other.id) });
  expect(notesOn(world.db, parent.id)).toEqual([`moved child epic &${e1.iid} to epic acme/web&${other.iid}`]);
  expect(notesOn(world.db, other.id)).toEqual([`added epic acme&${e1.iid} as child epic`]);
  expect(notesOn(world.db, e1.id)).toEqual([`added epic acme/web&${other.iid} as parent epic`]);
});

test('TR-14.9 an item that somebody has moved elsewhere meanwhile is not reordered', async () => {
  const { parent, e1, other } = plant();
  await reorder(parent.id, { id: epicGid(e1.id), newParentId: epicGid(other.id) });
  expect(await reorder(parent.id, { id: epicGid(e1.id) })).toEqual(
    refusal("The sibling object's parent must match the current parent epic."),
  );
});

test('TR-15.3 an epic is not put below itself, also not several levels down', async () => {
  const { parent, e1, e2 } = plant();
  await reorder(parent.id, { id: epicGid(e2.id), newParentId: epicGid(e1.id) });
  const root = makeEpic(world.db, { groupId: world.groups.acme });
  link(world.db, root.id, parent.id);
  expect(await reorder(root.id, { id: epicGid(parent.id), newParentId: epicGid(e2.id) })).toEqual(
    refusal('This epic cannot be added. It is already an ancestor of the parent epic.'),
  );
});

test('TR-15.4 the moved subtree may reach the seventh level and not the eighth', async () => {
  const { db, groups } = world;
  const chain = [];
  for (let i = 0; i < 5; i += 1) chain.push(makeEpic(db, { groupId: groups.acme }));
  for (let i = 1; i < 5; i += 1) link(db, chain[i - 1]!.id, chain[i]!.id);
  const holder = makeEpic(db, { groupId: groups.acme });
  const top = makeEpic(db, { groupId: groups.acme });
  const middle = makeEpic(db, { groupId: groups.acme });
  const leaf = makeEpic(db, { groupId: groups.acme });
  link(db, holder.id, top.id);
  link(db, top.id, middle.id);
  link(db, middle.id, leaf.id);
  expect(await reorder(holder.id, { id: epicGid(top.id), newParentId: epicGid(chain[4]!.id) })).toEqual(
    refusal(
      'This epic cannot be added. One or more epics would exceed the maximum depth (7) from its most distant ancestor.',
    ),
  );
  expect(await reorder(top.id, { id: epicGid(middle.id), newParentId: epicGid(chain[4]!.id) })).toMatchObject({
    ok: true,
  });
  expectConsistent(db);
});

test('TR-15.5 the setting max_children limits child epics, and only them', async () => {
  const { parent, i1, other } = plant();
  world.db.maxChildren = 0;
  const e3 = makeEpic(world.db, { groupId: world.groups.acme });
  link(world.db, parent.id, e3.id);
  expect(await reorder(parent.id, { id: epicGid(e3.id), newParentId: epicGid(other.id) })).toEqual(
    refusal(
      'This epic cannot be added. You cannot add any more epics. This epic already has maximum number of child epics.',
    ),
  );
  expect(await reorder(parent.id, { id: issueGid(i1.id), newParentId: epicGid(other.id) })).toMatchObject({
    ok: true,
  });
});

test('TR-18.2 a confidential epic takes only what is confidential', async () => {
  const { parent, e1, i1 } = plant();
  const secret = makeEpic(world.db, { groupId: world.groups.acme, confidential: true });
  expect(await reorder(parent.id, { id: epicGid(e1.id), newParentId: epicGid(secret.id) })).toEqual(
    refusal('A non-confidential epic cannot be assigned to a confidential parent epic'),
  );
  expect(await reorder(parent.id, { id: issueGid(i1.id), newParentId: epicGid(secret.id) })).toMatchObject({
    ok: false,
  });
});

test('TR-14.3 where there is no gap left the siblings make room, and their new positions are stored', async () => {
  const { db, groups } = world;
  const parent = makeEpic(db, { groupId: groups.acme });
  const ids: number[] = [];
  for (let position = 0; position < 4; position += 1) {
    const child = makeEpic(db, { groupId: groups.acme });
    link(db, parent.id, child.id, position);
    ids.push(child.id);
  }
  const [a, b, c, d] = ids as [number, number, number, number];
  await reorder(parent.id, { id: epicGid(d), adjacentReferenceId: epicGid(b), relativePosition: 'after' });
  expect(childrenOf(db, parent.id)).toEqual([a, d, b, c]);
  expectConsistent(db);
});

test('a move climbs to all ancestors: counts and inherited dates of the old and of the new chain', async () => {
  const { db, groups, projects } = world;
  const milestoneId = db.addMilestone('m', '2026-03-01', '2026-04-01', groups.acme);
  const [oldRoot, oldParent, newRoot, newParent] = [
    makeEpic(db, { groupId: groups.acme }),
    makeEpic(db, { groupId: groups.acme }),
    makeEpic(db, { groupId: groups.web }),
    makeEpic(db, { groupId: groups.web }),
  ];
  const issue = makeIssue(db, { projectId: projects.api, milestone_id: milestoneId, weight: 5 });
  link(db, oldRoot.id, oldParent.id);
  link(db, newRoot.id, newParent.id);
  link(db, oldParent.id, issue.id);
  expect((await itemRow(world, oldRoot.id)).start_date).toBe('2026-03-01');
  await reorder(oldParent.id, { id: issueGid(issue.id), newParentId: epicGid(newParent.id) });
  const [left, came] = [db.datesOf(db.item(oldRoot.id)), db.datesOf(db.item(newRoot.id))];
  expect([left.start, left.due, left.inheritedStart.source]).toEqual([null, null, null]);
  const source = { kind: 'epic', id: newParent.id };
  expect([came.start, came.due, came.inheritedStart.source]).toEqual(['2026-03-01', '2026-04-01', source]);
  for (const id of [oldRoot.id, oldParent.id, newRoot.id, newParent.id]) {
    expect(eventsOf(db, id)).toEqual(expect.arrayContaining(['counts', 'dates']));
  }
  expectConsistent(db);
});
