import type { LoggedAction } from './types.ts';
import { initialState } from '../planner.ts';
import { parseLog } from './format.ts';
import { ActionLogError, closeLog, printLog, replay } from './index.ts';
import { printAction, printCheckpoint } from './print.ts';
import { randomSession } from './testing/session.ts';

const text = async (): Promise<string> => (await randomSession(7, 25, { segmentActions: 20, hashEvery: 10 })).text();

/** The fault and the line of an unreadable text. */
function faultOf(broken: string, read: (text: string) => unknown = parseLog): readonly [string, number, string] {
  try {
    read(broken);
  } catch (error) {
    if (error instanceof ActionLogError) return [error.fault, error.line, error.message];
    throw error;
  }
  throw new Error('The text was read');
}

const lines = (log: string): string[] => log.trimEnd().split('\n');
const join = (parts: readonly string[]): string => `${parts.join('\n')}\n`;
const changed = (log: string, line: number, change: (parsed: Record<string, unknown>) => object): string =>
  join(
    lines(log).map((part, index) =>
      index === line - 1 ? JSON.stringify(change(JSON.parse(part) as Record<string, unknown>)) : part,
    ),
  );

test('RP-03.10 a log is one JSON object per line: header, then checkpoints and actions, the end', async () => {
  const kinds = lines(await text()).map((line) => (JSON.parse(line) as { kind: string }).kind);
  expect([kinds[0], kinds[1], kinds[2], kinds.at(-1)]).toEqual(['header', 'checkpoint', 'action', 'end']);
  expect(kinds.filter((kind) => kind === 'checkpoint').length).toBeGreaterThan(1);
});

test('RP-03.10 the members of an action’s line', () => {
  const action = { type: 'tree/opened', payload: { a: 1 }, meta: { origin: 'user', at: 5, id: 'x' } } as const;
  const logged: LoggedAction = { seq: 3, action, hash: null };
  expect(printAction(logged)).toBe(
    '{"kind":"action","seq":3,"at":5,"origin":"user","type":"tree/opened","payload":{"a":1},"meta":{"id":"x"}}\n',
  );
  const plain: LoggedAction = { ...logged, action: { ...action, meta: { origin: 'user', at: 5 } }, hash: '0' };
  expect(printAction(plain)).toBe(
    '{"kind":"action","seq":3,"at":5,"origin":"user","type":"tree/opened","payload":{"a":1},"hash":"0"}\n',
  );
});

test('RP-03.11 what was printed is read again, also in another dress', async () => {
  const log = await text();
  const parsed = parseLog(log);
  expect(printLog(parsed)).toBe(log);
  expect(parseLog(`\uFEFF${log.replaceAll('\n', '\r\n')}\r\n\r\n`)).toEqual(parsed);
  expect(parseLog(log.trimEnd())).toEqual(parsed);
});

test('RP-03.12 an unreadable text is refused with its line', async () => {
  const log = await text();
  const all = lines(log);
  const whole = all.length;
  expect(faultOf('')).toEqual(['empty', 1, 'Line 1: the log is empty.']);
  expect(faultOf('\n \n')[0]).toBe('empty');
  for (const foreign of ['hello', '[1]', 'null', '{"kind":"header"}', '{"app":"espalier"}', all[2] as string]) {
    expect(faultOf(foreign).slice(0, 2)).toEqual(['foreign', 1]);
  }
  for (const name of ['core', 'session', 'timeZone', 'startedAt', 'redacted', 'viewer', 'flags', 'format']) {
    const without = changed(log, 1, (header) => ({ ...header, [name]: undefined }));
    expect(faultOf(without).slice(0, 2)).toEqual(['malformed', 1]);
    expect(faultOf(without)[2]).toContain(name);
  }
  expect(faultOf(join(all.with(4, '{"kind":"action",')))).toEqual(['malformed', 5, 'Line 5: this is not JSON.']);
  expect(faultOf(join(all.with(4, '17'))).slice(0, 2)).toEqual(['malformed', 5]);
  for (const broken of [
    { kind: 'other' },
    { seq: '3' },
    { type: 5 },
    { origin: 'nobody' },
    { at: null },
    { meta: 1 },
    { hash: 1 },
  ]) {
    expect(faultOf(changed(log, 3, (action) => ({ ...action, ...broken }))).slice(0, 2)).toEqual(['malformed', 3]);
  }
  expect(faultOf(changed(log, 2, (point) => ({ ...point, state: { pending: [] } })))).toEqual([
    'malformed',
    2,
    'Line 2: the checkpoint\'s state has no part "confirmed".',
  ]);
  expect(faultOf(changed(log, 2, (point) => ({ ...point, state: null }))).slice(0, 2)).toEqual(['malformed', 2]);
  expect(faultOf(join([...all, all.at(-1) as string])).slice(0, 2)).toEqual(['malformed', whole + 1]);
  expect(faultOf(join(all.slice(0, -1))).slice(0, 2)).toEqual(['truncated', whole - 1]);
  expect(faultOf(join(all.slice(0, 5)) + (all[5] as string).slice(0, -9)).slice(0, 2)).toEqual(['truncated', 6]);
});

