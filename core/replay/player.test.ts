import fc from 'fast-check';
import type { ActionLog } from './types.ts';
import type { RootState } from '../planner.ts';
import { entries, remove, set, tableOf, type Table } from '../table/index.ts';
import { createPlayer, diffStates, replay, stateHash } from './index.ts';
import { randomSession } from './testing/session.ts';

describe('the player', () => {
  test('RP-03.40 it shows the state after any action, in any order', async () => {
    const { log, states } = await randomSession(21, 60, { segmentActions: 60 });
    const player = createPlayer(log());
    const all = [...states, replay(log()).state];
    expect([player.first, player.last]).toEqual([0, states.length]);
    fc.assert(
      fc.property(fc.array(fc.nat({ max: player.last }), { maxLength: 12 }), (moments) => {
        for (const seq of moments) expect(player.stateAt(seq)).toEqual(all[seq]);
      }),
      { numRuns: 12 },
    );
  });

  test('RP-03.40 a moment outside the log is refused', async () => {
    const { log } = await randomSession(22, 20, { segmentActions: 20 });
    const { header, segments, end } = log();
    const player = createPlayer({ header, segments: segments.slice(1), end });
    expect([player.first, player.last]).toEqual([20, end.seq]);
    for (const outside of [19, -1, end.seq + 1, 20.5]) {
      expect(() => player.stateAt(outside)).toThrow(`The log has moments from 20 to ${end.seq}, not ${outside}`);
      expect(() => player.actionAt(outside)).toThrow(RangeError);
    }
    expect(player.stateAt(20)).toEqual(segments[1]?.checkpoint.state);
    expect(player.actionAt(20)).toBeNull();
    expect(player.actionAt(21)).toBe(segments[1]?.actions[0]);
    expect(player.actions(0, 22).map(({ seq }) => seq)).toEqual([21, 22]);
    expect(player.actions(21, 21).map(({ seq }) => seq)).toEqual([21]);
    expect(player.actions(end.seq, end.seq + 9).map(({ seq }) => seq)).toEqual([end.seq]);
    expect(player.actions(23, 22)).toEqual([]);
  });

  /** A log of one long segment, and how many of its actions something applies. */
  async function long(count: number) {
    const { log } = await randomSession(23, 1);
    const [segment] = log().segments;
    if (segment === undefined) throw new Error('No segment');
    const applied = new Set<number>();
    const actions = Array.from({ length: count }, (_, index) => ({
      seq: index + 1,
      hash: null,
      action: {
        type: 'notice/scopeCleared',
        get payload() {
          applied.add(index);
          return { scope: 'tree' };
        },
        meta: { origin: 'user' as const, at: 0 },
      },
    }));
    const { header } = log();
    const whole: ActionLog = {
      header,
      segments: [{ checkpoint: { ...segment.checkpoint, seq: 0 }, actions }],
      end: { seq: count, hash: '' },
    };
    // The reducer asks for the payload where an alert is shown.
    const notice = { id: 'n', kind: 'info', text: 'N', detail: null, dismissible: true, scope: 'page', action: null };
    const state = { ...segment.checkpoint.state, notice: [notice] } as RootState;
    const withNotice = { ...whole, segments: [{ checkpoint: { seq: 0, hash: '', state }, actions }] };
    return { log: withNotice, cost: (run: () => void) => (applied.clear(), run(), applied.size) };
  }

  test('RP-03.41 any moment costs at most 1,000 actions, also in a segment that is longer; a step back 50', async () => {
    const { log, cost } = await long(3500);
    const player = createPlayer(log);
    for (const seq of [3500, 999, 3000, 2999, 1, 2000, 3499]) {
      expect(cost(() => player.stateAt(seq))).toBeLessThanOrEqual(1000);
    }
    expect(cost(() => player.stateAt(2000))).toBe(0);
    player.stateAt(2500);
    expect(cost(() => player.stateAt(2501))).toBe(1);
    expect(cost(() => player.stateAt(2501))).toBe(0);
    for (let seq = 2500; seq > 2400; seq -= 1) expect(cost(() => player.stateAt(seq))).toBeLessThanOrEqual(50);
  });

  test('RP-03.41 what it reaches is what a replay reaches', async () => {
    const { log } = await randomSession(24, 60);
    const recorded = log();
    const player = createPlayer(recorded);
    expect(stateHash(player.stateAt(player.last))).toBe(recorded.end.hash);
  });
});

