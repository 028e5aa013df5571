import { Browser, Tab } from '../gate/testing/tab.ts';
import { keeper } from '../keep/index.ts';
import { createPlanner } from '../planner.ts';
import { parseLog, printLog, record, redact, replay } from '../replay/index.ts';
import { FakePorts, refusal, settle } from '../testing/index.ts';
import { openItem } from '../work-item/testing/item-page.ts';
import {
  filledBy,
  newIssueActions,
  newIssueSaga,
  selectMayCreateIssue,
  selectNewIssue,
  selectPlaceStatus,
} from './index.ts';

const APP = { projectPath: 'acme/app' };

async function open(who: 'ada' | 'gus' | null = 'ada', place = APP) {
  const page = await openItem(who, {
    seed: (world, acme) => {
      world.addProject({ groupId: acme, path: 'tools' });
      return {};
    },
  });
  page.planner.watch('newIssue', newIssueSaga);
  await page.act(newIssueActions.opened({ ...place, filled: {} }));
  const form = () => selectNewIssue(page.state());
  const send = () => page.act(newIssueActions.submitted());
  const made = () => [...page.world.items.values()].filter(({ title }) => title !== 'Leaking tap');
  const calls = () => page.server.calls.filter(({ what }) => what === 'createIssue');
  return { ...page, form, send, made, calls, type: (fields: object) => page.act(newIssueActions.typed(fields)) };
}

test('WI-18.1 a new issue has a title, a description, a type, and may be confidential', async () => {
  const app = await open();
  expect(app.form()).toMatchObject({ title: '', type: 'issue', confidential: false, canSend: false, titleError: null });
  await app.send();
  expect(app.calls()).toEqual([]);
  await app.type({ title: 'x'.repeat(256) });
  expect(app.form()).toMatchObject({ canSend: false, titleError: 'Title is too long (maximum is 255 characters)' });
  await app.type({ title: '  Fire  ', description: ' \n', type: 'incident', confidential: true });
  await app.send();
  expect(app.made()).toEqual([
    expect.objectContaining({ title: 'Fire', type: 'incident', confidential: true, description: null }),
  ]);
  await app.type({ title: 'Fire again', description: '# What\n\n- [ ] one', type: 'issue', confidential: false });
  await app.send();
  expect(app.made()[1]).toMatchObject({ description: '# What\n\n- [ ] one', type: 'issue' });
});

test('WI-18.2 an address fills the form', () => {
  const filled = (address: string) => filledBy(new URLSearchParams(address));
  expect(
    filled('issue[title]=A+b&issue[description]=x%0Ay&issue[issue_type]=incident&issue[confidential]=true'),
  ).toEqual({
    title: 'A b',
    description: 'x\ny',
    type: 'incident',
    confidential: true,
  });
  expect(filled('issue[issue_type]=toString&issue[confidential]=1&title=x&issue[weight]=3')).toEqual({});
});

test('WI-18.3 it is there for those who may create issues, and what is not known can be asked again', async () => {
  const may = async (who: 'ada' | 'gus' | null, place = APP) => {
    const { state } = await open(who, place);
    return [selectMayCreateIssue(state(), place), selectPlaceStatus(state())];
  };
  expect(await may('ada')).toEqual([true, 'ready']);
  expect(await may('gus')).toEqual([true, 'ready']);
  expect(await may(null)).toEqual([false, 'ready']);
  expect(await may('ada', { projectPath: 'acme/none' })).toEqual([null, 'missing']);
  const app = await open();
  app.server.fault({ kind: 'lose', match: 'newIssuePlace', when: 'beforeCommit' });
  await app.act(newIssueActions.opened({ projectPath: 'acme/tools', filled: null }));
  expect(selectPlaceStatus(app.state())).toBe('failed');
  await app.act(newIssueActions.opened({ projectPath: 'acme/tools', filled: null }));
  expect(selectMayCreateIssue(app.state(), { projectPath: 'acme/tools' })).toBe(true);
});

test('WI-18.4 it is sent once, and its page is visited unless the form was left', async () => {
  const app = await open();
  await app.type({ title: 'One' });
  await app.act(newIssueActions.submitted(), newIssueActions.submitted());
  expect([app.made(), app.fake.visits]).toMatchObject([
    [{ title: 'One' }],
    [`/acme/app/-/issues/${app.made()[0]?.iid}`],
  ]);
  await app.type({ title: 'Two' });
  await app.act(newIssueActions.submitted(), newIssueActions.closed({ left: true }));
  expect([app.made().length, app.fake.visits.length]).toEqual([2, 1]);
});