test('RP-03.12 numbers out of order are refused with their line', async () => {
  const log = await text();
  const all = lines(log);
  const second = all.findIndex((line, index) => index > 1 && line.startsWith('{"kind":"checkpoint"'));
  expect(faultOf(join(all.toSpliced(3, 1)))).toEqual([
    'sequence',
    4,
    'Line 4: this action has number 3 where 2 should stand.',
  ]);
  expect(faultOf(join(all.toSpliced(1, 1))).slice(0, 2)).toEqual(['sequence', 2]);
  expect(faultOf(changed(log, second + 1, (point) => ({ ...point, seq: 1 }))).slice(0, 2)).toEqual([
    'sequence',
    second + 1,
  ]);
  expect(faultOf(changed(log, all.length, (end) => ({ ...end, seq: 1 }))).slice(0, 2)).toEqual([
    'sequence',
    all.length,
  ]);
  expect(faultOf(join([all[0] as string, all.at(-1) as string])).slice(0, 2)).toEqual(['sequence', 2]);
});

test('RP-03.12 no cut and no scratch does worse than a named fault', async () => {
  const log = await text();
  const stride = Math.ceil(log.length / 30);
  for (let cut = 0; cut < log.length - 1; cut += stride) {
    expect(['empty', 'foreign', 'truncated']).toContain(faultOf(log.slice(0, cut))[0]);
  }
  for (let at = 0; at < log.length; at += stride - 1) {
    const scratched = `${log.slice(0, at)}#${log.slice(at + 1)}`;
    try {
      replay(scratched);
    } catch (error) {
      expect(error).toBeInstanceOf(ActionLogError);
    }
  }
});

test('RP-03.13 an action that the reducers cannot take is a fault of its line', async () => {
  const log = await text();
  const at = lines(log).findIndex((line) => line.includes('"tree/opened"')) + 1;
  const [fault, line, message] = faultOf(
    changed(log, at, (action) => ({ ...action, payload: null })),
    replay,
  );
  expect([fault, line]).toEqual(['malformed', at]);
  expect(message).toContain('(tree/opened) cannot be applied: ');
});

test('RP-03.14 a session that crashed is closed: a cut line goes, the end is added', async () => {
  const log = await text();
  const all = lines(log);
  const open = join(all.slice(0, -1));
  expect(closeLog(open)).toBe(log);
  expect(closeLog(log)).toBe(log);
  expect(closeLog(open.trimEnd())).toBe(log);
  const cut = closeLog(join(all.slice(0, 6)) + (all[6] as string).slice(0, 20));
  expect(parseLog(cut).end.seq).toBe(4);
  expect(replay(cut).mismatch).toBeNull();
  expect(lines(cut).slice(0, 6)).toEqual(all.slice(0, 6));
  expect(faultOf(join(all.slice(0, 1)), closeLog)[0]).toBe('truncated');
  expect(faultOf((all[0] as string).slice(0, 30), closeLog)[0]).toBe('foreign');
  expect(faultOf(join(all.toSpliced(3, 1).slice(0, -1)), closeLog).slice(0, 2)).toEqual(['sequence', 4]);
});

test('RP-03.15 checkpoints that are read share what did not change', async () => {
  const { log, text: print } = await randomSession(3, 40, { segmentActions: 15 });
  const states = parseLog(print()).segments.map(({ checkpoint }) => checkpoint.state);
  const recorded = log().segments.map(({ checkpoint }) => checkpoint.state);
  expect(states).toEqual(recorded);
  let same = 0;
  states.forEach((state, index) => {
    const before = states[index - 1];
    if (before !== undefined && recorded[index]?.group === recorded[index - 1]?.group) {
      same += 1;
      expect(state.group).toBe(before.group);
    }
  });
  expect(same).toBeGreaterThan(0);
});

test('RP-03.15 a checkpoint is printed piece by piece as JSON prints it', () => {
  const state = { ...initialState(), odd: { branch: 'main', hashes: 1, none: undefined, list: [undefined, {}, []] } };
  expect(printCheckpoint({ seq: 0, hash: 'h', state })).toBe(
    `${JSON.stringify({ kind: 'checkpoint', seq: 0, hash: 'h', state })}\n`,
  );
});

test('RP-03.16 a log of another format is refused in one sentence, whatever else its header says', async () => {
  const log = await text();
  const [, ...rest] = lines(log);
  const of = (format: number) => join([JSON.stringify({ kind: 'header', app: 'espalier', format }), ...rest]);
  const older = 'Line 1: the log has format 1, but this version only reads format 2: record the session again.';
  const newer = 'Line 1: the log has format 3, but this version only reads format 2: open it with a newer version.';
  for (const read of [parseLog, replay, closeLog]) {
    expect(faultOf(of(1), read)).toEqual(['format', 1, older]);
    expect(faultOf(of(3), read)).toEqual(['format', 1, newer]);
  }
});
