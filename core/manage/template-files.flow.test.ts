import { createPlanner } from '../planner.ts';
import { parseLog, printLog, record, redact, replay } from '../replay/index.ts';
import { FakePorts, refusal, settle } from '../testing/index.ts';
import { accessActions } from '../access/index.ts';
import {
  selectContent,
  selectTemplateFiles,
  templateActions,
  templateFileActions,
  templateSaga,
  type ChosenFile,
} from '../template/index.ts';
import { manageActions, manageSaga, selectManage } from './index.ts';

const APP = { kind: 'project', fullPath: 'acme/app' } as const;
const ACME = { kind: 'group', fullPath: 'acme' } as const;
const { filesChosen, filesSentAgain, filesClosed } = templateFileActions;
const PAGE = 'GET /acme/app/-/settings/templates.json';
const LIST = '/api/v4/projects/acme%2Fapp/templates/issues';
const file = (name: string, content = 'x'): ChosenFile => ({ file: name, content, bytes: content.length });

async function page(...names: readonly string[]) {
  const fake = new FakePorts();
  const recording = record({ hashEvery: 1 });
  const planner = createPlanner(fake.ports, { middleware: [recording.middleware] });
  const act = async (...actions: readonly { readonly type: string }[]): Promise<void> => {
    for (const action of actions) planner.store.dispatch(action);
    await settle();
  };
  planner.watch('template', templateSaga);
  planner.watch('manage', manageSaga);
  const given = { id: 'gid://gitlab/User/7', username: 'ada', name: 'Ada', avatarUrl: null, webUrl: '/ada' };
  const session = { features: {}, settings: {}, firstRun: false, user: { ...given, admin: true } };
  await act(accessActions.sessionReceived(session), manageActions.opened({ page: { noun: 'templates', ...APP } }));
  await fake.next(PAGE).answer({ templates: names.map((name) => ({ name, updated_at: null })) });
  const files = (place: typeof APP | typeof ACME = APP) => selectTemplateFiles(planner.store.getState(), place);
  const edited = () => selectManage(planner.store.getState()).edited;
  const count = (what: string) => fake.calls.filter((call) => call.what === what).length;
  const choose = (...files: readonly ChosenFile[]) => act(filesChosen({ place: APP, files }));
  const outcomes = () => files().map(({ name, status, text }) => [name, status, text]);
  return { fake, recording, planner, act, files, edited, count, choose, outcomes };
}

test('IE-08.52 files are sent one after the other, and one that is refused keeps none back and can be sent again', async () => {
  const app = await page();
  await app.choose(file('Bug.md', 'Steps'), file('notes.txt'), file('Story.md', 'As a'), file('Task.md'));
  expect(app.outcomes().map(([, status]) => status)).toEqual(['sending', 'failed', 'sending', 'sending']);
  expect(app.count(`POST ${LIST}`)).toBe(1);
  expect(app.fake.next(`POST ${LIST}`).request?.body).toEqual({ name: 'Bug', content: 'Steps' });
  await app.fake.next(`POST ${LIST}`).fail(refusal(500));
  await app.fake.next(`POST ${LIST}`).answer({ name: 'Story' });
  await app.fake.next(`POST ${LIST}`).fail(refusal(422, 'Name has already been taken'));
  expect(app.outcomes()).toEqual([
    ['Bug', 'failed', 'Something went wrong while saving the template.'],
    ['notes.txt', 'failed', expect.stringContaining('Not a Markdown file')],
    ['Story', 'sent', null],
    ['Task', 'asking', null],
  ]);
  expect(app.count(PAGE)).toBe(2);
  await app.act(filesSentAgain({ place: APP, ids: [0, 3] }));
  expect(app.fake.next(`POST ${LIST}`).request?.body).toEqual({ name: 'Bug', content: 'Steps' });
  await app.fake.next(`POST ${LIST}`).answer({ name: 'Bug' });
  await app.fake.next(`PUT ${LIST}/Task`).fail(refusal(404));
  await app.act(filesSentAgain({ place: APP, ids: [3] }));
  await app.fake.next(`POST ${LIST}`).answer({ name: 'Task' });
  expect(app.outcomes().map(([, status]) => status)).toEqual(['sent', 'failed', 'sent', 'sent']);
  await app.act(filesClosed({ place: APP }));
  expect(app.files()).toEqual([]);
});

