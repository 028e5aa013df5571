import type { RootState } from '../planner.ts';
import type { Action, Stamped } from '../store/index.ts';
import type { ActionLog } from './types.ts';
import fc from 'fast-check';
import { accessActions, entrySaga } from '../access/index.ts';
import { TreeAdapter } from '../api/adapter.ts';
import { epicList } from '../epic/index.ts';
import { createPlanner, initialState } from '../planner.ts';
import { selectTreeRows } from '../selectors.ts';
import { entries, get, tableOf } from '../table/index.ts';
import { anyText } from '../testing/any-text.ts';
import { epicGid, epicNode, FakePorts, refusal, settle } from '../testing/index.ts';
import { ModelServer } from '../../sim/server/index.ts';
import { treeActions, treeAlert } from '../tree/actions.ts';
import { childrenRead } from '../tree/testing/answers.ts';
import { withNotice } from '../store/index.ts';
import { checkLog, walkLog } from './check.ts';
import { parseLog } from './format.ts';
import { stateHash } from './hash.ts';
import { isTable } from './parts.ts';
import { printLog } from './print.ts';
import { LOG_FORMAT } from './types.ts';
import { Pseudonyms } from './pseudonyms.ts';
import { record } from './record.ts';
import { redact } from './redact.ts';
import { replay } from './replay.ts';
import { randomSession } from './testing/session.ts';

const isIdentity = (text: string): boolean => /^gid:\/\/|^id-\d+$|^\d{4}-\d\d-\d\d/.test(text);

/** Plain data with every text replaced by its length, ids and days apart; tables as what is in them. */
function shape(value: unknown): unknown {
  if (typeof value === 'string') return isIdentity(value) ? value : value.length;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(shape);
  if (isTable(value)) {
    const parts = [...entries(value as RootState['versions'])].map((entry) => shape(entry));
    return parts.map((part) => JSON.stringify(part)).sort();
  }
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, shape(part)]));
}

const shapesOf = (log: ActionLog): readonly string[] =>
  [...walkLog(log)].map(([state]) => JSON.stringify([shape(state), shape(selectTreeRows(state))]));

test.each([1, 2, 3, 4])('RP-03.220 a redacted session replays to the same structure (seed %i)', async (seed) => {
  const log = (await randomSession(seed, 100, { segmentActions: 50, hashEvery: 10, viewer: 'ada' })).log();
  const redacted = redact(log, seed);
  expect(shapesOf(redacted)).toEqual(shapesOf(log));
  expect(checkLog(redacted)).toEqual(checkLog(log));
  const { mismatch, hashesChecked, seq } = replay(parseLog(printLog(redacted)));
  expect([mismatch, hashesChecked, seq]).toEqual([null, replay(log).hashesChecked, log.end.seq]);
  expect(redacted.end.hash).not.toBe(log.end.hash);
});

/** Words that stand nowhere else in a log, with a vowel each. */
const WORDS = [
  'Kaleidoscope',
  'umbrella',
  'GIRAFFE',
  'zeppelin',
  'Ünïcode',
  'naïve',
  'Wörter',
  'octopus',
  'marmalade',
  'Ottawa',
  'Yucatan',
];
const [TITLE, PATH, LABEL, NAME, SEARCH, DETAIL, OTHER] = WORDS as [
  string,
  string,
  string,
  string,
  string,
  string,
  string,
];

const at = (action: Action, milliseconds = 0): Stamped => ({
  ...action,
  meta: { origin: 'server', ...action.meta, at: milliseconds },
});

function logOf(actions: readonly Action[], state = initialState(), viewer: string | null = null): ActionLog {
  return {
    header: {
      kind: 'header',
      app: 'espalier',
      format: LOG_FORMAT,
      core: '0.1.0',
      session: 'k3f8',
      viewer,
      timeZone: 'UTC',
      flags: {},
      startedAt: 0,
      redacted: false,
    },
    segments: [
      {
        checkpoint: { seq: 0, hash: stateHash(state), state },
        actions: actions.map((action, index) => ({ seq: index + 1, action: at(action), hash: null })),
      },
    ],
    end: { seq: actions.length, hash: '' },
  };
}

const item = (id: number, change: Parameters<typeof epicNode>[1]) => new TreeAdapter().epic(epicNode(id, change));

const read = (items: readonly ReturnType<typeof item>[]): Action =>
  childrenRead(
    {
      parentId: epicGid(1),
      items,
      next: { epics: 'eyJ0aXRsZSI6InVtYnJlbGxhIn0', issues: null },
      defaultProject: { id: 'gid://gitlab/Project/3', nameWithNamespace: `${NAME} / ${OTHER}` },
    },
    { parentId: null },
  );

