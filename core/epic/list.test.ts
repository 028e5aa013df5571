import fc from 'fast-check';
import { flow, refused, UNREACHABLE } from '../access/testing/flow.ts';
import type { EpicListQuery } from './index.ts';
import { epicList, epicListDomain } from './index.ts';
import { EPIC_SORTS, epicListQueryFromUrl, epicListSaga, epicListQueryToUrl, selectEpicList } from './list-page.ts';
import {
  LIST_STATES,
  withLabelTitle,
  withoutLabelTitle,
  withSearch,
  withSort,
  withState,
} from '../work-item/list/index.ts';
import { listAnswer, listEpic } from './testing/answers.ts';

const start = () => flow([{ ...epicListDomain, saga: epicListSaga }]);
const opened = (query: Partial<EpicListQuery> = {}, groupPath = 'acme') =>
  epicList.actions.opened({ place: { kind: 'group', fullPath: groupPath }, query: { ...epicList.defaults, ...query } });
const view = (app: ReturnType<typeof start>) => selectEpicList(app.state());
const titles = (app: ReturnType<typeof start>) => view(app).rows.map(({ title }) => title);
const variables = (app: ReturnType<typeof start>) =>
  (app.call('groupEpics').request as { variables: Record<string, unknown> }).variables;

test('RP-02.141 a list shows open epics, the newest first, unless asked otherwise', async () => {
  const app = start();
  await app.dispatch(opened());
  expect(view(app)).toMatchObject({ status: 'loading', rows: [], refreshing: false });
  expect(variables(app)).toEqual({
    fullPath: 'acme',
    search: null,
    state: 'opened',
    sort: 'CREATED_AT_DESC',
    labelName: null,
    first: 20,
    after: null,
  });
  await app.call('groupEpics').answer(listAnswer([2, 1]));
  expect(titles(app)).toEqual(['Epic 2', 'Epic 1']);
  expect(view(app)).toMatchObject({ status: 'ready', fullName: 'Acme', empty: null });
  expect(view(app).rows[0]).toMatchObject({
    dueDate: '2026-04-01',
    startDate: null,
    descendantCounts: { openedEpics: 1, closedEpics: 0, openedIssues: 2, closedIssues: 0 },
  });
  expect(view(app)).toBe(view(app));
  expect(app.replayed()).toEqual(app.state());
});

test('RP-02.142 a query and its address are the same, the defaults left out', () => {
  const fromUrl = (params: Record<string, string>) => epicListQueryFromUrl(Object.entries(params));
  expect(epicListQueryToUrl(epicList.defaults)).toEqual([]);
  expect(fromUrl({})).toEqual(epicList.defaults);
  expect(fromUrl({ state: 'nonsense', sort: 'x', after: '', search: ' a ' })).toEqual({
    ...epicList.defaults,
    search: ' a ',
  });
  expect(fromUrl({ after: 'a', before: 'b', sort: 'title_asc' })).toMatchObject({
    after: 'a',
    before: null,
    sort: 'TITLE_ASC',
  });
  const cursor = fc.option(fc.string({ minLength: 1 }));
  const query = fc.record({
    search: fc.string({ minLength: 1 }).filter((text) => text.trim() !== ''),
    state: fc.constantFrom(...LIST_STATES.map(({ value }) => value)),
    sort: fc.constantFrom(...EPIC_SORTS.map(({ value }) => value)),
    labels: fc.uniqueArray(
      fc.string({ minLength: 1 }).filter((title) => title.trim() === title && !title.includes('\0')),
    ),
    after: cursor,
    before: fc.constant(null),
  });
  fc.assert(
    fc.property(query, (asked) => {
      expect(epicListQueryFromUrl(epicListQueryToUrl(asked))).toEqual(asked);
      const back = { ...asked, after: null, before: asked.after };
      expect(epicListQueryFromUrl(epicListQueryToUrl(back))).toEqual(back);
    }),
  );
});

