import { entries } from '../table/index.ts';
import { wireError } from '../testing/ports.ts';
import { issueGid } from '../testing/wire.ts';
import { mutationEvents } from '../mutation/index.ts';
import { NOTHING_ADDED } from '../tree/rules.ts';
import { linkActions, LINKS_INTERVAL } from './index.ts';
import {
  ENDPOINT,
  epicSubject,
  issueSubject,
  linked,
  linking,
  opened,
  refuse,
  three,
  tree,
  typed,
  withParent,
  type Linking,
} from './testing/linking.ts';

const id = (app: Linking, iid: number) => app.epics[iid - 1]!.id;
const lost = (match: string, when: 'beforeCommit' | 'afterCommit') => ({ kind: 'lose', match, when }) as const;

test('RL-01.1 the lists are read when the section opens, and both sides show a link', async () => {
  const app = await opened(linked(['blocks', 1, 2], ['blocks', 3, 1], ['relates_to', 4, 1]));
  expect(app.shown()).toEqual([
    ['Blocks', ['Epic 2']],
    ['Is blocked by', ['Epic 3']],
    ['Relates to', ['Epic 4']],
  ]);
  expect(app.section()).toMatchObject({ status: 'ready', count: 3, canRelate: true, kind: 'epic' });
  await app.act(linkActions.opened({ subject: epicSubject(app, 2) }));
  expect(app.shown()).toEqual([['Is blocked by', ['Epic 1']]]);
});

test('RL-01.3 words become tokens, once each, and are sent together with the type', async () => {
  const app = await opened();
  await app.act(linkActions.formOpened(), linkActions.typeChosen({ linkType: 'is_blocked_by' }));
  expect(app.form()?.canSubmit).toBe(false);
  await app.act(typed('&2 acme&2 &3'));
  expect([app.form()?.references.map(({ text }) => text), app.form()?.input]).toEqual([['&2'], '&3']);
  await app.act(linkActions.submitted());
  expect(app.calls(`POST ${ENDPOINT}`)[0]?.request?.body).toEqual({
    issuable_references: ['&2', '&3'],
    link_type: 'is_blocked_by',
  });
  expect(app.shown()).toEqual([['Is blocked by', ['Epic 2', 'Epic 3']]]);
  expect(app.form()).toBeNull();
  expect(app.section()?.announcement).toBe('The linked items were added.');
});

test('RL-01.3 completion leaves out the item itself, what is linked and what is pending', async () => {
  const app = await opened(linked(['blocks', 1, 2]));
  await app.act(linkActions.formOpened(), typed('&3 &'));
  await app.fake.clock.advance(250);
  expect(app.form()?.completions.map(({ title }) => title)).toEqual(['Epic 6', 'Epic 5', 'Epic 4']);
  expect(app.calls('GET /groups/acme/-/autocomplete_sources/epics')[0]?.request?.query).toEqual({ search: '' });
  await app.act(linkActions.completionChosen({ reference: '&5' }));
  expect(app.form()?.references.map(({ text }) => text)).toEqual(['&3', '&5']);
  expect(app.form()?.completions).toEqual([]);
  await app.act(linkActions.referenceRemoved({ index: 0 }), linkActions.completionClosed(), linkActions.formClosed());
  expect(app.form()).toBeNull();
});

test('RL-01.3 nothing is sent without a token, and nothing changes while it is sent', async () => {
  const app = await opened();
  await app.add('  ');
  expect(app.calls('POST')).toEqual([]);
  app.fault({ kind: 'delay', match: 'POST', milliseconds: 1000 });
  await app.act(typed('&2'), linkActions.referencesLeft(), linkActions.submitted());
  expect(app.form()).toMatchObject({ busy: true, canSubmit: false });
  await app.act(typed('&9'), linkActions.referenceRemoved({ index: 0 }), linkActions.submitted());
  expect(app.form()?.references.map(({ text }) => text)).toEqual(['&2']);
  await app.fake.clock.advance(1000);
  expect([app.calls('POST').length, app.form()]).toEqual([1, null]);
});