describe('what differs', () => {
  test('RP-03.42 members, elements and entries of tables by their path', () => {
    const table = (change: readonly (readonly [string, unknown])[]): Table<unknown> => tableOf(change);
    const before = {
      a: 1,
      b: { 'x y': [1, 2], same: {} },
      t: table([
        ['gid://1', { title: 'A' }],
        ['gid://2', 2],
      ]),
      c: null,
    };
    const after = {
      a: 2,
      b: { 'x y': [1, 3, 4], same: {} },
      t: table([
        ['gid://1', { title: 'B' }],
        ['gid://3', 3],
      ]),
      d: [],
    };
    expect(diffStates(before, after)).toEqual([
      { path: 'a', before: 1, after: 2 },
      { path: 'b["x y"][1]', before: 2, after: 3 },
      { path: 'b["x y"][2]', before: undefined, after: 4 },
      { path: 't["gid://1"].title', before: 'A', after: 'B' },
      { path: 't["gid://2"]', before: 2, after: undefined },
      { path: 't["gid://3"]', before: undefined, after: 3 },
      { path: 'c', before: null, after: undefined },
      { path: 'd', before: undefined, after: [] },
    ]);
    expect(diffStates(before, before)).toEqual([]);
    expect(diffStates(before, JSON.parse(JSON.stringify(before)))).toEqual([]);
  });

  test('RP-03.42 a table is compared by its entries, whatever they do to its nodes', () => {
    const key = fc.nat({ max: 300 }).map((id) => `gid://gitlab/Issue/${id}`);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(key, fc.nat({ max: 3 })), { maxLength: 120 }),
        fc.array(fc.tuple(key, fc.option(fc.nat({ max: 3 }))), { maxLength: 120 }),
        (list, changes) => {
          const before = tableOf(list);
          const after = changes.reduce(
            (table, [at, value]) => (value === null ? remove(table, at) : set(table, at, value)),
            before,
          );
          const expected = new Map<string, readonly [unknown, unknown]>();
          const [was, is] = [new Map(entries(before)), new Map(entries(after))];
          for (const at of new Set([...was.keys(), ...is.keys()])) {
            if (was.get(at) !== is.get(at)) expected.set(`t[${JSON.stringify(at)}]`, [was.get(at), is.get(at)]);
          }
          const found = diffStates({ t: before }, { t: after });
          expect(new Map(found.map((change) => [change.path, [change.before, change.after]]))).toEqual(expected);
          expect(found).toHaveLength(expected.size);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('RP-03.42 parts that are the same are not looked into', () => {
    const rows = Array.from({ length: 3000 }, (_, id) => [`gid://gitlab/Issue/${id}`, { id }] as const);
    const table = tableOf<object>(rows);
    const changed = set(table, 'gid://gitlab/Issue/5', { id: -5 });
    for (const [, row] of rows.slice(6)) {
      Object.defineProperty(row, 'id', {
        enumerable: true,
        get: () => {
          throw new Error('Looked at');
        },
      });
    }
    expect(diffStates(table, changed)).toEqual([{ path: '["gid://gitlab/Issue/5"].id', before: 5, after: -5 }]);
  });

  test('RP-03.42 between neighbouring moments of a session only what the action did differs', async () => {
    const { log } = await randomSession(25, 40);
    const player = createPlayer(log());
    for (let seq = 1; seq <= player.last; seq += 1) {
      const changes = diffStates(player.stateAt(seq - 1), player.stateAt(seq));
      const { type = '' } = player.actionAt(seq)?.action ?? {};
      if (type.startsWith('group/')) for (const { path } of changes) expect(path).toMatch(/^(?:group\.|queries\[)/);
    }
  });
});
