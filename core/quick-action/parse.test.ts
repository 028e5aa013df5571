import fc from 'fast-check';
import { growth, LINEAR } from '../../fixtures/steps.ts';
import { parseQuickActions, QUICK_ACTIONS } from './rules.ts';

const names = (text: string) => parseQuickActions(text).commands.map(({ name }) => name);

test('WI-10.100 a command stands at the beginning of a line, in any case; other words stay', () => {
  expect(parseQuickActions('Well\n/CLOSE\n/label ~bug  ~"in review" \nthen')).toEqual({
    body: 'Well\nthen',
    commands: [
      { name: 'close', argument: '', line: '/CLOSE' },
      { name: 'label', argument: '~bug  ~"in review"', line: '/label ~bug  ~"in review"' },
    ],
  });
  for (const text of [' /close', 'now /close', '/closed', '/close.', '/etc/hosts', '//close', '/ close', '- /close']) {
    expect(parseQuickActions(text)).toEqual({ body: text, commands: [] });
  }
  expect(names('/close\r\n/todo\r\n')).toEqual(['close', 'todo']);
});

test('WI-10.101 commands are taken out with the blank lines behind them, and nothing else', () => {
  expect(parseQuickActions('/close\n\nText\n\n/todo\n\nmore\n\n').body).toBe('Text\n\nmore');
  expect(parseQuickActions('/close\n/todo').body).toBe('');
  const text = '  kept \n\n\n';
  expect(parseQuickActions(text).body).toBe(text);
});

test('WI-10.116 what stood in a text before it was edited is no command', () => {
  const before = 'Type\n/close\nto close';
  expect(parseQuickActions(before, before)).toEqual({ body: before, commands: [] });
  const { body, commands } = parseQuickActions(`${before}\n/close\n/todo`, before);
  expect([body, commands.map(({ name }) => name)]).toEqual([before, ['close', 'todo']]);
});

test('WI-10.116 what stands in code now takes no old command away', () => {
  const before = 'Type\n/close';
  const edited = '```\n/close\n```\n/close';
  expect(parseQuickActions(edited, before)).toEqual({ body: edited, commands: [] });
});

test('WI-10.116 a substitute that stood there is left as it is', () => {
  const before = '/shrug a';
  expect(parseQuickActions(before, before)).toEqual({ body: before, commands: [] });
  expect(parseQuickActions(`${before}\n/shrug b`, before).body).toBe('/shrug a\nb ¯\\＿(ツ)＿/¯');
});

test('WI-10.116 reading an edited text takes no longer than both texts are long', () => {
  const commands = (count: number) => Array.from({ length: count }, (_, index) => `/label ~${index}`).join('\n');
  const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index}`).join('\n');
  expect(parseQuickActions(lines(100), commands(60))).toEqual({ body: lines(100), commands: [] });
  expect(parseQuickActions(`${commands(60)}\n/close`, commands(60)).commands).toHaveLength(1);
  expect(growth((size) => parseQuickActions(lines(size), commands(size)), 500)).toBeLessThan(LINEAR);
  expect(growth((size) => parseQuickActions(`${commands(size)}\n/close`, commands(size)), 500)).toBeLessThan(LINEAR);
});

test('WI-10.102 nothing is a command within code, quotes and HTML', () => {
  const guarded = [
    '```\n/close\n```',
    '~~~ruby\n/close\n~~~',
    '````\n```\n/close\n````',
    '```\n/close',
    '`a\n/close\nb`',
    '``\n/close ` \n``',
    '>>>\n/close\n>>>',
    '<details>\n/close\n</details>',
    '<!-- for you\n/close\n-->',
    'Text\n```\n/close\n```',
  ];
  for (const text of guarded) expect([text, parseQuickActions(text)]).toEqual([text, { body: text, commands: [] }]);
  // What does not close is none; what is closed is over.
  for (const text of [
    '>>>\n/close',
    '<details>\n/close',
    '`a\n/close',
    '```\nx\n```\n/close',
    '`a`\n/close',
    '`a\n\n/close\n`',
  ]) {
    expect([text, names(text)]).toEqual([text, ['close']]);
  }
});

test('WI-10.105 shrug and tableflip are written in the place of the command', () => {
  expect(parseQuickActions('/shrug No idea\n/tableflip')).toEqual({
    body: 'No idea ¯\\＿(ツ)＿/¯\n(╯°□°)╯︵ ┻━┻',
    commands: [],
  });
});

const word = fc.constantFrom('a', 'b c', '', '/etc', '`x`', '/nothing at all', '> quote', '# Title', '*');
const command = fc
  .tuple(fc.constantFrom(...QUICK_ACTIONS.map(({ name }) => name)), fc.constantFrom('', ' x', ' ~a @b'))
  .map(([name, argument]) => `/${name}${argument}`);
const letters = (text: string): string => text.replace(/\s/g, '');

test('WI-10.101 text and commands together lose no letter', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(word, command)), (lines) => {
      const { body, commands } = parseQuickActions(lines.join('\n'));
      const isCommand = (line: string) => commands.some((each) => each.line === line);
      expect(commands.map(({ line }) => line)).toEqual(lines.filter((line) => /^\/(?!etc|nothing)/.test(line)));
      expect(letters(body)).toBe(letters(lines.filter((line) => !isCommand(line)).join('')));
      // What is left holds no command: carried out once, it is over.
      expect(parseQuickActions(body)).toEqual({ body, commands: [] });
    }),
  );
});

test('WI-10.102 whatever stands in fenced code stays there', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(word, command)), fc.array(command), (inside, behind) => {
      const code = ['```', ...inside, '```'].join('\n');
      const { body, commands } = parseQuickActions([code, ...behind].join('\n'));
      expect([body, commands.length]).toEqual([code, behind.length]);
    }),
  );
});

test.each(['`', '``\n', '<a>\n', '>>>\n', '```\n', '<!--\n', '/close ', '`` `\n', '<a>\n</a>\n', 'a\n<a>\n'])(
  'WI-10.102 reading takes no longer than the text is long: %j',
  (piece) => {
    expect(parseQuickActions(piece.repeat(100)).commands.length).toBeLessThanOrEqual(1);
    expect(growth((size) => parseQuickActions(piece.repeat(size)), 500)).toBeLessThan(LINEAR);
  },
);

test('WI-10.100 a line that other line ends stand in is no command, however many blanks it has', () => {
  for (const end of ['\u2028', '\u2029', '\r']) {
    const text = `/close${' '.repeat(100_000)}${end}x`;
    expect(parseQuickActions(text)).toEqual({ body: text, commands: [] });
  }
});
