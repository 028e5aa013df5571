import type { MoveIntent } from '../../tree/rules.ts';
import type { WorkItem } from '../../work-item/entity.ts';
import { type RootState, initialState, reducePlanner } from '../../planner.ts';
import { type Action, type Stamped, withMeta } from '../../store/index.ts';
import { get, set } from '../../table/index.ts';
import { refusal } from '../../testing/ports.ts';
import { wholeItem } from '../../work-item/shown.ts';
import { treeActions } from '../../tree/actions.ts';
import { added, childrenRead, removed } from '../../tree/testing/answers.ts';
import { treeOf } from '../../tree/testing/confirmed.ts';
import { invariantNamed } from '../check.ts';
import { observeFrom } from './index.ts';

const stamped = ({ meta, ...event }: Action): Stamped => ({ ...event, meta: { origin: 'server', ...meta, at: 1 } });

/** Under the root a, b, c and d are open, and y and z closed; e is a child of a. */
const TREE = treeOf({ root: ['a', 'b', 'c', 'd', 'y', 'z'], a: ['e'] }, (id) =>
  id === 'y' || id === 'z' ? 'closed' : 'opened',
);
const EMPTY = initialState();
const BASE: RootState = { ...EMPTY, confirmed: { ...EMPTY.confirmed, ...TREE } };
const item = (id: string, change: Partial<WorkItem> = {}): WorkItem => ({
  ...(get(TREE.items, id) ?? (get(TREE.items, 'a') as WorkItem)),
  id,
  ...change,
});
/** As a reading brings them. */
const whole = (...items: readonly WorkItem[]) => items.map((each) => wholeItem(TREE, each));
const move = (change: Partial<MoveIntent>): MoveIntent => ({
  childId: 'd',
  fromParentId: 'root',
  parentId: 'root',
  before: 'b',
  after: 'a',
  ...change,
});
const moved = (change: Partial<MoveIntent>): Stamped =>
  stamped(withMeta(treeActions.childMoved(move(change)), { origin: 'user', id: 'm' }));
const settled = (change: Partial<MoveIntent>, as: 'committed' | 'refused'): Stamped => {
  const resolves = { id: 'm', as };
  const asked = { ...move(change), rootId: 'root' };
  return stamped(
    as === 'committed'
      ? withMeta(treeActions.childMoved.committed({ id: 'm', asked, answer: true }), { resolves })
      : withMeta(treeActions.childMoved.refused({ id: 'm', asked, failure: refusal(422) }), { resolves }),
  );
};

/** What a rule says where `action` has led from one state to another; `first`: the action before it. */
function faults(rule: string, before: RootState, action: Stamped, after: RootState, first?: Stamped) {
  const observer = observeFrom(before, 0, 1);
  if (first !== undefined) observer.observe(before, first);
  return invariantNamed(rule).check(after, observer.observe(after, action));
}

/** The root's children by name, `open` of them open. */
const withList = (ids: string, open: number, parentId = 'root', base = BASE): RootState => ({
  ...base,
  confirmed: { ...base.confirmed, orders: set(base.confirmed.orders, parentId, { ids: ids.split(' '), open }) },
});

/** The state after a write was asked and answered. */
const answered = ({ pending, answer }: ReturnType<typeof removed>): RootState =>
  reducePlanner({ ...BASE, pending }, stamped(answer));

const LANDING = 'moves-land-as-meant';
const LISTS = 'lists-change-as-said';

/** What is done, and what of it is shown instead. */
test.each<[string, Partial<MoveIntent>, Partial<MoveIntent>, string]>([
  ['one place too far down', {}, { before: 'c', after: 'b' }, 'd was moved to stand directly before b under root'],
  ['one place too far up', {}, { before: 'a', after: null }, 'd was moved to stand directly before b under root'],
  [
    'before instead of behind',
    { before: null, after: 'b' },
    { before: 'b', after: null },
    'd was moved to stand directly behind b under root',
  ],
  [
    'not last',
    { childId: 'a', before: null, after: null },
    { childId: 'a', before: 'd' },
    'a was moved to stand last under root',
  ],
  [
    'elsewhere under another parent',
    { childId: 'b', parentId: 'a', before: 'e', after: null },
    { childId: 'b', parentId: 'a', before: null, after: 'e' },
    'b was moved to stand directly before e under a',
  ],
])('RP-03.239 a move that lands %s is a fault, shown and confirmed', (_what, meant, made, text) => {
  const shown = reducePlanner(BASE, moved(made));
  expect(faults(LANDING, BASE, moved(made), shown)).toEqual([]);
  expect(faults(LANDING, BASE, moved(meant), shown)).toEqual([`As shown, ${text}, but does not stand there.`]);
  const confirmed = reducePlanner(shown, settled(made, 'committed'));
  expect(faults(LANDING, shown, settled(made, 'committed'), confirmed)).toEqual([]);
  expect(faults(LANDING, shown, settled(meant, 'committed'), confirmed)).toEqual([
    `${text}, but does not stand there.`,
  ]);
});

