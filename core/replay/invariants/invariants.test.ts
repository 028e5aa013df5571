import type { ConfirmedTree, TreeRoot } from '../../tree/state.ts';
import type { WorkItem } from '../../work-item/entity.ts';
import { noticeActions } from '../../notice/index.ts';
import { type RootState, initialState, reducePlanner, selectVisible } from '../../planner.ts';
import { type Action, type Origin, type Stamped, withMeta } from '../../store/index.ts';
import { type Pending, mutationEvents } from '../../mutation/index.ts';
import { IDLE, LOADING, type QueryState } from '../../query/index.ts';
import { get, remove, set } from '../../table/index.ts';
import { roadmapAnswers } from '../../roadmap/actions.ts';
import { treeActions } from '../../tree/actions.ts';
import { itemStateActions } from '../../work-item/edits.ts';
import { itemEdits } from '../../work-item/fields/actions.ts';
import { childrenRead, removed } from '../../tree/testing/answers.ts';
import { treeOf } from '../../tree/testing/confirmed.ts';
import { invariantNamed, checkLog } from '../check.ts';
import { randomSession } from '../testing/session.ts';
import { CLOCK_JUMP, IN_FLIGHT_LIMIT, PENDING_LIMIT, INVARIANTS, observeFrom } from './index.ts';

const START = 1_000_000;
const stamped = ({ meta, ...event }: Action, at = START): Stamped => ({
  ...event,
  meta: { origin: 'server', ...meta, at },
});
const NOTHING = stamped({ type: 'nobody/knows', payload: {} });

/** What a rule says about a state that an action led to. */
function faults(rule: string, state: RootState, { before = state, action = NOTHING } = {}): readonly string[] {
  const observer = observeFrom(before, 0, START);
  return invariantNamed(rule).check(state, observer.observe(state, action));
}

/** A follows B under the root, C is a child of A. */
const TREE = treeOf({ root: ['a', 'b'], a: ['c'] });
const EMPTY = initialState();
const BASE: RootState = { ...EMPTY, confirmed: { ...EMPTY.confirmed, ...TREE } };
const withTree = (change: Partial<ConfirmedTree>, base = BASE): RootState => ({
  ...base,
  confirmed: { ...base.confirmed, ...change },
});
const mutation = (id: string, change: Partial<Pending> = {}): Pending => ({
  id,
  type: treeActions.childMoved.type,
  payload: { childId: 'b', fromParentId: 'root', parentId: 'a', before: null, after: null },
  at: START,
  status: 'queued',
  ...change,
});

test('RP-03.200 the names are stable, and each rule says what it is about', () => {
  expect(Object.keys(INVARIANTS)).toEqual([
    'tree-well-formed',
    'counts-match-recount',
    'moves-land-as-meant',
    'lists-change-as-said',
    'refusals-change-nothing',
    'pending-sane',
    'in-flight-answered',
    'visible-is-confirmed',
    'versions-never-shrink',
    'notices-unique',
    'expanded-items-known',
    'json-safe',
  ]);
  for (const [name, { name: own, about }] of Object.entries(INVARIANTS)) {
    expect(own).toBe(name);
    expect(about).toMatch(/^[A-Z].*\.$/);
    expect(faults(name, BASE)).toEqual([]);
  }
});

test.each([15, 48, 80, 94, 105, 201, 202, 203])('RP-03.201 random session %i keeps every rule', async (seed) => {
  const { log } = await randomSession(seed, 120);
  const result = checkLog(log());
  expect(result.faults).toEqual([]);
  expect(result.states).toBe(log().end.seq + 1);
});

const order = (...ids: string[]) => ({ ids, open: ids.length });
const closed = (id: string, tree = TREE): WorkItem => ({ ...(get(tree.items, id) as WorkItem), state: 'closed' });

