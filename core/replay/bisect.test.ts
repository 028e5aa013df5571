import type { RootState } from '../planner.ts';
import type { Action, Stamped } from '../store/index.ts';
import type { Invariant } from './invariants/index.ts';
import type { ActionLog, Segment } from './types.ts';
import fc from 'fast-check';
import { TreeAdapter } from '../api/adapter.ts';
import { noticeActions } from '../notice/index.ts';
import { initialState, reducePlanner } from '../planner.ts';
import { withMeta } from '../store/index.ts';
import { epicGid, epicNode, randomInt, seededRandom } from '../testing/index.ts';
import { treeActions } from '../tree/actions.ts';
import { treeReads } from '../tree/reads.ts';
import { childrenRead, type ChildrenRead } from '../tree/testing/answers.ts';
import { checkLog, checkRules, invariantNamed, bisect } from './check.ts';
import { emitTest } from './emit-test.ts';
import { parseLog } from './format.ts';
import { stateHash } from './hash.ts';
import { printLog } from './print.ts';
import { replay } from './replay.ts';
import { fewest, shrink } from './shrink.ts';
import { LOG_FORMAT } from './types.ts';

const at = (action: Action, milliseconds = 0): Stamped => ({
  ...action,
  meta: { origin: 'server', ...action.meta, at: 1_000_000 + milliseconds },
});

/** A log of these actions, in segments of so many. */
function logOf(actions: readonly Stamped[], { state = initialState(), width = 1000, first = 0 } = {}): ActionLog {
  const segments: { checkpoint: Segment['checkpoint']; actions: Segment['actions'] }[] = [];
  let now: RootState = state;
  for (let from = 0; from < Math.max(actions.length, 1); from += width) {
    const part = actions.slice(from, from + width);
    const seq = first + from;
    segments.push({
      checkpoint: { seq, hash: stateHash(now), state: now },
      actions: part.map((action, index) => ({ seq: seq + index + 1, action, hash: null })),
    });
    now = part.reduce(reducePlanner, now);
  }
  return {
    header: {
      kind: 'header',
      app: 'espalier',
      format: LOG_FORMAT,
      core: '0.1.0',
      session: 'k3f8',
      viewer: 'ada',
      timeZone: 'UTC',
      flags: {},
      startedAt: 1_000_000,
      redacted: false,
    },
    segments,
    end: { seq: first + actions.length, hash: stateHash(now) },
  };
}

const raised = (id: string, text = id): Stamped => at(withMeta(noticeActions.raised({ kind: 'info', text }), { id }));
const unique = invariantNamed('notices-unique');
const answered = invariantNamed('in-flight-answered');

/** Two notices have the same id after the third action, and not any more after the fifth. */
const TWICE = [
  raised('i', 'One'),
  raised('j', 'Two'),
  raised('i', 'Three'),
  at(treeActions.labelsToggled()),
  at(noticeActions.dismissed({ id: 'i' })),
];

test('RP-03.211 a log is checked state by state, the first one included', () => {
  const log = logOf(TWICE, { width: 2 });
  expect(checkLog(log)).toEqual({
    states: 6,
    faults: [{ rule: 'notices-unique', seq: 3, texts: ['Several notices have the id "i".'] }],
  });
  expect(checkLog(log, ['json-safe'])).toEqual({ states: 6, faults: [] });
  expect(checkLog(log, undefined, 2)).toEqual({ states: 3, faults: [] });
  const state = TWICE.slice(0, 3).reduce(reducePlanner, initialState());
  expect(checkLog(logOf([], { state, first: 40 }), ['notices-unique']).faults).toMatchObject([{ seq: 40 }]);
  expect(() => checkLog(log, ['no-rule'])).toThrow('There is no rule "no-rule". There are: tree-well-formed, ');
});

test('RP-03.212 the first action after which a rule fails is found, also if the rule holds again later', () => {
  expect(bisect(logOf(TWICE), unique)).toMatchObject({ seq: 3, texts: ['Several notices have the id "i".'] });
  expect(bisect(logOf(TWICE, { width: 2, first: 100 }), unique)?.seq).toBe(103);
  expect(bisect(logOf(TWICE), answered)).toBeNull();
});