test('RP-02.143 another search, state or order starts at the first page', () => {
  const deep: EpicListQuery = { ...epicList.defaults, after: 'x' };
  for (const query of [withSearch(deep, 's'), withState(deep, 'all'), withSort(deep, 'TITLE_ASC')]) {
    expect([query.after, query.before]).toEqual([null, null]);
  }
  expect(withState(deep, 'closed').state).toBe('closed');
});

test('RP-02.144 pages go forth from the last cursor and back from the first one', async () => {
  const app = start();
  await app.dispatch(opened({ after: 'x' }));
  await app.call('groupEpics').answer(listAnswer([2], { hasNextPage: true, hasPreviousPage: true }));
  const { next, previous } = view(app);
  expect(next).toEqual({ ...epicList.defaults, after: 'e' });
  expect(previous).toEqual({ ...epicList.defaults, before: 's' });
  await app.dispatch(
    epicList.actions.opened({ place: { kind: 'group', fullPath: 'acme' }, query: previous ?? epicList.defaults }),
  );
  expect(view(app)).toMatchObject({ refreshing: true, next: null, previous: null });
  expect(titles(app)).toEqual(['Epic 2']);
  expect(variables(app)).toMatchObject({ last: 20, before: 's' });
  expect(variables(app)['first']).toBeUndefined();
  await app.call('groupEpics').answer(listAnswer([3], { hasNextPage: true }));
  expect(view(app).previous).toBeNull();
});

test('RL-12.41 labels stand in the address one by one and in their order; what names no label is dropped', () => {
  const titles = ['priority::high', 'b & c=d', 'a', 'Größe/2'];
  const params = epicListQueryToUrl({ ...epicList.defaults, labels: titles });
  expect(params).toEqual(titles.map((title) => ['label_name[]', title]));
  expect(epicListQueryFromUrl(params).labels).toEqual(titles);
  const garbage = ['', '  ', 'b', ' a ', 'b', 'x'.repeat(256), 'n\0l'];
  const asked = epicListQueryFromUrl([
    ['label_name[]', 'z'],
    ['state', 'all'],
    ...garbage.map((title) => ['label_name[]', title] as const),
    ['label_name', 'other'],
  ]);
  expect(asked).toEqual({ ...epicList.defaults, state: 'all', labels: ['z', 'b', 'a'] });
});

test('RL-12.42 search, state, order and pages keep the labels; another set of them starts at the first page', async () => {
  const deep: EpicListQuery = { ...epicList.defaults, labels: ['a', 'b'], after: 'x' };
  for (const query of [withSearch(deep, 's'), withState(deep, 'all'), withSort(deep, 'TITLE_ASC')]) {
    expect(query.labels).toEqual(['a', 'b']);
  }
  expect(withLabelTitle(deep, 'c')).toEqual({ ...deep, labels: ['a', 'b', 'c'], after: null });
  expect(withLabelTitle(deep, 'a').labels).toEqual(['a', 'b']);
  expect(withoutLabelTitle(deep, 'a')).toEqual({ ...deep, labels: ['b'], after: null });
  const app = start();
  await app.dispatch(opened({ labels: ['a', 'b'] }));
  await app.call('groupEpics').answer(listAnswer([2], { hasNextPage: true }));
  expect(view(app).next).toMatchObject({ labels: ['a', 'b'], after: 'e' });
});

test('RL-12.43 the titles are sent as they are, and an answer for other labels is not taken', async () => {
  const app = start();
  await app.dispatch(opened({ labels: ['priority::high', 'No Such'] }));
  expect(variables(app)['labelName']).toEqual(['priority::high', 'No Such']);
  const first = app.call('groupEpics');
  await app.dispatch(opened({ labels: ['priority::high'] }));
  await app.dispatch(
    epicList.page.received({
      params: {
        place: { kind: 'group', fullPath: 'acme' },
        query: { ...epicList.defaults, labels: ['No Such', 'priority::high'] },
      },
      data: {
        fullName: 'Acme',
        rows: [],
        counts: { opened: 0, closed: 0 },
        page: { startCursor: null, endCursor: null, hasNextPage: false, hasPreviousPage: false },
      },
      cursor: null,
    }),
  );
  expect([first.cancelled, view(app).status]).toEqual([true, 'loading']);
  await app.call('groupEpics').answer(listAnswer([1]));
  expect(titles(app)).toEqual(['Epic 1']);
});