test('RP-03.239 a child that a move loses is a fault; one that cannot be moved any more is none', () => {
  const away = { childId: 'b', parentId: 'a', before: null, after: null };
  const shown = reducePlanner(BASE, moved(away));
  const lost = withList('e', 1, 'a', reducePlanner(shown, settled(away, 'committed')));
  expect(faults(LANDING, shown, settled(away, 'committed'), lost)).toHaveLength(1);
  // Below itself; a child that left its list; a parent whose children were never read.
  for (const impossible of [
    { childId: 'a', parentId: 'e', before: null, after: null },
    { childId: 'e', parentId: 'a', fromParentId: 'a', before: null, after: null },
    { childId: 'b', parentId: 'c', before: null, after: null },
  ]) {
    const start = impossible.childId === 'e' ? answered(removed('e', 'a')) : BASE;
    expect(faults(LANDING, start, moved(impossible), reducePlanner(start, moved(impossible)))).toEqual([]);
  }
});

test('RP-03.239 the line between open and closed is no fault', () => {
  for (const across of [
    { childId: 'a', before: 'z', after: 'y' },
    { childId: 'z', before: 'a', after: null },
  ]) {
    expect(faults(LANDING, BASE, moved(across), reducePlanner(BASE, moved(across)))).toEqual([]);
  }
});

test.each<[string, Action, Partial<MoveIntent>, Partial<MoveIntent>]>([
  [
    'up',
    treeActions.moveChosen({ id: 'd', parentId: 'root', to: 'up' }),
    { before: 'c', after: 'b' },
    { before: 'b', after: 'a' },
  ],
  [
    'down',
    treeActions.moveChosen({ id: 'a', parentId: 'root', to: 'down' }),
    { childId: 'a', before: 'c', after: 'b' },
    { childId: 'a', before: 'd', after: 'c' },
  ],
  [
    'to the top',
    treeActions.moveChosen({ id: 'z', parentId: 'root', to: 'top' }),
    { childId: 'z', before: 'y', after: null },
    { childId: 'z', before: null, after: 'y' },
  ],
  [
    'to the bottom',
    treeActions.moveChosen({ id: 'a', parentId: 'root', to: 'bottom' }),
    { childId: 'a', before: null, after: 'd' },
    { childId: 'a', before: 'd', after: 'c' },
  ],
  [
    'to another parent',
    treeActions.moveChosen({ id: 'b', parentId: 'root', to: { parentId: 'a' } }),
    { childId: 'b', parentId: 'a', before: 'e', after: null },
    { childId: 'b', parentId: 'a', before: null, after: 'e' },
  ],
  [
    'dropped',
    treeActions.dropped({ id: 'd', fromParentId: 'root', toParentId: 'root', index: 1 }),
    { before: 'b', after: 'a' },
    { before: 'c', after: 'b' },
  ],
])('RP-03.239 a child that a person moved %s stands there', (_what, choice, right, wrong) => {
  const check = (made: Partial<MoveIntent>) =>
    faults(LANDING, BASE, moved(made), reducePlanner(BASE, moved(made)), stamped(choice));
  expect(check(right)).toEqual([]);
  expect(check(wrong)).toEqual([
    expect.stringMatching(/^As shown, . does not stand where it was put under (root|a)\.$/),
  ]);
});

