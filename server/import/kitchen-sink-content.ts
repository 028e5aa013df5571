import type { HealthStatus, LinkType, WorkItemTypeName } from '../db/work-item-tables.ts';
import type { AccessLevelValue, Visibility } from '../db/place-tables.ts';

/**
 * What the kitchen-sink group holds: one of everything that the real planning data lacks. Days are counted from the day on which it is
 * made, so that "started" and "past due" are so then.
 */
export const DEMO_USER = { username: 'demo', name: 'Demo Planner' };

export const people: { username: string; name: string; access: [group: string, level: AccessLevelValue][] }[] = [
  // Not a member of back-room: what lies there is hidden from the demo user.
  { ...DEMO_USER, access: [['kitchen-sink', 40]] },
  {
    username: 'chef',
    name: 'Chef Amélie Brûlé',
    access: [
      ['kitchen-sink', 50],
      ['back-room', 50],
    ],
  },
  { username: 'cook', name: 'Cook 阿部', access: [['kitchen-sink', 30]] },
  { username: 'baker', name: 'אורי Baker', access: [['kitchen-sink', 20]] },
  { username: 'waiter', name: 'Waiter <b>Bold</b>', access: [['kitchen-sink', 10]] },
];

export const groups: { path: string; name: string; visibility: Visibility }[] = [
  { path: 'kitchen-sink', name: 'Kitchen sink', visibility: 'public' },
  { path: 'kitchen-sink/appliances', name: 'Appliances', visibility: 'public' },
  { path: 'kitchen-sink/appliances/ovens', name: 'Ovens', visibility: 'public' },
  { path: 'back-room', name: 'Back room', visibility: 'private' },
];

export const projects: { path: string; name: string; visibility: Visibility }[] = [
  { path: 'kitchen-sink/sink', name: 'Sink', visibility: 'public' },
  { path: 'kitchen-sink/appliances/ovens/baking', name: 'Baking', visibility: 'public' },
  { path: 'back-room/plans', name: 'Plans', visibility: 'private' },
];

/** All in the group kitchen-sink. */
export const labels: Record<string, { title: string; color: string; description?: string }> = {
  high: { title: 'priority::high', color: '#cc338b', description: 'Before anything else' },
  low: { title: 'priority::low', color: '#8fbc8f' },
  nested: { title: 'team::backend::database', color: '#6699cc', description: 'A scope with a scope' },
  bug: { title: 'bug', color: '#d9534f' },
  spaces: { title: 'needs "a quoted" label & more', color: '#f0ad4e' },
  rtl: { title: 'תווית', color: '#9400d3' },
  long: {
    title: 'a label whose title is so long that it cannot stand beside anything else in one row',
    color: '#36454f',
  },
};

/** All in the group kitchen-sink; days from the day of making, null for no date. */
export const milestones: Record<string, { title: string; state?: 'closed'; start: number | null; due: number | null }> =
  {
    started: { title: 'Started', start: -10, due: 20 },
    pastDue: { title: 'Past due', start: -40, due: -5 },
    upcoming: { title: 'Upcoming', start: 30, due: 60 },
    expired: { title: 'Expired and closed', state: 'closed', start: -120, due: -90 },
    open: { title: 'Started, with no end', start: -30, due: null },
    undated: { title: 'Someday', start: null, due: null },
  };

/** All in the group kitchen-sink. An iteration without a title is shown by its dates. */
export const iterations: Record<string, { title: string | null; start: number; due: number }> = {
  last: { title: 'Last sprint', start: -21, due: -8 },
  current: { title: null, start: -7, due: 6 },
  next: { title: 'Next sprint', start: 7, due: 20 },
};

export interface ItemSpec {
  key: string;
  type: WorkItemTypeName;
  /** Path of the group (epics) or project (the rest). */
  in: string;
  title: string;
  /** Key of the parent; children stand in the order of this list. */
  parent?: string;
  state?: 'closed';
  confidential?: true;
  weight?: number;
  progress?: number;
  health?: HealthStatus;
  labels?: (keyof typeof labels)[];
  assignees?: string[];
  milestone?: keyof typeof milestones;
  iteration?: keyof typeof iterations;
  /** Fixed dates, in days from the day of making. */
  start?: number;
  due?: number;
  description?: string;
}

const epic = (key: string, title: string, rest: Partial<ItemSpec> = {}): ItemSpec => ({
  key,
  type: 'epic',
  in: 'kitchen-sink',
  title,
  ...rest,
});
const issue = (key: string, title: string, rest: Partial<ItemSpec> = {}): ItemSpec => ({
  key,
  type: 'issue',
  in: 'kitchen-sink/sink',
  title,
  ...rest,
});

const description = `What stands in this group is here because the real planning data has none of it.

- [x] confidential items
- [ ] items of **every** type
  - [ ] tasks below an issue
  - [x] key results below an objective
- [ ] a title of 255 characters

1. [ ] a numbered task with \`code\`
2. [x] ~~a done one~~

> A quotation with a [link](https://example.com/) and an emoji 🌳.

| column | another |
| --- | ---: |
| a | 1 |

<script>alert('not run')</script>
`;

