import { closeSync, existsSync, ftruncateSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LARGEST, readLog } from './read-log.ts';
import { replayTerminal } from './testing.ts';

let home: string;
let text: string;
const { file, run } = replayTerminal((place, log) => ([home, text] = [place, log]));

/** A log with line `number` (from 1) changed. */
function withLine(number: number, change: (line: string) => string): string {
  return text
    .split('\n')
    .map((line, index) => (index === number - 1 ? change(line) : line))
    .join('\n');
}

test('RP-03.230 a log is replayed, its hashes are compared, and what it ends in is said', async () => {
  const { code, out, err } = await run('log.jsonl');
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(
    /^Session k3f8 of ada, Europe\/Vienna; core [\d.]+, format 2\.\nActions 1 to 5 in 1 segment, 2026-11-21T12:00:00\.000Z to .*Z\.\n7 hashes compared, all equal\.\nAfter action 5: state [0-9a-f]{16}, 0 items in 0 lists, 0 pending mutations, 3 notices\.\nNo tree is open\.$/,
  );
});

test('RP-03.230 a hash that differs is exit 1, with the first place', async () => {
  writeFileSync(
    join(home, 'other.jsonl'),
    withLine(5, (line) => line.replace(/"hash":"\w+"/, '"hash":"00000000000000aa"')),
  );
  const whole = await run('other.jsonl');
  expect(whole.code).toBe(1);
  expect(whole.out).toMatch(
    /7 hashes compared; they differ from action 3 on: recorded 00000000000000aa, found [0-9a-f]{16}\./,
  );
  const asked = await run('other.jsonl', '--assert', 'json-safe');
  expect([asked.code, asked.out.split('\n')]).toEqual([
    1,
    [
      expect.stringMatching(/^The state after action 3 has hash \w+, but 00000000000000aa was recorded\.$/),
      'json-safe holds in 6 states.',
    ],
  ]);
  expect((await run('other.jsonl', '--until', '2')).code).toBe(0);
});

test('RP-03.231 what is asked for is printed: paths, selectors, after an action', async () => {
  const print = async (...what: string[]) => {
    const { code, out } = await run('log.jsonl', ...what);
    return [code, out];
  };
  expect(await print('--print', 'notice[0].text')).toEqual([0, '"Marmalade is ready"']);
  expect(await print('--print', 'tree.labelsShown', '--until', '1')).toEqual([0, 'false']);
  expect(await print('--print=notice.n1', '--until=1')).toEqual([2, '']);
  expect(await print('--print', 'selectNotices("page")', '--until', '2')).toEqual([
    0,
    expect.stringContaining('Marmalade is ready'),
  ]);
  expect(await print('--print', 'selectTreeStatus')).toEqual([0, '"idle"']);
  expect(await print('--print', 'pending', '--print', 'tree.root')).toEqual([0, '[]\nnull']);
});

test('RP-03.231 long values are cut, with their length', async () => {
  writeFileSync(join(home, 'long.jsonl'), text.replaceAll('Umbrella closed', 'U'.repeat(5000)));
  const { out } = await run('long.jsonl', '--print', 'notice[2].text');
  expect(out).toContain(`"${'U'.repeat(1999)}… (cut: 5,002 characters)`);
  expect((await run('long.jsonl', '--diff', '4', '5')).out).toMatch(/: nothing → .{120}… \(cut: 5,\d{3} characters\)$/);
});