const opened = (path = PATH): Action =>
  treeActions.opened({
    root: { kind: 'epic', fullPath: `${path}/sub`, iid: '1', id: epicGid(1), title: TITLE, groupName: NAME },
    config: { epicsEndpoint: `/groups/${path}/sub/-/epics/1/links`, username: NAME, userSignedIn: true },
  });

/** A session in which every class of text occurs. */
const EVERYTHING: readonly Action[] = [
  accessActions.signedIn({
    user: {
      id: 'gid://gitlab/User/1',
      username: NAME,
      name: `${NAME} ${OTHER}`,
      avatarUrl: `https://${NAME}.example/a/${OTHER}.png`,
      webUrl: `https://host.example:3000/${NAME}`,
      admin: false,
    },
    features: { epicColorHighlight: true },
    settings: { instance: `${OTHER} planning` },
    firstRun: false,
  }),
  opened(),
  read([
    item(2, {
      title: `The ${TITLE} of ${SEARCH}`,
      reference: `${PATH}/sub&2`,
      webPath: `/groups/${PATH}/sub/-/epics/2`,
      group: { id: 'gid://gitlab/Group/7', fullPath: `${PATH}/sub` },
      labels: {
        nodes: [
          {
            id: 'gid://gitlab/GroupLabel/9',
            title: `scope::${LABEL}`,
            color: '#abcdef',
            textColor: '#FFFFFF',
            description: `About ${OTHER}`,
          },
        ],
      },
    }),
    item(3, { title: TITLE }),
    item(4, { title: `${TITLE} `, startDate: '2026-02-28' }),
    item(5, { title: 'closed' }),
  ]),
  treeActions.formOpened({ form: 'addEpic' }),
  treeActions.referencesTyped({
    text: `&12 ${PATH}/sub&3 &3 ${PATH}/sub#7 x${OTHER} https://host.example/groups/${PATH}/-/epics/9 `,
    caret: 0,
  }),
  treeActions.formOpened({ form: 'createEpic' }),
  treeActions.titleTyped({ title: `${DETAIL} ${DETAIL}` }),
  treeActions.groupsSearched({ search: SEARCH }),
  withNotice(
    treeActions.removeConfirmed.refused({
      id: 'x',
      asked: { id: epicGid(2), parentId: epicGid(1), kind: 'epic', relationPath: `/groups/${PATH}/-/epics/1/links/2` },
      failure: refusal(422, `${DETAIL} is wrong`),
    }),
    treeAlert('Something went wrong while moving item.', `${DETAIL} is wrong`),
  ),
  epicList.actions.opened({
    place: { kind: 'group', fullPath: PATH },
    query: { ...epicList.defaults, search: SEARCH, labels: [`scope::${LABEL}`], after: `${OTHER}bookmark` },
  }),
  {
    type: 'frame/navigated',
    payload: {
      webPath: `/groups/${PATH}/sub/-/epics/2`,
      query: `?search=${SEARCH}&state=closed&label_name[]=${LABEL}&${OTHER}=1`,
    },
    meta: { origin: 'user' },
  },
  {
    type: 'later/made',
    payload: {
      whatever: `${OTHER} ${NAME}`,
      nested: [{ deep: SEARCH, [`a ${OTHER}`]: 1 }],
      state: TITLE,
      day: '2026-01-01',
    },
    meta: { origin: 'user' },
  },
];

test('RP-03.221 no text of anybody is left', () => {
  const log = logOf(EVERYTHING, initialState(), NAME);
  const text = printLog(redact(log));
  expect(printLog(log)).toContain(OTHER);
  for (const word of WORDS) expect(text.toLowerCase()).not.toContain(word.toLowerCase());
  const words = new Set(text.match(/[a-z]+/gi));
  for (const word of ['About', 'planning', 'bookmark', 'host', 'example', 'png', 'sub'])
    expect([...words]).not.toContain(word);
  expect(text).not.toContain('eyJ0aXRsZSI6InVtYnJlbGxhIn0');
});

const last = (log: ActionLog): RootState => replay(log).state;

