import type { WorkItem } from '../work-item/entity.ts';
import {
  ancestorHint,
  ancestorLine,
  colorTitle,
  colorToSave,
  dateEntry,
  humanReadableEndDate,
  humanReadableTimestamp,
  isSmallScreen,
  sidebarWidgets,
  startsCollapsed,
  SUGGESTED_COLORS,
} from './rules.ts';
import { datesOfChildren, dateWarning, EPIC_TEXTS, followedDate } from '../epic/rules.ts';
import { tableOf } from '../table/index.ts';
import { changedDate } from '../work-item/dates.ts';
import { label } from './testing/answers.ts';
import {
  changedLabels,
  labelsMatching,
  labelsToSave,
  NO_LABEL_CHANGE,
  participantsShown,
  participantsTitle,
  parseColor,
  withTick,
} from '../work-item/rules.ts';
import { SIDEBAR_ERRORS } from './rules/entries.ts';

const DATE = { date: '2026-03-01', isFixed: false, fixed: '2026-05-05', inherited: '2026-03-01' };

test('EP-07.30 EP-07.31 the kind decides which date counts, and both are kept', () => {
  const fixed = changedDate(DATE, { isFixed: true });
  expect(fixed).toEqual({ date: '2026-05-05', isFixed: true, fixed: '2026-05-05', inherited: '2026-03-01' });
  expect(changedDate(fixed, { isFixed: false })).toEqual(DATE);
  expect(changedDate(DATE, { isFixed: true, fixed: null })).toEqual({
    ...DATE,
    isFixed: true,
    fixed: null,
    date: null,
  });
});

test.each([
  ['2026-03-01', { ok: true, day: '2026-03-01' }],
  [' 2028-02-29 ', { ok: true, day: '2028-02-29' }],
  ['', { ok: true, day: null }],
  ['2026-02-29', { ok: false, error: SIDEBAR_ERRORS.invalidDate }],
  ['2026-3-1', { ok: false, error: SIDEBAR_ERRORS.invalidDate }],
  ['tomorrow', { ok: false, error: SIDEBAR_ERRORS.invalidDate }],
])('EP-07.33 %j is %j', (text, entry) => {
  expect(dateEntry(text)).toEqual(entry);
});

test('EP-07.34 a start after the due date is odd, of both; equal days and missing ones are not', () => {
  expect(dateWarning('start', '2026-03-02', '2026-03-01')).toBe(EPIC_TEXTS.startAfterDue);
  expect(dateWarning('due', '2026-03-02', '2026-03-01')).toBe(EPIC_TEXTS.dueBeforeStart);
  expect(dateWarning('start', '2026-03-01', '2026-03-01')).toBeNull();
  expect(dateWarning('start', null, '2026-03-01')).toBeNull();
  expect(dateWarning('due', '2026-03-01', null)).toBeNull();
});

test('EP-07.35 children give dates by their own and by their milestones', () => {
  const milestone = { id: 'gid://gitlab/Milestone/1', title: '1.0', startDate: '2026-01-01', dueDate: '2026-02-01' };
  const item = (change: object) => ({ startDate: null, dueDate: null, milestone: null, ...change }) as WorkItem;
  const children = [
    item({ id: 'gid://gitlab/Epic/2', type: 'epic', startDate: '2026-01-05', dueDate: '2026-06-01' }),
    item({ id: 'gid://gitlab/Issue/3', type: 'issue', dueDate: '2030-01-01', milestone: milestone.id }),
  ];
  const dates = datesOfChildren(children, tableOf([[milestone.id, milestone]]));
  expect(dates.start).toEqual({ date: '2026-01-01', source: { kind: 'milestone', id: milestone.id } });
  expect(dates.due).toEqual({ date: '2026-06-01', source: { kind: 'epic', id: 'gid://gitlab/Epic/2' } });
});

