import { Browser, Tab } from '../gate/testing/tab.ts';
import { keeper } from '../keep/index.ts';
import { createPlanner } from '../planner.ts';
import { parseLog, printLog, record, redact, replay } from '../replay/index.ts';
import { FakePorts, refusal, settle } from '../testing/index.ts';
import {
  selectContent,
  selectContentFailed,
  selectIsWritingTemplate,
  selectManagedStatus,
  selectManaging,
  selectNamesFailed,
  selectTemplates,
  templateActions,
  templateSaga,
} from './index.ts';

const APP = { kind: 'project', fullPath: 'acme/app' } as const;
const ACME = { kind: 'group', fullPath: 'acme' } as const;
const NAMES = 'GET /acme/app/description_templates/names/issue';
const LIST = 'GET /acme/app/-/settings/templates.json';
const BUG = { name: 'Bug report', projectId: 7, groupId: null };
const STORY = { name: 'Story', projectId: null, groupId: 3 };
const ANSWER = {
  'Project Templates': [{ name: 'Bug report', id: 'Bug report', key: 'Bug report', project_id: 7 }, { id: 4 }],
  'Group Acme': [{ name: 'Story', key: 'Story', project_id: null, group_id: 3 }],
  'Group Empty': [],
};
const CONTENT = { bug: 'GET /acme/app/templates/issue/Bug%20report', story: 'GET /acme/app/templates/issue/Story' };

function page() {
  const fake = new FakePorts();
  const recording = record({ hashEvery: 1 });
  const planner = createPlanner(fake.ports, { middleware: [recording.middleware] });
  const act = async (...actions: readonly { readonly type: string }[]): Promise<void> => {
    for (const action of actions) planner.store.dispatch(action);
    await settle();
  };
  planner.watch('template', templateSaga);
  const state = () => planner.store.getState();
  const count = (what: string) => fake.calls.filter((call) => call.what === what).length;
  const content = (template: typeof BUG | typeof STORY, place = APP) => selectContent(state(), { place, template });
  return { fake, planner, recording, act, state, count, content };
}

test('IE-08.1 names are read with the first form of a place, once, and not without a path', async () => {
  const app = page();
  await app.act(templateActions.opened({ place: APP }), templateActions.opened({ place: { ...APP, fullPath: '' } }));
  expect(selectTemplates(app.state(), APP)).toEqual([]);
  await app.fake.next(NAMES).answer(ANSWER);
  expect(selectTemplates(app.state(), APP)).toEqual([
    { title: 'Project Templates', templates: [BUG] },
    { title: 'Group Acme', templates: [STORY] },
  ]);
  await app.act(templateActions.opened({ place: APP }), templateActions.opened({ place: ACME }));
  expect([app.count(NAMES), app.fake.calls.length]).toEqual([1, 2]);
  await app.fake.next('GET /groups/acme/-/description_templates/names/issue').answer({});
  expect([selectTemplates(app.state(), ACME), selectNamesFailed(app.state(), ACME)]).toEqual([[], false]);
});

test('IE-08.2 names that cannot be read are asked for again; where there are no such calls nothing is said', async () => {
  const app = page();
  await app.act(templateActions.opened({ place: APP }), templateActions.opened({ place: ACME }));
  await app.fake.next(NAMES).fail(refusal(500));
  await app.fake.next('GET /groups/acme/-/description_templates/names/issue').fail(refusal(404));
  expect([APP, ACME].map((place) => selectNamesFailed(app.state(), place))).toEqual([true, false]);
  await app.act(templateActions.retried());
  expect(selectNamesFailed(app.state(), APP)).toBe(false);
  await app.fake.next(NAMES).answer(ANSWER);
  expect(selectTemplates(app.state(), APP)).toHaveLength(2);
});

