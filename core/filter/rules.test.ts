import fc from 'fast-check';
import { anyText } from '../testing/any-text.ts';
import type { FilterKey, Filters } from './rules.ts';
import {
  DEFAULT_EMOJIS,
  EMOJI_NAMES,
  emojiTitle,
  FILTER_KINDS,
  filtersFromUrl,
  filtersToUrl,
  filterValue,
  filterVariables,
  isFiltered,
  NO_FILTERS,
  offeredKinds,
  operatorsOf,
  searchEmojis,
  searchText,
  withoutToken,
  withToken,
} from './rules.ts';

const read = (query: string): Filters => filtersFromUrl(new URLSearchParams(query));
const write = (filters: Filters): string => decodeURIComponent(String(new URLSearchParams(filtersToUrl(filters))));
const token = (key: FilterKey, value: string, operator: '=' | '!=' = '=') => ({ key, operator, value });

const FULL =
  'author_username=ada&not[author_username]=bob&label_name[]=a&label_name[]=b&not[label_name][]=c&milestone_title=v1.30&confidential=true' +
  '&epic_iid=12&my_reaction_emoji=thumbsup&in=TITLE&search=two words';

test('RM-03.1 labels repeat, every other token replaces the one before with its operator', () => {
  let filters = withToken(NO_FILTERS, token('label', 'a'));
  filters = withToken(filters, token('label', 'b', '!='));
  filters = withToken(filters, token('label', 'a'));
  filters = withToken(filters, token('author', 'ada'));
  filters = withToken(filters, token('author', 'bob', '!='));
  filters = withToken(filters, token('author', 'eve'));
  const [bob, eve] = [token('author', 'bob', '!='), token('author', 'eve')];
  expect(filters.tokens).toEqual([token('label', 'a'), token('label', 'b', '!='), bob, eve]);
  expect(withoutToken(filters, 1).tokens).toEqual([token('label', 'a'), bob, eve]);
});

test('RM-02.2 RM-03.1 an author who is meant and one who is not stand beside each other, in one order', () => {
  const address = 'not[author_username]=bob&author_username=ada&author_username=eve';
  const filters = filtersFromUrl(new URLSearchParams(address));
  expect(filters.tokens).toEqual([token('author', 'eve'), token('author', 'bob', '!=')]);
  expect(filterVariables(filters)).toEqual({ authorUsername: 'eve', not: { authorUsername: 'bob' } });
});

test('RM-03.2 only author, label and reaction can be negated', () => {
  const negatable = FILTER_KINDS.filter(({ key }) => operatorsOf(key).includes('!=')).map(({ key }) => key);
  expect(negatable).toEqual(['author', 'label', 'reaction']);
  expect(withToken(NO_FILTERS, token('milestone', 'v1', '!=')).tokens).toEqual([token('milestone', 'v1')]);
});

test('RM-03.3 RM-03.4 words are joined; what filters nothing does not count', () => {
  expect(searchText([' two ', '', 'words'])).toBe('two words');
  expect(searchText(['two \t  words', ' and\u00a0 more'])).toBe('two words and more');
  expect(isFiltered(NO_FILTERS)).toBe(false);
  expect(isFiltered({ tokens: [token('author', ''), token('in', 'TITLE')], search: '  ' })).toBe(false);
  expect(isFiltered({ tokens: [token('author', 'ada')], search: '' })).toBe(true);
  expect(filtersToUrl({ tokens: [token('author', ' ')], search: ' ' })).toEqual([]);
  expect(filterVariables({ tokens: [token('author', ' ')], search: ' ' })).toEqual({});
});

test('RM-03.5 a visitor is not offered the reaction', () => {
  expect(offeredKinds(true)).toHaveLength(7);
  expect(offeredKinds(false).map(({ key }) => key)).not.toContain('reaction');
});

test('RM-02.1 every parameter is read, and written in its place', () => {
  const filters = read(FULL.replace('not[author_username]=bob&', ''));
  expect(filters.tokens).toEqual([
    token('author', 'ada'),
    token('label', 'a'),
    token('label', 'b'),
    token('label', 'c', '!='),
    token('milestone', 'v1.30'),
    token('confidential', 'true'),
    token('epic', '12'),
    token('reaction', 'thumbsup'),
    token('in', 'TITLE'),
  ]);
  expect(write(filters)).toBe(FULL.replace('not[author_username]=bob&', '').replace('two words', 'two+words'));
  expect(write(read('not[my_reaction_emoji]=x&not[author_username]=bob'))).toBe(
    'not[author_username]=bob&not[my_reaction_emoji]=x',
  );
});