test('RL-01.3 without the right to relate there is no form; losing it closes the form', async () => {
  const app = linking();
  await app.act(linkActions.opened({ subject: epicSubject(app, 1, { canRelate: false }) }), linkActions.formOpened());
  expect([app.form(), app.section()?.canRelate]).toEqual([null, false]);
  await app.act(linkActions.opened({ subject: epicSubject(app) }), linkActions.formOpened());
  expect(app.form()).not.toBeNull();
  await app.act(linkActions.opened({ subject: epicSubject(app, 1, { canRelate: false }) }));
  expect(app.form()).toBeNull();
});

test('RL-01.4 a form that is closed meanwhile is finished, and the same wish keeps its key until it is answered', async () => {
  const app = await opened();
  app.fault(lost('POST', 'afterCommit'));
  await app.add('&2');
  expect(app.form()).toMatchObject({ busy: true, error: null });
  await app.fake.clock.advance(1000);
  const [first, second] = app.calls('POST').map(({ idempotencyKey }) => idempotencyKey);
  expect([first, app.world.relations.size]).toEqual([second, 1]);
  expect(app.form()).toBeNull();

  app.fault({ kind: 'delay', match: 'POST', milliseconds: 500 });
  await app.act(linkActions.formOpened(), typed('&3'), linkActions.submitted(), linkActions.formClosed());
  await app.fake.clock.advance(500);
  expect(app.shown()).toEqual([['Relates to', ['Epic 2', 'Epic 3']]]);
  // An answer ends the wish: the next one has another key.
  await app.act(linkActions.formOpened(), typed('&99'), linkActions.submitted(), linkActions.submitted());
  await app.act(linkActions.submitted());
  const keys = app.calls('POST').map(({ idempotencyKey }) => idempotencyKey);
  expect(new Set(keys).size).toBe(keys.length - 1);
});

test.each([
  ['epic', [409, 'Epic(s) already assigned'], { type: 'message', text: 'Epic(s) already assigned' }],
  ['issue', [404], { type: 'not_found', text: 'Issue cannot be found.' }],
] as const)('RL-04.1 a failed addition to an %s, %j, says so in the form', async (kind, [status, ...said], error) => {
  const app = linking();
  await app.act(linkActions.opened({ subject: kind === 'epic' ? epicSubject(app) : issueSubject(app) }));
  app.fault(refuse('POST', status, ...said));
  await app.add('2');
  expect(app.form()).toMatchObject({ error, busy: false, references: [{ text: '2' }] });
  await app.act(linkActions.referenceRemoved({ index: 0 }));
  expect(app.form()?.error).toBeNull();
});

test('RL-01.3 TR-09.32 of several with a wrong one nothing is linked; the wrong one says why, and goes on without it', async () => {
  const app = await opened();
  await app.add('&2 &9999');
  expect([app.world.relations.size, app.form()?.error?.text]).toEqual([0, NOTHING_ADDED]);
  expect(app.form()?.references).toMatchObject([{ text: '&2' }, { text: '&9999', refused: 'no matching epic found' }]);
  expect(app.form()?.references[0]).not.toHaveProperty('refused');
  await app.act(linkActions.referenceRemoved({ index: 1 }));
  expect(app.form()?.error).toBeNull();
  await app.act(linkActions.submitted());
  expect([app.shown(), app.form()]).toEqual([[['Relates to', ['Epic 2']]], null]);
});

test('RL-02.3 TR-09.31 a typed token gets its title; what is nowhere is said to be', async () => {
  const app = await opened();
  await app.act(linkActions.formOpened(), typed('&2 &9999 zzz'));
  expect(app.form()?.references.map((token) => (token.ok ? token.item?.title : null))).toEqual(['Epic 2', undefined]);
  expect(app.form()?.nothing).toBeNull();
  await app.fake.clock.advance(250);
  expect([app.form()?.nothing, app.form()?.completionsText]).toEqual(['Nothing found', 'Nothing found']);
  app.fault(refuse('GET /groups/acme/-/autocomplete_sources/epics', 500));
  await app.act(typed('zzzz'));
  await app.fake.clock.advance(250);
  expect(app.form()?.nothing).toBeNull();
});

