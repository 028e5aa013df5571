import fc from 'fast-check';
import {
  everything,
  expectConsistent,
  link,
  makeEpic,
  makeIssue,
  type Plan,
  plantPlan,
} from '../store/testing/memory-plan.ts';
import { operate, operation, type Row } from './testing-operations.ts';

function plant(): Plan {
  const plan = plantPlan();
  const { db, groups, projects } = plan;
  for (let month = 1; month <= 3; month += 1) {
    const day = (d: number) => `2026-0${month * 2}-${String(d).padStart(2, '0')}`;
    db.addMilestone(`m${month}`, month === 2 ? null : day(1), day(20), groups.acme);
  }
  for (let i = 0; i < 5; i += 1) makeEpic(db, { groupId: i % 2 === 0 ? groups.acme : groups.web });
  for (let i = 0; i < 4; i += 1) {
    const issue = makeIssue(db, { projectId: projects.app, weight: i, milestone_id: i === 0 ? null : i });
    // Tasks of an issue count for the issue, and never for the epic that it goes to.
    if (i < 2) link(db, issue.id, makeIssue(db, { projectId: projects.app, type: 'task', weight: 7 }).id);
  }
  return plan;
}

const rows = ({ db }: Plan): Row[] =>
  [...db.items.values()].map(({ id, iid, type, groupId, projectId }) => ({
    id,
    iid,
    type,
    group_path: db.group(groupId).fullPath,
    project_path: projectId === null ? null : db.project(projectId).fullPath,
    link_id: db.links.get(id)?.id ?? null,
    parent_id: db.links.get(id)?.parentId ?? null,
  }));

test('EP-07.42 after every single change in memory counts and dates are a recount, orders are strict, nothing cycles', async () => {
  let done = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 15, maxLength: 30 }), async (operations) => {
      const plan = plant();
      for (const each of operations) {
        const before = everything(plan.db);
        const outcome = await operate(plan.store, plan.viewers.plan, rows(plan), each);
        if (outcome?.ok) done += 1;
        else expect(everything(plan.db)).toEqual(before);
        expectConsistent(plan.db);
      }
    }),
    { numRuns: 60, seed: 20261121 },
  );
  expect(done).toBeGreaterThan(300);
});
