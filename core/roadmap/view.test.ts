import fc from 'fast-check';
import type { RoadmapView } from './rules.ts';
import {
  DEFAULT_VIEW,
  epicsScope,
  MILESTONES_CHOICES,
  presetOf,
  PRESET_LABELS,
  PROGRESS_CHOICES,
  RANGE_CHOICES,
  milestonesScope,
  roadmapDefaults,
  ROADMAP_SORTS,
  roadmapViewFromUrl,
  roadmapViewToUrl,
  STATE_CHOICES,
  withRange,
} from './rules.ts';
import { sameData } from '../entities/index.ts';
import { withToken, NO_FILTERS } from '../filter/rules.ts';
import { anyText } from '../testing/any-text.ts';

const read = (query: string): RoadmapView => roadmapViewFromUrl(new URLSearchParams(query));
const write = (view: RoadmapView): string => decodeURIComponent(String(new URLSearchParams(roadmapViewToUrl(view))));

test('RM-02.7 without parameters it is the default view', () => {
  expect(read('')).toEqual(DEFAULT_VIEW);
  expect(read('scope=all&utf8=x&page=3&prev=a&next=b')).toEqual(DEFAULT_VIEW);
});

test('RM-01.3 what the address leaves out is as the page says, each attribute for itself', () => {
  const data = {
    timeframeRangeType: 'three_years',
    presetType: 'MONTHS',
    epicsState: 'closed',
    sortedBy: 'end_date_asc',
  };
  const from = (query: string) => roadmapViewFromUrl(new URLSearchParams(query), roadmapDefaults(data));
  expect(from('')).toEqual({
    ...DEFAULT_VIEW,
    range: 'THREE_YEARS',
    preset: 'MONTHS',
    state: 'closed',
    sort: 'end_date_asc',
  });
  expect(from('state=opened&layout=WEEKS')).toMatchObject({ state: 'opened', range: 'THREE_YEARS', preset: 'WEEKS' });
  expect(from('timeframe_range_type=THREE_YEARS').preset).toBe('QUARTERS');
  expect(from('sort=upside_down').sort).toBe('start_date_asc');
  const garbled = { timeframeRangeType: '<b>', presetType: 'x'.repeat(100_000), epicsState: '', sortedBy: 'null' };
  expect(roadmapDefaults(garbled)).toEqual(DEFAULT_VIEW);
  expect(roadmapDefaults({ timeframeRangeType: 'CURRENT_YEAR', presetType: 'QUARTERS' }).preset).toBe('MONTHS');
});

const garbage = fc.oneof(anyText(), fc.constantFrom('<b>x</b>', 'x'.repeat(100_000), 'NULL', '__proto__'));
const PARAMS = ['state', 'sort', 'layout', 'timeframe_range_type', 'progress', 'milestones_type', 'show_progress'];
const GOOD =
  'state=closed&sort=end_date_desc&layout=MONTHS&timeframe_range_type=THREE_YEARS&author_username=ada&progress=COUNT' +
  '&show_progress=false&show_milestones=false&milestones_type=PROJECT';

test('RM-02.8 garbage in one parameter is that parameter’s default and disturbs no other', () => {
  fc.assert(
    fc.property(fc.constantFrom(...PARAMS), garbage, (name, value) => {
      const params = new URLSearchParams(GOOD);
      const without = new URLSearchParams(GOOD);
      without.delete(name);
      params.set(name, `${value}?`);
      expect(roadmapViewFromUrl(params)).toEqual(roadmapViewFromUrl(without));
    }),
  );
  expect(
    read('STATE=closed&state=CLOSED&sort=End_Date_Desc&timeframe_range_type=three_years&layout=months'),
  ).toMatchObject({
    state: 'closed',
    sort: 'end_date_desc',
    range: 'THREE_YEARS',
    preset: 'MONTHS',
  });
});

test('RM-02.9 the preset is one that the range offers', () => {
  expect(read('layout=QUARTERS&timeframe_range_type=CURRENT_YEAR').preset).toBe('MONTHS');
  expect(read('timeframe_range_type=CURRENT_YEAR&layout=WEEKS').preset).toBe('WEEKS');
  expect(read('layout=MONTHS')).toMatchObject({ range: 'CURRENT_QUARTER', preset: 'WEEKS' });
});