test('RP-03.231 the difference between two moments is listed by path', async () => {
  const { code, out } = await run('log.jsonl', '--diff', '0', '2');
  expect(code).toBe(0);
  expect(out.split('\n')).toEqual([
    expect.stringMatching(/^notice\[0\]: nothing → \{"id":"n1","kind":"info","text":"Marmalade is ready"/),
    'tree.labelsShown: true → false',
    'overTree.labelsShown: true → false',
  ]);
  expect((await run('log.jsonl', '--diff', '2', '2')).out).toBe('The states after actions 2 and 2 are the same.');
});

test('RP-03.232 rules are asserted and bisected', async () => {
  const all = await run('log.jsonl', '--assert', 'all');
  expect(all.code).toBe(1);
  expect(all.out).toContain('tree-well-formed holds in 6 states.\n');
  expect(all.out).toContain(
    'notices-unique fails after action 4, notice/raised {"kind":"info","text":"Kaleidoscope broke"}:\n  Several notices have the id "n1".\n',
  );
  expect(await run('log.jsonl', '--assert', 'all', '--until', '3')).toMatchObject({ code: 0 });
  expect(await run('log.jsonl', '--assert', 'json-safe', '--assert', 'pending-sane')).toEqual({
    code: 0,
    out: 'json-safe holds in 6 states.\npending-sane holds in 6 states.',
    err: '',
  });
  expect(await run('log.jsonl', '--bisect', 'notices-unique')).toMatchObject({
    code: 1,
    out: 'notices-unique fails first after action 4, notice/raised {"kind":"info","text":"Kaleidoscope broke"}:\n  Several notices have the id "n1".',
  });
  expect(await run('log.jsonl', '--bisect', 'notices-unique', '--until', '3')).toMatchObject({
    code: 0,
    out: 'notices-unique holds after every action.',
  });
});

test('RP-03.233 a test of what fails is printed alone, shrunk and redacted', async () => {
  const { code, out, err } = await run('log.jsonl', '--emit-test');
  expect([code, err]).toEqual([1, 'notices-unique: 2 of 5 actions still fail.']);
  expect(out).toMatch(/^import \{ checkLog, parseLog \} from '@espalier\/core\/replay';\n/);
  expect(out).toContain("test('notices-unique holds over 2 actions of session k3f8'");
  expect(out).not.toContain('Kaleidoscope');
  expect(out).not.toContain('Umbrella');
  expect((await run('log.jsonl', '--emit-test', '--keep-texts')).out).toContain('Kaleidoscope broke');
  expect(await run('log.jsonl', '--emit-test', '--bisect', 'json-safe')).toEqual({
    code: 0,
    out: '',
    err: 'json-safe holds after every action.\nNo rule fails, so there is nothing to emit.',
  });
});

test('RP-03.233 or written to a file, which imports the core as its place wants it', async () => {
  mkdirSync(join(home, 'core/tree'), { recursive: true });
  const { code, out } = await run('log.jsonl', '--emit-test', 'core/tree/twice.test.ts', '--bisect', 'notices-unique');
  expect(code).toBe(1);
  expect(out).toContain('Wrote core/tree/twice.test.ts. Run it: npm run jest -- twice.test.ts');
  expect(file('core/tree/twice.test.ts')).toContain("from '../replay/index.ts'");
  await run('--emit-test', 'twice.test.ts', 'log.jsonl');
  expect(file('twice.test.ts')).toContain("from '@espalier/core/replay'");
});

test('RP-03.233 a redacted log is written, and replays', async () => {
  expect(await run('log.jsonl', '--redact', 'shared.jsonl')).toEqual({ code: 0, out: 'Wrote shared.jsonl.', err: '' });
  expect(file('shared.jsonl')).not.toMatch(/Marmalade|Kaleidoscope|Umbrella|"ada"/);
  const { code, out } = await run('shared.jsonl');
  expect(code).toBe(0);
  expect(out).toMatch(/^Session k3f8 of [a-z]{3}, Europe\/Vienna; core [\d.]+, format 2, redacted\./);
  expect(out).toContain('7 hashes compared, all equal.');
  expect(await run('log.jsonl', '--redact', './log.jsonl')).toMatchObject({
    code: 2,
    err: expect.stringContaining('another file than the log itself'),
  });
  expect(file('log.jsonl')).toBe(text);
});

test.each<[string, string[], string]>([
  ['no log', [], 'Which log?'],
  ['two logs', ['a.jsonl', 'b.jsonl'], 'One log at a time, not 2: a.jsonl, b.jsonl.'],
  ['an unknown option', ['log.jsonl', '--wat'], "Unknown option '--wat'."],
  ['a number that is none', ['log.jsonl', '--until', 'five'], '--until needs the number of an action, not "five".'],
  [
    'a moment past the end',
    ['log.jsonl', '--until', '6'],
    '--until: the log ends with action 5; nothing came after it.',
  ],
  ['a filter of nothing', ['log.jsonl', '--type', 'tree'], '--type belongs to --list.'],
  ['an unknown origin', ['log.jsonl', '--list', '--origin', 'me'], '--origin is one of user, server, not "me".'],
  ['half a difference', ['log.jsonl', '--diff', '1'], '--diff needs the numbers of two actions.'],
  ['an option for a value', ['log.jsonl', '--print', '--until'], "Option '--print' argument is ambiguous."],
  [
    'an unknown rule',
    ['log.jsonl', '--assert', 'none'],
    '--assert: there is no rule "none". There are: tree-well-formed, ',
  ],
  ['an unknown rule to bisect', ['log.jsonl', '--bisect', 'all'], '--bisect: there is no rule "all".'],
  [
    'a moment outside',
    ['log.jsonl', '--diff', '1', '9'],
    '--diff: the log has the states after actions 0 to 5, not 9.',
  ],
  ['an unknown part', ['log.jsonl', '--print', 'tree.rooot'], 'There is no "rooot" in tree: there are root, config, '],
  ['a part of a number', ['log.jsonl', '--print', 'tree.formSerial.x'], 'There is no "x" in tree.formSerial: it is 0.'],
  ['a broken path', ['log.jsonl', '--print', 'tree..root'], '"tree..root" is no path: a.b, a[0] and a["key"] are.'],
  [
    'an unknown selector',
    ['log.jsonl', '--print', 'selectWeather'],
    'There is no selector "selectWeather". There are: ',
  ],
  [
    'arguments that are no JSON',
    ['log.jsonl', '--print', 'selectNotices(page)'],
    'The arguments of a selector are JSON, not page.',
  ],
  ['--keep-texts alone', ['log.jsonl', '--keep-texts'], '--keep-texts belongs to --emit-test.'],
  ['a file that cannot be written', ['log.jsonl', '--redact', 'no/such/place.jsonl'], 'cannot be written'],
])('RP-03.234 %s is not understood: exit 2', async (_what, args, words) => {
  const { code, err, out } = await run(...args);
  expect([code, out]).toEqual([2, '']);
  expect(err).toContain(words);
  expect(err).toContain('npm run replay -- --help says more.');
  expect(err).not.toMatch(/\n\s+at /);
});

test('RP-03.234 help names every option, every rule and the exit codes', async () => {
  for (const flag of ['--help', '-h']) {
    const { code, out } = await run(flag);
    expect(code).toBe(0);
    for (const word of [
      '--until',
      '--list',
      '--from',
      '--type',
      '--origin',
      '--about',
      '--rule',
      '--print',
      '--diff',
      '--assert',
      '--bisect',
      '--emit-test',
      '--keep-texts',
      '--redact',
      'in-flight-answered',
      'Exit code: 0',
    ]) {
      expect(out).toContain(word);
    }
  }
});

test('RP-03.234 a log that begins later has no earlier moments', async () => {
  const [header = '', checkpoint = '', ...rest] = text.split('\n');
  const later = [
    header,
    checkpoint.replace('"seq":0', '"seq":100'),
    ...rest.map((line) => line.replace(/"seq":(\d)/, '"seq":10$1')),
  ];
  writeFileSync(join(home, 'later.jsonl'), later.join('\n'));
  expect(await run('later.jsonl', '--until', '99')).toMatchObject({
    code: 2,
    err: expect.stringContaining('the log begins after action 100'),
  });
  expect((await run('later.jsonl', '--bisect', 'notices-unique')).out).toContain('fails first after action 104');
});

test.each<[string, () => string, string]>([
  ['an empty log', () => '', 'bad.jsonl:1: the log is empty.'],
  [
    'another JSON Lines',
    () => '{"level":"info"}\n',
    'bad.jsonl:1: this is not an action log of Espalier: its first line is no header.',
  ],
  [
    'another file',
    () => '\u0000\u0001PNG',
    'bad.jsonl:1: this is not an action log of Espalier: its first line is no header.',
  ],
  [
    'a newer format',
    () => withLine(1, (line) => line.replace('"format":2', '"format":3')),
    'bad.jsonl:1: the log has format 3, but this version only reads format 2: open it with a newer version.',
  ],
  ['a broken line', () => withLine(4, (line) => `x${line}`), 'bad.jsonl:4: this is not JSON.'],
  [
    'a line that was cut',
    () => text.slice(0, text.lastIndexOf('"kind":"action"') + 40),
    'bad.jsonl:7: the log ends in the middle of this line.',
  ],
  [
    'no end',
    () => text.split('\n').slice(0, -2).join('\n'),
    'bad.jsonl:7: the log ends here without its last line, the end.',
  ],
  [
    'a missing action',
    () => text.split('\n').toSpliced(3, 1).join('\n'),
    'bad.jsonl:4: this action has number 3 where 2 should stand.',
  ],
  [
    'a state that is none',
    () => withLine(2, (line) => line.replace('"notice":[]', '"notice":7')),
    'bad.jsonl:2: the checkpoint\'s state has no part "notice".',
  ],
  [
    'a payload that is none',
    () =>
      withLine(4, (line) =>
        line.replace(/"type":"notice\/raised","payload":\{[^}]*\}/, '"type":"tree/opened","payload":{}'),
      ),
    'bad.jsonl:4: action 2 (tree/opened) cannot be applied: ',
  ],
  [
    'a broken table',
    () =>
      withLine(2, (line) =>
        line.replace(/"expansion":\{"size":0,"root":\{[^}]*\}\}/, '"expansion":{"size":1,"root":null}'),
      ),
    'bad.jsonl: the log cannot be replayed: ',
  ],
])('RP-03.235 %s is refused with file and line: exit 3', async (_what, make, words) => {
  writeFileSync(join(home, 'bad.jsonl'), make());
  for (const args of [[], ['--assert', 'all'], ['--emit-test'], ['--redact', 'out.jsonl']]) {
    const { code, err } = await run('bad.jsonl', ...args);
    if (code === 0 || code === 1) continue;
    expect(code).toBe(3);
    expect(err).toContain(words);
    expect(err).not.toMatch(/\n\s+at /);
    expect(existsSync(join(home, 'out.jsonl'))).toBe(false);
  }
  expect((await run('bad.jsonl', '--assert', 'all')).code).toBe(3);
});

