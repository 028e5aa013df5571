import { accessActions } from '../access/index.ts';
import { Browser, Tab } from '../gate/testing/tab.ts';
import { keeper } from '../keep/index.ts';
import { createPlanner } from '../planner.ts';
import { parseLog, printLog, record, redact, replay } from '../replay/index.ts';
import { selectTemplates, templateActions, templateSaga } from '../template/index.ts';
import { FakePorts, refusal, settle } from '../testing/index.ts';
import {
  manageActions,
  manageSaga,
  selectDenied,
  selectIsWritingEntry,
  selectManage,
  selectManagedStatus,
} from './index.ts';

const PLACE = { kind: 'project', fullPath: 'acme/app' } as const;
const APP = { noun: 'templates', ...PLACE } as const;
const ACME = { noun: 'templates', kind: 'group', fullPath: 'acme' } as const;
const LIST = 'GET /acme/app/-/settings/templates.json';
const API = '/api/v4/projects/acme%2Fapp/templates/issues';
const BUG = { name: 'Bug report', updated_at: '2026-11-01T00:00:00Z' };
const ID = 'issues/Bug report';

async function page() {
  const fake = new FakePorts();
  const recording = record({ hashEvery: 1 });
  const planner = createPlanner(fake.ports, { middleware: [recording.middleware] });
  const act = async (...actions: readonly { readonly type: string }[]): Promise<void> => {
    for (const action of actions) planner.store.dispatch(action);
    await settle();
  };
  const user = {
    id: 'gid://gitlab/User/7',
    username: 'ada',
    name: 'Ada',
    avatarUrl: null,
    webUrl: '/ada',
    admin: true,
  };
  planner.watch('manage', manageSaga);
  planner.watch('template', templateSaga);
  await act(
    accessActions.sessionReceived({ features: {}, settings: {}, firstRun: false, user }),
    manageActions.opened({ page: APP }),
  );
  const state = () => planner.store.getState();
  const count = (what: string) => fake.calls.filter((call) => call.what === what).length;
  return { fake, recording, act, state, count };
}

test('IE-08.20 the page lists a place’s own templates; who does not manage them is told so, and what is missing is missing', async () => {
  const app = await page();
  await app.fake.next(LIST).answer({ templates: [BUG, null] });
  expect(selectManage(app.state()).entries).toEqual([
    { id: ID, name: 'Bug report', updatedAt: '2026-11-01T00:00:00Z' },
  ]);
  const after = async (status: number) => {
    await app.act(manageActions.opened({ page: APP }), manageActions.opened({ page: ACME }));
    await app.fake.next('GET /groups/acme/-/settings/templates.json').fail(refusal(status));
    return [selectManagedStatus(app.state()).status, selectDenied(app.state())];
  };
  expect(await after(403)).toEqual(['failed', 'Templates are managed by Maintainers and Owners.']);
  expect(await after(404)).toEqual(['missing', null]);
  expect(await after(500)).toEqual(['failed', null]);
});

test('BD-05.80 a list that does not come in pages is whole however long it is', async () => {
  const app = await page();
  await app.fake.next(LIST).answer({ templates: Array.from({ length: 100 }, (_, at) => ({ name: `T${at}` })) });
  expect([selectManage(app.state()).entries.length, selectManagedStatus(app.state()).next]).toEqual([100, null]);
});