test('RL-01.12 a removed link is gone at once; refused, it is back where it was, whatever went in between', async () => {
  const app = await opened(three);
  app.fault({ kind: 'delay', match: 'DELETE', milliseconds: 1000 });
  const before = app.state().confirmed;
  await app.act(app.remove('Epic 3'));
  expect(app.shown()).toEqual([['Blocks', ['Epic 2', 'Epic 4']]]);
  expect(app.state().confirmed).toBe(before);
  app.fault(refuse('DELETE', 403));
  await app.act(app.remove('Epic 2'));
  expect(app.shown()).toEqual([['Blocks', ['Epic 2', 'Epic 4']]]);
  await app.fake.clock.advance(1000);
  expect(app.shown()).toEqual([['Blocks', ['Epic 2', 'Epic 4']]]);
  expect([app.state().pending, app.world.relations.size]).toEqual([[], 2]);
});

test('RL-01.13 links go side by side, and one without an answer is asked again with its key', async () => {
  const app = await opened(three);
  app.fault(lost('DELETE', 'afterCommit'));
  await app.act(app.remove('Epic 2'), app.remove('Epic 3'));
  expect(app.shown()).toEqual([['Blocks', ['Epic 4']]]);
  expect(app.calls('DELETE')).toHaveLength(2);
  await app.fake.clock.advance(1000);
  const [first, , again] = app.calls('DELETE');
  expect([again?.what, again?.idempotencyKey]).toEqual([first?.what, first?.idempotencyKey]);
  expect([app.state().pending, app.alerts(), app.shown()]).toEqual([[], [], [['Blocks', ['Epic 4']]]]);
});

test('RL-01.13 a queue that is started again asks what was not answered', async () => {
  const app = await opened(three);
  app.fault(lost('DELETE', 'beforeCommit'));
  await app.act(app.remove('Epic 2'), mutationEvents.queueRestarted());
  expect(app.state().pending).toMatchObject([{ status: 'unknown' }]);
  await app.fake.clock.advance(1000);
  expect([app.state().pending, app.world.relations.size]).toEqual([[], 2]);
});

test.each([
  ['epic', 404, 'We could not determine the path to remove the epic'],
  ['issue', 500, 'An error occurred while removing issues.'],
] as const)('RL-04.2 a refused removal of an %s, status %d, says why', async (kind, status, text) => {
  const app = linking();
  linked(['blocks', 1, 2])(app);
  app.world.relate('blocks', app.issues[0]!.id, app.issues[1]!.id);
  await app.act(linkActions.opened({ subject: kind === 'epic' ? epicSubject(app) : issueSubject(app) }));
  app.fault(refuse('DELETE', status, 'In the words of the server'));
  await app.act(app.remove(kind === 'epic' ? 'Epic 2' : 'Issue 2'));
  expect(app.alerts()).toEqual([[text, 'In the words of the server']]);
  expect(app.section()).toMatchObject({ count: 1, announcement: '' });
});

test('RL-01.14 TR-05.31 the parents of the rows that a link concerns are read again at once', async () => {
  const app = await opened(withParent);
  const shownTree = await tree(app);
  app.server.calls.length = 0;
  await app.add('&2', 'blocks');
  expect(app.calls('epicChildren').map(({ variables }) => variables)).toMatchObject([{ iid: shownTree.iid }]);
  expect(shownTree.blocked()).toEqual([['Epic 2', 1]]);
  await app.act(app.remove('Epic 2'));
  expect(shownTree.blocked()).toEqual([['Epic 2', 0]]);
});

test('RL-01.42 RP-02.261 a linked item stands once: what another reading brings is in its row with the same action', async () => {
  const app = await opened((made) => {
    withParent(made);
    linked(['blocks', 1, 2])(made);
  });
  app.world.items.set(id(app, 2), { ...app.epics[1]!, title: 'Canary' });
  await tree(app);
  expect(app.shown()).toEqual([['Blocks', ['Canary']]]);
  expect(app.calls(`GET ${ENDPOINT}`)).toHaveLength(1);
  const { items, links } = app.state().confirmed;
  expect(JSON.stringify([[...entries(items)], [...entries(links)]]).split('Canary')).toHaveLength(2);
});