test.each([
  ['nothing changed', 'start', '2026-03-01', '2026-03-05', '2026-03-05', '2026-03-01'],
  ['an earlier child came', 'start', '2026-03-05', '2026-03-05', '2026-03-02', '2026-03-02'],
  ['the earliest left', 'start', '2026-03-05', '2026-03-05', '2026-03-09', '2026-03-09'],
  ['the last one left', 'start', '2026-03-05', '2026-03-05', null, null],
  ['the first one came', 'start', null, null, '2026-03-05', '2026-03-05'],
  ['one that may not be seen is earlier', 'start', '2026-03-01', '2026-03-05', '2026-03-09', '2026-03-01'],
  ['one that may not be seen, and now an earlier one', 'start', '2026-03-01', '2026-03-05', '2026-02-01', '2026-02-01'],
  ['the server knew less', 'start', '2026-03-09', '2026-03-05', '2026-03-07', '2026-03-07'],
  ['a later child came', 'due', '2026-03-05', '2026-03-05', '2026-03-08', '2026-03-08'],
  ['one that may not be seen is later', 'due', '2026-04-01', '2026-03-05', '2026-03-08', '2026-04-01'],
  ['only one that may not be seen is left', 'due', '2026-04-01', '2026-03-05', null, '2026-04-01'],
] as const)('EP-07.35 %s', (_, field, server, before, now, date) => {
  expect(followedDate(field, server, before, now)).toBe(date);
});

describe('labels', () => {
  const [bug, high, low, team] = [label(1, 'bug'), label(2, 'priority::high'), label(3, 'priority::low'), label(4)];

  test('EP-08.2 an edit adds and removes, whatever else is there, and twice is once', () => {
    const change = { add: [low], remove: [bug.id] };
    const after = changedLabels([bug, high, team], change);
    expect(after).toEqual([team, low]);
    expect(changedLabels(after, change)).toBe(after);
  });

  test('EP-08.1 of one scope the last one ticked counts', () => {
    const ticked = withTick(withTick(NO_LABEL_CHANGE, high, true), low, true);
    expect(ticked.add).toEqual([low]);
    expect(changedLabels([bug], ticked)).toEqual([bug, low]);
    expect(withTick(ticked, low, false)).toEqual({ add: [], remove: [low.id] });
    expect(withTick(withTick(NO_LABEL_CHANGE, bug, false), bug, true)).toEqual({ add: [bug], remove: [] });
    expect(withTick(withTick(NO_LABEL_CHANGE, bug, false), bug, false).remove).toEqual([bug.id]);
  });

  test('EP-08.3 only what differs is saved', () => {
    expect(labelsToSave([bug], NO_LABEL_CHANGE)).toBeNull();
    expect(labelsToSave([bug], { add: [bug], remove: [team.id] })).toBeNull();
    expect(labelsToSave([bug, high], { add: [low, bug], remove: [team.id] })).toEqual({
      add: [low],
      remove: [high.id],
    });
  });

  test('EP-08.5 what is known is found by a part of its title', () => {
    expect(labelsMatching([bug, high, low], ' PRIO')).toEqual([high, low]);
    expect(labelsMatching([bug, high], ' ')).toEqual([bug, high]);
  });
});

describe('colours', () => {
  test('EP-09.2 five are suggested, the default first', () => {
    expect(SUGGESTED_COLORS.map(({ color, title }) => `${title} ${color}`)).toEqual([
      'Blue #1068bf',
      'Green #217645',
      'Red #c91c00',
      'Orange #9e5400',
      'Purple #694cc0',
    ]);
    expect(colorTitle('#C91C00')).toBe('Red');
    expect(colorTitle('#abc')).toBe('#aabbcc');
    expect(colorTitle('plum')).toBe('plum');
  });

  test.each([
    ['#ABC', '#aabbcc'],
    [' #1068BF ', '#1068bf'],
    ['#12345', null],
    ['#1234567', null],
    ['123456', null],
    ['#12345g', null],
    ['red', null],
    ['rgb(1, 2, 3)', null],
    ['#abc; color: red', null],
    ['', null],
  ])('EP-09.3 %j is %j', (text, color) => {
    expect(parseColor(text)).toBe(color);
  });

  test('EP-09.4 only another colour is saved', () => {
    expect(colorToSave('#1068bf', '#C91C00')).toBe('#c91c00');
    expect(colorToSave('#1068bf', '#1068BF')).toBeNull();
    expect(colorToSave('#aabbcc', '#abc')).toBeNull();
    expect(colorToSave('#1068bf', 'none')).toBeNull();
    expect(colorToSave(null, '#abc')).toBe('#aabbcc');
  });
});

