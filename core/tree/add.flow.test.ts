import type { TestPlanner } from '../testing/index.ts';
import { selectRowModel, selectTreeForm, selectTreeHeader, selectTreeRows } from '../index.ts';
import { entries, get } from '../table/index.ts';
import { epicChildren, epicGid, epicNode, issueNode, PlannerBuilder, refusal, UNREACHABLE } from '../testing/index.ts';
import { treeActions } from './index.ts';

const ROOT = epicGid(1);
const EPICS = 'POST /groups/acme/-/epics/1/links';
const ISSUES = 'POST /groups/acme/-/epics/1/issues';
const ids = (planner: TestPlanner) =>
  planner.confirmedChildren(ROOT)?.map((id) => id.replace(/^.*\/(.).*\/(\d+)$/, '$1$2'));
const opened = () =>
  new PlannerBuilder().opened(
    epicChildren(1, { epics: [epicNode(2)], issues: [issueNode(3), issueNode(4, { state: 'closed' })] }),
  );

const issueJson = (id: number, change: object = {}) => ({
  id,
  title: `Issue ${id}`,
  confidential: false,
  state: 'opened',
  weight: 2,
  reference: `acme/app#${id}`,
  path: `/acme/app/-/issues/${id}`,
  relation_path: `/groups/acme/-/epics/1/issues/${id + 1000}`,
  due_date: null,
  created_at: '2026-11-01T00:00:00Z',
  closed_at: null,
  epic_issue_id: id + 1000,
  ...change,
});
const epicJson = (id: number) => ({
  id,
  iid: id,
  title: `Epic ${id}`,
  state: 'opened',
  created_at: '2026-11-01T00:00:00Z',
  closed_at: null,
  reference: `&${id}`,
  path: `/groups/acme/-/epics/${id}`,
  relation_path: `/groups/acme/-/epics/1/links/${id}`,
  has_children: false,
  has_issues: false,
  full_path: 'acme',
  can_admin: true,
});

const typed = (text: string, caret = text.length) => treeActions.referencesTyped({ text, caret });