test('RL-01.42 of an item that is known the answer to an addition says nothing, of a new one everything', async () => {
  const app = await opened(linked(['blocks', 1, 2]));
  app.world.items.set(id(app, 2), { ...app.epics[1]!, title: 'Not read yet' });
  await app.add('&3');
  expect(app.shown()).toEqual([
    ['Blocks', ['Epic 2']],
    ['Relates to', ['Epic 3']],
  ]);
  await app.act(linkActions.retried());
  expect(app.shown()[0]).toEqual(['Blocks', ['Not read yet']]);
});

test('RL-01.15 the list follows other people, and a reading that a change overtook is repeated', async () => {
  const app = await opened(three);
  app.world.relate('relates_to', id(app, 1), id(app, 5));
  await app.fake.clock.advance(LINKS_INTERVAL);
  expect(app.section()?.count).toBe(4);
  app.server.calls.length = 0;
  app.fault({ kind: 'delay', match: `GET ${ENDPOINT}`, milliseconds: 500 });
  await app.act(linkActions.retried());
  await app.add('&6');
  await app.fake.clock.advance(500);
  expect(app.calls(`GET ${ENDPOINT}`)).toHaveLength(2);
  expect(app.shown().at(-1)).toEqual(['Relates to', ['Epic 5', 'Epic 6']]);
});

test('RL-01.15 with pushes the list is read after one about the links of the item, and not by an interval', async () => {
  const app = await opened(three);
  const reads = () => app.calls(`GET ${ENDPOINT}`).length;
  await app.fake.connect(true);
  await app.fake.clock.advance(600_000);
  const before = reads();
  app.world.relate('relates_to', id(app, 1), id(app, 5));
  await app.fake.push(`gid://gitlab/Epic/${id(app, 1)}`, ['title', 'tree']);
  expect(reads()).toBe(before);
  await app.fake.push(`gid://gitlab/Epic/${id(app, 1)}`, ['links']);
  await app.fake.clock.advance(1);
  expect(reads()).toBe(before + 1);
  expect(app.section()?.count).toBe(4);
});

test('RL-01.11 a section that is left forgets its list; the same item with another state keeps it', async () => {
  const app = await opened(three);
  await app.act(linkActions.formOpened(), linkActions.opened({ subject: epicSubject(app, 1, { state: 'closed' }) }));
  expect([app.section()?.count, app.form() === null]).toEqual([3, false]);
  app.server.calls.length = 0;
  await app.act(linkActions.closed());
  expect(app.section()).toBeNull();
  await app.fake.clock.advance(2 * LINKS_INTERVAL);
  expect(app.server.calls).toEqual([]);
});

test('RL-04.3 a list that cannot be read says so, once, and can be tried again; one that is shown stays', async () => {
  const app = await opened(({ server }) => server.fault(refuse(`GET ${ENDPOINT}`, 500, 'Down')));
  expect([app.section()?.status, app.alerts()]).toEqual(['failed', []]);
  await app.act(linkActions.retried());
  expect(app.section()?.status).toBe('ready');
  app.fault(refuse(`GET ${ENDPOINT}`, 500));
  await app.fake.clock.advance(LINKS_INTERVAL);
  expect([app.section()?.status, app.alerts()]).toEqual(['ready', []]);
});