const views: fc.Arbitrary<RoadmapView> = fc
  .record({
    state: fc.constantFrom(...STATE_CHOICES.map(({ value }) => value)),
    sort: fc.constantFrom(...ROADMAP_SORTS.map(({ value }) => value)),
    range: fc.constantFrom(...RANGE_CHOICES.map(({ value }) => value)),
    preset: fc.constantFrom('QUARTERS' as const, 'MONTHS' as const, 'WEEKS' as const),
    filters: fc
      .array(fc.string({ minLength: 1, maxLength: 9 }).filter((text) => text.trim() === text && !text.includes('\0')))
      .map((labels) =>
        labels.reduce((all, value) => withToken(all, { key: 'label', operator: '=', value }), NO_FILTERS),
      ),
    progressBy: fc.constantFrom(...PROGRESS_CHOICES.map(({ value }) => value)),
    showProgress: fc.boolean(),
    showMilestones: fc.boolean(),
    milestonesType: fc.constantFrom(...MILESTONES_CHOICES.map(({ value }) => value)),
  })
  .map((view) => ({ ...view, preset: presetOf(view.range, view.preset) }));

test('RM-02.10 the address has the whole view, and reading it gives the same view', () => {
  expect(write(read(GOOD))).toBe(GOOD);
  fc.assert(
    fc.property(views, (view) => {
      expect(read(new URLSearchParams(roadmapViewToUrl(view)).toString())).toEqual(view);
    }),
  );
});

test('RM-04.1 RM-22.1 an unknown order or range is the first of its kind', () => {
  expect(ROADMAP_SORTS.map(({ value }) => value)).toEqual([
    'start_date_asc',
    'start_date_desc',
    'end_date_asc',
    'end_date_desc',
  ]);
  expect(read('sort=title_asc&timeframe_range_type=DECADE')).toMatchObject({
    sort: 'start_date_asc',
    range: 'CURRENT_QUARTER',
  });
});

test('RM-05.4 RM-23.1 RM-23.2 RM-23.3 the words of the settings', () => {
  expect(RANGE_CHOICES.map(({ label }) => label)).toEqual(['This quarter', 'This year', 'Within 3 years']);
  expect(Object.values(PRESET_LABELS)).toEqual(['By quarter', 'By month', 'By week']);
  expect(STATE_CHOICES.map(({ label }) => label)).toEqual(['Show all epics', 'Show open epics', 'Show closed epics']);
  expect(MILESTONES_CHOICES.map(({ value }) => value)).toEqual(['ALL', 'GROUP', 'SUBGROUP', 'PROJECT']);
  expect(PROGRESS_CHOICES.map(({ value }) => value)).toEqual(['WEIGHT', 'COUNT']);
});

const months: RoadmapView = { ...DEFAULT_VIEW, range: 'CURRENT_YEAR', preset: 'MONTHS' };
const labelled = withToken(NO_FILTERS, { key: 'label', operator: '=', value: 'a' });

test.each([
  ['1', withRange(months, 'THREE_YEARS'), true, true],
  ['2', { ...months, preset: 'WEEKS' as const }, true, false],
  ['2', { ...months, sort: 'end_date_asc' as const }, true, false],
  ['2', { ...months, state: 'closed' as const }, true, false],
  ['3', { ...months, filters: labelled }, true, true],
  ['4', { ...months, showProgress: false, showMilestones: false, progressBy: 'COUNT' as const }, false, false],
  ['4', { ...months, milestonesType: 'GROUP' as const }, false, false],
  [
    'RM-13.4',
    { ...months, filters: { tokens: [{ key: 'author', operator: '=', value: '' }], search: ' ' } },
    false,
    false,
  ],
] as const)('RM-13.1 RM-13.2 RM-13.3 RM-13.4 (%s) what is read again after a change', (_, after, epics, milestones) => {
  const ofEpics = (view: RoadmapView) => ({ ...epicsScope(view), preset: view.preset });
  const isOther = (of: (view: RoadmapView) => object) => !sameData(of(months), of(after as RoadmapView));
  expect([isOther(ofEpics), isOther(milestonesScope)]).toEqual([epics, milestones]);
});

test('RM-05.3 another range keeps the preset where it offers it', () => {
  expect(withRange(months, 'THREE_YEARS').preset).toBe('MONTHS');
  expect(withRange({ ...months, preset: 'WEEKS' }, 'CURRENT_QUARTER').preset).toBe('WEEKS');
  expect(withRange(months, 'CURRENT_QUARTER').preset).toBe('WEEKS');
});
