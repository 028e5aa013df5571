import type { RoadmapView } from './rules.ts';
import { roadmapConfig } from './config.ts';
import { roadmapViewFromUrl, roadmapViewToUrl, timeframeOf } from './rules.ts';
import { childrenVariables, epicsVariables, milestonesVariables, undatedVariables } from './wire.ts';

/** Every parameter of the address with a value that it takes. */
const GOOD: readonly (readonly [name: string, value: string])[] = [
  ['state', 'closed'],
  ['sort', 'end_date_desc'],
  ['layout', 'MONTHS'],
  ['timeframe_range_type', 'THREE_YEARS'],
  ['author_username', 'ada'],
  ['not[author_username]', 'bob'],
  ['label_name[]', 'a'],
  ['label_name[]', 'b'],
  ['not[label_name][]', 'c'],
  ['milestone_title', 'v1.30'],
  ['confidential', 'true'],
  ['epic_iid', '12'],
  ['my_reaction_emoji', 'thumbsup'],
  ['not[my_reaction_emoji]', 'tada'],
  ['in', 'TITLE'],
  ['search', 'two words'],
  ['progress', 'COUNT'],
  ['show_progress', 'false'],
  ['show_milestones', 'false'],
  ['milestones_type', 'PROJECT'],
];
const NAMES = [...new Set(GOOD.map(([name]) => name))];

const BAD = {
  HTML: '<img src=x onerror=alert(1)>',
  '100,000 characters': 'x'.repeat(100_000),
  'a NUL': 'a\0b',
  nothing: '',
  spaces: '   ',
  'a key of every object': '__proto__',
  'a number beyond any': '9'.repeat(400),
  'a negative number': '-1',
  'a day beyond the calendar': '999999-99-99',
  'a list': '["a"]',
  'half a surrogate pair': '\ud800',
} as const;

const SETTINGS = ['state', 'sort', 'layout', 'timeframe_range_type', 'progress', 'milestones_type'];
const FREE = ['author_username', 'label_name[]', 'milestone_title', 'my_reaction_emoji', 'search'];

const settingsOf = ({ filters: _, ...settings }: RoadmapView) => settings;
const tokensOf = ({ filters }: RoadmapView, without: string) => {
  const own = roadmapViewFromUrl(GOOD.filter(([name]) => name === without)).filters.tokens.map(({ key }) => key);
  return filters.tokens.filter(({ key }) => !own.includes(key));
};

describe.each(NAMES)('%s', (name) => {
  const without = roadmapViewFromUrl(GOOD.filter(([other]) => other !== name));
  const withValue = (value: string) =>
    roadmapViewFromUrl([...GOOD.filter(([other]) => other !== name), [name, value] as const]);

  test.each(Object.entries(BAD))('RM-02.8 RM-02.6 with %s the rest of the view stands', (_, value) => {
    const view = withValue(value);
    const isSetting = SETTINGS.includes(name) || name.startsWith('show_');
    expect(tokensOf(view, name)).toEqual(tokensOf(without, name));
    expect(settingsOf(view)).toEqual(settingsOf(without));
    if (isSetting) expect(view.filters).toEqual(without.filters);
    // What is kept survives a visit to the address.
    expect(roadmapViewFromUrl(roadmapViewToUrl(view))).toEqual(view);
  });

  test('RM-02.3 repeated, the last one counts, or each once', () => {
    const once = GOOD.filter(([other]) => other === name);
    const bad = BAD['a key of every object'];
    expect(roadmapViewFromUrl([...once, ...once])).toEqual(roadmapViewFromUrl(once));
    if (SETTINGS.includes(name)) {
      expect(roadmapViewFromUrl([[name, bad], ...once])).toEqual(roadmapViewFromUrl(once));
      expect(roadmapViewFromUrl([...once, [name, bad]])).toEqual(roadmapViewFromUrl([]));
    }
  });
});

test('RM-02.8 the wrong case of a name is another parameter, of a value the same one', () => {
  const upper = roadmapViewFromUrl(GOOD.map(([name, value]) => [name.toUpperCase(), value] as const));
  expect(upper).toEqual(roadmapViewFromUrl([]));
  const view = roadmapViewFromUrl([
    ['state', 'CLOSED'],
    ['layout', 'months'],
    ['timeframe_range_type', 'Current_Year'],
    ['confidential', 'TRUE'],
    ['show_progress', 'FALSE'],
    ['in', 'description'],
  ]);
  expect(view).toMatchObject({ state: 'closed', range: 'CURRENT_YEAR', preset: 'MONTHS', showProgress: false });
  expect(view.filters.tokens.map(({ value }) => value)).toEqual(['true', 'DESCRIPTION']);
});

test('RM-02.3 contradictions are settled: the last author, and no author that is also excluded', () => {
  const tokens = (...params: [string, string][]) =>
    roadmapViewFromUrl(params).filters.tokens.map(({ operator, value }) => operator + value);
  expect(tokens(['author_username', 'ada'], ['not[author_username]', 'ada'])).toEqual(['!=ada']);
  expect(tokens(['not[author_username]', 'ada'], ['author_username', 'ada'])).toEqual(['=ada']);
  expect(tokens(['confidential', 'true'], ['confidential', 'no'])).toEqual(['=false']);
  expect(tokens(['confidential', 'true'], ['confidential', 'maybe'])).toEqual(['=true']);
  expect(tokens(['label_name[]', 'a'], ['not[label_name][]', 'a'])).toEqual(['=a', '!=a']);
});

test.each(FREE.flatMap((name) => Object.entries(BAD).map(([what, value]) => [name, what, value] as const)))(
  'RM-21.1 %s with %s asks nothing that is no variable of the query',
  (name, _, value) => {
    const view = roadmapViewFromUrl([[name, value]]);
    const config = roadmapConfig({}, 'acme', { user: null, features: {}, settings: {} });
    const asking = { config, view, timeframe: timeframeOf(view.range, view.preset, '2026-11-21') };
    for (const variables of [
      epicsVariables(asking, null),
      childrenVariables(asking, { fullPath: 'acme', iid: '1' }, null),
      undatedVariables(asking, null),
      milestonesVariables(asking, null),
    ]) {
      const text = JSON.stringify(variables);
      expect(text.length).toBeLessThan(1000);
      expect(text).not.toContain('\\u0000');
      expect(Object.values(variables)).not.toContain('');
    }
  },
);
