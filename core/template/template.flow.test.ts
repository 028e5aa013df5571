import { createPlanner } from '../planner.ts';
import { parseLog, printLog, record, redact, replay } from '../replay/index.ts';
import { FakePorts, refusal, settle } from '../testing/index.ts';
import {
  selectContent,
  selectContentFailed,
  selectNamesFailed,
  selectTemplates,
  templateActions,
  templateSaga,
} from './index.ts';

const APP = { kind: 'project', fullPath: 'acme/app' } as const;
const ACME = { kind: 'group', fullPath: 'acme' } as const;
const NAMES = 'GET /acme/app/description_templates/names/issue';
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

test('IE-08.21 after a change names are read again, and contents when they are chosen again', async () => {
  const app = page();
  await app.act(templateActions.opened({ place: APP }), templateActions.chosen({ place: APP, template: BUG }));
  await app.fake.next(NAMES).answer(ANSWER);
  await app.fake.next(CONTENT.bug).answer({ content: 'steps' });
  await app.act(templateActions.saved({ place: APP }));
  expect([app.content(BUG), app.count(NAMES), app.count(CONTENT.bug)]).toEqual([null, 2, 1]);
  await app.act(templateActions.chosen({ place: APP, template: BUG }));
  expect(app.count(CONTENT.bug)).toBe(2);
});

test('IE-08.22 a redacted log tells nothing of templates, and replays', async () => {
  const app = page();
  const SECRETS = ['Kaleidoscope', 'Umbrella', 'marmalade'] as const;
  const [named, grouped, said] = SECRETS;
  await app.act(templateActions.opened({ place: APP }));
  await app.fake.next(NAMES).answer({ [`Group ${grouped}`]: [{ name: named, key: named, project_id: 7 }] });
  const template = { name: named, projectId: 7, groupId: null };
  await app.act(templateActions.chosen({ place: APP, template }));
  await app.fake.next(`GET /acme/app/templates/issue/${named}`).answer({ content: `${said} of it` });
  app.recording.stop();
  const log = app.recording.log();
  for (const secret of SECRETS) expect(printLog(log)).toContain(secret);
  const shared = printLog(redact(log));
  for (const secret of SECRETS) expect(shared).not.toContain(secret);
  expect(replay(parseLog(shared)).mismatch).toBeNull();
});
