import { BLOCKERS_FAILED, linkActions, selectIsFreeToClose } from './index.ts';
import { epicGid, issueGid } from '../testing/wire.ts';
import { linked, linking, opened, refuse, type Linking } from './testing/linking.ts';

const id = (app: Linking, iid: number) => app.epics[iid - 1]!.id;

const blockedBy = (app: Linking, count: number) => {
  for (let i = 0; i < count; i += 1) app.world.relate('blocks', app.epics[i + 1]!.id, app.epics[0]!.id);
};
const askedFor = (app: Linking, count: number) =>
  linkActions.blockersAsked({ id: epicGid(id(app, 1)), kind: 'epic', iid: '1', groupPath: 'acme', count });

test('RL-05.1 RL-05.5 RL-05.6 blockers are asked for once, by group and number, and again for another number', async () => {
  const app = linking();
  blockedBy(app, 4);
  await app.act(askedFor(app, 4), askedFor(app, 4));
  await app.act(askedFor(app, 4));
  expect(app.calls('blockingEpics').map(({ variables }) => variables)).toEqual([{ fullPath: 'acme', iid: '1' }]);
  expect(app.blockers('epic', epicGid(id(app, 1)), 4)).toMatchObject({
    status: 'ready',
    shown: [
      { title: 'Epic 2', reference: 'acme&2', webPath: '/groups/acme/-/epics/2' },
      { title: 'Epic 3' },
      { title: 'Epic 4' },
    ],
    more: '+ 1 more epic',
  });
  app.world.change(id(app, 2), { state: 'closed' });
  await app.act(askedFor(app, 3));
  expect(app.blockers('epic', epicGid(id(app, 1)), 3)).toMatchObject({
    shown: [{ title: 'Epic 3' }, {}, {}],
    more: null,
  });
});

test('RL-05.1 those of an issue are asked for by its id', async () => {
  const app = linking();
  app.world.relate('blocks', app.issues[1]!.id, app.issues[0]!.id);
  const issue = issueGid(app.issues[0]!.id);
  await app.act(linkActions.blockersAsked({ id: issue, kind: 'issue', iid: '1', groupPath: null, count: 1 }));
  expect(app.calls('blockingIssues')[0]?.variables).toEqual({ id: issue });
  expect(app.blockers('issue', issue, 1)?.shown).toMatchObject([{ reference: 'acme/app#2' }]);
});

test('RL-05.5 a failure says so, and pointing again asks again', async () => {
  const app = linking();
  blockedBy(app, 1);
  app.fault(refuse('blockingEpics', 500));
  await app.act(askedFor(app, 1));
  expect(app.blockers('epic', epicGid(id(app, 1)), 1)?.status).toBe('failed');
  expect(BLOCKERS_FAILED).toBe('Failed to fetch blocking issues or epics');
  await app.act(askedFor(app, 1));
  expect(app.blockers('epic', epicGid(id(app, 1)), 1)?.status).toBe('ready');
});

const closing = (app: Linking) =>
  linkActions.closingAsked({ id: epicGid(id(app, 1)), kind: 'epic', iid: '1', groupPath: 'acme' });

test('RL-01.30 closing looks at the blockers of this moment: none, some, or not to be read', async () => {
  const app = linking();
  await app.act(closing(app));
  expect(app.closing()).toMatchObject({ status: 'free', list: [] });
  blockedBy(app, 2);
  app.world.change(id(app, 3), { state: 'closed' });
  await app.act(closing(app));
  expect(app.closing()).toMatchObject({ status: 'asking', list: [{ title: 'Epic 2' }] });
  app.fault(refuse('blockingEpics', 500));
  await app.act(closing(app));
  expect(app.closing()).toMatchObject({ status: 'failed', list: [] });
  await app.act(linkActions.closingEnded());
  expect(app.closing()).toBeNull();
});

test('RL-01.30 a list that is shown without an open blocker is enough', async () => {
  const app = await opened(linked(['blocks', 2, 1]));
  const free = () => selectIsFreeToClose(app.state(), epicGid(id(app, 1)));
  expect(free()).toBe(false);
  app.world.change(id(app, 2), { state: 'closed' });
  await app.act(linkActions.retried());
  expect([free(), selectIsFreeToClose(app.state(), epicGid(99))]).toEqual([true, false]);
  await app.act(linkActions.closed());
  expect(free()).toBe(false);
});