test.each<[string, Partial<ConfirmedTree>, string]>([
  ['stands twice in a list', { orders: set(TREE.orders, 'root', order('a', 'b', 'a')) }, 'a stands twice under root.'],
  ['stands in two lists', { orders: set(TREE.orders, 'a', order('c', 'b')) }, 'b stands under'],
  [
    'has another parent',
    { parents: set(TREE.parents, 'b', 'a') },
    'b stands under root, but its parent is said to be a.',
  ],
  [
    'has no parent',
    { parents: remove(TREE.parents, 'b') },
    'b stands under root, but its parent is said to be undefined.',
  ],
  [
    'is not listed',
    { orders: set(TREE.orders, 'root', order('a')) },
    'b is said to be a child of root, which does not list it.',
  ],
  ['is unknown', { items: remove(TREE.items, 'b') }, 'b stands under root, but nothing is known about it.'],
  [
    'is closed among open ones',
    { items: set(TREE.items, 'b', closed('b')) },
    'b is closed, but stands among the open children of root.',
  ],
  [
    'is open among closed ones',
    { orders: set(TREE.orders, 'root', { ids: ['a', 'b'], open: 1 }) },
    'b is opened, but stands among the closed children of root.',
  ],
  [
    'is counted wrong',
    { orders: set(TREE.orders, 'root', { ids: ['a', 'b'], open: 3 }) },
    'root has 2 children, of which 3 are said to be open.',
  ],
])('RP-03.202 a child that %s is a fault', (_what, change, text) => {
  expect(faults('tree-well-formed', withTree(change)).join('\n')).toContain(text);
});

test('RP-03.202 what is shown is looked at as well', () => {
  const state = {
    ...BASE,
    pending: [mutation('i', { payload: { childId: 'b', fromParentId: 'root', parentId: 'root' } })],
  };
  expect(faults('tree-well-formed', state)).toEqual([]);
  const observer = observeFrom(state, 0, START);
  const context = {
    ...observer.observe(state, NOTHING),
    visible: withTree({ items: remove(TREE.items, 'c') }).confirmed,
  };
  expect(invariantNamed('tree-well-formed').check(state, context)).toEqual([
    'As shown, c stands under a, but nothing is known about it.',
  ]);
});

test('RP-03.202 nothing is below itself, unless lists of different times say so', () => {
  const cyclic = withTree(treeOf({ a: ['b'], b: ['a'] }));
  expect(faults('tree-well-formed', cyclic, { before: BASE })).toEqual(['a is below itself.']);
  const read = stamped(childrenRead({ parentId: 'root' }));
  expect(faults('tree-well-formed', cyclic, { before: BASE, action: read })).toEqual([]);
  expect(faults('tree-well-formed', cyclic, { before: cyclic })).toEqual([]);
  const shown = { ...BASE, pending: [mutation('i')] };
  const context = { ...observeFrom(shown, 0, START).observe(shown, NOTHING), visible: cyclic.confirmed };
  expect(invariantNamed('tree-well-formed').check(shown, context)).toEqual(['As shown, a is below itself.']);
});

const PLACE = { kind: 'epic', id: 'root', fullPath: 'acme', iid: '1' } as TreeRoot;
const READ: QueryState = { ...IDLE, status: 'ready' };

/** The same tree with all of its lists read. */
const COUNTED: RootState = {
  ...BASE,
  pending: removed('c', 'a').pending,
  tree: { ...BASE.tree, root: PLACE },
  queries: set(set(BASE.queries, 'tree/children acme 1', READ), 'tree/children a', READ),
};

const removal = stamped(removed('c', 'a').answer);

test('RP-03.203 counts change as the children do', () => {
  const after = reducePlanner(COUNTED, removal);
  expect(after.confirmed).not.toBe(COUNTED.confirmed);
  expect(faults('counts-match-recount', after, { before: COUNTED, action: removal })).toEqual([]);
  // The child goes, and its parents still count it.
  const wrong = withTree({ ...after.confirmed, items: COUNTED.confirmed.items }, after);
  expect(faults('counts-match-recount', wrong, { before: COUNTED, action: removal })).toEqual([
    'The roll-up of a is off a recount of its children: openedEpics by 1.',
  ]);
});

test('RP-03.203 a reading is taken as it is: the server counts what the viewer may not see', () => {
  const a = get(TREE.items, 'a') as WorkItem;
  const counts = { openedEpics: 5, closedEpics: 0, openedIssues: 0, closedIssues: 0 };
  const read = withTree({ items: set(TREE.items, 'a', { ...a, descendantCounts: counts }) }, COUNTED);
  const action = stamped(childrenRead({ parentId: 'root' }));
  expect(faults('counts-match-recount', read, { before: COUNTED, action })).toEqual([]);
  // An item has one record, whoever reads it.
  const again = roadmapAnswers.epicsReadAgain({ params: {} as never, epics: [], ids: null });
  const bars = stamped(withMeta(again, { since: 1 }));
  expect(faults('counts-match-recount', read, { before: COUNTED, action: bars })).toEqual([]);
  // What brings no counts may change none.
  for (const action of [removal, NOTHING]) {
    expect(faults('counts-match-recount', read, { before: COUNTED, action })).toHaveLength(2);
  }
});

