import type { ActionLog } from './types.ts';
import { accessActions } from '../access/index.ts';
import { epicActions } from '../epic/index.ts';
import { Browser, Tab } from '../gate/testing/tab.ts';
import { keeper, KEEP_TEXTS } from '../keep/index.ts';
import { linkActions, linkSaga } from '../link/index.ts';
import { epicChildren, epicGid, epicNode, issueNode, refusal } from '../testing/index.ts';
import { treeActions } from '../tree/index.ts';
import { checkLog } from './check.ts';
import { parseLog } from './format.ts';
import { printLog } from './print.ts';
import { record } from './record.ts';
import { redact } from './redact.ts';
import { replay } from './replay.ts';

/** Each is typed in one form, or said by the server about what was typed there, and stands nowhere else. */
const WORDS = {
  epic: 'Kaleidoscope',
  child: 'umbrella',
  reference: 'zeppelin',
  link: 'marmalade',
  sent: 'octopus',
  refusal: 'giraffe',
} as const;
const PASSWORD = 'correct horse battery';
const ROLL_CALL = 250;
const CREATE = 'POST /groups/acme/-/epics';
const [TREE, SUBJECT] = [
  { kind: 'epic', fullPath: 'acme', iid: '1', id: epicGid(1) },
  {
    id: epicGid(1),
    kind: 'epic',
    iid: '1',
    state: 'opened',
    ownerPath: 'acme',
    groupPath: 'acme',
    endpoint: '/groups/acme/-/epics/1/related_epic_links',
    webPath: '/groups/acme/-/epics/1',
    canRelate: true,
  },
] as const;

/** A recorded tab. */
async function tab(browser: Browser) {
  const recording = record({ hashEvery: 5, segmentActions: 20 });
  const made = new Tab(browser, { middleware: [recording.middleware] });
  made.planner.watch('link', linkSaga);
  made.planner.keep(keeper);
  await made.signIn();
  await browser.storage.clock.advance(ROLL_CALL);
  const end = (): ActionLog => {
    recording.stop();
    made.planner.dispose();
    return recording.log();
  };
  return { made, end };
}

/** The places in which something is typed. */
async function open(made: Tab): Promise<void> {
  await made.do(treeActions.opened({ root: TREE, config: { userSignedIn: true } }));
  await made.fake.next('epicChildren').answer(epicChildren(1, { issues: [issueNode(2)], epics: [epicNode(9)] }));
  await made.do(epicActions.newEpicOpened({ groupPath: 'acme' }), linkActions.opened({ subject: SUBJECT }));
}

const typed = (word: string): string => `acme/${word}&5 &6 ${word}`;

/** Two tabs, one after the other: what was typed and sent in the first one comes back in the second. */
async function sessions(form: 'createEpic' | 'addEpic') {
  const browser = new Browser();
  const first = await tab(browser);
  const { made } = first;
  await made.do(epicActions.newEpicOpened({ groupPath: 'acme' }));
  await made.do(epicActions.newEpicTitleChanged({ title: `${WORDS.sent} plan` }), epicActions.newEpicSubmitted());
  await made.do(accessActions.passwordSubmitted({ currentPassword: PASSWORD, password: `${PASSWORD}!` }));
  await made.do(epicActions.newEpicClosed());
  await open(made);
  await made.do(epicActions.newEpicTitleChanged({ title: `${WORDS.epic} plan` }));
  const [child, link] = [typed(WORDS.reference), typed(WORDS.link)];
  await made.do(
    treeActions.formOpened({ form, parentId: epicGid(1) }),
    form === 'createEpic'
      ? treeActions.titleTyped({ title: `${WORDS.child} plan` })
      : treeActions.referencesTyped({ text: child, caret: child.length }),
    linkActions.formOpened(),
    linkActions.referencesTyped({ text: link, caret: link.length }),
  );
  const stored = JSON.stringify([...browser.storage.stored]);
  const logs = [first.end()];
  const second = await tab(browser);
  await second.made.fake.next(CREATE).fail(refusal(422, `Title ${WORDS.refusal}`));
  await open(second.made);
  const { state } = second.made;
  logs.push(second.end());
  return { logs, stored, state };
}

test.each([
  ['createEpic', WORDS.child],
  ['addEpic', WORDS.reference],
] as const)('RP-03.221 nothing that is kept, or put back, is left in a redacted log (%s)', async (form, inTree) => {
  const { logs, stored, state } = await sessions(form);
  const here = [WORDS.epic, WORDS.link, WORDS.sent, inTree];
  for (const word of here) expect(stored).toContain(word);
  // It has come back, by actions of the second tab.
  const [, again = ''] = logs.map(printLog);
  for (const word of [WORDS.epic, WORDS.link, inTree, WORDS.refusal]) expect(again).toContain(word);
  expect(JSON.stringify(state)).toContain(KEEP_TEXTS.refused);

  for (const log of logs) {
    const shared = printLog(redact(log));
    for (const word of [...here, WORDS.refusal, 'acme']) expect(shared.toLowerCase()).not.toContain(word.toLowerCase());
    expect(replay(parseLog(shared)).mismatch).toBeNull();
    expect(checkLog(redact(log)).faults).toEqual(checkLog(log).faults);
  }
  expect(printLog(redact(logs[1] as ActionLog))).toContain(KEEP_TEXTS.refused);
});

test('RP-03.227 no password is kept, or in a log of a session that keeps what is typed', async () => {
  const { logs, stored } = await sessions('createEpic');
  expect(logs.map(printLog).join()).toContain('access/passwordSubmitted');
  for (const text of [stored, ...logs.map(printLog)]) expect(text).not.toContain(PASSWORD);
});