test('RL-03.5 merge requests stand beside the list; 404 is none, and a failure hinders nothing', async () => {
  const mergeRequests = 'GET /api/v4/groups/acme/epics/1/related_merge_requests';
  const app = await opened(({ world, epics, projectId }) => {
    world.addMergeRequest(projectId, { title: 'Done', state: 'merged', pipeline: 'success', itemIds: [epics[0]!.id] });
    world.addMergeRequest(projectId, { title: 'Given up', state: 'closed', itemIds: [epics[0]!.id] });
  });
  expect(app.section()?.mergeRequests).toMatchObject([
    {
      title: 'Done',
      reference: 'acme/app!1',
      look: { look: 'merged' },
      facts: { updated: { what: 'Merged' } },
      pipeline: { text: 'Pipeline: passed' },
      removal: null,
    },
    { title: 'Given up', look: { look: 'closedMergeRequest' }, facts: { updated: { what: 'Closed' } }, pipeline: null },
  ]);
  app.fault(refuse(mergeRequests, 404));
  await app.act(linkActions.retried());
  expect(app.section()).toMatchObject({ mergeRequests: [], mergeRequestsFailed: false });
  app.fault(refuse(mergeRequests, 500));
  await app.act(linkActions.retried());
  expect(app.section()).toMatchObject({ status: 'ready', mergeRequestsFailed: true });
  expect(app.alerts()).toEqual([]);
});

test('RL-03.10 RL-03.11 RL-11.1 a row says all that it has, and removing is offered with a path for it', async () => {
  const app = linking();
  const { world, issues } = app;
  const milestoneId = world.addMilestone('1.0', null, '2026-11-21', app.groupId);
  const userId = world.addUser({ username: 'ann', name: 'Ann' });
  world.change(issues[1]!.id, {
    weight: 0,
    healthStatus: 'atRisk',
    dueDate: '2026-11-20',
    milestoneId,
    assigneeIds: [userId],
  });
  world.change(issues[2]!.id, {
    state: 'closed',
    closedAt: '2026-11-01T00:00:00Z',
    healthStatus: 'atRisk',
    dueDate: '2026-11-20',
  });
  for (const other of [1, 2]) world.relate('relates_to', issues[0]!.id, issues[other]!.id);
  await app.act(linkActions.opened({ subject: issueSubject(app) }));
  expect(app.row('Issue 2')).toMatchObject({
    look: { icon: 'issues', label: 'Open' },
    reference: '#2',
    href: '/acme/app/-/issues/2',
    confidential: null,
    facts: {
      milestone: { text: '1.0', label: 'Milestone 1.0: Due today (Nov 21, 2026)' },
      due: { text: 'Yesterday', label: 'Due Yesterday', late: true },
      weight: 0,
      health: [{ label: 'At risk' }],
      assignees: { shown: [{ name: 'Ann' }], more: null },
      updated: { what: 'Created' },
    },
    cycle: null,
    removal: { id: issueGid(issues[1]!.id), kind: 'issue' },
  });
  expect(app.row('Issue 3')).toMatchObject({
    look: { icon: 'issue-closed' },
    facts: { due: { late: false }, health: [], updated: { what: 'Closed', at: '2026-11-01T00:00:00Z' } },
  });
  app.server.signInAs(null);
  await app.act(linkActions.retried());
  expect(app.row('Issue 2')?.removal).toBeNull();
});

test('RL-01.21 a link of a cycle is marked', async () => {
  const app = await opened(linked(['blocks', 1, 2], ['blocks', 2, 3], ['blocks', 3, 1], ['blocks', 1, 4]));
  expect(['Epic 2', 'Epic 3', 'Epic 4'].map((title) => app.row(title)?.cycle === null)).toEqual([false, false, true]);
});

test('RL-01.39 a section that is opened in a hidden tab is read, and then not again', async () => {
  const app = linking();
  three(app);
  await app.fake.hide(true);
  await app.act(linkActions.opened({ subject: epicSubject(app) }));
  expect(app.section()).toMatchObject({ status: 'ready', count: 3 });
  app.server.calls.length = 0;
  await app.fake.clock.advance(120_000);
  expect(app.calls(`GET ${ENDPOINT}`)).toEqual([]);
  await app.fake.hide(false);
  expect(app.calls(`GET ${ENDPOINT}`)).toHaveLength(1);
});

test('RL-01.40 a first reading that is broken off says so, and can be tried again', async () => {
  const app = await opened((made) => {
    three(made);
    made.fault({ kind: 'refuse', match: `GET ${ENDPOINT}`, error: wireError({ kind: 'aborted' }) });
  });
  expect(app.section()?.status).toBe('failed');
  await app.act(linkActions.retried());
  expect(app.section()).toMatchObject({ status: 'ready', count: 3 });
});
