import fc from 'fast-check';
import type { ReferenceContext, ReferenceToken } from './rules.ts';
import {
  addPendingReferences,
  referenceWords,
  fullReference,
  parseReference,
  pathIdSeparator,
  relativeReference,
  splitReference,
  splitReferenceInput,
} from './rules.ts';

const epics: ReferenceContext = { kind: 'epic', groupPath: 'acme/web', origin: 'https://plan.example:3000' };
const issues: ReferenceContext = { ...epics, kind: 'issue' };
const inProject: ReferenceContext = { ...issues, projectPath: 'acme/web/shop' };
/** The meaning of a token as text, the long reference; `?` for an invalid one. */
const meaning = (token: ReferenceToken) =>
  token.ok ? (token.path === null ? `#${token.iid}` : fullReference(token.kind, token.path, token.iid)) : '?';
const parsed = (text: string, context = epics) => meaning(parseReference(text, context));

test.each([
  ['&1', 'acme/web&1'],
  ['&amp;1', 'acme/web&1'],
  ['12', 'acme/web&12'],
  ['other&2', 'other&2'],
  ['acme/a.b-c_d&2', 'acme/a.b-c_d&2'],
  ['acme/sub&amp;2', 'acme/sub&2'],
  ['https://plan.example:3000/groups/acme/web/-/epics/7', 'acme/web&7'],
  ['https://plan.example:3000/groups/a/-/epics/7/roadmap?x=1#note_3', 'a&7'],
  ['https://plan.example:3000/groups/a/-/epics/7?x', 'a&7'],
  ['&2147483647', 'acme/web&2147483647'],
])('TR-09.2 %s is the epic %s', (text, epic) => {
  expect(parsed(text)).toBe(epic);
});

test.each([
  ['#1', '#1'],
  ['shop#1', 'acme/web/shop#1'],
  ['acme/web/shop#3', 'acme/web/shop#3'],
  ['https://plan.example:3000/acme/shop/-/issues/9#note_1', 'acme/shop#9'],
  ['https://plan.example:3000/acme/shop/issues/9', 'acme/shop#9'],
  ['https://plan.example:3000/acme/shop/-/issues/incident/9', 'acme/shop#9'],
  ['https://plan.example:3000/acme/shop/-/work_items/9?iid_path=true', 'acme/shop#9'],
  ['https://plan.example:3000/acme/shop/-/work_items/9?show=1&iid_path=true#note_1', 'acme/shop#9'],
  ['5', '#5'],
])('TR-09.2 %s is the issue %s', (text, issue) => {
  expect(parsed(text, issues)).toBe(issue);
});

test('TR-09.2 inside a project, # and a bare number mean that project', () => {
  expect([parsed('#4', inProject), parsed('4', inProject)]).toEqual(['acme/web/shop#4', 'acme/web/shop#4']);
});

test.each([
  'word',
  '&',
  '#',
  '&0',
  '&-1',
  '&1x',
  '&2147483648',
  '99999999999999999999',
  '/&1',
  'a//b&1',
  '<b>&1',
  '&&1',
  'ftp://plan.example:3000/groups/a/-/epics/7',
  'https://elsewhere.example/groups/a/-/epics/7',
  'https://plan.example:3000/groups/a/-/boards/7',
  'https://plan.example:3000',
  'https://plan.example:3000/sub/groups/a/-/epics/7',
  // The number is the item's id, and would be taken for the iid of another one.
  'https://plan.example:3000/acme/shop/-/work_items/9',
  'https://plan.example:3000/acme/shop/-/work_items/9?iid_path=false#iid_path=true',
])('TR-09.2, TR-09.35 %s stays as an invalid token with its text', (text) => {
  expect(parseReference(text, epics)).toEqual({ ok: false, text });
});

