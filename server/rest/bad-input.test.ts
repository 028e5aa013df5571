import fc from 'fast-check';
import { makeEpic, makeIssue, link } from '../db/testing-data.ts';
import { mutationResolvers } from '../graphql/mutations.ts';
import {
  epicGid,
  everything,
  expectConsistent,
  itemGid,
  NOW,
  openWorld,
  resetWorld,
  settle,
  type World,
} from '../tree/testing.ts';
import type { RestMethod } from './types.ts';
import { call } from './writes/testing.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
  world = await resetWorld(world.database);
  const { db, groups, projects } = world;
  const [parent, child] = [await makeEpic(db, { groupId: groups.acme }), await makeEpic(db, { groupId: groups.acme })];
  await link(db, parent.id, child.id);
  await link(db, parent.id, (await makeIssue(db, { projectId: projects.api })).id);
  await settle(db);
});
afterAll(async () => {
  await world.database.close();
});

/** Values that a careless or malicious client sends. */
const odd = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    '💣'.repeat(300),
    '<script>alert(1)</script>',
    "'; DROP TABLE users; --",
    '%00',
    '‮',
    '../..',
    -1,
    0,
    1.5,
    2 ** 31,
    2 ** 53,
    1e300,
    '99999999999999999999',
    true,
    [],
    [[]],
    {},
    [null],
    { a: { b: [] } },
    '0000-01-01',
    '9999-99-99',
    '2026-02-29',
    '&1',
    '#1',
    'close',
    ['&1', 5],
  ),
  fc.string(),
  fc.integer(),
);
const names = [
  'title',
  'description',
  'confidential',
  'color',
  'labels',
  'label_ids',
  'add_labels',
  'remove_labels',
  'start_date_fixed',
  'start_date_is_fixed',
  'due_date_fixed',
  'due_date_is_fixed',
  'state_event',
  'lock_version',
  'parent_id',
  'epic_id',
  'issuable_references',
  'milestone_id',
  'assignee_ids',
  'weight',
  'health_status',
  'epic',
  'issue',
  'start_date',
  'due_date',
  'issue_type',
  '_method',
  '__proto__',
];
const body = fc.oneof(odd, fc.dictionary(fc.constantFrom(...names), odd, { maxKeys: 5 }));
const paths = fc.constantFrom<[RestMethod, string]>(
  ['POST', '/groups/acme/-/epics'],
  ['PUT', '/groups/acme/-/epics/1.json'],
  ['PUT', '/groups/acme/-/epics/99999999999999999999'],
  ['PUT', '/acme/api/-/issues/1.json'],
  ['DELETE', '/groups/acme/-/epics/2'],
  ['POST', '/groups/acme/-/epics/1/links'],
  ['POST', '/groups/acme/-/epics/1/issues'],
  ['DELETE', '/groups/acme/-/epics/1/links/x'],
  ['POST', '/acme/api/-/issues'],
  ['POST', '/acme/api/-/issues/1'],
  ['POST', '/api/v4/groups/acme/epics'],
  ['PUT', '/api/v4/groups/9223372036854775808/epics/1'],
  ['POST', '/api/v4/projects/acme%2Fapi/issues'],
);

test('whatever a body holds, the answer is no server error, and a refusal changes nothing', async () => {
  await fc.assert(
    fc.asyncProperty(
      paths,
      body,
      fc.dictionary(fc.constantFrom('epic[title]', 'epic[state_event]', 'a'), fc.string(), { maxKeys: 1 }),
      async ([method, path], sent, query) => {
        const before = await everything(world.db);
        const answer = await call(world, method, path, { body: sent, query });
        expect(answer.status).toBeLessThan(500);
        if (answer.status >= 400) expect(await everything(world.db)).toEqual(before);
        if (answer.status === 422) expect(answer.body).toEqual(expect.objectContaining({}));
      },
    ),
    { numRuns: 300, seed: 7 },
  );
  await expectConsistent(world.db);
});

const text = fc.oneof(
  fc.constantFrom(
    '',
    '\0',
    'gid://gitlab/Epic/0',
    'gid://gitlab/Epic/9007199254740991',
    'gid://gitlab/User/1',
    itemGid(1),
    epicGid(2),
    'x'.repeat(300),
    '2026-02-30',
    '\ud800',
  ),
  fc.string(),
);
const maybe = fc.option(text, { nil: undefined });

test('whatever a mutation is given, its answer is a payload, and a refusal changes nothing', async () => {
  const viewer = world.viewers.plan;
  const ctx = { db: world.db, store: world.store, viewer, now: NOW, baseUrl: 'http://here' };
  const update = fc.record({
    id: text,
    title: maybe,
    descriptionWidget: fc.option(fc.record({ description: text }), { nil: undefined }),
    assigneesWidget: fc.option(fc.record({ assigneeIds: fc.array(text, { maxLength: 2 }) }), { nil: undefined }),
    weightWidget: fc.option(fc.record({ weight: fc.integer() }), { nil: undefined }),
    progressWidget: fc.option(fc.record({ progress: fc.integer() }), { nil: undefined }),
    startAndDueDateWidget: fc.option(fc.record({ startDate: text }), { nil: undefined }),
    hierarchyWidget: fc.option(
      fc.record({ parentId: maybe, childrenIds: fc.array(text, { maxLength: 2 }), adjacentWorkItemId: maybe }),
      { nil: undefined },
    ),
  });
  const reorder = fc.record({
    baseEpicId: text,
    moved: fc.record({ id: text, adjacentReferenceId: maybe, newParentId: maybe, relativePosition: maybe }),
  });
  const epic = fc.record({
    groupPath: text,
    iid: text,
    title: maybe,
    color: maybe,
    addLabels: fc.array(text, { maxLength: 2 }),
    dueDateFixed: maybe,
  });
  await fc.assert(
    fc.asyncProperty(update, reorder, epic, async (u, r, e) => {
      for (const run of [
        () => mutationResolvers.workItemUpdate(u, ctx),
        () => mutationResolvers.epicTreeReorder(r, ctx),
        () => mutationResolvers.updateEpic(e, ctx),
        () => mutationResolvers.updateEpic({ ...e, groupPath: 'acme', iid: '1' }, ctx),
        () => mutationResolvers.createEpic({ ...e, groupPath: 'acme' }, ctx),
        () =>
          mutationResolvers.epicAddIssue(
            { groupPath: 'acme', iid: '1', projectPath: u.id, issueIid: r.baseEpicId },
            ctx,
          ),
      ]) {
        const before = await everything(world.db);
        const { errors } = await run();
        expect(errors.every((error) => typeof error === 'string' && error !== '')).toBe(true);
        if (errors.length > 0) expect(await everything(world.db)).toEqual(before);
      }
    }),
    { numRuns: 80, seed: 11 },
  );
  await expectConsistent(world.db);
});