test('IE-08.3 a content is read once, from where it is offered', async () => {
  const app = page();
  const [bug, story] = [BUG, STORY].map((template) => templateActions.chosen({ place: APP, template }));
  await app.act(bug as never, story as never);
  expect(app.fake.next(CONTENT.bug).request?.query).toEqual({ source_template_project_id: 7 });
  expect(app.fake.next(CONTENT.story).request?.query).toEqual({ source_template_group_id: 3 });
  await app.fake.next(CONTENT.bug).answer({ name: 'Bug report', content: 'steps' });
  expect([app.content(BUG), app.content(STORY)]).toEqual(['steps', null]);
  await app.act(bug as never);
  expect(app.count(CONTENT.bug)).toBe(1);
});

test('IE-08.4 a content that cannot be read, or is gone, has failed', async () => {
  const app = page();
  const failed = (template: typeof BUG | typeof STORY) => selectContentFailed(app.state(), { place: APP, template });
  await app.act(templateActions.chosen({ place: APP, template: BUG }));
  await app.act(templateActions.chosen({ place: APP, template: STORY }));
  expect(failed(BUG)).toBe(false);
  await app.fake.next(CONTENT.bug).fail(refusal(500));
  await app.fake.next(CONTENT.story).fail(refusal(404));
  expect([failed(BUG), failed(STORY)]).toEqual([true, true]);
  await app.act(templateActions.retried());
  await app.fake.next(CONTENT.bug).answer({ content: 'steps' });
  expect([app.content(BUG), failed(BUG)]).toEqual(['steps', false]);
});

test('IE-08.20 the page lists a place’s own templates; who does not manage them is told so, and what is missing is missing', async () => {
  const app = page();
  await app.act(templateActions.managed({ place: APP }));
  expect(selectManagedStatus(app.state())).toBe('loading');
  await app.fake.next(LIST).answer({ templates: [{ name: 'Bug', updated_at: '2026-11-01T00:00:00Z' }, null] });
  expect(selectManagedStatus(app.state())).toBe('ready');
  expect(selectManaging(app.state()).templates).toEqual([{ name: 'Bug', updatedAt: '2026-11-01T00:00:00Z' }]);
  const statusOf = async (status: number) => {
    await app.act(templateActions.managed({ place: ACME }));
    await app.fake.next('GET /groups/acme/-/settings/templates.json').fail(refusal(status));
    return selectManagedStatus(app.state());
  };
  expect(await statusOf(403)).toBe('denied');
  await app.act(templateActions.managed({ place: APP }));
  expect(await statusOf(404)).toBe('missing');
  await app.act(templateActions.managed({ place: APP }));
  expect(await statusOf(500)).toBe('failed');
});

test('IE-08.21 one change at a time is sent; faults and refusals are said, and what was read is read again', async () => {
  const app = page();
  const form = () => selectManaging(app.state()).form;
  const submit = (was: string | null, name: string, content = 'x') =>
    app.act(templateActions.submitted({ place: APP, was, text: { name, content } }));
  await app.act(templateActions.managed({ place: APP }), templateActions.opened({ place: APP }));
  await app.fake.next(LIST).answer({ templates: [] });
  await app.fake.next(NAMES).answer(ANSWER);
  await app.act(templateActions.chosen({ place: APP, template: BUG }));
  await app.fake.next(CONTENT.bug).answer({ content: 'steps' });

  await submit(null, ' .md', ' ');
  expect(form()).toMatchObject({ status: 'failed', faults: { name: "can't be blank", content: "can't be blank" } });
  await submit(null, ' Bug.md ');
  await submit(null, 'Second');
  const list = '/api/v4/projects/acme%2Fapp/templates/issues';
  expect(app.fake.next(`POST ${list}`).request?.body).toEqual({ name: 'Bug', content: 'x' });
  await app.fake.next(`POST ${list}`).fail(refusal(422, 'Name has already been taken'));
  expect(form()).toMatchObject({ status: 'failed', error: 'Name has already been taken', faults: {} });
  await submit('Bug report', 'Bug');
  expect(form()).toMatchObject({ status: 'sending', error: null });
  await app.fake.next(`PUT ${list}/Bug%20report`).answer({ name: 'Bug' });
  expect([form().status, selectManaging(app.state()).saved, app.content(BUG)]).toEqual(['idle', 1, null]);
  expect([app.count(LIST), app.count(NAMES)]).toEqual([2, 2]);
  await app.act(templateActions.submitted({ place: APP, was: 'Bug', text: null }));
  await app.fake.next(`DELETE ${list}/Bug`).answer(null);
  expect(selectManaging(app.state()).saved).toBe(2);
});