test('TR-09.33 a word of more than 1,000 characters is no reference, whatever it looks like', () => {
  const [address, tail] = ['https://plan.example:3000/groups/a/-/epics/7?', 'x'.repeat(1000)];
  const longest = address + tail.slice(address.length);
  expect(parsed(longest)).toBe('a&7');
  for (const text of [`${longest}x`, `a${tail}&1`, `a${tail}#1`, '0'.repeat(1000) + '1']) {
    expect(parseReference(text, epics)).toEqual({ ok: false, text });
  }
});

test('TR-09.2 any text at all gives a token that keeps it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(parseReference(text, issues).text).toBe(text);
    }),
  );
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 2 ** 31 - 1 }),
      fc.constantFrom('epic' as const, 'issue' as const),
      (iid, kind) => {
        const full = fullReference(kind, 'a/b', iid);
        expect(parsed(full)).toBe(full);
      },
    ),
  );
});

test('TR-07.3 short at home, full elsewhere', () => {
  expect(relativeReference('epic', 'acme/web', 12, 'acme/web')).toBe('&12');
  expect(relativeReference('epic', 'acme/web', '12', 'acme')).toBe('acme/web&12');
  expect(relativeReference('issue', 'acme/shop', 7, 'acme/web')).toBe('acme/shop#7');
  expect([pathIdSeparator('epic'), pathIdSeparator('issue')]).toEqual(['&', '#']);
});

test.each([
  ['&1 &2 ', 6, ['&1', '&2'], ''],
  ['&1 &2', 5, ['&1'], '&2'],
  ['&1 &2', 0, ['&2'], '&1'],
  ['&1 &2', 2, ['&2'], '&1'],
  ['&1   &2', 4, ['&1', '&2'], ''],
  ['\n&1\t&2\u00a0&3', 6, ['&1', '&3'], '&2'],
  ['   ', 1, [], ''],
  ['', 0, [], ''],
])('TR-09.1 %j with the caret at %i', (input, caret, words, touched) => {
  expect(splitReferenceInput(input, caret)).toEqual({ words, touched });
});

test('TR-09.1 no word is lost, and at most one is kept back', () => {
  const inputs = fc.string({ unit: fc.constantFrom('&', '1', ' ', '\t', 'é', '😀') });
  fc.assert(
    fc.property(inputs, fc.nat({ max: 12 }), (input, caret) => {
      const { words, touched } = splitReferenceInput(input, caret);
      const all = touched === '' ? words : [...words, touched];
      expect([...all].sort()).toEqual([...referenceWords([input])].sort());
    }),
  );
});

test('TR-09.3 what is pending already is ignored, however it is written', () => {
  const pending = addPendingReferences([], ['&1', 'acme/web&1', '1', '&amp;1', 'junk', 'junk', '#1', '&2'], epics);
  expect(pending.map(({ text }) => text)).toEqual(['&1', 'junk', '#1', '&2']);
  expect(addPendingReferences(pending, ['&2', 'junk'], epics)).toBe(pending);
  expect(addPendingReferences(pending, ['&3'], epics)).toHaveLength(5);
});

test('RL-02.2 a reference keeps title and state of what was offered, however either is written', () => {
  const offered = [
    { reference: '&7', title: 'Seven', state: 'closed' as const },
    { reference: 'acme&1', title: 'One', state: 'opened' as const },
  ];
  const words = ['acme/web&7', 'acme&1', '&1', 'nonsense'];
  const items = addPendingReferences([], words, epics, offered).map((token) => (token.ok ? token.item : null));
  expect(items).toEqual([{ title: 'Seven', state: 'closed' }, { title: 'One', state: 'opened' }, undefined, null]);
  expect(addPendingReferences([], ['&7'], epics)).toEqual([parseReference('&7', epics)]);
});

test.each([
  ['group/project#7', 'group/project', '#7'],
  ['a/b&12', 'a/b', '&12'],
  ['#7', '', '#7'],
  ['g/p!3', 'g/p', '!3'],
  ['text', '', 'text'],
])('RL-03.1 the reference %s is a path and a number', (reference, path, id) => {
  expect(splitReference(reference)).toEqual({ path, id });
});