const levels: ItemSpec[] = Array.from({ length: 7 }, (_, index) =>
  epic(`level-${String(index + 1)}`, `Level ${String(index + 1)} of seven`, {
    in: ['kitchen-sink', 'kitchen-sink/appliances', 'kitchen-sink/appliances/ovens'][index % 3] ?? 'kitchen-sink',
    parent: index === 0 ? undefined : `level-${String(index)}`,
    labels: ['nested'],
  }),
);

/** Two issues, then an epic, and so on, with the last of them closed now and then. */
const manyChildren: ItemSpec[] = Array.from({ length: 140 }, (_, index) => {
  const number = String(index + 1);
  const rest: Partial<ItemSpec> = {
    parent: 'many',
    state: index % 10 === 9 ? 'closed' : undefined,
    weight: index % 3 === 2 ? undefined : index % 6,
  };
  return index % 3 === 2
    ? epic(`many-${number}`, `Child ${number}, an epic`, rest)
    : issue(`many-${number}`, `Child ${number}, an issue`, rest);
});

export const items: ItemSpec[] = [
  epic('overview', 'Everything in one place', {
    description,
    labels: ['high', 'bug', 'spaces', 'rtl', 'long'],
    start: -60,
    due: 90,
  }),

  epic('health', 'Health, weights, milestones and iterations', { parent: 'overview', assignees: ['demo'] }),
  issue('on-track', 'On track', {
    parent: 'health',
    health: 'onTrack',
    weight: 3,
    milestone: 'started',
    iteration: 'current',
    assignees: ['demo'],
  }),
  issue('needs-attention', 'Needs attention', {
    parent: 'health',
    health: 'needsAttention',
    weight: 5,
    milestone: 'upcoming',
    iteration: 'next',
  }),
  issue('at-risk', 'At risk', {
    parent: 'health',
    health: 'atRisk',
    weight: 8,
    milestone: 'pastDue',
    iteration: 'last',
    start: -30,
    due: -3,
  }),
  issue('weight-zero', 'A weight of 0 is a weight', { parent: 'health', weight: 0, milestone: 'open' }),
  issue('closed-at-risk', 'Closed while at risk', {
    parent: 'health',
    state: 'closed',
    health: 'atRisk',
    weight: 2,
    milestone: 'expired',
  }),
  issue('undated-milestone', 'In a milestone without dates', { parent: 'health', milestone: 'undated' }),
  issue('many-assignees', 'Five people share this one', {
    parent: 'health',
    assignees: ['demo', 'chef', 'cook', 'baker', 'waiter'],
    weight: 1,
    labels: ['high', 'nested', 'bug'],
  }),

  epic('blocked', 'Blocked and blocking', { parent: 'overview' }),
  issue('first', 'Comes first and blocks two', { parent: 'blocked', assignees: ['cook'] }),
  issue('second', 'Blocked by the first', { parent: 'blocked' }),
  issue('third', 'Blocked by two', { parent: 'blocked' }),
  issue('done', 'Closed, and blocks nothing any more', { parent: 'blocked', state: 'closed' }),
  issue('free', 'Blocked only by something closed', { parent: 'blocked' }),

  epic('titles', 'Titles that are hard to show', { parent: 'overview' }),
  epic('rtl', 'שלום עולם: כותרת מימין לשמאל (with English inside)', { parent: 'titles' }),
  issue('arabic', 'مرحبا بالعالم 123 — عنوان', { parent: 'titles' }),
  issue('cjk', '日本語の題名、한국어 제목、中文标题', { parent: 'titles' }),
  issue('emoji', '👩‍🍳🍳 Family 👨‍👩‍👧‍👦, flag 🇩🇪, skin 👍🏽, zalgo Z͑ͫa̴l̀g͌o', { parent: 'titles' }),
  issue('html', '<b>bold?</b> <script>alert(1)</script> &amp; <img src=x onerror=alert(2)>', { parent: 'titles' }),
  issue('markdown', '**stars**, `code`, [link](javascript:alert(3)), &5 and #7 @demo', { parent: 'titles' }),
  issue('longest', 'Two hundred and fifty-five characters '.repeat(7).slice(0, 255), { parent: 'titles' }),
  epic('unbroken', 'W'.repeat(120), { parent: 'titles' }),

  epic('secret', 'Secret sauce', { confidential: true, parent: 'overview' }),
  epic('secret-epic', 'Secret ingredients', { confidential: true, parent: 'secret' }),
  issue('secret-issue', 'Find the secret ingredient', {
    confidential: true,
    parent: 'secret',
    assignees: ['baker'],
    weight: 2,
  }),
  issue('public-confidential', 'A confidential issue in a public epic', { confidential: true, parent: 'health' }),

  // Seen, hidden (in a private group), seen: whoever may not see the middle is told that an ancestor is hidden.
  epic('above-hidden', 'Above the hidden one'),
  epic('hidden', 'Hidden from the demo user', { in: 'back-room', parent: 'above-hidden' }),
  epic('below-hidden', 'Below a hidden ancestor', { parent: 'hidden', labels: ['low'] }),
  issue('hidden-issue', 'Hidden issue', { in: 'back-room/plans', parent: 'hidden', weight: 13 }),
  issue('below-hidden-issue', 'An issue below the hidden ancestor', { parent: 'below-hidden', weight: 1 }),

  ...levels,
  issue('deepest', 'At the very bottom', {
    in: 'kitchen-sink/appliances/ovens/baking',
    parent: 'level-7',
    weight: 4,
    milestone: 'started',
  }),

  epic('closed', 'Closed with an open child', { state: 'closed', start: -90, due: -30 }),
  issue('open-in-closed', 'Still open', { parent: 'closed' }),
  epic('backwards', 'Starts after it is due', { start: 10, due: -10 }),
  epic('same-day', 'Starts and ends on one day', { start: 0, due: 0 }),
  epic('empty', 'An empty epic'),
  epic('many', 'A hundred and forty children'),
  ...manyChildren,

  issue('types', 'An issue with tasks', { labels: ['low'] }),
  {
    key: 'task',
    type: 'task',
    in: 'kitchen-sink/sink',
    title: 'A task',
    parent: 'types',
    assignees: ['cook'],
    weight: 1,
  },
  {
    key: 'task-done',
    type: 'task',
    in: 'kitchen-sink/sink',
    title: 'A task that is done',
    parent: 'types',
    state: 'closed',
  },
  {
    key: 'objective',
    type: 'objective',
    in: 'kitchen-sink/sink',
    title: 'An objective',
    health: 'onTrack',
    progress: 40,
  },
  {
    key: 'objective-2',
    type: 'objective',
    in: 'kitchen-sink/sink',
    title: 'An objective below it',
    parent: 'objective',
    progress: 20,
  },
  {
    key: 'key-result',
    type: 'key_result',
    in: 'kitchen-sink/sink',
    title: 'A key result',
    parent: 'objective',
    progress: 60,
    health: 'needsAttention',
  },
  { key: 'incident', type: 'incident', in: 'kitchen-sink/sink', title: 'An incident', labels: ['high'] },
  { key: 'incident-task', type: 'task', in: 'kitchen-sink/sink', title: 'Put out the fire', parent: 'incident' },
  { key: 'test-case', type: 'test_case', in: 'kitchen-sink/sink', title: 'A test case' },
  {
    key: 'requirement',
    type: 'requirement',
    in: 'kitchen-sink/sink',
    title: 'A requirement',
    description: 'It shall work.',
  },

  // Dated pairs of which one blocks the other: in time, too late, and with a blocking epic that has no bar.
  epic('pipes', 'Lay the pipes', { start: -20, due: 4 }),
  epic('taps', 'Fit the taps', { start: 6, due: 30 }),
  epic('tiles', 'Tile the floor', { start: -12, due: 28 }),
  epic('cupboards', 'Put up the cupboards', { start: 8, due: 40 }),
  epic('paint', 'Paint the walls', { start: -4, due: 12 }),
];