const label = (title: string, color = '#1068bf') => ({
  id: `gid://gitlab/GroupLabel/${title}`,
  title,
  color,
  textColor: '#FFFFFF',
  description: null,
});

test('RL-12.44 each label can be taken away, and looks as the list shows it, also when nothing is left', async () => {
  const app = start();
  await app.dispatch(opened({ labels: ['bug'] }));
  expect(view(app).labels).toEqual([{ title: 'bug', label: null, without: epicList.defaults }]);
  const answer = listAnswer([]);
  answer.group.epics.nodes.push(listEpic(1, { labels: { nodes: [label('bug', '#ff0000'), label('web')] } }));
  await app.call('groupEpics').answer(answer);
  expect(view(app).labels[0]?.label?.color).toBe('#ff0000');
  await app.dispatch(opened({ labels: ['web', 'bug'], state: 'closed' }));
  await app.call('groupEpics').answer(listAnswer([]));
  expect(view(app).labels).toEqual([
    { title: 'web', label: label('web'), without: { ...epicList.defaults, state: 'closed', labels: ['bug'] } },
    {
      title: 'bug',
      label: label('bug', '#ff0000'),
      without: { ...epicList.defaults, state: 'closed', labels: ['web'] },
    },
  ]);
  await app.dispatch(opened());
  await app.call('groupEpics').answer(listAnswer([1]));
  expect([view(app).labels, app.state().epicList.labels]).toEqual([[], []]);
  expect(app.replayed()).toEqual(app.state());
});

test('RL-12.45 a list that labels leave empty has found nothing, whatever its state', async () => {
  const app = start();
  await app.dispatch(opened({ labels: ['No Such'], state: 'all' }));
  await app.call('groupEpics').answer(listAnswer([]));
  expect(view(app).empty).toEqual({
    title: 'No matches found',
    hint: 'Try another search or state, or remove a label.',
  });
});

test('RL-12.20 a search is sent after a pause in typing, quoted where it has a space, dropped where it is blank', async () => {
  const app = start();
  await app.dispatch(opened());
  await app.call('groupEpics').answer(listAnswer([1]));
  await app.dispatch(opened({ search: 'two w' }));
  await app.pass(100);
  await app.dispatch(opened({ search: 'two words ' }));
  await app.pass(249);
  expect(app.count('groupEpics')).toBe(1);
  await app.pass(1);
  expect(variables(app)['search']).toBe('"two words"');
  await app.call('groupEpics').answer(listAnswer([]));
  await app.dispatch(opened({ search: '  ' }));
  await app.pass(250);
  expect(variables(app)['search']).toBeNull();
});

test('RP-02.145 of several questions the latest wins, also when the first answer comes last', async () => {
  const app = start();
  await app.dispatch(opened());
  const first = app.call('groupEpics');
  await app.dispatch(opened({ state: 'closed' }));
  expect(first.cancelled).toBe(true);
  await app.call('groupEpics').answer(listAnswer([5]));
  await first.answer(listAnswer([1]));
  expect(titles(app)).toEqual(['Epic 5']);
});

test('RP-02.146 nothing at all and nothing found are told apart', async () => {
  const app = start();
  await app.dispatch(opened({ state: 'all' }));
  await app.call('groupEpics').answer(listAnswer([]));
  expect(view(app).empty?.title).toBe('There are no epics in this group yet');
  await app.dispatch(opened({ state: 'closed' }));
  expect(view(app).empty).toBeNull();
  await app.call('groupEpics').answer(listAnswer([]));
  expect(view(app).empty?.title).toBe('There are no closed epics in this group');
  await app.dispatch(opened({ state: 'opened' }));
  await app.call('groupEpics').answer(listAnswer([]));
  expect(view(app).empty?.title).toBe('There are no open epics in this group');
  await app.dispatch(opened({ state: 'all', search: 'x' }));
  await app.pass(250);
  await app.call('groupEpics').answer(listAnswer([]));
  expect(view(app).empty?.title).toBe('No matches found');
});