test('RP-03.221 ids, numbers, days, colours, routes and sentences of the product stay', () => {
  const state = last(redact(logOf(EVERYTHING)));
  const child = get(state.confirmed.items, epicGid(4));
  expect(child).toMatchObject({
    iid: '4',
    type: 'epic',
    state: 'opened',
    startDate: '2026-02-28',
    createdAt: '2026-03-01T10:00:00Z',
  });
  expect(get(state.confirmed.items, epicGid(2))?.labels).toEqual(['gid://gitlab/GroupLabel/9']);
  expect(get(state.confirmed.labels, 'gid://gitlab/GroupLabel/9')).toMatchObject({
    color: '#abcdef',
  });
  expect(state.notice[0]).toMatchObject({
    kind: 'danger',
    text: 'Something went wrong while moving item.',
    scope: 'tree',
  });
  expect(state.epicList.query).toMatchObject({ state: 'opened', sort: 'CREATED_AT_DESC' });
  expect(state.frame.webPath).toMatch(/^\/groups\/[a-z]{8}\/[a-z]{3}\/-\/epics\/2$/);
  expect(state.frame.query).toMatch(/^\?search=.{7}&state=closed&label_name\[\]=[A-Z]{7}&.{6}=\d$/);
});

test('RP-03.222 what stands in another text stands in its pseudonym', () => {
  const state = last(redact(logOf(EVERYTHING)));
  const { root, config } = state.tree;
  const child = get(state.confirmed.items, epicGid(2));
  const path = root?.fullPath ?? '';
  expect(path).toMatch(/^[a-z]{8}\/[a-z]{3}$/);
  expect([child?.group?.fullPath, child?.reference, child?.webPath]).toEqual([
    path,
    `${path}&2`,
    `/groups/${path}/-/epics/2`,
  ]);
  expect([config.epicsEndpoint, state.epicList.place?.fullPath]).toEqual([
    `/groups/${path}/-/epics/1/links`,
    path.split('/')[0],
  ]);
  expect(state.access.session.user?.username).toBe(config.username);
  expect(get(state.confirmed.labels, child?.labels?.[0] ?? '')?.title).toBe(state.epicList.query.labels[0]);
});

test('RP-03.222 equal texts stay equal, others stay different; what trimming takes off stays', () => {
  const names = new Pseudonyms(7);
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          anyText({ maxLength: 12 }),
          fc.string({ maxLength: 3 }),
          fc.constantFrom('a b', 'a  b', 'A b', 'Straße ǅ', 'x 1'),
        ),
      ),
      (texts) => {
        for (const make of [(text: string) => names.prose(text), (text: string) => names.words(text)]) {
          const made = texts.map(make);
          expect(made.map((text) => text.length)).toEqual(texts.map((text) => text.length));
          expect(texts.map(make)).toEqual(made);
          expect(new Set(made).size).toBe(new Set(texts).size);
          expect(texts.map((text) => make(text.trim()))).toEqual(made.map((text) => text.trim()));
        }
      },
    ),
  );
});

test('RP-03.222 a pseudonym depends on what comes before it, not on what it stands for', () => {
  expect(new Pseudonyms(1).word('apple')).toBe(new Pseudonyms(1).word('onion'));
  expect(new Pseudonyms(1).word('apple')).not.toBe(new Pseudonyms(2).word('apple'));
});

test('RP-03.222 words of running text cannot be told by how often they come', () => {
  const names = new Pseudonyms(1);
  const [one = '', other = ''] = ['the login page', 'the other page'].map((text) => names.prose(text));
  expect(one.split(' ')[0]).not.toBe(other.split(' ')[0]);
  expect(names.prose('the the')).toMatch(/^([a-z]{3}) \1$/);
});

test('RP-03.223 confidential items are masked, never removed', () => {
  const secret = item(2, {
    title: `The ${TITLE} plan`,
    confidential: true,
    labels: {
      nodes: [
        { id: 'gid://gitlab/GroupLabel/9', title: LABEL, color: '#abcdef', textColor: '#FFFFFF', description: null },
      ],
    },
  });
  const same = item(3, { title: `The ${TITLE} plan` });
  const log = logOf([opened(), read([secret, same])]);
  const { confirmed } = last(redact(log));
  expect(get(confirmed.orders, epicGid(1))?.ids).toEqual([epicGid(2), epicGid(3)]);
  expect(get(confirmed.items, epicGid(2))).toMatchObject({
    confidential: true,
    title: '••• •••••••••••• ••••',
    iid: '2',
  });
  expect(get(confirmed.items, epicGid(3))?.title).toMatch(/^[A-Z][a-z]{2} [A-Z][a-z]{11} [a-z]{4}$/);
});