export const links: [source: string, type: LinkType, target: string][] = [
  ['first', 'blocks', 'second'],
  ['first', 'blocks', 'third'],
  ['second', 'blocks', 'third'],
  ['done', 'blocks', 'free'],
  ['on-track', 'relates_to', 'at-risk'],
  ['titles', 'relates_to', 'health'],
  ['hidden-issue', 'blocks', 'below-hidden-issue'],
  ['blocked', 'blocks', 'empty'],
  ['pipes', 'blocks', 'taps'],
  ['tiles', 'blocks', 'cupboards'],
  ['backwards', 'blocks', 'paint'],
  // These three wait for one another.
  ['types', 'blocks', 'incident'],
  ['incident', 'blocks', 'test-case'],
  ['test-case', 'blocks', 'types'],
];

export interface MergeRequestSpec {
  readonly title: string;
  readonly in: string;
  readonly state: 'opened' | 'closed' | 'merged';
  readonly pipeline: string | null;
  readonly items: readonly string[];
}

/** One of each state, with and without a pipeline. */
export const mergeRequests: readonly MergeRequestSpec[] = [
  {
    title: 'Fit the new drain',
    in: 'kitchen-sink/sink',
    state: 'merged',
    pipeline: 'success',
    items: ['first', 'blocked', 'types'],
  },
  {
    title: 'Try a wider drain',
    in: 'kitchen-sink/sink',
    state: 'closed',
    pipeline: 'failed',
    items: ['first', 'types'],
  },
  { title: 'Seal the joints', in: 'kitchen-sink/sink', state: 'opened', pipeline: 'running', items: ['first'] },
  { title: 'Draft a splash guard', in: 'kitchen-sink/sink', state: 'opened', pipeline: null, items: ['first'] },
];