test.each([
  [refused(500), 'Something went wrong while fetching epics.'],
  [refused(400, 'Argument sort is invalid'), 'Argument sort is invalid'],
  [UNREACHABLE, 'The server could not be reached. Check your connection and try again.'],
])('RP-02.147 a list that cannot be read says why and can be tried again: %j', async (error, text) => {
  const app = start();
  await app.dispatch(opened());
  await app.call('groupEpics').fail(error);
  expect(view(app)).toMatchObject({ status: 'failed', error: text });
  await app.dispatch(epicList.actions.retried());
  await app.call('groupEpics').answer(listAnswer([1]));
  expect(view(app)).toMatchObject({ status: 'ready', error: null });
});

test('RP-02.148 a group that may not be seen is missing, and shows nothing of the list before', async () => {
  const app = start();
  await app.dispatch(opened());
  await app.call('groupEpics').answer(listAnswer([1]));
  await app.dispatch(opened({}, 'secret'));
  expect(titles(app)).toEqual([]);
  await app.call('groupEpics').answer({ group: null });
  expect(view(app)).toMatchObject({ status: 'missing', fullName: null, rows: [] });
  await app.dispatch(opened({}, 'secret'));
  await app.call('groupEpics').fail(refused(404));
  expect(view(app).status).toBe('missing');
});

test('EP-14.20 a reference is short where the list’s own group owns the epic, else full', async () => {
  const app = start();
  await app.dispatch(opened());
  const answer = listAnswer([1]);
  answer.group.epics.nodes.push(listEpic(4, {}, 'acme/web'));
  await app.call('groupEpics').answer(answer);
  expect(view(app).rows.map(({ reference }) => reference)).toEqual(['&1', 'acme/web&4']);
});

const counts = (app: ReturnType<typeof start>) => view(app).tabs.map(({ label, count }) => [label, count]);

test('RP-02.149 every state says how many the filter finds in it, with one question; another state knows at once', async () => {
  const app = start();
  await app.dispatch(opened());
  expect(counts(app)).toEqual([
    ['Open', null],
    ['Closed', null],
    ['All', null],
  ]);
  await app.call('groupEpics').answer(listAnswer([2, 1]));
  expect(counts(app)).toEqual([
    ['Open', '41'],
    ['Closed', '3'],
    ['All', '44'],
  ]);
  expect(app.count('groupEpics')).toBe(1);
  await app.dispatch(opened({ state: 'closed', sort: 'TITLE_ASC' }));
  expect(counts(app)).toEqual([
    ['Open', '41'],
    ['Closed', '3'],
    ['All', '44'],
  ]);
  await app.dispatch(opened({ search: 'x' }));
  expect(counts(app).map(([, count]) => count)).toEqual([null, null, null]);
  await app.pass(250);
  await app.call('groupEpics').answer(listAnswer([], {}, 5));
  expect(counts(app).map(([, count]) => count)).toEqual(['41', '5', '46']);
  await app.dispatch(opened({ search: 'x', labels: ['bug'] }));
  expect(counts(app).map(([, count]) => count)).toEqual([null, null, null]);
});

test('RP-02.267 a list whose items were changed by another answer while it was on its way is read again', async () => {
  const app = start();
  await app.dispatch(opened());
  const older = app.call('groupEpics');
  const told = { origin: 'server', at: 0 };
  const row = { ...listEpic(1), type: 'epic', title: 'Newer', labels: [] };
  const data = { rows: [row], fullName: '', counts: null, page: null };
  const elsewhere = {
    params: { place: { kind: 'group', fullPath: 'other' }, query: epicList.defaults },
    data,
    cursor: null,
  };
  await app.dispatch({ ...epicList.page.received(elsewhere as never), meta: told } as never);
  await older.answer(listAnswer([1]));
  expect(app.count('groupEpics')).toBe(2);
  expect(titles(app)).toEqual([]);
  const answer = listAnswer([1]);
  answer.group.epics.nodes = [listEpic(1, { title: 'Newer' })];
  await app.call('groupEpics').answer(answer);
  expect(titles(app)).toEqual(['Newer']);
  expect(app.count('groupEpics')).toBe(2);
});