test('RP-03.213 what is left of a list fails, and fails no more without any one of its elements', () => {
  fc.assert(
    fc.property(
      fc.nat({ max: 200 }),
      fc.uniqueArray(fc.nat({ max: 199 }), { minLength: 1, maxLength: 6 }),
      (more, needed) => {
        const list = [...Array(200 + more).keys()];
        let calls = 0;
        const fails = (part: readonly number[]): boolean => {
          calls += 1;
          return needed.every((one) => part.includes(one));
        };
        expect(fewest(list, fails)).toEqual(needed.toSorted((a, b) => a - b));
        expect(calls).toBeLessThan(400);
      },
    ),
  );
  expect(fewest([1, 2, 3], () => true)).toEqual([]);
});

/** A root that is asked for and never answered, somewhere in a long session. */
function longSession(seed: number): readonly Stamped[] {
  const random = seededRandom(seed);
  const noise = (count: number, from: number): Stamped[] =>
    [...Array(count).keys()].map((index) =>
      randomInt(random, 0, 2) === 0
        ? at(treeActions.labelsToggled(), from + index)
        : {
            ...raised(`n${from + index}`, `Notice ${from + index}`),
            meta: { ...raised(`n${from + index}`).meta, at: 1_000_000 + from + index },
          },
    );
  return [
    ...noise(150, 0),
    at(treeActions.opened({ root: { kind: 'epic', fullPath: 'acme', iid: '1', id: 'root' }, config: {} }), 500),
    ...noise(150, 1000),
    at(withMeta(treeReads.children.asked({} as never), { reads: { queryKey: 'a', step: 'asked' } }), 2000),
    ...noise(150, 62_001),
    at(childrenRead({ parentId: 'root' }, { parentId: null }), 70_000),
  ];
}

test.each([1, 2, 3])('RP-03.214 a log shrinks to the fewest actions with the same fault (seed %i)', (seed) => {
  const log = logOf(longSession(seed), { width: 40 });
  const culprit = bisect(log, answered);
  const small = shrink(log, answered);
  expect(small.end.seq).toBe(2);
  expect(bisect(small, answered)?.texts).toEqual(expect.arrayContaining([culprit?.texts[0]]));
  expect(replay(printLog(small))).toMatchObject({ mismatch: null, seq: 2 });
  expect(stateHash(small.segments[0]?.checkpoint.state)).toBe(stateHash(initialState()));
});

test('RP-03.214 what a log began with stays where the fault needs it', () => {
  const state = reducePlanner(initialState(), raised('i', 'One'));
  const small = shrink(logOf([at(treeActions.labelsToggled()), raised('i', 'Two')], { state }), unique);
  expect(small.segments[0]?.checkpoint.state.notice).toHaveLength(1);
  expect(small.end.seq).toBe(1);
});

test('RP-03.214 a log that keeps the rule is not shrunk, and an action that nobody can take is no fault', () => {
  expect(() => shrink(logOf(TWICE), answered)).toThrow('The log keeps the rule "in-flight-answered".');
  const picky: Invariant = {
    name: 'picky',
    about: 'Nothing is raised after the third action.',
    check: ({ notice }, { action }) =>
      action !== null && notice.some(({ text }) => text === 'Three') ? ['Three'] : [],
  };
  const needsTree = at(treeReads.children.received({} as never));
  expect(() => reducePlanner(initialState(), needsTree)).toThrow();
  expect(shrink(logOf(TWICE), picky).end.seq).toBe(1);
});

const page = (ids: readonly number[]): Stamped =>
  at(
    childrenRead(
      { parentId: epicGid(1), items: ids.map((id) => new TreeAdapter().epic(epicNode(id))) },
      { parentId: null },
    ),
  );

test('RP-03.215 payloads shrink to the elements that matter', () => {
  const known: Invariant = {
    name: 'known',
    about: 'Nobody knows epic 57.',
    check: ({ confirmed }) => (JSON.stringify(confirmed.orders).includes(epicGid(57)) ? ['Epic 57 is known.'] : []),
  };
  const root = { kind: 'epic' as const, fullPath: 'acme', iid: '1', id: epicGid(1) };
  const log = logOf([at(treeActions.opened({ root, config: {} })), page([...Array(100).keys()].map((n) => n + 2))]);
  const small = shrink(log, known);
  expect(small.end.seq).toBe(1);
  const payload = small.segments[0]?.actions[0]?.action.payload as ChildrenRead;
  expect(payload.data.items.map(({ id }) => id)).toEqual([epicGid(57)]);
});