test('RP-03.224 a text under a name that nobody knows is somebody’s, and so is an unknown value under a known name', () => {
  const log = redact(logOf(EVERYTHING));
  const { payload } = log.segments[0]?.actions.at(-1)?.action as Stamped<Record<string, unknown>>;
  expect(payload['whatever']).toHaveLength(`${OTHER} ${NAME}`.length);
  expect(JSON.stringify(payload)).not.toMatch(new RegExp(WORDS.join('|'), 'i'));
  expect(payload['state']).not.toBe(TITLE);
  expect(payload['day']).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect(payload['day']).not.toBe('2026-01-01');
  const titles = [...entries(last(log).confirmed.items)].map(([, { title }]) => title);
  expect(titles).not.toContain('closed');
  expect(titles).not.toContain('opened');
});

test('RP-03.224 a table whose keys are somebody’s is laid out anew', () => {
  const state = { ...initialState(), versions: tableOf([[`a ${OTHER}`, 3]]) };
  const named = { ...state, frame: { ...state.frame, names: tableOf([[PATH.toLowerCase(), NAME]]) } };
  const text = printLog(redact(logOf([], named))).toLowerCase();
  for (const word of [PATH, NAME]) expect(text).not.toContain(word.toLowerCase());
  const [key = ''] = [...entries(last(redact(logOf([], state))).versions)][0] ?? [];
  expect(key).toHaveLength(`a ${OTHER}`.length);
  expect(get(last(redact(logOf([], state))).versions, key)).toBe(3);
});

test('RP-03.225 the header says so, and names the viewer as the log does', () => {
  const log = logOf(EVERYTHING, initialState(), NAME);
  expect(log.header.redacted).toBe(false);
  const redacted = redact(log);
  expect(redacted.header.redacted).toBe(true);
  expect(redacted.header.viewer).toBe(last(redacted).access.session.user?.username);
  expect(printLog(redact(log))).toBe(printLog(redacted));
  expect(printLog(redact(log, 2))).not.toBe(printLog(redacted));
});

test('RP-03.226 typed references mean as much as before', () => {
  const tokens = (log: ActionLog) => {
    for (const [state, { action }] of walkLog(log)) {
      if (action !== null && treeActions.referencesTyped.match(action) && state.tree.form?.form === 'addEpic')
        return state.tree.form.references;
    }
    return [];
  };
  const log = logOf(EVERYTHING);
  const before = tokens(log);
  const after = tokens(redact(log));
  expect(before).toHaveLength(4);
  expect(shape(after)).toEqual(shape(before));
  expect(after.map((token) => token.ok && token.iid)).toEqual(before.map((token) => token.ok && token.iid));
});

test('RP-03.227 no password, CSRF token or session is in a log, redacted or not', async () => {
  const secrets = ['first-password-1', 'second-password-2', 'wrong-password-3', 'csrf-of-ada', 'cookie-of-ada'];
  const fake = new FakePorts();
  const server = new ModelServer({ clock: fake.clock });
  const seen: string[] = [];
  const rest: typeof server.rest = {
    request: (request, options) => {
      seen.push(JSON.stringify(request.body ?? null));
      return server.rest.request<never>(request, options).then((answer) => {
        const data = { ...(answer.data as object), session: secrets[4] } as never;
        seen.push(JSON.stringify(data));
        return { ...answer, data };
      });
    },
  };
  const recording = record({ hashEvery: 1 });
  const { store, dispose, watch } = createPlanner(
    { ...fake.ports, graphql: server.graphql, rest },
    { middleware: [recording.middleware] },
  );
  const act = async (...actions: readonly { readonly type: string }[]) => {
    for (const action of actions) store.dispatch(action);
    await settle();
  };
  watch('entry', entrySaga);
  const [first = '', second = '', wrong = ''] = secrets;
  const group = { name: 'Acme', path: 'acme' };
  await act(accessActions.sessionRequested());
  await act(
    accessActions.firstRunSubmitted({
      group,
      project: { name: 'App', path: 'app' },
      user: { name: 'Ada', username: 'ada', password: first },
    }),
  );
  await act(
    accessActions.passwordOpened(),
    accessActions.passwordSubmitted({ currentPassword: first, password: second }),
  );
  await act(accessActions.signOutSubmitted());
  await act(accessActions.signInSubmitted({ username: 'ada', password: wrong }));
  expect(store.getState().access.signIn.status).toBe('failed');
  await act(accessActions.signInSubmitted({ username: 'ada', password: second }));
  expect(store.getState().access.session.user?.username).toBe('ada');
  // All of them were on their way, so that the search can find something.
  for (const secret of secrets) expect(seen.join('\n')).toContain(secret);
  for (const text of [recording.text(), printLog(redact(recording.log()))]) {
    expect(text).toContain('access/passwordSubmitted');
    for (const secret of secrets) expect(text).not.toContain(secret);
  }
  dispose();
});
