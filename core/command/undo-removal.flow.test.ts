import type { Answer, RestPort, RestRequest } from '../ports/index.ts';
import type { World } from '../../sim/server/index.ts';
import { accessActions } from '../access/index.ts';
import { frameActions } from '../frame/index.ts';
import { selectToasts } from '../notice/index.ts';
import { createPlanner, selectVisible } from '../planner.ts';
import { get } from '../table/index.ts';
import { epicGid, FakePorts, issueGid, settle } from '../testing/index.ts';
import { ModelServer } from '../../sim/server/index.ts';
import { treeActions } from '../tree/index.ts';
import { commandActions, commandSaga } from './index.ts';

const ALL = { canAdmin: true, canAdminRelation: true, canUpdate: true, canCreate: true, canDestroy: true };

/** Epic 1 of acme holds epic 2, an issue, and epic 3 of a subgroup, against the model server. */
async function start(kind: 'epic' | 'workItem' = 'epic') {
  const fake = new FakePorts();
  const ids: number[] = [];
  const seed = (world: World): void => {
    const acme = world.addGroup({ path: 'acme' });
    const web = world.addGroup({ path: 'web', parentId: acme });
    const app = world.addProject({ groupId: web, path: 'app' });
    world.addMember({ userId: world.addUser({ username: 'ada' }), groupId: acme, level: 50 });
    const items =
      kind === 'epic'
        ? [world.addEpic(acme, { title: 'Root' }), world.addEpic(acme, { title: 'Two' })]
        : [world.addItem(app, { title: 'Root' }), world.addItem(app, { title: 'Two', type: 'task' })];
    const middle = world.addItem(app, { title: 'Middle', type: kind === 'epic' ? 'issue' : 'task' });
    const last =
      kind === 'epic' ? world.addEpic(web, { title: 'Last' }) : world.addItem(app, { title: 'Last', type: 'task' });
    ids.push(...[...items, middle, last].map(({ id }) => id));
    world.attach(ids[0] ?? 0, ids.slice(1));
  };
  const server = new ModelServer({ clock: fake.clock, seed });
  server.signInAs('ada');
  /** What others have added before the answer to an addition was made, the newest first. */
  const between: object[] = [];
  const rest: RestPort = {
    async request<T>(request: RestRequest, options?: { idempotencyKey?: string }): Promise<Answer<T>> {
      const answer = await server.rest.request<T>(request, options);
      if (request.method !== 'POST') return answer;
      const { issuables } = answer.data as { readonly issuables: readonly object[] };
      return { ...answer, data: { ...answer.data, issuables: [...between, ...issuables] } };
    },
  };
  const planner = createPlanner({ ...fake.ports, graphql: server.graphql, rest });
  const act = async (...actions: readonly { readonly type: string }[]): Promise<void> => {
    for (const action of actions) planner.store.dispatch(action);
    await settle();
    await fake.clock.advance(1);
  };
  const [root, two, middle, last] = ids as [number, number, number, number];
  const gid = (id: number) => (kind === 'workItem' || id === middle ? issueGid(id) : epicGid(id));
  await act(accessActions.sessionRequested(), frameActions.navigated({ webPath: '/groups/acme/-/epics/1', query: '' }));
  const opening =
    kind === 'epic'
      ? { kind, fullPath: 'acme', iid: '1', id: gid(root), permissions: ALL }
      : { kind, fullPath: 'acme/web/app', iid: '1', id: gid(root), type: 'issue' as const, permissions: ALL };
  await act(treeActions.opened({ root: opening, config: { userSignedIn: true, allowSubEpics: true } }));
  planner.watch('command', commandSaga);
  await settle();
  const children = () => {
    const visible = selectVisible(planner.store.getState());
    return get(visible.orders, gid(root))?.ids.map((id) => get(visible.items, id)?.title);
  };
  return {
    act,
    pass: (milliseconds: number) => fake.clock.advance(milliseconds),
    server,
    planner,
    children,
    between,
    remove: (id: number) =>
      act(treeActions.removeAsked({ id: gid(id), parentId: gid(root) }), treeActions.removeConfirmed()),
    stored: () => server.world.childrenOf(root).map(({ title }) => title),
    history: () => planner.store.getState().command.history,
    toasts: () => selectToasts(planner.store.getState()).map(({ text }) => text),
    alerts: () => planner.store.getState().notice.flatMap(({ kind: how, text }) => (how === 'toast' ? [] : [text])),
    root,
    two,
    middle,
    last,
    gid,
  };
}

