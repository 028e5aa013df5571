import fc from 'fast-check';
import type { WorkItemType } from './types.ts';
import {
  allowedChild,
  assigneeSlots,
  blockedByText,
  canHaveChildren,
  compareIds,
  confidentialTooltip,
  errorText,
  eventFor,
  FILTER_WILDCARDS,
  firstError,
  globalId,
  GROUP_TYPES,
  HEALTH,
  HTTP,
  idOfType,
  isColorOption,
  isEpicType,
  isHealthStatus,
  isHexColor,
  isOverdue,
  isPastDue,
  isPillBackground,
  isStarted,
  ITEM_TYPES,
  notAGlobalId,
  notOfType,
  numericId,
  OPERATORS,
  parseGlobalId,
  RELATIVE_POSITIONS,
  rowIcon,
  SEARCH_TEXTS,
  searchTerm,
  splitScopedLabel,
  stateAfter,
  stateBadge,
  stateEvent,
  stateText,
  textColorFor,
  treeEntityId,
  tryParseGlobalId,
  TYPE_ICONS,
  TYPE_NAMES,
  validateTitle,
  WEIGHTS,
  WIRE_TYPES,
  withLabel,
  WORK_ITEM_TYPES,
} from './rules.ts';

test('AP-11.1 a global id to its number and back', () => {
  expect(tryParseGlobalId('gid://gitlab/WorkItems::Type/5')).toEqual({ type: 'WorkItems::Type', id: 5 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (id) => {
      expect(numericId(globalId('Epic', id))).toBe(id);
    }),
  );
  expect(globalId('Issue', '12')).toBe('gid://gitlab/Issue/12');
});

test.each([
  '',
  '12',
  'gid://gitlab/Epic/',
  'gid://gitlab/Epic/0',
  'gid://gitlab/Epic/-1',
  'gid://gitlab/Epic/1.5',
  'gid://gitlab/epic/1',
  'gid://other/Epic/1',
  'gid://gitlab/Epic/1 ',
  'gid://gitlab/Epic/9999999999999999',
  'gid://gitlab/Epic/1/2',
])('AP-11.2 %j is malformed', (text) => {
  expect(tryParseGlobalId(text)).toBeNull();
  expect(() => parseGlobalId(text)).toThrow(new TypeError(`"${text}" is not a valid GitLab ID.`));
});

test('AP-11.2 no id is made from what is no number', () => {
  expect(() => globalId('Epic', 'x')).toThrow(TypeError);
  expect(() => globalId('Epic', 0)).toThrow(TypeError);
  expect(notAGlobalId('x')).toBe('"x" is not a valid GitLab ID.');
});

test('AP-11.3 an id of another type is none', () => {
  expect(idOfType('gid://gitlab/EpicIssue/4', 'Epic', 'EpicIssue')).toBe(4);
  expect(idOfType('gid://gitlab/Issue/4', 'Epic', 'EpicIssue')).toBeNull();
  expect(notOfType('gid://gitlab/Issue/4', 'Epic')).toBe(
    '"gid://gitlab/Issue/4" does not represent an instance of Epic',
  );
});

test('AP-11.1 ids are ordered by their numbers, then by text', () => {
  expect([10, 9, 100].sort(compareIds)).toEqual([9, 10, 100]);
  expect(['gid://gitlab/Issue/2', 'gid://gitlab/Epic/10', 'gid://gitlab/Epic/2'].sort(compareIds)).toEqual([
    'gid://gitlab/Epic/2',
    'gid://gitlab/Issue/2',
    'gid://gitlab/Epic/10',
  ]);
  expect(compareIds('a', 'a')).toBe(0);
});

test('WI-13.1 names', () => {
  expect(WORK_ITEM_TYPES).toHaveLength(8);
  expect([TYPE_NAMES.key_result, TYPE_NAMES.test_case, TYPE_NAMES.requirement]).toEqual([
    'Key Result',
    'Test case',
    'Requirements',
  ]);
  expect([WIRE_TYPES.key_result, WIRE_TYPES.epic]).toEqual(['KEY_RESULT', 'EPIC']);
  expect(WORK_ITEM_TYPES.filter(isEpicType)).toEqual(['epic']);
});

test('WI-13.2 icons; a key result has the issue’s, in rows its own', () => {
  expect(TYPE_ICONS.key_result).toBe('issue-type-issue');
  expect(rowIcon({ type: 'key_result', state: 'opened', blocked: false })).toBe('issue-type-keyresult');
  expect(TYPE_ICONS.objective).toBe('issue-type-objective');
});

