import { COMPLETION_MAX, completionSearch, openCompletions } from './completion.ts';

test.each([
  ['&12', 'epic', '12'],
  ['&', 'epic', ''],
  ['&node', 'epic', 'node'],
  ['node', 'epic', 'node'],
  ['12', 'epic', '12'],
  ['#12', 'issue', '12'],
  ['größe', 'issue', 'größe'],
  ['', 'epic', null],
  ['#12', 'epic', null],
  ['&12', 'issue', null],
  ['&amp;12', 'epic', null],
  ['acme&12', 'epic', null],
  ['acme/web', 'epic', null],
  ['https://a.example/groups/a/-/epics/1', 'epic', null],
  ['priority::high', 'issue', null],
] as const)('TR-09.23 the word "%s" in a form for an %s looks for %j', (word, kind, search) => {
  expect(completionSearch(word, kind)).toBe(search);
});

test('TR-09.23 a word of more than 20 characters is not looked for; the sign does not count', () => {
  const longest = 'x'.repeat(COMPLETION_MAX);
  expect(COMPLETION_MAX).toBe(20);
  expect([completionSearch(`&${longest}`, 'epic'), completionSearch(`${longest}x`, 'epic')]).toEqual([longest, null]);
});

test('TR-09.24 what is pending or a child is not offered, however it is written', () => {
  const found = ['&1', '&2', 'acme/web&3', 'acme/web&4'].map((reference) => ({
    reference,
    title: reference,
    state: 'opened' as const,
  }));
  const taken = ['acme&1', 'https://a.example/groups/acme/web/-/epics/3', 'nonsense'];
  expect(openCompletions(found, taken, { kind: 'epic', groupPath: 'acme' }).map(({ title }) => title)).toEqual([
    '&2',
    'acme/web&4',
  ]);
});
