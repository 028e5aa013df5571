import type { Stamped } from './store/action.ts';
import fc from 'fast-check';
import { reducePlanner, selectTreeRows, selectVisible, treeActions, type RootState } from './index.ts';
import { noticeActions } from './notice/index.ts';
import {
  epicChildren,
  epicGid,
  epicNode,
  issueGid,
  issueNode,
  PlannerBuilder,
  type TestPlanner,
} from './testing/index.ts';
import { get } from './table/index.ts';

const ROOT = epicGid(1);

/** A session with most of what the tree can do in it. */
async function session(): Promise<TestPlanner> {
  const planner = await new PlannerBuilder().opened(
    epicChildren(1, {
      epics: [epicNode(2, { hasIssues: true })],
      issues: [3, 4, 5].map((id) => issueNode(id, { relativePosition: id * 100 })),
      moreIssues: 'c',
    }),
  );
  const { fake } = planner;
  await planner.do(treeActions.itemToggled({ id: epicGid(2) }));
  await fake.next('epicChildren').answer(epicChildren(2, { issues: [issueNode(6)] }));
  await planner.do(treeActions.moveChosen({ id: issueGid(5), parentId: ROOT, to: 'top' }));
  await planner.do(treeActions.dropped({ id: issueGid(6), fromParentId: epicGid(2), toParentId: ROOT, index: 1 }));
  await fake.next('epicTreeReorder').answer({ epicTreeReorder: { errors: [] } });
  await fake.next('epicTreeReorder').answer({ epicTreeReorder: { errors: ['No'] } });
  await planner.do(treeActions.nextPageAsked({ parentId: ROOT }), treeActions.labelsToggled());
  await planner.do(
    treeActions.formOpened({ form: 'addIssue' }),
    treeActions.referencesTyped({ text: 'a/b#1 ', caret: 6 }),
    treeActions.formSubmitted(),
  );
  await planner.do(treeActions.removeAsked({ id: issueGid(3), parentId: ROOT }), treeActions.removeConfirmed());
  await fake.next('DELETE /groups/acme/-/epics/1/issues/1003').answer({});
  await planner.do(noticeActions.raised({ kind: 'info', text: 'Hello' }));
  return planner;
}

const replay = (start: RootState, actions: readonly Stamped[]): RootState => actions.reduce(reducePlanner, start);

test('RP-02.11 the same actions through JSON lead to the same state', async () => {
  const start = new PlannerBuilder().build().state;
  const planner = await session();
  expect(planner.actions.length).toBeGreaterThan(20);
  const copy = JSON.parse(JSON.stringify(planner.actions)) as readonly Stamped[];
  expect(copy).toEqual(planner.actions);
  expect(replay(start, copy)).toEqual(planner.state);
});

test('RP-02.10 every action of a session has its origin and time', async () => {
  const planner = await session();
  for (const { type, meta } of planner.actions) {
    expect([type, meta.origin === 'user' || meta.origin === 'server', Number.isFinite(meta.at)]).toEqual([
      type,
      true,
      true,
    ]);
  }
});

test('RP-02.11 an action that concerns nobody leaves the state the same', () => {
  const planner = new PlannerBuilder().build();
  const { state } = planner;
  expect(reducePlanner(state, { type: 'nobody/knows', payload: {}, meta: { origin: 'user', at: 0 } })).toBe(state);
});

test('RP-02.12 disposing ends timers, requests that read, and listening', async () => {
  const planner = await new PlannerBuilder().opening();
  planner.planner.dispose();
  expect(planner.fake.next).toThrow();
  expect(planner.fake.clock.waiting).toBe(0);
  expect(planner.fake.calls.filter(({ cancelled }) => !cancelled)).toEqual([]);
  expect(planner.fake.topics).toEqual([]);
});

test('RP-02.12 a watcher that crashes is told to the user and goes on with the open tree', async () => {
  const planner = await new PlannerBuilder().opened(
    epicChildren(1, { epics: [epicNode(2, { hasIssues: true })], issues: [issueNode(3)] }),
  );
  const { realtime } = planner.fake.ports as { realtime: { subscribe: unknown } };
  const { subscribe } = realtime;
  realtime.subscribe = () => {
    realtime.subscribe = subscribe;
    throw new Error('Broken port');
  };
  await planner.do(treeActions.itemToggled({ id: epicGid(2) }));
  expect(planner.alerts).toEqual(['Something went wrong on our end.']);
  expect(planner.fake.logged.map(({ message }) => message)).toEqual([
    'The watcher "tree" crashed and is started again',
  ]);
  await planner.fake.next('epicChildren').answer(epicChildren(1, { issues: [issueNode(4)] }));
  expect(planner.confirmedChildren(ROOT)).toEqual([issueGid(4)]);
  await planner.do(treeActions.moveChosen({ id: issueGid(4), parentId: ROOT, to: 'up' }), treeActions.labelsToggled());
  expect(planner.fake.stored.get('show-labels')).toBe('false');
});

test('TR-14.26 random moves keep every child once, in an acyclic tree; after all answers visible is confirmed', async () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('move' as const), child: fc.nat(), parent: fc.nat(), index: fc.nat({ max: 6 }) }),
    fc.record({ kind: fc.constant('answer' as const), refuse: fc.boolean() }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
      const planner = await new PlannerBuilder().opened(
        epicChildren(1, {
          epics: [2, 3, 4].map((id) => epicNode(id, { hasIssues: true })),
          issues: [11, 12].map((id) => issueNode(id)),
        }),
      );
      for (const id of [2, 3, 4]) {
        await planner.do(treeActions.itemToggled({ id: epicGid(id) }));
        await planner.fake
          .next('epicChildren')
          .answer(epicChildren(id, { issues: [issueNode(id * 10), issueNode(id * 10 + 1)] }));
      }
      const children = [2, 3, 4].map(epicGid).concat([11, 12, 20, 21, 30, 31, 40, 41].map(issueGid));
      const parents = [1, 2, 3, 4].map(epicGid);
      const check = (): void => {
        const shown = selectVisible(planner.state);
        const all = parents.flatMap((id) => get(shown.orders, id)?.ids ?? []);
        expect([...all].sort()).toEqual([...children].sort());
        for (const parent of parents)
          for (const id of get(shown.orders, parent)?.ids ?? []) expect(get(shown.parents, id)).toBe(parent);
        for (const child of children) {
          let id: string | undefined = child;
          for (let depth = 0; id !== undefined; depth += 1) {
            expect(depth).toBeLessThan(8);
            id = get(shown.parents, id);
          }
        }
      };
      for (const one of steps) {
        if (one.kind === 'move') {
          const id = children[one.child % children.length] as string;
          const toParentId = parents[one.parent % parents.length] as string;
          const fromParentId = get(selectVisible(planner.state).parents, id) as string;
          await planner.do(treeActions.dropped({ id, fromParentId, toParentId, index: one.index }));
        } else {
          const [call] = planner.fake.waiting('epicTreeReorder');
          await call?.answer({ epicTreeReorder: { errors: one.refuse ? ['No'] : [] } });
        }
        check();
      }
      for (
        let [call] = planner.fake.waiting('epicTreeReorder');
        call !== undefined;
        [call] = planner.fake.waiting('epicTreeReorder')
      ) {
        await call.answer({ epicTreeReorder: { errors: ['No'] } });
        check();
      }
      expect(selectVisible(planner.state)).toBe(planner.state.confirmed);
      expect(selectTreeRows(planner.state).filter(({ kind }) => kind === 'item').length).toBeGreaterThan(0);
      planner.planner.dispose();
    }),
    { numRuns: 40 },
  );
});