test('RP-03.16 a log of another format is refused with what to do about it: exit 3', async () => {
  writeFileSync(
    join(home, 'old.jsonl'),
    withLine(1, (line) => line.replace('"format":2', '"format":1')),
  );
  const err = 'old.jsonl:1: the log has format 1, but this version only reads format 2: record the session again.';
  for (const args of [[], ['--list'], ['--assert', 'all'], ['--redact', 'out.jsonl']]) {
    expect(await run('old.jsonl', ...args)).toEqual({ code: 3, out: '', err });
  }
  await expect(readLog(join(home, 'old.jsonl'), 'old.jsonl')).rejects.toThrow(err);
});

test('RP-03.235 a file that is missing, a directory or enormous is refused: exit 3', async () => {
  expect(await run('none.jsonl')).toEqual({ code: 3, out: '', err: 'none.jsonl: there is no such file.' });
  expect(await run('.')).toEqual({ code: 3, out: '', err: '.: this is a directory, not a log.' });
  const large = openSync(join(home, 'large.jsonl'), 'w');
  ftruncateSync(large, LARGEST + 1);
  closeSync(large);
  expect(await run('large.jsonl')).toEqual({
    code: 3,
    out: '',
    err: 'large.jsonl: the file has 256 MB; logs of up to 256 MB are read.',
  });
});