const undo = commandActions.undoAsked();
const redo = commandActions.redoAsked();

describe('RP-02.215 a removed child', () => {
  test.each([
    ['an epic', 'two'],
    ['an issue', 'middle'],
    ['an epic of another group', 'last'],
  ] as const)('RP-02.215 %s comes back between its neighbours, on the screen and on the server', async (_, which) => {
    const app = await start();
    expect(app.children()).toEqual(['Two', 'Middle', 'Last']);
    await app.remove(app[which]);
    expect(app.children()).toHaveLength(2);
    expect(app.stored()).toHaveLength(2);
    await app.act(undo);
    expect(app.children()).toEqual(['Two', 'Middle', 'Last']);
    expect(app.stored()).toEqual(['Two', 'Middle', 'Last']);
    expect(app.toasts()[0]).toMatch(/^Undone: removed .* from “Root”\.$/);
    expect(app.history().done).toEqual([]);
  });

  test.each([
    ['an epic', 'last'],
    ['an issue', 'middle'],
  ] as const)('RP-02.218 of %s the answer is found by its id', async (_, which) => {
    const app = await start();
    await app.remove(app[which]);
    app.between.push({ id: 9001, iid: 91, title: 'Of somebody else', state: 'opened', reference: '&91', path: '/x' });
    await app.act(undo);
    expect(app.children()).toEqual(['Two', 'Middle', 'Last']);
    expect(app.toasts()[0]).toMatch(/^Undone: removed /);
    expect(JSON.stringify(app.planner.store.getState().confirmed)).not.toContain('Of somebody else');
  });

  test.each(['beforeCommit', 'afterCommit'] as const)(
    'RP-02.28 one whose answer is lost (%s) is sent again, and made once',
    async (when) => {
      const app = await start();
      await app.remove(app.middle);
      app.server.fault({ kind: 'lose', match: 'POST', when });
      await app.act(undo);
      await app.pass(2000);
      expect(app.alerts()).toEqual([]);
      expect(app.children()).toEqual(['Two', 'Middle', 'Last']);
      expect(app.stored()).toEqual(['Two', 'Middle', 'Last']);
    },
  );

  test('TR-13.32 one that may have been made is told as failed, and the list is read again', async () => {
    const app = await start();
    await app.remove(app.middle);
    await app.act(undo);
    const error = { name: 'WireError', kind: 'http', status: 500, messages: [] } as const;
    app.server.fault({ kind: 'refuse', match: 'DELETE', error });
    await app.act(redo);
    expect(app.alerts()).toEqual(['An error occurred while removing issues.']);
    expect(app.children()).toEqual(['Two', 'Middle', 'Last']);
  });

  test('RP-02.215 the removal is made once more, and taken back again', async () => {
    const app = await start();
    await app.remove(app.middle);
    await app.act(undo);
    await app.act(redo);
    expect([app.children(), app.stored()]).toEqual([
      ['Two', 'Last'],
      ['Two', 'Last'],
    ]);
    await app.act(undo);
    expect([app.children(), app.stored()]).toEqual([
      ['Two', 'Middle', 'Last'],
      ['Two', 'Middle', 'Last'],
    ]);
    expect(app.alerts()).toEqual([]);
  });

  test.each(['two', 'middle', 'last'] as const)('RP-02.215 a child of a work item (%s)', async (which) => {
    const app = await start('workItem');
    expect(app.children()).toEqual(['Two', 'Middle', 'Last']);
    await app.remove(app[which]);
    expect(app.stored()).toHaveLength(2);
    await app.act(undo);
    expect(app.children()).toEqual(['Two', 'Middle', 'Last']);
    expect(app.stored()).toEqual(['Two', 'Middle', 'Last']);
  });

  test('TR-14.27 a reading that began before it was added, or removed once more, is read again', async () => {
    const app = await start();
    const version = () => get(app.planner.store.getState().versions, app.gid(app.root)) ?? 0;
    // The first child comes back where an addition puts it: no move follows, which would count by itself.
    await app.remove(app.two);
    for (const asked of [undo, redo]) {
      const before = version();
      await app.act(asked);
      expect(version()).toBeGreaterThan(before);
    }
  });

  test('RP-02.202 that somebody put elsewhere stays there', async () => {
    const app = await start();
    await app.remove(app.two);
    app.server.world.attach(app.last, [app.two]);
    await app.act(treeActions.itemToggled({ id: app.gid(app.last) }));
    await app.act(treeActions.retried());
    await app.act(treeActions.itemToggled({ id: app.gid(app.last) }));
    await app.act(undo);
    expect(app.toasts()).toEqual([expect.stringMatching(/^Not undone: removed .*Reason: it is in “Last”\.$/)]);
    expect(app.stored()).toEqual(['Middle', 'Last']);
  });

  test('RP-02.206 a refused removal was none', async () => {
    const app = await start();
    const error = { name: 'WireError', kind: 'http', status: 404, messages: [] } as const;
    app.server.fault({ kind: 'refuse', match: 'DELETE', error });
    await app.remove(app.two);
    expect(app.history().done).toEqual([]);
    await app.act(undo);
    expect(app.toasts()).toEqual(['There is nothing to undo on this page.']);
  });

  test('RP-02.206 where it cannot be added again the removal stands, and can be taken back later', async () => {
    const app = await start();
    await app.remove(app.two);
    const error = { name: 'WireError', kind: 'http', status: 422, messages: ['No room'] } as const;
    app.server.fault({ kind: 'refuse', match: 'POST', error });
    await app.act(undo);
    expect(app.children()).toEqual(['Middle', 'Last']);
    expect(app.alerts()).toEqual(['No room']);
    expect(app.history().done).toHaveLength(1);
    expect(app.history().undone).toEqual([]);
    await app.act(undo);
    expect(app.children()).toEqual(['Two', 'Middle', 'Last']);
  });
});