/** Runs the source of an emitted test; throws what the test throws. */
function runEmitted(source: string, files: Readonly<Record<string, string>> = {}, rule?: Invariant): string {
  const body = source.replace(/^import .*$/gm, '').replaceAll('import.meta.url', "'file:///emitted/a.test.ts'");
  let name = '';
  const tests = (text: string, run: () => void): void => {
    name = text;
    run();
  };
  const read = (url: URL): string => files[url.pathname] ?? '';
  new Function('checkLog', 'checkRules', 'rule', 'parseLog', 'test', 'expect', 'readFileSync', 'URL', body)(
    checkLog,
    checkRules,
    rule,
    parseLog,
    tests,
    expect,
    read,
    URL,
  );
  return name;
}

test('RP-03.216 an emitted test fails while the fault is there, and passes without it', () => {
  const small = shrink(logOf(TWICE), unique);
  const source = emitTest(small, unique);
  expect(source).toContain("import { checkLog, parseLog } from '@espalier/core/replay';");
  expect(source).toContain('// When this was written: Several notices have the id "i".');
  expect(() => runEmitted(source)).toThrow('notices-unique');
  const other = small.segments.map(({ checkpoint, actions }) => ({
    checkpoint,
    actions: actions.map((logged, index) => ({ ...logged, action: raised(`i${index}`) })),
  }));
  expect(runEmitted(emitTest({ ...small, segments: other }, unique))).toBe(
    'notices-unique holds over 2 actions of session k3f8',
  );
});

test('RP-03.238 the test of a rule of one’s own imports it: it fails while the fault is there, and passes without it', () => {
  const own: Invariant = {
    name: 'no-three',
    about: 'Nothing is called Three.',
    check: ({ notice }) => (notice.some(({ text }) => text === 'Three') ? ['There is a Three.'] : []),
  };
  expect(() => emitTest(logOf(TWICE), own)).toThrow('"no-three" is no built-in rule');
  const source = emitTest(shrink(logOf(TWICE), own), own, { ruleFrom: './no-three.mjs' });
  expect(source).toContain("import rule from './no-three.mjs';");
  expect(() => runEmitted(source, {}, own)).toThrow('There is a Three.');
  const passing = emitTest(logOf(TWICE.slice(0, 2)), own, { ruleFrom: './no-three.mjs' });
  expect(runEmitted(passing, {}, own)).toBe('no-three holds over 2 actions of session k3f8');
});

test('RP-03.216 whatever a log says stands in the test as it was', () => {
  const wild = 'a\'b"c`${d}\\e\nf\u2028g\u2029h 🌳 */ </script>';
  const source = emitTest(logOf([raised('i', wild), raised('i', 'Two')]), unique);
  expect(() => runEmitted(source)).toThrow('Several notices');
  const line = /^ {2}('.*"kind":"action".*'),$/m.exec(source)?.[1] ?? '';
  const written = JSON.parse(new Function(`return ${line}`)() as string) as { payload: { text: string } };
  expect(written.payload.text).toBe(wild);
});

test('RP-03.216 no id of a log leaves the comment that names it', () => {
  const id = 'i\n throw new Error("out");//\u2028 throw 1';
  expect(() => runEmitted(emitTest(logOf([raised(id, 'One'), raised(id, 'Two')]), unique))).toThrow('notices-unique');
});

test('RP-03.216 the log may stand beside the test', () => {
  const log = logOf(TWICE);
  const source = emitTest(log, unique, { from: '../replay/index.ts', logFile: "it's.jsonl" });
  expect(source).toContain("from '../replay/index.ts'");
  expect(source).not.toContain('checkpoint');
  expect(() => runEmitted(source, { "/emitted/it's.jsonl": printLog(log) })).toThrow('notices-unique');
});