test('IE-08.51 a template that exists is replaced when it is told to be, and keeps its name', async () => {
  const app = await page('Bug');
  await app.choose(file('BUG.md', 'New steps'));
  expect(app.outcomes()).toEqual([['BUG', 'asking', null]]);
  expect(app.fake.calls.filter(({ what }) => !what.startsWith('GET'))).toEqual([]);
  await app.act(filesSentAgain({ place: APP, ids: [0] }));
  expect(app.fake.next(`PUT ${LIST}/Bug`).request?.body).toEqual({ name: 'Bug', content: 'New steps' });
  await app.fake.next(`PUT ${LIST}/Bug`).answer({ name: 'Bug' });
  expect(app.outcomes()).toEqual([['BUG', 'sent', null]]);
});

test('IE-08.52 a form that is open keeps what is typed, and a text that was read is read again', async () => {
  const app = await page('Bug');
  const template = { name: 'Bug', projectId: null, groupId: null };
  const GET = 'GET /acme/app/templates/issue/Bug';
  const content = () => selectContent(app.planner.store.getState(), { place: APP, template });
  await app.act(templateActions.chosen({ place: APP, template }));
  await app.fake.next(GET).answer({ content: 'Steps' });
  await app.choose(file('Bug.md', 'New'), file('Story.md'));
  await app.act(
    manageActions.formOpened({ was: null, before: { name: '', content: '' } }),
    manageActions.typed({ draft: { name: 'Half' } }),
  );
  await app.fake.next(`POST ${LIST}`).answer({ name: 'Story' });
  expect(app.edited()?.draft['name']).toBe('Half');
  await app.act(filesSentAgain({ place: APP, ids: [0] }));
  await app.fake.next(`PUT ${LIST}/Bug`).answer({ name: 'Bug' });
  expect(content()).toBeNull();
  // It began before: it is read once more.
  await app.fake.next(GET).answer({ content: 'Steps' });
  expect(content()).toBeNull();
  await app.fake.next(GET).answer({ content: 'New' });
  expect([content(), app.edited()?.draft['name']]).toEqual(['New', 'Half']);
});

test('IE-08.52 files of another page are sent to the end, and its outcome is not told here', async () => {
  const app = await page();
  await app.choose(file('Bug.md'));
  await app.act(manageActions.opened({ page: { noun: 'templates', ...ACME } }));
  await app.fake.next(`POST ${LIST}`).answer({ name: 'Bug' });
  expect([app.files(ACME), app.files().map(({ status }) => status)]).toEqual([[], ['sent']]);
});

test('IE-08.22 a redacted log tells nothing of files, and replays', async () => {
  const app = await page('Zeppelin');
  await app.choose(file('Zeppelin.md', 'Kaleidoscope'), file('Umbrella.md', 'marmalade'));
  await app.fake.next(`POST ${LIST}`).fail(refusal(422, 'No Umbrella'));
  app.recording.stop();
  const log = app.recording.log();
  const secrets = ['Zeppelin', 'Kaleidoscope', 'Umbrella', 'marmalade'];
  for (const secret of secrets) expect(printLog(log)).toContain(secret);
  const shared = printLog(redact(log));
  for (const secret of secrets) expect(shared).not.toContain(secret);
  expect(replay(parseLog(shared)).mismatch).toBeNull();
});

test('IE-08.52 after a restart what was being sent has failed, and can be sent again', async () => {
  const app = await page();
  await app.choose(file('Bug.md'));
  const second = createPlanner(app.fake.ports, { preloadedState: app.planner.store.getState() });
  second.watch('manage', manageSaga);
  await settle();
  expect(selectTemplateFiles(second.store.getState(), APP)).toMatchObject([{ name: 'Bug', status: 'failed' }]);
});