test('IE-08.21 one change at a time is sent; faults and refusals are said, and what was read is read again', async () => {
  const app = await page();
  const form = () => selectManage(app.state()).form;
  const submit = (id: string | null, name: string, content = 'x') =>
    app.act(manageActions.submitted({ page: APP, what: 'save', id, draft: { name, content } }));
  await app.fake.next(LIST).answer({ templates: [BUG] });
  await app.act(templateActions.opened({ place: PLACE }));
  const NAMES = 'GET /acme/app/description_templates/names/issue';
  await app.fake.next(NAMES).answer({ Here: [{ name: 'Bug report', project_id: 7 }] });

  await submit(null, ' .md', ' ');
  expect(form()).toMatchObject({ status: 'failed', faults: { name: "can't be blank", content: "can't be blank" } });
  await submit(null, ' Bug.md ');
  await submit(null, 'Second');
  expect(app.fake.next(`POST ${API}`).request?.body).toEqual({ name: 'Bug', content: 'x' });
  await app.fake.next(`POST ${API}`).fail(refusal(422, 'Name has already been taken'));
  expect(form()).toMatchObject({ status: 'failed', error: 'Name has already been taken', faults: {} });
  await submit(ID, 'Bug');
  expect(form()).toMatchObject({ status: 'sending', error: null });
  await app.fake.next(`PUT ${API}/Bug%20report`).answer({ name: 'Bug' });
  expect([form().status, selectManage(app.state()).saved]).toEqual(['idle', 1]);
  expect([app.count(LIST), app.count(NAMES)]).toEqual([2, 2]);
  await app.fake.next(NAMES).answer({});
  expect(selectTemplates(app.state(), PLACE)).toEqual([]);
  await app.act(manageActions.submitted({ page: APP, what: 'delete', id: 'issues/Bug', draft: {} }));
  await app.fake.next(`DELETE ${API}/Bug`).answer(null);
  expect(selectManage(app.state()).saved).toBe(2);
});

test('IE-08.22 a redacted log tells nothing of the page of templates, and replays', async () => {
  const app = await page();
  const SECRETS = ['Kaleidoscope', 'marmalade', 'zeppelin'] as const;
  const [name, content, typed] = SECRETS;
  await app.fake.next(LIST).answer({ templates: [{ name, updated_at: '2026-11-01T00:00:00Z' }] });
  const [was = null] = selectManage(app.state()).entries;
  const draft = { name: typed, content: typed };
  await app.act(
    manageActions.formOpened({ was, before: { name, content } }),
    manageActions.typed({ draft }),
    manageActions.submitted({ page: APP, what: 'save', id: was?.id ?? null, draft }),
  );
  await app.fake.next(`PUT ${API}/${name}`).fail(refusal(422, `No ${typed}`));
  app.recording.stop();
  const log = app.recording.log();
  for (const secret of SECRETS) expect(printLog(log)).toContain(secret);
  const shared = printLog(redact(log));
  for (const secret of SECRETS) expect(shared).not.toContain(secret);
  expect(replay(parseLog(shared)).mismatch).toBeNull();
});

test('IE-08.23 what is typed of a template is there again on the page of its place, until it is saved or discarded', async () => {
  const browser = new Browser();
  const open = async (shown: typeof APP | typeof ACME) => {
    const tab = new Tab(browser);
    tab.planner.keep(keeper);
    tab.planner.watch('manage', manageSaga);
    await tab.signIn();
    // It has asked which other tabs are there.
    await browser.storage.clock.advance(250);
    await tab.do(manageActions.opened({ page: shown }));
    return { tab, edited: () => selectManage(tab.state).edited };
  };
  const first = await open(APP);
  const was = { id: ID };
  const before = { name: 'Bug report', content: 'Steps' };
  await first.tab.do(manageActions.formOpened({ was, before }));
  expect(selectIsWritingEntry(first.tab.state)).toBe(false);
  await first.tab.do(manageActions.typed({ draft: { content: 'Steps to see it' } }));
  expect(selectIsWritingEntry(first.tab.state)).toBe(true);
  first.tab.planner.dispose();

  const group = await open(ACME);
  expect(group.edited()).toBeNull();
  group.tab.planner.dispose();
  const second = await open(APP);
  expect(second.edited()).toEqual({ was, before, draft: { ...before, content: 'Steps to see it' } });
  await second.tab.do(manageActions.formClosed());
  second.tab.planner.dispose();
  expect((await open(APP)).edited()).toBeNull();
});