test('RP-03.203 what is edited on the page of an item is counted above once that is read again', () => {
  const c: WorkItem = { ...(get(TREE.items, 'c') as WorkItem), type: 'issue', healthStatus: null, weight: 1 };
  const before = { ...withTree({ items: set(TREE.items, 'c', c) }, COUNTED), pending: [] };
  const after = withTree({ items: set(TREE.items, 'c', { ...c, healthStatus: 'atRisk', weight: 5 }) }, before);
  const asked = { id: 'c', type: 'issue', healthStatus: 'atRisk' } as const;
  for (const { committed } of [itemEdits.weightChanged, itemEdits.healthChanged, itemStateActions.changeAsked]) {
    const action = stamped({ type: committed.type, payload: { id: 'm', asked, answer: {} } });
    expect(faults('counts-match-recount', after, { before, action })).toEqual([]);
  }
  expect(faults('counts-match-recount', after, { before })).not.toEqual([]);
  const pending = [mutation('m', { type: itemEdits.healthChanged.type, payload: asked })];
  expect(selectVisible({ ...before, pending }).items).not.toBe(before.confirmed.items);
  expect(faults('counts-match-recount', { ...before, pending }, { before })).toEqual([]);
});

test('RP-03.203 a list of which a part is missing is not counted', () => {
  const more: QueryState = { ...READ, next: { epics: 'x', issues: null } };
  const partly = { ...COUNTED, queries: set(COUNTED.queries, 'tree/children a', more) };
  const wrong = withTree({ ...reducePlanner(partly, removal).confirmed, items: TREE.items }, partly);
  expect(faults('counts-match-recount', wrong, { before: partly, action: removal })).toEqual([]);
});

test('RP-03.203 a list with an epic whose sums are not known yet is not counted', () => {
  const unknown = { ...(get(TREE.items, 'c') as WorkItem), descendantCounts: null };
  const added = withTree({ items: set(TREE.items, 'c', unknown) }, COUNTED);
  const wrong = withTree({ ...reducePlanner(added, removal).confirmed, items: added.confirmed.items }, added);
  expect(faults('counts-match-recount', wrong, { before: added, action: removal })).toEqual([]);
});

test('RP-03.203 pending moves are counted where they are shown', () => {
  const moving = { ...COUNTED, pending: [mutation('i')] };
  expect(faults('counts-match-recount', moving)).toEqual([]);
  const visible = { ...BASE.confirmed, ...treeOf({ root: ['a'], a: ['c', 'b'] }), items: TREE.items };
  const context = { ...observeFrom(moving, 0, START).observe(moving, NOTHING), visible };
  expect(invariantNamed('counts-match-recount').check(moving, context)).toEqual([
    'As shown, the roll-up of root is off a recount of its children: openedEpics by 1.',
    'As shown, the roll-up of a is off a recount of its children: openedEpics by -1.',
  ]);
});

const resolves = (intentId: string): Stamped =>
  stamped(
    withMeta({ type: 'tree/childMoved/committed', payload: {} }, { resolves: { id: intentId, as: 'committed' } }),
  );

test('RP-03.204 pending mutations are distinct, known and not too old', () => {
  const pending = (...list: Pending[]) => faults('pending-sane', { ...BASE, pending: list });
  expect(pending(mutation('i'), mutation('j'))).toEqual([]);
  expect(pending(mutation('i'), mutation('i'))).toEqual(['Mutation i is pending twice.']);
  expect(pending(mutation(''))).toEqual(['A mutation of tree/childMoved has no id.']);
  expect(pending(mutation('i', { type: 'tree/flew' }))).toEqual(['Mutation i is of the unknown type tree/flew.']);
  expect(pending(mutation('i', { at: START - PENDING_LIMIT }))).toEqual([]);
  expect(pending(mutation('i', { at: START - PENDING_LIMIT - 1 }))).toEqual([
    'Mutation i has been pending for more than 10 minutes.',
  ]);
});