test('IE-08.22 a redacted log tells nothing of templates, and replays', async () => {
  const app = page();
  const SECRETS = ['Kaleidoscope', 'Umbrella', 'marmalade', 'zeppelin'] as const;
  const [named, grouped, said, typed] = SECRETS;
  await app.act(templateActions.managed({ place: APP }), templateActions.opened({ place: APP }));
  await app.fake.next(NAMES).answer({ [`Group ${grouped}`]: [{ name: named, key: named, project_id: 7 }] });
  await app.fake.next(LIST).answer({ templates: [{ name: named, updated_at: '2026-11-01T00:00:00Z' }] });
  const template = { name: named, projectId: 7, groupId: null };
  await app.act(templateActions.chosen({ place: APP, template }));
  await app.fake.next(`GET /acme/app/templates/issue/${named}`).answer({ content: `${said} of it` });
  const before = { name: named, content: `${said} of it` };
  await app.act(
    templateActions.formOpened({ was: named, before }),
    templateActions.typed({ name: typed, content: typed }),
  );
  await app.act(templateActions.submitted({ place: APP, was: named, text: { name: typed, content: typed } }));
  await app.fake.next(`PUT /api/v4/projects/acme%2Fapp/templates/issues/${named}`).fail(refusal(422, `No ${typed}`));
  app.recording.stop();
  const log = app.recording.log();
  for (const secret of SECRETS) expect(printLog(log)).toContain(secret);
  const shared = printLog(redact(log));
  for (const secret of SECRETS) expect(shared).not.toContain(secret);
  expect(replay(parseLog(shared)).mismatch).toBeNull();
});

test('IE-08.23 what is typed is there again on the page of its place, until it is saved or discarded', async () => {
  const browser = new Browser();
  const open = async (place: typeof APP | typeof ACME) => {
    const tab = new Tab(browser);
    tab.planner.keep(keeper);
    tab.planner.watch('template', templateSaga);
    await tab.signIn();
    // It has asked which other tabs are there.
    await browser.storage.clock.advance(250);
    await tab.do(templateActions.managed({ place }));
    return { tab, edited: () => selectManaging(tab.state).edited };
  };
  const first = await open(APP);
  const before = { name: 'Bug', content: 'Steps' };
  await first.tab.do(templateActions.formOpened({ was: 'Bug', before }));
  expect(selectIsWritingTemplate(first.tab.state)).toBe(false);
  await first.tab.do(templateActions.typed({ content: 'Steps to see it' }));
  expect(selectIsWritingTemplate(first.tab.state)).toBe(true);
  first.tab.planner.dispose();

  const group = await open(ACME);
  expect(group.edited()).toBeNull();
  group.tab.planner.dispose();
  const second = await open(APP);
  expect(second.edited()).toEqual({ was: 'Bug', before, name: 'Bug', content: 'Steps to see it' });
  await second.tab.do(templateActions.managed({ place: ACME }), templateActions.managed({ place: APP }));
  expect(second.edited()?.content).toBe('Steps to see it');
  // The answer to what was sent on another page is not about this form.
  await second.tab.do(
    templateActions.managed({ place: ACME }),
    templateActions.formOpened({ was: null, before: { name: '', content: '' } }),
    templateActions.typed({ name: 'Story', content: 'As a' }),
    templateActions.submitted({ place: ACME, was: null, text: { name: 'Story', content: 'As a' } }),
    templateActions.managed({ place: APP }),
  );
  await second.tab.fake.next('POST /api/v4/groups/acme/templates/issues').answer({});
  expect([second.edited()?.content, selectManaging(second.tab.state).form.status]).toEqual(['Steps to see it', 'idle']);
  await second.tab.do(templateActions.formClosed());
  second.tab.planner.dispose();
  expect((await open(APP)).edited()).toBeNull();
});
