import fc from 'fast-check';
import {
  activeTab,
  indentSteps,
  inputType,
  firstFor,
  mayAddOwn,
  progressPercent,
  queryInTab,
  queryWithTab,
  removesToken,
  segmentValue,
  stacked,
  withoutChosen,
} from './rules.ts';

const TABS = [{ key: 'a' }, { key: 'b', disabled: true }, { key: 'c' }];

describe('RL-07 tabs and segments', () => {
  test('RL-07.1 the first tab takes `tab` out of the query, another one puts itself in; the rest stays', () => {
    const [c, search, x] = [
      ['tab', 'c'] as [string, string],
      ['search', 'x'] as [string, string],
      ['x', ''] as [string, string],
    ];
    expect(queryWithTab([c, search], TABS, 'a')).toEqual([search]);
    expect(queryWithTab([search], TABS, 'c')).toEqual([search, c]);
    expect(queryWithTab([search, c, x, c], TABS, 'b')).toEqual([search, ['tab', 'b'], x]);
  });

  test('RL-07.2 a disabled tab is never active', () => {
    expect(activeTab(TABS, 'b')).toBe('a');
    expect(activeTab([{ key: 'a', disabled: true }, { key: 'b' }], 'a')).toBe('b');
  });

  test('RL-07.3 without the tab that is asked for the first enabled one is active', () => {
    expect(activeTab(TABS, 'gone')).toBe('a');
    expect(activeTab(TABS, null)).toBe('a');
    expect(activeTab(TABS, 'c')).toBe('c');
    expect(activeTab([{ key: 'a', disabled: true }], 'a')).toBeUndefined();
  });

  test('RL-07.4 a segmented control falls back to the value before, then to the first enabled option', () => {
    expect(segmentValue(TABS, 'c', 'a')).toBe('c');
    expect(segmentValue(TABS, 'b', 'c')).toBe('c');
    expect(segmentValue(TABS, 'gone', 'b')).toBe('a');
    expect(segmentValue(TABS, null, null)).toBe('a');
    expect(segmentValue([{ key: 'b', disabled: true }], 'b', null)).toBeUndefined();
  });

  test('RL-07.6 another view of the roadmap stays in the tab that the address names', () => {
    const [tab, sort] = [['tab', 'roadmap'] as [string, string], ['sort', 'title_asc'] as [string, string]];
    expect(queryInTab([['layout', 'WEEKS']], [tab, sort])).toEqual([['layout', 'WEEKS'], tab]);
    expect(queryInTab([sort], [])).toEqual([sort]);
  });
});

describe('RL-09 tokens', () => {
  test('RL-09.1 what is chosen is not offered', () => {
    expect(withoutChosen([{ key: 'x' }, { key: 'y' }], [{ key: 'x' }])).toEqual([{ key: 'y' }]);
  });

  test('RL-09.2 an own token needs the permission, a text, and a list that offers nothing', () => {
    expect(mayAddOwn('new', true, [])).toBe(true);
    expect(mayAddOwn('new', false, [])).toBe(false);
    expect(mayAddOwn('new', true, ['newest'])).toBe(false);
    expect(mayAddOwn('  ', true, [])).toBe(false);
  });

  test('RL-12.80 Enter takes what is called like the text, else the first in which it stands, and nothing that was offered for another text', () => {
    const options = [
      { title: 'debug', name: '&1' },
      { title: 'Bug', name: '&12' },
      { title: 'paint', name: undefined },
    ];
    const taken = (typed: string) => firstFor(options, ({ title, name }) => [title, name], typed)?.title;
    expect(['bug', ' BU ', '12', 'pai', 'tiles', ' '].map(taken)).toEqual([
      'Bug',
      'debug',
      'Bug',
      'paint',
      undefined,
      undefined,
    ]);
  });

  test('RL-09.3 Backspace and Delete take a token away, in the text behind it Backspace alone', () => {
    expect(['Backspace', 'Delete', 'x'].map((key) => removesToken(key, false))).toEqual([true, true, false]);
    expect(['Backspace', 'Delete', 'x'].map((key) => removesToken(key, true))).toEqual([true, false, false]);
  });
});

describe('BD-12 small controls', () => {
  test('BD-12.1 input types outside of the list fall back to text', () => {
    expect(['date', 'datetime-local', 'week', 'color'].map(inputType)).toEqual([
      'date',
      'datetime-local',
      'week',
      'color',
    ]);
    expect(['file', 'TEXT', '', 'constructor'].map(inputType)).toEqual(['text', 'text', 'text', 'text']);
  });

  test('BD-12.2 a bar is full at its maximum, at 100 without one', () => {
    expect([progressPercent(30), progressPercent(1, 4), progressPercent(9, 4), progressPercent(-1)]).toEqual([
      30, 25, 100, 0,
    ]);
    expect([progressPercent(30, 0), progressPercent(30, Number.NaN), progressPercent(Number.NaN)]).toEqual([30, 30, 0]);
  });

  test('BD-12.3 a stack shows so many people, and counts the rest where it is more than one', () => {
    expect(stacked(['a', 'b', 'c'], 2)).toEqual({ shown: ['a', 'b', 'c'], more: 0 });
    expect(stacked(['a', 'b', 'c', 'd'], 2)).toEqual({ shown: ['a', 'b'], more: 2 });
    fc.assert(
      fc.property(fc.array(fc.integer()), fc.integer({ min: 0, max: 12 }), (people, places) => {
        const { shown, more } = stacked(people, places);
        return shown.length + more === people.length && more !== 1;
      }),
    );
  });

  test('BD-11.7 options are indented by one to six steps', () => {
    expect([undefined, 0, 1, 2.5, 6, 7, Number.NaN, -1].map(indentSteps)).toEqual([0, 0, 1, 2, 6, 6, 0, 0]);
  });
});