test('WI-18.4 WI-18.5 an attempt whose answer never came is made again under its key', async () => {
  const app = await open();
  await app.type({ title: 'One', description: 'Long text' });
  app.server.fault({ kind: 'lose', match: 'createIssue', when: 'afterCommit' });
  await app.send();
  await app.type({ confidential: true });
  expect(app.form()).toMatchObject({ title: 'One', confidential: false, sending: true });
  await app.fake.clock.advance(5_000);
  expect([app.made().length, app.fake.visits.length, app.alerts()]).toEqual([1, 1, []]);
});

test('WI-18.6 a refusal stands in the form, with what was typed', async () => {
  const app = await open('gus');
  await app.type({ title: 'One', description: 'Long text' });
  app.server.fault({ kind: 'refuse', match: 'createIssue', error: refusal(422, 'Title is taken') });
  await app.send();
  expect(app.form()).toMatchObject({ title: 'One', description: 'Long text', sending: false, error: 'Title is taken' });
  expect(app.alerts()).toEqual([]);
  await app.type({ title: 'Two' });
  expect(app.form()?.error).toBeNull();
  app.server.fault({ kind: 'refuse', match: 'createIssue', error: refusal(500) });
  await app.act(newIssueActions.submitted(), newIssueActions.closed({ left: true }));
  await app.fake.clock.advance(60_000);
  expect(app.alerts().map(([text]) => text)).toEqual(['Something went wrong while creating issue.']);
});

test('WI-18.6 commands of the description are carried out, and the refused ones told', async () => {
  const app = await open();
  await app.type({ title: 'One', description: 'Text\n\n/weight 3\n/label ~nothing' });
  await app.send();
  expect(app.made()[0]).toMatchObject({ description: 'Text', weight: 3 });
  expect(app.alerts()).toEqual([['Not all quick actions could be applied.', 'Could not apply label command.']]);
});

test('WI-18.7 what is typed is there again in the next tab, in its project, until it is sent or given up', async () => {
  const browser = new Browser();
  const tab = async () => {
    const made = new Tab(browser);
    made.planner.keep(keeper);
    await made.signIn();
    await browser.storage.clock.advance(250);
    return made;
  };
  const opening = [newIssueActions.opened({ ...APP, filled: {} })];
  const first = await tab();
  await first.do(...opening, newIssueActions.typed({ title: 'Kept', description: 'Words', confidential: true }));
  first.planner.dispose();
  const second = await tab();
  await second.do(newIssueActions.opened({ projectPath: 'acme/other', filled: {} }));
  expect(selectNewIssue(second.state)).toMatchObject({ title: '' });
  await second.do(...opening);
  expect(selectNewIssue(second.state)).toMatchObject({ title: 'Kept', description: 'Words', confidential: true });
  await second.do(newIssueActions.submitted());
  const sent = second.fake.next('createIssue');
  second.planner.dispose();
  const third = await tab();
  const again = third.fake.next('createIssue');
  expect([again.idempotencyKey, again.variables]).toEqual([sent.idempotencyKey, sent.variables]);
  await again.answer({
    createIssue: { issue: { id: 'gid://gitlab/Issue/9', webPath: '/acme/app/-/issues/9' }, errors: [] },
  });
  await third.do(...opening);
  expect([selectNewIssue(third.state)?.title, third.fake.visits]).toEqual(['', []]);
  await third.do(newIssueActions.typed({ title: 'Given up' }), newIssueActions.closed());
  third.planner.dispose();
  const fourth = await tab();
  await fourth.do(...opening);
  expect(selectNewIssue(fourth.state)).toMatchObject({ title: '' });
  fourth.planner.dispose();
});

test('WI-18.7 a redacted log tells nothing of what is typed, and replays', async () => {
  const fake = new FakePorts();
  const recording = record({ hashEvery: 1 });
  const { store, watch } = createPlanner(fake.ports, { middleware: [recording.middleware] });
  const SECRETS = ['Kaleidoscope', 'marmalade', 'zeppelin'] as const;
  const [title, description, said] = SECRETS;
  watch('newIssue', newIssueSaga);
  store.dispatch(newIssueActions.opened({ ...APP, filled: { title } }));
  store.dispatch(newIssueActions.typed({ description: `Some ${description}` }));
  store.dispatch(newIssueActions.submitted());
  await settle();
  await fake.next('createIssue').fail(refusal(422, `No ${said}`));
  recording.stop();
  const log = recording.log();
  for (const secret of SECRETS) expect(printLog(log)).toContain(secret);
  const shared = printLog(redact(log));
  for (const secret of SECRETS) expect(shared).not.toContain(secret);
  expect(replay(parseLog(shared)).mismatch).toBeNull();
});