test.each([
  ['epic', 'opened', false, 'epic'],
  ['epic', 'closed', false, 'epic-closed'],
  ['issue', 'opened', false, 'issues'],
  ['issue', 'closed', false, 'issue-closed'],
  ['issue', 'opened', true, 'issue-block'],
  ['issue', 'closed', true, 'issue-closed'],
  ['task', 'opened', false, 'issue-type-task'],
  ['task', 'closed', false, 'issue-closed'],
] as const)('TR-07.1 %s %s, blocked %s: %s', (type, state, blocked, icon) => {
  expect(rowIcon({ type, state, blocked })).toBe(icon);
});

test('TR-07.2 Closed or Created, with the time that belongs to it', () => {
  const times = { createdAt: '2026-01-01T00:00:00Z', closedAt: '2026-02-01T00:00:00Z' };
  expect(stateText({ ...times, state: 'closed' })).toEqual({ text: 'Closed', at: times.closedAt });
  expect(stateText({ ...times, state: 'opened' })).toEqual({ text: 'Created', at: times.createdAt });
});

test.each([
  [0, 0, null],
  [3, 3, null],
  [4, 2, '+2'],
  [101, 2, '+99'],
  [102, 2, '99+'],
])('TR-07.4 of %i assignees %i are shown, the rest is %s', (count, shown, more) => {
  const slots = assigneeSlots(Array.from({ length: count }, (_, i) => i));
  expect(slots.shown).toHaveLength(shown);
  expect(slots.more).toBe(more);
  expect(slots.shown.length + slots.hidden).toBe(count);
});

test('TR-19.1 allowed children', () => {
  const children = (type: WorkItemType) => WORK_ITEM_TYPES.filter((child) => allowedChild(type, child) !== null);
  expect(Object.fromEntries(WORK_ITEM_TYPES.map((type) => [type, children(type)]))).toEqual({
    epic: ['epic', 'issue'],
    issue: ['task'],
    incident: ['task'],
    objective: ['objective', 'key_result'],
    task: [],
    test_case: [],
    requirement: [],
    key_result: [],
  });
  expect(WORK_ITEM_TYPES.filter(canHaveChildren)).toEqual(['epic', 'issue', 'incident', 'objective']);
});

test('TR-19.2 titles', () => {
  expect(validateTitle('  a b\u00a0')).toEqual({ ok: true, title: 'a b' });
  expect(validateTitle(' \t\n\u2003')).toEqual({ ok: false, error: "Title can't be blank" });
  expect(validateTitle('x'.repeat(256))).toEqual({
    ok: false,
    error: 'Title is too long (maximum is 255 characters)',
  });
  expect(validateTitle(` ${'😀'.repeat(255)} `).ok).toBe(true);
  expect(validateTitle('😀'.repeat(256)).ok).toBe(false);
  expect(validateTitle('a\u0000b')).toEqual({ ok: false, error: 'Title is invalid' });
  expect(validateTitle('<script>alert(1)</script>').ok).toBe(true);
});

test('EP-03.1 events and states', () => {
  expect(['close', 'REOPEN', 'CLOSE', 'shut', ''].map(stateEvent)).toEqual(['close', 'reopen', 'close', null, null]);
  expect([stateAfter('close'), stateAfter('reopen')]).toEqual(['closed', 'opened']);
  expect([eventFor('opened'), eventFor('closed')]).toEqual(['close', 'reopen']);
});

test('EP-02.1 the badge', () => {
  expect([stateBadge('opened'), stateBadge('closed')]).toEqual(['Open', 'Closed']);
});

test('EP-02.2 who sees a confidential epic', () => {
  expect(confidentialTooltip('epic')).toBe(
    'Only group members with at least the Reporter role can view or be notified about a confidential epic.',
  );
});

test('TR-18.1 who sees a confidential item of a project', () => {
  expect(confidentialTooltip('requirement')).toMatch(/about a confidential requirement\.$/);
  expect(confidentialTooltip('task')).toBe(
    'Only project members with at least the Reporter role, the author and assignees can view or be notified about a confidential task.',
  );
});

test('TR-22.1 and TR-22.2 started from the first day on, past due after the last', () => {
  const period = { startDate: '2026-03-01', dueDate: '2026-03-31' };
  expect(['2026-02-28', '2026-03-01', '2026-04-01'].map((day) => isStarted(period, day))).toEqual([false, true, true]);
  expect(['2026-03-30', '2026-03-31', '2026-04-01'].map((day) => isPastDue(period, day))).toEqual([false, false, true]);
  const open = { startDate: null, dueDate: null };
  expect([isStarted(open, '2026-01-01'), isPastDue(open, '2026-01-01')]).toEqual([false, false]);
});

test('TR-22.3 TR-07.53 what is past due is a danger beside an open item only', () => {
  const period = { startDate: null, dueDate: '2026-03-31' };
  const overdue = (state: 'opened' | 'closed') =>
    ['2026-03-31', '2026-04-01'].map((day) => isOverdue({ state }, period, day));
  expect(overdue('opened')).toEqual([false, true]);
  expect(overdue('closed')).toEqual([false, false]);
});