const names = fc.constantFrom(
  ...FILTER_KINDS.flatMap(({ param, notParam }) => [param, notParam ?? param]),
  'search',
  'sort',
  'Author_Username',
);
const values = fc.oneof(
  anyText(),
  fc.constantFrom('', 'true', 'YES', 'no', '12', 'group::&12', '0', '-1', 'title', 'None', '<script>', 'x'.repeat(300)),
);
const addresses = fc.array(fc.tuple(names, values), { maxLength: 12 });

test('RM-02.2 any address is read without a fault; written and read again it is the same', () => {
  fc.assert(
    fc.property(addresses, (params) => {
      const filters = filtersFromUrl(params);
      const written = filtersToUrl(filters);
      expect(filtersFromUrl(written)).toEqual(filters);
      expect(filtersToUrl(filtersFromUrl(written))).toEqual(written);
    }),
  );
});

test('RM-02.3 the last of a single-valued parameter counts, a label once', () => {
  expect(write(read('author_username=ada&label_name[]=a&author_username=bob&label_name[]=a'))).toBe(
    'author_username=bob&label_name[]=a',
  );
  expect(write(read('author_username=ada&not[author_username]=ada'))).toBe('not[author_username]=ada');
});

test.each([
  ['12', '12'],
  ['group::&12', '12'],
  ['a/b::&c::&7', '7'],
  ['group::&', null],
  ['group&12', null],
  ['0', null],
  ['12abc', null],
  ['99999999999', null],
])('RM-02.4 the epic %j is number %j', (given, iid) => {
  expect(filterValue('epic', given)).toBe(iid);
});

test('RL-08.2 an emoji is kept by its name, without the colons around it', () => {
  expect([':tada:', 'tada', '::', 'Any'].map((given) => filterValue('reaction', given))).toEqual([
    'tada',
    'tada',
    null,
    'Any',
  ]);
});

test('RM-02.5 confidential is true or false', () => {
  expect(['true', 'YES', 'false', 'No', '1', 'maybe'].map((given) => filterValue('confidential', given))).toEqual([
    'true',
    'true',
    'false',
    'false',
    null,
    null,
  ]);
});

test('RM-02.6 what cannot name anything is dropped, the rest stays', () => {
  const filters = read(
    `author_username=${'x'.repeat(100_000)}&label_name[]=a%00b&label_name[]=a&search=${'y'.repeat(100_000)}&in=body&foo=1`,
  );
  expect(filters).toEqual({ tokens: [token('label', 'a')], search: '' });
});

test('RM-21.1 RM-03.6 the variables of the query', () => {
  expect(filterVariables(read(FULL))).toEqual({
    authorUsername: 'ada',
    labelName: ['a', 'b'],
    milestoneTitle: 'v1.30',
    confidential: true,
    iid: '12',
    myReactionEmoji: 'thumbsup',
    in: ['TITLE'],
    search: 'two words',
    not: { authorUsername: 'bob', labelName: ['c'] },
  });
  expect(filterVariables(read('in=title&confidential=false'))).toEqual({ confidential: false });
  expect(filterVariables(NO_FILTERS)).toEqual({});
});

test('RL-08.2 names that begin with the text come first; colons and case do not count', () => {
  expect(searchEmojis(['ok_hand', 'hand_splayed', 'handshake', 'x'], ':HAND')).toEqual([
    'hand_splayed',
    'handshake',
    'ok_hand',
  ]);
  expect(searchEmojis(['ok_hand'], 'ok hand')).toEqual(['ok_hand']);
  expect(searchEmojis(EMOJI_NAMES, '')).toEqual(EMOJI_NAMES);
});

test('RL-08.1 every name of the table has a look of its own kind, and the default list is in it', () => {
  expect(EMOJI_NAMES.length).toBeGreaterThan(300);
  for (const name of EMOJI_NAMES) expect(emojiTitle(name)).toMatch(/^[^\x20-\x7e].* [a-z0-9_]+$/u);
  for (const name of DEFAULT_EMOJIS) expect(EMOJI_NAMES).toContain(name);
  expect([emojiTitle('None'), emojiTitle('party_parrot')]).toEqual(['None', 'party_parrot']);
});