describe('ancestors', () => {
  const epic = (id: string, parentId: string | null, hasParent = parentId !== null) => ({ id, parentId, hasParent });
  const shape = (own: { hasParent: boolean; parentId: string | null }, ...list: ReturnType<typeof epic>[]) =>
    ancestorLine(own, list).map((place) => (place.hidden ? '?' : place.ancestor.id));

  test('EP-11.31 from the root down, a place for those that may not be seen', () => {
    expect(shape({ hasParent: false, parentId: null })).toEqual([]);
    expect(shape({ hasParent: true, parentId: 'b' }, epic('a', null), epic('b', 'a'))).toEqual(['a', 'b']);
    expect(shape({ hasParent: true, parentId: null })).toEqual(['?']);
    expect(shape({ hasParent: true, parentId: 'b' }, epic('b', null, true))).toEqual(['?', 'b']);
    expect(shape({ hasParent: true, parentId: null }, epic('a', null))).toEqual(['a', '?']);
    expect(shape({ hasParent: true, parentId: 'c' }, epic('a', null), epic('c', null, true))).toEqual(['a', '?', 'c']);
  });
});

describe('the dates of an ancestor', () => {
  const dated = (startDate: string | null, dueDate: string | null) => ({ startDate, dueDate, reference: 'acme&1' });

  test('RL-11.2 its end is a day for people', () => {
    expect(humanReadableEndDate(dated('2026-01-01', '2026-11-28'))).toBe('Nov 28, 2026');
    expect(humanReadableEndDate(dated('2026-01-01', null))).toBeNull();
  });

  test.each([
    [null, '2026-11-20', 'Past due'],
    ['2026-12-01', '2026-11-20', 'Past due'],
    ['2026-11-22', '2026-12-20', 'Upcoming'],
    ['2026-11-22', null, 'Upcoming'],
    ['2026-11-21', '2026-11-21', 'Today'],
    [null, '2026-11-22', '1 day remaining'],
    ['2026-11-01', '2026-12-06', '2 weeks remaining'],
    ['2026-11-01', '2027-04-30', '5 months remaining'],
    ['2026-11-18', null, '3 days elapsed'],
    ['2026-11-21', null, null],
    [null, null, null],
  ] as const)('RL-11.3 from %s to %s: %s', (start, due, text) => {
    expect(humanReadableTimestamp(dated(start, due), '2026-11-21')).toBe(text);
  });

  test('RL-11.4 pointing at it says the reference, and the dates that there are', () => {
    const hint = (start: string | null, due: string | null) => ancestorHint(dated(start, due), '2026-11-21');
    expect(hint(null, '2026-11-22')).toBe('acme&1\nNov 22, 2026 (1 day remaining)');
    expect(hint('2026-11-20', null)).toBe('acme&1\n1 day elapsed');
    expect(hint(null, null)).toBe('acme&1');
  });
});

test('EP-12.1 EP-12.2 participants are counted, and seven shown at first', () => {
  expect(participantsTitle(1)).toBe('1 participant');
  expect(participantsTitle(0)).toBe('0 participants');
  expect([participantsTitle(999), participantsTitle(1000)]).toEqual(['999 participants', '1,000+ participants']);
  const people = Array.from({ length: 9 }, (_, index) => index);
  expect(participantsShown(people.slice(0, 7), false)).toEqual({ shown: people.slice(0, 7), toggle: null });
  expect(participantsShown(people, false)).toEqual({ shown: people.slice(0, 7), toggle: '+ 2 more' });
  expect(participantsShown(people, true)).toEqual({ shown: people, toggle: '- show less' });
});

test.each([
  [320, true],
  [576, true],
  [768, true],
  [991, true],
  [992, false],
  [1200, false],
])('EP-15.2 %i pixels are a small screen: %s', (width, small) => {
  expect(isSmallScreen(width)).toBe(small);
});

test('EP-15.3 small screens start collapsed, others as the cookie says', () => {
  expect(startsCollapsed('false', 800)).toBe(true);
  expect(startsCollapsed('true', 1200)).toBe(true);
  expect(startsCollapsed('false', 1200)).toBe(false);
  expect(startsCollapsed(null, 1200)).toBe(false);
});

test('EP-19.1 widgets stand in their order, each with what it needs', () => {
  const all = { signedIn: true, epicColor: true, allowSubEpics: true };
  expect(sidebarWidgets(all)).toEqual([
    'todo',
    'startDate',
    'dueDate',
    'labels',
    'color',
    'confidentiality',
    'ancestors',
    'participants',
    'subscription',
    'reference',
  ]);
  const without = (change: object) =>
    sidebarWidgets(all).filter((it) => !sidebarWidgets({ ...all, ...change }).includes(it));
  expect(without({ signedIn: false })).toEqual(['todo', 'subscription']);
  expect(without({ epicColor: false })).toEqual(['color']);
  expect(without({ allowSubEpics: false })).toEqual(['ancestors']);
});