test('RL-06.1 health', () => {
  expect(HEALTH).toEqual({
    onTrack: { label: 'On track', variant: 'success' },
    needsAttention: { label: 'Needs attention', variant: 'warning' },
    atRisk: { label: 'At risk', variant: 'danger' },
  });
  expect([isHealthStatus('atRisk'), isHealthStatus('toString'), isHealthStatus(null)]).toEqual([true, false, false]);
});

test('BD-11.1 colours', () => {
  expect(['#fff', '#FFAA00', 'fff', '#ffff', '#ggg', 'red'].map(isHexColor)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});

test.each([
  ['#FFFFFF', '#333333'],
  ['#000', '#FFFFFF'],
  ['#FFF', '#333333'],
  ['#a8a8a4', '#FFFFFF'],
  ['#a8a8a5', '#333333'],
  ['red', '#FFFFFF'],
])('BD-11.2 on %s the text is %s', (background, text) => {
  expect(textColorFor(background)).toBe(text);
});

test('BD-11.3 backgrounds', () => {
  expect(['#abc', 'rgb(1,2,3)', 'rgba(1,2,3,0)', 'red', 'url(x)', 'rgbx'].map(isPillBackground)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
});

test('BD-11.4 the last double colon splits', () => {
  expect(splitScopedLabel('a::b::c')).toEqual({ scope: 'a::b', value: 'c' });
  expect(['plain', '::x', 'x::', 'a:b'].map(splitScopedLabel)).toEqual([null, null, null, null]);
});

test('BD-11.5 one label of a scope', () => {
  const label = (title: string) => ({ title });
  const titles = (added: string) =>
    withLabel(['stage::alpha', 'bug', 'sig/node'].map(label), label(added)).map(({ title }) => title);
  expect(titles('stage::beta')).toEqual(['bug', 'sig/node', 'stage::beta']);
  expect(titles('bug')).toEqual(['stage::alpha', 'sig/node', 'bug']);
  expect(titles('stage')).toEqual(['stage::alpha', 'bug', 'sig/node', 'stage']);
});

test('BD-11.6 default colours', () => {
  expect(
    [{ color: '#fff', title: 'White' }, { color: 1, title: 'x' }, { color: '#fff' }, null, '#fff'].map(isColorOption),
  ).toEqual([true, false, false, false, false]);
});

test('RL-12.1 and RL-12.2 texts and operators', () => {
  expect(Object.values(SEARCH_TEXTS)).toEqual([
    'Searching...',
    'No matches found',
    "You don't have any recent searches",
  ]);
  expect(OPERATORS).toEqual([
    { value: '=', description: 'is' },
    { value: '!=', description: 'is not' },
  ]);
});

test('RL-12.3 blank is dropped, a space is quoted, once', () => {
  expect(['  ', 'one', ' two words ', '"two words"', "'two words'", '"', '"half quoted'].map(searchTerm)).toEqual([
    null,
    'one',
    '"two words"',
    '"two words"',
    "'two words'",
    '"',
    '""half quoted"',
  ]);
});

test('AP-06.1 the first error that says something', () => {
  expect(firstError([null, ' ', 'one', 'two'])).toBe('one');
  expect([firstError([]), firstError(undefined), firstError([{}])]).toEqual([null, null, null]);
});

test('AP-06.2 the server’s text goes first', () => {
  expect(errorText(['theirs'], 'ours')).toBe('theirs');
  expect(errorText([], 'ours')).toBe('ours');
});

test('AP-06.3 statuses', () => {
  expect(Object.values(HTTP)).toEqual([200, 201, 202, 204, 400, 401, 403, 404, 409, 410, 413, 422, 429, 500, 503]);
});

test('BD-14.1, BD-14.2 and BD-14.3 constants', () => {
  expect(Object.values(RELATIVE_POSITIONS)).toEqual(['before', 'after']);
  expect([Object.values(ITEM_TYPES), Object.values(GROUP_TYPES)]).toEqual([
    ['issue', 'epic'],
    ['project', 'group'],
  ]);
  expect([FILTER_WILDCARDS, WEIGHTS]).toEqual([
    { any: 'ANY', none: 'NONE' },
    { none: 0, any: -1 },
  ]);
});

test('BD-14.4 an issue is known by its link', () => {
  expect(treeEntityId({ id: 'gid://gitlab/Issue/1', epicIssueId: 'gid://gitlab/EpicIssue/5' })).toBe(
    'gid://gitlab/EpicIssue/5',
  );
  expect(treeEntityId({ id: 'gid://gitlab/Epic/1', epicIssueId: null })).toBe('gid://gitlab/Epic/1');
});

test('TR-07.7 what is blocked says by how many', () => {
  expect([blockedByText('issue', 1), blockedByText('epic', 2)]).toEqual(['Blocked by 1 issue', 'Blocked by 2 epics']);
});