test.each<[string, Stamped, string, number, string]>([
  ['a removal', stamped(removed('b', 'root').answer), 'a d c y z', 3, 'the removal of b'],
  ['a removal of two', stamped(removed('b', 'root').answer), 'a d y z', 2, 'the removal of b'],
  ['an addition', stamped(added('root', [item('n')]).answer), 'n b a c d y z', 5, 'an addition to root'],
  [
    'a reading of others',
    stamped(childrenRead({ parentId: 'a', items: whole(item('e')) })),
    'a c b d y z',
    4,
    'a reading of a',
  ],
])('RP-03.240 %s that moves others is a fault', (_what, action, ids, open, name) => {
  expect(faults(LISTS, BASE, action, withList(ids, open))).toContain(
    `Others of the children of root changed with ${name}.`,
  );
});

test('RP-03.240 a move that moves others is a fault', () => {
  const shown = reducePlanner(BASE, moved({}));
  const confirmed = reducePlanner(shown, settled({}, 'committed'));
  expect(faults(LISTS, shown, settled({}, 'committed'), confirmed)).toEqual([]);
  const wrong = withList('b d a c y z', 4, 'root', confirmed);
  expect(faults(LISTS, shown, settled({}, 'committed'), wrong)).toEqual([
    'Others of the children of root changed with the move of d.',
  ]);
});

test('RP-03.240 what is removed stays nowhere', () => {
  const removal = removed('b', 'root');
  const action = stamped(removal.answer);
  expect(faults(LISTS, BASE, action, answered(removal))).toEqual([]);
  expect(faults(LISTS, BASE, action, BASE)).toEqual(['b was removed from root, but still stands there.']);
});

test('RP-03.240 what is added stands at the top of those of its state, in the order of the answer', () => {
  const items = [item('n'), item('x', { state: 'closed' }), item('o'), item('c')];
  const addition = added('root', items);
  const action = stamped(addition.answer);
  const right = answered(addition);
  expect(get(right.confirmed.orders, 'root')).toEqual({ ids: ['n', 'o', 'c', 'a', 'b', 'd', 'x', 'y', 'z'], open: 6 });
  expect(faults(LISTS, BASE, action, right)).toEqual([]);
  for (const wrong of ['o n c a b d x y z', 'n o a b c d x y z', 'n o c a b d y x z']) {
    expect(faults(LISTS, BASE, action, withList(wrong, 6, 'root', right))).toEqual([
      'What was added to root does not stand at its top.',
    ]);
  }
});

test('RP-03.240 a reading brings its order, and a further page loses nothing', () => {
  const at = (id: string, relativePosition: number | null, state: WorkItem['state'] = 'opened') =>
    item(id, { relativePosition, state });
  const items = [at('i10', null), at('c', 7), at('i9', null), at('z', 1, 'closed'), at('a', 3)];
  const read = (how: 'refresh' | 'next', few = items) =>
    stamped(
      childrenRead(
        { parentId: 'root', items: whole(...few) },
        { parentId: null, cursor: how === 'next' ? { epics: 'x', issues: null } : null },
      ),
    );
  const right = reducePlanner(BASE, read('refresh'));
  expect(get(right.confirmed.orders, 'root')?.ids).toEqual(['a', 'c', 'i9', 'i10', 'z']);
  expect(faults(LISTS, BASE, read('refresh'), right)).toEqual([]);
  const fault = ['The children of root do not stand as they were read.'];
  for (const wrong of ['c a i9 i10 z', 'a c i10 i9 z', 'a c i9 z']) {
    expect(faults(LISTS, BASE, read('refresh'), withList(wrong, 4, 'root', right))).toEqual(fault);
  }
  const page = read('next', [at('n', 9)]);
  expect(faults(LISTS, BASE, page, reducePlanner(BASE, page))).toEqual([]);
  expect(faults(LISTS, BASE, page, BASE)).toEqual(fault);
  expect(faults(LISTS, BASE, page, withList('a b c n y z', 4))).toEqual([
    'Others of the children of root changed with a reading of root.',
  ]);
});

test('RP-03.241 what is refused changes nothing that is confirmed', () => {
  const shown = reducePlanner(BASE, moved({}));
  const refused = reducePlanner(shown, settled({}, 'refused'));
  expect(faults('refusals-change-nothing', shown, settled({}, 'refused'), refused)).toEqual([]);
  const folded = reducePlanner(shown, settled({}, 'committed'));
  expect(faults('refusals-change-nothing', shown, settled({}, 'refused'), folded)).toEqual([
    'What was refused changed confirmed.items.',
    'What was refused changed confirmed.orders.',
  ]);
});