describe('the toast of a child that was taken out of a work item', () => {
  const offered = (app: Awaited<ReturnType<typeof start>>) =>
    selectToasts(app.planner.store.getState()).find(({ text }) => text === 'Child removed')?.action;

  async function removed() {
    const app = await start('workItem');
    await app.remove(app.two);
    const action = offered(app);
    if (action == null) throw new Error('Nothing is offered');
    return { ...app, undone: () => app.act(action.event as never) };
  }

  test('WI-09.20 it offers to take that removal back, whatever was edited since', async () => {
    const app = await removed();
    expect([app.toasts(), offered(app)?.label]).toEqual([['Child removed'], 'Undo']);
    await app.remove(app.last);
    expect(app.children()).toEqual(['Middle']);
    await app.undone();
    expect([app.children(), app.stored()]).toEqual([
      ['Two', 'Middle'],
      ['Two', 'Middle'],
    ]);
    // What left later can still be taken back.
    await app.act(undo);
    expect(app.stored()).toEqual(['Two', 'Middle', 'Last']);
  });

  test('WI-09.20 a removal that is made once more has the toast of its own kind, and a second press finds nothing', async () => {
    const app = await removed();
    await app.undone();
    await app.act(redo);
    expect(app.toasts().filter((text) => text === 'Child removed')).toHaveLength(1);
    await app.act(undo);
    await app.undone();
    expect([app.toasts().at(-1), app.stored()]).toEqual([
      'There is nothing to undo on this page.',
      ['Two', 'Middle', 'Last'],
    ]);
  });

  test('WI-09.20 children of epics leave without it', async () => {
    const app = await start();
    await app.remove(app.two);
    expect(app.toasts()).toEqual([]);
  });

  test('WI-09.22 an undo that is refused says so with the server’s words, and can be made again', async () => {
    const app = await removed();
    const error = { name: 'WireError', kind: 'http', status: 422, messages: ['No room'] } as const;
    app.server.fault({ kind: 'refuse', match: 'workItemUpdate', error });
    await app.undone();
    const told = app.planner.store.getState().notice.filter(({ kind }) => kind === 'danger');
    expect(told.map(({ text, detail }) => [text, detail])).toEqual([
      ['Something went wrong while undoing child removal.', 'No room'],
    ]);
    expect(app.stored()).toEqual(['Middle', 'Last']);
    await app.undone();
    expect(app.stored()).toEqual(['Two', 'Middle', 'Last']);
  });
});