test('RP-03.204 a mutation is resolved once', () => {
  const asked = { ...BASE, pending: [mutation('i')] };
  const rule = invariantNamed('pending-sane');
  const observer = observeFrom(asked, 0, START);
  expect(rule.check(BASE, observer.observe(BASE, resolves('i')))).toEqual([]);
  expect(rule.check(BASE, observer.observe(BASE, resolves('i')))).toEqual(['Mutation i is resolved twice.']);
  expect(rule.check(BASE, observer.observe(BASE, resolves('j')))).toEqual([
    'Mutation j is resolved, but was never pending.',
  ]);
  expect(rule.check(asked, observer.observe(asked, NOTHING))).toEqual([
    'Mutation i is pending again after it was resolved.',
  ]);
  expect(faults('pending-sane', asked, { action: resolves('i') })).toEqual([
    'Mutation i is still pending after it was resolved.',
  ]);
});

test('RP-03.205 with nothing pending, what is shown is what is confirmed', () => {
  const context = { ...observeFrom(BASE, 0, START).context, visible: { ...BASE.confirmed } };
  const rule = invariantNamed('visible-is-confirmed');
  expect(rule.check(BASE, context)).toEqual(['Nothing is pending, but something else is shown than is confirmed.']);
  expect(rule.check({ ...BASE, pending: [mutation('i')] }, context)).toEqual([]);
});

/** The faults after each of these states, the first at START and the others so many milliseconds later. */
function flights(
  ...steps: readonly [state: RootState, after: number, origin?: 'user'][]
): readonly (readonly string[])[] {
  const observer = observeFrom(BASE, 0, START);
  return steps.map(([state, after, origin = 'server' as Origin]) =>
    invariantNamed('in-flight-answered').check(
      state,
      observer.observe(state, { ...NOTHING, meta: { origin, at: START + after } }),
    ),
  );
}

const loading: RootState = {
  ...BASE,
  queries: set(BASE.queries, 'tree/children a', { ...READ, loadingMore: true }),
};

test.each<[string, RootState, string]>([
  ['a further page', loading, 'The query tree/children a'],
  ['a mutation', { ...BASE, pending: [mutation('i', { status: 'sent' })] }, 'The mutation i'],
  ['a page', { ...BASE, queries: set(BASE.queries, 'epic/page g 1', LOADING) }, 'The query epic/page g 1'],
  [
    'a form',
    { ...BASE, access: { ...BASE.access, signIn: { status: 'sending', error: null } } },
    'access/signInSubmitted',
  ],
  [
    'the form for a token',
    { ...BASE, tokens: { ...BASE.tokens, form: { ...BASE.tokens.form, status: 'sending' } } },
    'tokens/submitted',
  ],
  [
    'the question who is looking',
    { ...BASE, access: { ...BASE.access, session: { ...BASE.access.session, status: 'loading' } } },
    'access/sessionRequested',
  ],
])('RP-03.206 %s is answered within 60 seconds', (_what, state, name) => {
  expect(IN_FLIGHT_LIMIT).toBe(60_000);
  const fault = [`${name} has been on its way for more than 60 seconds.`];
  expect(flights([state, 5], [state, 60_005], [state, 60_006])).toEqual([[], [], fault]);
  expect(flights([state, 5], [BASE, 30_000], [state, 60_000], [state, 70_000])).toEqual([[], [], [], []]);
});

test('RP-03.206 a person who asks again starts the time anew', () => {
  const again: RootState = {
    ...BASE,
    queries: set(BASE.queries, 'tree/children a', { ...READ, loadingMore: true, next: { epics: 'b', issues: null } }),
  };
  expect(flights([loading, 0], [again, 50_000, 'user'], [again, 110_000])).toEqual([[], [], []]);
  expect(flights([loading, 0], [again, 50_000], [again, 110_000])[2]).toHaveLength(1);
});

test('RP-03.207 versions only grow', () => {
  const versions = set(set(BASE.versions, 'a', 2), 'b', 1);
  const before = { ...BASE, versions };
  const after = (next: RootState['versions']) =>
    faults('versions-never-shrink', { ...BASE, versions: next }, { before });
  expect(after(set(versions, 'a', 3))).toEqual([]);
  expect(after(set(versions, 'a', 1))).toEqual(['The version of a went from 2 to 1.']);
  expect(after(remove(versions, 'b'))).toEqual(['The version of b went from 1 to nothing.']);
});