describe('add existing', () => {
  const form = (planner: TestPlanner) => {
    const model = selectTreeForm(planner.state);
    if (model?.form !== 'addIssue' && model?.form !== 'addEpic') throw new Error('No form to add');
    return model;
  };

  async function adding(name: 'addIssue' | 'addEpic') {
    const planner = await opened();
    await planner.do(treeActions.formOpened({ form: name }));
    return planner;
  }

  test('TR-12.22 words become references as they are finished', async () => {
    const planner = await adding('addIssue');
    expect(form(planner)).toMatchObject({ canSubmit: false, input: '', submitLabel: 'Add', autoComplete: true });
    await planner.do(typed('acme/app#9'));
    expect(form(planner)).toMatchObject({ canSubmit: true, input: 'acme/app#9', references: [] });
    await planner.do(typed('acme/app#9 acme/app#9 '));
    expect(form(planner).references.map(({ text }) => text)).toEqual(['acme/app#9']);
    expect(form(planner).input).toBe('');
    await planner.do(typed('x#1'), treeActions.referencesLeft());
    expect(form(planner).references.map(({ text }) => text)).toEqual(['acme/app#9', 'x#1']);
  });

  test('TR-09.22 references are posted; the first as many as were asked for stand at the top, the form closes, the list is read again', async () => {
    const planner = await adding('addIssue');
    await planner.do(typed('acme/app#8 acme/app#9'), treeActions.formSubmitted());
    expect(form(planner)).toMatchObject({ busy: true, canSubmit: false });
    const call = planner.fake.next(ISSUES);
    expect(call.request?.body).toEqual({ issuable_references: ['acme/app#8', 'acme/app#9'] });
    await call.answer({ message: null, issuables: [issueJson(9), issueJson(8), issueJson(3)] });
    expect(ids(planner)).toEqual(['I9', 'I8', 'E2', 'I3', 'I4']);
    expect(selectTreeForm(planner.state)).toBeNull();
    expect(planner.fake.waiting('epicChildren')).toHaveLength(1);
  });

  test('TR-02.30 what is added counts in the header at once', async () => {
    const planner = await adding('addIssue');
    await planner.do(typed('acme/app#9'), treeActions.formSubmitted());
    const before = selectTreeHeader(planner.state);
    await planner.fake.next(ISSUES).answer({ issuables: [issueJson(9)] });
    const after = selectTreeHeader(planner.state);
    expect([before, after].map((header) => header?.countLines.at(-1)?.opened)).toEqual([1, 2]);
    expect([before?.weight?.total, after?.weight?.total]).toEqual([0, 2]);
  });

  test('TR-09.22 an epic goes to the epics endpoint, and its children can be shown', async () => {
    const planner = await adding('addEpic');
    await planner.do(typed('&9'), treeActions.formSubmitted());
    await planner.fake.next(EPICS).answer({ issuables: [{ ...epicJson(9), has_issues: true }, epicJson(2)] });
    expect(ids(planner)?.slice(0, 2)).toEqual(['E9', 'E2']);
    expect(selectTreeRows(planner.state)[0]).toMatchObject({ id: epicGid(9), expandable: true });
    expect(get(planner.state.confirmed.items, epicGid(9))).toMatchObject({ reference: 'acme&9', iid: '9' });
  });

  test('TR-09.28 a new epic shows no sums before they are read', async () => {
    const planner = await adding('addEpic');
    await planner.do(typed('&9 '), treeActions.formSubmitted());
    await planner.fake.next(EPICS).answer({ issuables: [epicJson(9)] });
    expect(get(planner.state.confirmed.items, epicGid(9))?.descendantCounts).toBeUndefined();
    expect(selectRowModel(planner.state, epicGid(9))).toMatchObject({ counts: null, healthCounts: [] });
  });

  test('TR-09.22 a form for an epic further down posts to that epic', async () => {
    const planner = await opened();
    await planner.do(
      treeActions.formOpened({ form: 'addIssue', parentId: epicGid(2) }),
      typed('a/b#1'),
      treeActions.formSubmitted(),
    );
    expect(planner.fake.next('POST /groups/acme/-/epics/2/issues').request?.body).toEqual({
      issuable_references: ['a/b#1'],
    });
  });

  test.each([
    ['addIssue', refusal(404), { type: 'not_found', text: 'Issue cannot be found.' }],
    ['addEpic', refusal(404), { type: 'not_found', text: 'Epic cannot be found.' }],
    ['addIssue', refusal(404, 'No matching issue found.'), { type: 'not_found', text: 'No matching issue found.' }],
    [
      'addEpic',
      refusal(409, 'Epic hierarchy level too deep'),
      { type: 'conflict', text: 'This epic already has the maximum number of child epics.' },
    ],
    [
      'addEpic',
      refusal(422, 'Epic hierarchy level too deep'),
      { type: 'conflict', text: 'This epic already has the maximum number of child epics.' },
    ],
    ['addIssue', refusal(409, 'Issue(s) already assigned'), { type: 'message', text: 'Issue(s) already assigned' }],
    [
      'addIssue',
      refusal(500),
      { type: 'message', text: 'Something went wrong when trying to add a child. Please try again.' },
    ],
  ] as const)('TR-09.10 %s: a failure is shown in the form (%#)', async (name, error, shown) => {
    const planner = await adding(name);
    await planner.do(typed(name === 'addEpic' ? '&9' : 'a/b#9'), treeActions.formSubmitted());
    await planner.fake.next(name === 'addEpic' ? EPICS : ISSUES).fail(error);
    expect(form(planner)).toMatchObject({ busy: false, error: shown });
    expect(form(planner).references).toHaveLength(1);
    expect(ids(planner)).toEqual(['E2', 'I3', 'I4']);
  });

  test('TR-09.29 below an epic of another group a short reference belongs to that group', async () => {
    const group = { id: 'gid://gitlab/Group/8', fullPath: 'acme/web' };
    const planner = await new PlannerBuilder().opened(epicChildren(1, { epics: [epicNode(2, { group })] }));
    await planner.do(treeActions.formOpened({ form: 'addEpic', parentId: epicGid(2) }));
    await planner.do(typed('acme/web&9 '), treeActions.formSubmitted());
    await planner.fake.next('POST /groups/acme/web/-/epics/2/links').answer({ issuables: [epicJson(9)] });
    expect(get(planner.state.confirmed.items, epicGid(9))?.group?.fullPath).toBe('acme/web');
  });

  test('TR-09.21 removing the last pending reference clears the error', async () => {
    const planner = await adding('addIssue');
    await planner.do(typed('a/b#8 a/b#9'), treeActions.formSubmitted());
    await planner.fake.next(ISSUES).fail(refusal(404));
    await planner.do(treeActions.referenceRemoved({ index: 0 }));
    expect(form(planner).error).not.toBeNull();
    await planner.do(treeActions.referenceRemoved({ index: 0 }));
    expect(form(planner).error).toBeNull();
  });

  test('TR-12.20 opening a form closes the other and its input', async () => {
    const planner = await adding('addIssue');
    await planner.do(typed('a/b#8 '), treeActions.formOpened({ form: 'createEpic' }));
    expect(selectTreeForm(planner.state)?.form).toBe('createEpic');
    await planner.do(treeActions.formOpened({ form: 'addIssue' }));
    expect(form(planner).references).toEqual([]);
    await planner.do(treeActions.formClosed());
    expect(selectTreeForm(planner.state)).toBeNull();
  });

  test('TR-12.21 a form that may not be sent is not sent', async () => {
    const planner = await adding('addIssue');
    await planner.do(treeActions.formSubmitted());
    expect(planner.fake.waiting(ISSUES)).toHaveLength(0);
  });

  test('TR-12.23 a second press sends nothing; what was sent is finished although the form is closed', async () => {
    const planner = await adding('addIssue');
    await planner.do(typed('a/b#9'), treeActions.formSubmitted(), treeActions.formSubmitted());
    expect(planner.fake.waiting(ISSUES)).toHaveLength(1);
    const call = planner.fake.next(ISSUES);
    await planner.do(treeActions.formClosed(), treeActions.formOpened({ form: 'addIssue' }), typed('a/b#7'));
    await call.answer({ issuables: [issueJson(9)] });
    expect(call.cancelled).toBe(false);
    expect(ids(planner)?.[0]).toBe('I9');
    expect(form(planner).input).toBe('a/b#7');
  });

  test('TR-18.20 a confidential parent gives a notice', async () => {
    const planner = await new PlannerBuilder().opened(epicChildren(1, {}, { confidential: true }));
    await planner.do(treeActions.formOpened({ form: 'addIssue' }));
    const text = 'The parent epic is confidential and can only contain confidential epics and issues';
    expect(form(planner).confidentialNotice).toBe(text);
    expect(selectTreeHeader(planner.state)?.confidential?.notice).toBe(text);
  });

  const SOURCE = {
    addEpic: 'GET /groups/acme/-/autocomplete_sources/epics',
    addIssue: 'GET /groups/acme/-/autocomplete_sources/issues',
  };
  const item = (reference: string, change: object = {}) => ({
    id: 9,
    iid: 9,
    title: `Title of ${reference}`,
    reference,
    state: 'opened',
    ...change,
  });
  const offered = (planner: TestPlanner) => form(planner).completions.map(({ reference }) => reference);

  test('TR-09.23 what is typed is looked for at the group of the parent, as what may be added to it', async () => {
    const planner = await adding('addIssue');
    await planner.do(typed('#12'));
    await planner.fake.clock.advance(250);
    expect(planner.fake.next(SOURCE.addIssue).request?.query).toEqual({ search: '12', addable_to: '1' });
    await planner.do(treeActions.formOpened({ form: 'addEpic' }), typed('kube'));
    await planner.fake.clock.advance(250);
    expect(planner.fake.next(SOURCE.addEpic).request?.query).toEqual({ search: 'kube', addable_to: '1' });
  });

  test('TR-09.23 where the page says that completion is off, nothing is looked for', async () => {
    const planner = await new PlannerBuilder().config({ autoCompleteEpics: false }).opened(epicChildren(1, {}));
    await planner.do(treeActions.formOpened({ form: 'addEpic' }), typed('&1'));
    await planner.fake.clock.advance(1000);
    expect([planner.fake.waiting(SOURCE.addEpic), form(planner).autoComplete]).toEqual([[], false]);
    await planner.do(treeActions.formOpened({ form: 'addIssue' }), typed('#1'));
    await planner.fake.clock.advance(1000);
    expect(planner.fake.waiting(SOURCE.addIssue)).toHaveLength(1);
  });

  test('TR-09.24 a chosen item is a pending reference in the place of the word, and not offered again', async () => {
    const planner = await adding('addIssue');
    await planner.do(typed('a/b#1 node'));
    await planner.fake.clock.advance(250);
    // Issue 3 is a child already.
    await planner.fake
      .next(SOURCE.addIssue)
      .answer(['acme/app#8', 'acme/app#3', 'acme/app#9'].map((text) => item(text)));
    expect(offered(planner)).toEqual(['acme/app#8', 'acme/app#9']);
    expect(form(planner).completions[0]).toEqual({ reference: 'acme/app#8', title: 'Title of acme/app#8', note: null });
    await planner.do(treeActions.completionChosen({ reference: 'acme/app#8' }));
    expect(form(planner)).toMatchObject({ input: '', completions: [], canSubmit: true });
    expect(form(planner).references.map(({ text }) => text)).toEqual(['a/b#1', 'acme/app#8']);
    await planner.do(typed('node'));
    await planner.fake.clock.advance(250);
    await planner.fake.next(SOURCE.addIssue).answer([item('acme/app#8'), item('acme/app#9')]);
    expect(offered(planner)).toEqual(['acme/app#9']);
    await planner.do(treeActions.formSubmitted());
    expect(planner.fake.next(ISSUES).request?.body).toEqual({
      issuable_references: ['a/b#1', 'acme/app#8', 'node'],
    });
  });

  test('TR-09.24 below an epic of another group its group is asked, and references are written out', async () => {
    const other = epicNode(2, { iid: '5', group: { id: 'gid://gitlab/Group/8', fullPath: 'acme/web' } });
    const planner = await new PlannerBuilder().opened(epicChildren(1, { epics: [other] }));
    await planner.do(treeActions.formOpened({ form: 'addEpic', parentId: epicGid(2) }), typed('&'));
    await planner.fake.clock.advance(250);
    const call = planner.fake.next('GET /groups/acme/web/-/autocomplete_sources/epics');
    expect(call.request?.query).toEqual({ search: '', addable_to: '5' });
    await call.answer([item('&7'), item('acme/web/deep&1'), item('&5')]);
    expect(offered(planner)).toEqual(['acme/web&7', 'acme/web/deep&1']);
  });

  test('TR-09.25 the items are looked for after a pause; of several words the latest wins, what was found stays until then', async () => {
    const planner = await adding('addEpic');
    await planner.do(typed('ab'));
    await planner.fake.clock.advance(249);
    await planner.do(typed('abc'));
    await planner.fake.clock.advance(249);
    expect(planner.fake.waiting(SOURCE.addEpic)).toHaveLength(0);
    await planner.fake.clock.advance(1);
    const first = planner.fake.next(SOURCE.addEpic);
    await first.answer([item('&7')]);
    await planner.do(typed('abcd'));
    expect(offered(planner)).toEqual(['&7']);
    await planner.fake.clock.advance(250);
    const stale = planner.fake.next(SOURCE.addEpic);
    await planner.do(typed('abcde'));
    expect(stale.cancelled).toBe(true);
    await stale.answer([item('&8')]);
    expect(offered(planner)).toEqual(['&7']);
    await planner.do(typed('abcde '));
    await planner.fake.clock.advance(1000);
    expect([offered(planner), planner.fake.waiting(SOURCE.addEpic)]).toEqual([[], []]);
  });

  test.each([refusal(404), refusal(500), UNREACHABLE])(
    'TR-09.25 a failure offers nothing and says nothing: typing goes on (%#)',
    async (error) => {
      const planner = await adding('addEpic');
      await planner.do(typed('abc'));
      await planner.fake.clock.advance(250);
      await planner.fake.next(SOURCE.addEpic).fail(error);
      expect([offered(planner), planner.alerts, form(planner).error]).toEqual([[], [], null]);
      await planner.do(typed('&9'), treeActions.formSubmitted());
      expect(planner.fake.next(EPICS).request?.body).toEqual({ issuable_references: ['&9'] });
    },
  );

  test('TR-09.26 the list closes, and comes again with the next key; its length is told', async () => {
    const planner = await adding('addEpic');
    await planner.do(typed('abc'));
    await planner.fake.clock.advance(250);
    await planner.fake.next(SOURCE.addEpic).answer([item('&7'), item('&8')]);
    expect(form(planner).completionsText).toBe('2 suggestions, use the arrow keys to choose.');
    await planner.do(treeActions.completionClosed());
    expect(form(planner)).toMatchObject({ input: 'abc', completions: [], completionsText: '' });
    await planner.do(typed('abcd'));
    await planner.fake.clock.advance(250);
    await planner.fake.next(SOURCE.addEpic).answer([item('&7')]);
    expect(form(planner).completionsText).toBe('1 suggestion, use the arrow keys to choose.');
  });

  test('RL-12.82 Enter takes an offered item for words and unfinished signs, and not for a whole reference', async () => {
    const planner = await adding('addEpic');
    const byEnter = async (text: string) => {
      await planner.do(typed(text));
      return form(planner).typed;
    };
    expect(await byEnter('pai')).toBe('pai');
    expect(await byEnter('&pai')).toBe('pai');
    expect(await byEnter('&6')).toBe('');
    expect(await byEnter('acme&6')).toBe('');
  });

  test('RL-02.3 typed tokens are looked up by group, each once; what is not found, or cannot be read, has no title', async () => {
    const planner = await adding('addEpic');
    const titles = () => form(planner).references.map((token) => (token.ok ? token.item?.title : 'no reference'));
    const asked = () => planner.fake.next('referencedEpics');
    const node = (iid: number) => ({ iid: String(iid), title: `Epic ${iid}`, state: 'opened' });
    const found = (...iids: readonly number[]) => ({ group: { epics: { nodes: iids.map(node) } } });
    await planner.do(typed('&7 '));
    const first = asked();
    await planner.do(typed('&9 x/y&1 '));
    expect(first.cancelled).toBe(true);
    const second = asked();
    expect(second.variables).toEqual({ fullPath: 'acme', iids: ['7', '9'] });
    await second.answer(found(7));
    await asked().fail(UNREACHABLE);
    expect([titles(), planner.alerts]).toEqual([['Epic 7', undefined, undefined], []]);
    await planner.do(typed('&8 '));
    expect(asked().variables).toEqual({ fullPath: 'acme', iids: ['8'] });
    await planner.do(treeActions.formClosed());
    expect([...entries(planner.state.queries)].filter(([key]) => key.startsWith('tree/references'))).toEqual([]);
  });
});
