import type { ItemPlan, MilestonePlan, Part, Random, RelationPlan, Role, WorldPlan } from './schedule.ts';
import { pick, randomInt } from '@espalier/core/testing';

/** The world of a schedule, drawn: who there is, and what they plan. */

export function drawWorld(random: Random): WorldPlan {
  const people: Record<string, Role> = {
    olga: 'owner',
    dev: 'developer',
    rita: 'reporter',
    gus: 'guest',
    nobody: 'none',
  };
  const items: ItemPlan[] = [];
  const epics = randomInt(random, 5, 12);
  const depth: number[] = [];
  const dated = pick(random, DATED);
  for (let index = 0; index < epics; index += 1) {
    const under = index > 0 && random() < 0.7 ? randomInt(random, 0, index) : null;
    const parent = under !== null && (depth[under] ?? 0) < 5 ? under : null;
    depth.push(parent === null ? 1 : (depth[parent] ?? 0) + 1);
    const isConfidential = parent !== null && items[parent]?.confidential === true;
    items.push({
      type: 'epic',
      owner: pick(random, ['acme', 'acme', 'acme/web', 'hidden']),
      parent,
      state: random() < 0.25 ? 'closed' : 'opened',
      confidential: isConfidential || random() < 0.12,
      weight: null,
      ...drawDates(random, dated),
      ...drawLabels(random),
    });
  }
  const issues = randomInt(random, 4, 14);
  for (let index = 0; index < issues; index += 1) items.push(drawIssue(random, items, epics));
  const tasks = randomInt(random, 0, 5);
  for (let index = 0; index < tasks; index += 1) {
    const parent = random() < 0.8 ? epics + (index % 2) : null;
    const over = parent === null ? undefined : items[parent];
    items.push({
      type: 'task',
      owner: over?.owner ?? 'acme/api',
      parent,
      state: random() < 0.3 ? 'closed' : 'opened',
      confidential: over?.confidential ?? false,
      weight: null,
    });
  }
  return {
    people,
    pageMax: pick(random, [100, 100, 2, 3, 4]),
    maxChildren: pick(random, [1000, 1000, 1000, 3]),
    items,
    labels: LABELS,
    milestones: MILESTONES,
  };
}

/** Days around the one on which all schedules begin, 2026-11-21: within every range of a roadmap, and outside of the smaller ones. */
const DAYS = ['2025-02-10', '2026-01-01', '2026-07-31', '2026-10-01', '2026-11-21', '2026-12-31', '2027-03-15', null];
/** Shares of the epics with a fixed date of a kind. */
const DATED = [0.15, 0.5, 0.75] as const;
const LABELS = ['bug', 'urgent'];
const SCOPED_LABELS = ['size::small', 'size::large', 'size::huge'];
const MILESTONES: readonly MilestonePlan[] = [
  { title: 'early', startDate: '2026-10-05', dueDate: '2026-11-30' },
  { title: 'late', startDate: null, dueDate: '2027-02-28' },
];

function drawDates(random: Random, share: number): Pick<ItemPlan, 'startDate' | 'dueDate'> {
  return {
    ...(random() < share ? { startDate: pick(random, DAYS) } : {}),
    ...(random() < share ? { dueDate: pick(random, DAYS) } : {}),
  };
}

const drawLabels = (random: Random): Pick<ItemPlan, 'labels'> =>
  random() < 0.6 ? {} : { labels: LABELS.filter(() => random() < 0.7) };

function drawIssue(random: Random, items: readonly ItemPlan[], epics: number): ItemPlan {
  const parent = random() < 0.75 ? randomInt(random, 0, epics) : null;
  const inherits = parent !== null && items[parent]?.confidential === true;
  return {
    type: 'issue',
    owner: pick(random, ['acme/web/app', 'acme/api']),
    parent,
    state: random() < 0.3 ? 'closed' : 'opened',
    confidential: inherits || random() < 0.1,
    weight: random() < 0.5 ? null : randomInt(random, 0, 9),
    ...(random() < 0.4 ? { dueDate: pick(random, DAYS) } : {}),
    ...(random() < 0.4 ? { milestone: randomInt(random, 0, MILESTONES.length) } : {}),
    ...drawLabels(random),
  };
}

/** What only the later parts need: labels of which one excludes another, and links. */
export function withLater(world: WorldPlan, later: readonly Part[], random: Random): WorldPlan {
  const labels = later.includes('sidebar') ? { labels: [...LABELS, ...SCOPED_LABELS] } : {};
  const relations = later.includes('links') ? { relations: drawRelations(world.items, random) } : {};
  return { ...world, ...labels, ...relations };
}

/** Between items of one kind, each pair once, never between parent and child. */
function drawRelations(items: readonly ItemPlan[], random: Random): RelationPlan[] {
  const drawn = new Map<string, RelationPlan>();
  const wanted = randomInt(random, 4, 14);
  for (let tries = 0; tries < 40 && drawn.size < wanted; tries += 1) {
    const [source, target] = [randomInt(random, 0, items.length), randomInt(random, 0, items.length)];
    const [a, b] = [items[source], items[target]];
    const type = random() < 0.7 ? ('blocks' as const) : ('relates_to' as const);
    const isOneKind = (a?.type === 'epic') === (b?.type === 'epic');
    if (source === target || !isOneKind || a?.parent === target || b?.parent === source) continue;
    const pair = [source, target].sort((one, other) => one - other).join();
    if (!drawn.has(pair)) drawn.set(pair, { type, source, target });
  }
  return [...drawn.values()];
}

const ITERATIONS = ['Sprint 1', 'Sprint 2'];
const HEALTH = ['onTrack', 'needsAttention', 'atRisk'] as const;

/** What only the pages of items need: people, iterations and health on issues and tasks, and objectives, which alone have a progress. */
export function withItemFields(world: WorldPlan, random: Random): WorldPlan {
  const people = Object.keys(world.people);
  const items = world.items.map((item): ItemPlan => {
    if (item.type === 'epic') return item;
    return {
      ...item,
      ...(random() < 0.3 ? { author: pick(random, people) } : {}),
      assignees: people.filter(() => random() < 0.2),
      ...(random() < 0.4 ? { iteration: randomInt(random, 0, ITERATIONS.length) } : {}),
      ...(item.type === 'issue' && random() < 0.4 ? { healthStatus: pick(random, HEALTH) } : {}),
    };
  });
  const objectives = [0, 1].map((): ItemPlan => ({
    type: 'objective',
    owner: 'acme/api',
    parent: null,
    state: 'opened',
    confidential: false,
    weight: null,
  }));
  const labels = [...LABELS, ...SCOPED_LABELS];
  return { ...world, labels, iterations: ITERATIONS, items: [...items, ...objectives] };
}

const LINES = [
  'Some words of a plan',
  'other words',
  '',
  '- [ ] a task',
  '- [x] a task that is done',
  '- [ ] a task',
  '> quoted',
];

/** What only texts need: descriptions, some of several lines with tasks, the same line more than once. */
export const withDescriptions = (world: WorldPlan, random: Random): WorldPlan => ({
  ...world,
  items: world.items.map((item): ItemPlan => {
    if (random() < 0.2) return item;
    const lines = Array.from({ length: randomInt(random, 1, 9) }, () => pick(random, LINES));
    return { ...item, description: lines.join('\n') };
  }),
});