test('RP-03.208 notices have ids of their own', () => {
  const raise = (id: string, text: string): Stamped =>
    stamped(withMeta(noticeActions.raised({ kind: 'info', text }), { id }));
  const raised = (...ids: string[]): readonly string[] => {
    const state = ids.reduce((known, id, index) => reducePlanner(known, raise(id, `Notice ${index}`)), BASE);
    return faults('notices-unique', state);
  };
  expect(raised('i', 'j')).toEqual([]);
  expect(raised('i', 'j', 'i')).toEqual(['Several notices have the id "i".']);
  expect(raised('i', '')).toEqual(['A notice has no id.']);
  expect(raised('', '')).toEqual(['Several notices have the id "".']);
});

test('RP-03.209 nothing that is unknown is expanded', () => {
  const expanded = (id: string) =>
    faults('expanded-items-known', {
      ...BASE,
      tree: { ...BASE.tree, expansion: set(BASE.tree.expansion, id, 'expanded') },
    });
  expect(expanded('a')).toEqual([]);
  expect(expanded('x')).toEqual(['x is expanded, but not known.']);
});

test.each<[string, unknown, string]>([
  ['a number that JSON lacks', NaN, 'state.tree.today is NaN.'],
  ['a function', () => 1, 'state.tree.today is a function.'],
  ['a big integer', 1n, 'state.tree.today is a bigint.'],
  ['a date', new Date(0), 'state.tree.today is no plain object.'],
  ['a map', new Map(), 'state.tree.today is no plain object.'],
  ['a hole', [1, undefined], 'state.tree.today.1 is undefined.'],
])('RP-03.210 %s is not plain data', (_what, value, text) => {
  const state = { ...BASE, tree: { ...BASE.tree, today: value as string } };
  expect(faults('json-safe', state)).toEqual([text]);
  const action = stamped({ type: 'nobody/knows', payload: { today: value } });
  expect(faults('json-safe', BASE, { action })).toEqual([text.replace('state.tree', 'action.payload')]);
});

test('RP-03.210 a circle is not plain data, an absent member is', () => {
  const circle: Record<string, unknown> = { absent: undefined };
  expect(faults('json-safe', BASE, { action: stamped({ type: 'a/b', payload: circle }) })).toEqual([]);
  const round: Record<string, unknown> = {};
  round['self'] = { round };
  expect(faults('json-safe', BASE, { action: stamped({ type: 'a/b', payload: round }) })).toEqual([
    'action.payload.self.round contains itself.',
  ]);
});

test('RP-03.217 a clock that jumps makes nothing older; what is forgotten is found all the same', () => {
  const pending = [mutation('i', { at: START })];
  const waiting = { ...BASE, pending, queries: set(BASE.queries, 'tree/children a', LOADING) };
  const follow = (...steps: readonly number[]): readonly string[][] => {
    const observer = observeFrom(waiting, 0, START);
    let clock = START;
    for (const step of steps) {
      clock += step;
      observer.observe(waiting, { ...NOTHING, meta: { origin: 'server', at: clock } });
    }
    return [invariantNamed('in-flight-answered'), invariantNamed('pending-sane')].map((rule) => [
      ...rule.check(waiting, observer.context),
    ]);
  };
  const DAY = 86_400_000;
  expect(follow(DAY, -2 * DAY, CLOCK_JUMP + 1, 30_000)).toEqual([[], []]);
  expect(follow(30_000, DAY, 30_001)).toEqual([
    ['The query tree/children a has been on its way for more than 60 seconds.'],
    [],
  ]);
  expect(follow(CLOCK_JUMP)[1]).toEqual(['Mutation i has been pending for more than 10 minutes.']);
  const [, old] = follow(-DAY, 300_000, 300_001);
  expect(old).toEqual(['Mutation i has been pending for more than 10 minutes.']);
});

test('RP-03.211 a planner that is running can be followed as well', () => {
  const observer = observeFrom(BASE, 7, START);
  expect(observer.context).toMatchObject({ seq: 7, action: null, before: null, at: START });
  const action = stamped(mutationEvents.sent({ id: 'i' }), START + 5);
  const next = reducePlanner(BASE, action);
  expect(observer.observe(next, action)).toMatchObject({ seq: 8, action, at: START + 5 });
  expect(observer.context.before).toBe(BASE);
});
