import { pick, randomInt, seededRandom } from '@espalier/core/testing';

/** Everything that happens in one run, as plain data: the same file is the same run. */
export interface Schedule {
  readonly format: 1;
  /** Of the random source that drew it; nothing is drawn again when it is replayed. */
  readonly seed: number;
  readonly world: WorldPlan;
  readonly clients: readonly ClientPlan[];
  readonly steps: readonly Step[];
  /** What the network did to a request, by `client.session/what/number`; where none stands, nothing out of the ordinary. */
  readonly fates: Readonly<Record<string, Fate>>;
}

/** Something that is done, by a table's name, and the time that passes afterwards. */
export interface Step {
  readonly table: 'operation' | 'fault';
  readonly name: string;
  readonly client: number;
  /** Whatever has to be chosen is chosen by these, by remainder. */
  readonly picks: readonly number[];
  /** Milliseconds until the next step. */
  readonly after: number;
}

export const ROLES = { owner: 50, developer: 30, reporter: 20, guest: 10, none: null } as const;
export type Role = keyof typeof ROLES;

export interface ClientPlan {
  readonly username: string;
  /** Pushes arrive. */
  readonly connected: boolean;
  /** Milliseconds that its clock is ahead from the start and stays; absent: none. */
  readonly skew?: number;
}

export interface WorldPlan {
  /** Role in the top group, by username. */
  readonly people: Readonly<Record<string, Role>>;
  readonly pageMax: number;
  readonly maxChildren: number;
  readonly items: readonly ItemPlan[];
  /** Titles of labels, and milestones of the top group; absent: none. */
  readonly labels?: readonly string[];
  readonly milestones?: readonly MilestonePlan[];
  /** Links beside the tree; absent: none. */
  readonly relations?: readonly RelationPlan[];
}

/** One item blocks the other, or relates to it; both by their index. */
export interface RelationPlan {
  readonly type: 'relates_to' | 'blocks';
  readonly source: number;
  readonly target: number;
}

export interface MilestonePlan {
  readonly title: string;
  readonly startDate: string | null;
  readonly dueDate: string | null;
}

export interface ItemPlan {
  readonly type: 'epic' | 'issue' | 'task';
  /** `acme`, `acme/web`, `hidden`; of issues and tasks the project `acme/web/app` or `acme/api`. */
  readonly owner: string;
  /** Index of an item before it; null: it stands alone. */
  readonly parent: number | null;
  readonly state: 'opened' | 'closed';
  readonly confidential: boolean;
  readonly weight: number | null;
  /** Of an epic its fixed dates, null where such a date is empty; absent: it inherits. Of an issue its due date. */
  readonly startDate?: string | null;
  readonly dueDate?: string | null;
  /** Titles of its labels. */
  readonly labels?: readonly string[];
  /** Of an issue: index of its milestone in the plan. */
  readonly milestone?: number;
}

export type FaultKind = 'refuse' | 'loseBefore' | 'loseAfter' | 'gateway' | 'truncate' | 'abort' | 'duplicate';

/** The way of one request: milliseconds there and back, and what goes wrong. */
export interface Fate {
  readonly up: number;
  readonly down: number;
  readonly fault?: FaultKind;
  /** HTTP status of a refusal or of a gateway that gave up. */
  readonly status?: number;
  /** Milliseconds. */
  readonly retryAfter?: number;
  /** A lost answer is noticed after 30 seconds only. */
  readonly timeout?: boolean;
  /** Of an abort: the server has done it already. */
  readonly done?: boolean;
  /** A POLL-INTERVAL header, as it stands on the wire. */
  readonly pollInterval?: string;
}

export const CALM: Fate = { up: 10, down: 10 };

export type Random = () => number;

/** How bad the network is: how many of a hundred requests meet with a fault. */
export const WEATHERS = [0, 5, 12, 30] as const;

const FAULTS: readonly FaultKind[] = [
  'loseAfter',
  'loseBefore',
  'loseAfter',
  'refuse',
  'gateway',
  'truncate',
  'abort',
  'duplicate',
];
const REFUSALS = [409, 422, 429, 429, 500, 503] as const;
const LATENCIES = [5, 5, 20, 60, 250, 1200, 6000] as const;
const WILD_INTERVALS = ['1', '0', '-5', 'soon', '500', '3000', '1e3', '9999999999', 'Infinity', ''] as const;

/** What happens to one request. Without a fault it only takes its time. */
export function drawFate(random: Random, weather: number): Fate {
  const fate = { up: pick(random, LATENCIES), down: pick(random, LATENCIES) };
  const withInterval = random() < 0.01 ? { pollInterval: pick(random, WILD_INTERVALS) } : {};
  if (random() * 100 >= weather) return { ...fate, ...withInterval };
  const fault = pick(random, FAULTS);
  switch (fault) {
    case 'refuse': {
      const status = pick(random, REFUSALS);
      const wait = status === 429 || status === 503 ? { retryAfter: randomInt(random, 100, 8000) } : {};
      return { ...fate, fault, status, ...wait };
    }
    case 'gateway':
      return { ...fate, fault, status: pick(random, [502, 504]) };
    case 'loseBefore':
    case 'loseAfter':
      return { ...fate, fault, ...(random() < 0.2 ? { timeout: true } : {}) };
    case 'abort':
      return { ...fate, fault, done: random() < 0.5 };
    default:
      return { ...fate, fault };
  }
}

/** Parts of the product beside the tree. A schedule has some of them, so that each is used by many schedules and by each of those a lot. */
export const PARTS = ['epic', 'lists', 'roadmap'] as const;
/** Parts that came later. They are drawn by a source of their own, so that a schedule without them is the one that its seed has always given. */
export const LATER_PARTS = ['sidebar', 'links'] as const;
export type Part = (typeof PARTS)[number] | (typeof LATER_PARTS)[number];

/** Of a hundred schedules so many have a part. */
const PART_SHARE = 30;
const LATER_SHARE = 20;

/** A name with its share of the draws. */
export interface Weighted {
  readonly name: string;
  readonly weight: number;
  /** Absent: in every schedule. */
  readonly part?: Part;
}

export function pickWeighted(random: Random, list: readonly Weighted[]): string {
  const total = list.reduce((sum, { weight }) => sum + weight, 0);
  let at = random() * total;
  for (const { name, weight } of list) {
    at -= weight;
    if (at < 0) return name;
  }
  return list.at(-1)?.name ?? '';
}

export interface Tables {
  readonly operations: readonly Weighted[];
  readonly faults: readonly Weighted[];
}

export interface Drawn {
  readonly schedule: Schedule;
  readonly weather: number;
}

/** A schedule without fates: those are drawn while it runs, and noted. */
export function drawSchedule(random: Random, seed: number, operations: number, tables: Tables): Drawn {
  const weather = pick(random, WEATHERS);
  const own = seededRandom(seed ^ LATER);
  const later = LATER_PARTS.filter(() => own() * 100 < LATER_SHARE);
  const world = withLater(drawWorld(random), later, own);
  const names = Object.keys(world.people);
  const count = 2 + Math.floor(random() ** 2.5 * 7);
  const clients = Array.from({ length: count }, (_, index): ClientPlan => ({
    // Somebody who may change things is always there.
    username: index === 0 ? (names[0] ?? '') : pick(random, names),
    connected: random() < 0.35,
    ...(random() < 0.12 ? { skew: random() < 0.5 ? DAY : -DAY } : {}),
  }));
  const parts = new Set<Part>([...PARTS.filter(() => random() * 100 < PART_SHARE), ...later]);
  const offered = ({ part }: Weighted): boolean => part === undefined || parts.has(part);
  const choices = { operations: tables.operations.filter(offered), faults: tables.faults.filter(offered) };
  const faultRate = weather === 0 ? 0.02 : 0.06;
  const steps: Step[] = clients.map((_, client) => ({
    table: 'operation',
    name: 'openTree',
    client,
    picks: drawPicks(random),
    after: pick(random, [0, 50, 500]),
  }));
  for (let made = steps.length; made < operations;) {
    const isFault = random() < faultRate;
    steps.push({
      table: isFault ? 'fault' : 'operation',
      name: pickWeighted(random, isFault ? choices.faults : choices.operations),
      client: randomInt(random, 0, count),
      picks: drawPicks(random),
      after: drawPause(random),
    });
    if (!isFault) made += 1;
  }
  return { schedule: { format: 1, seed, world, clients, steps, fates: {} }, weather };
}

const DAY = 86_400_000;

/** Makes the later parts' source another one than the schedule's. */
const LATER = 0x5eed_1a7e;

/** What only the later parts need: labels of which one excludes another, and links. */
function withLater(world: WorldPlan, later: readonly Part[], random: Random): WorldPlan {
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

const drawPicks = (random: Random): number[] => Array.from({ length: 5 }, () => randomInt(random, 0, 5040));

function drawPause(random: Random): number {
  const kind = random();
  if (kind < 0.45) return 0;
  if (kind < 0.75) return randomInt(random, 5, 300);
  if (kind < 0.97) return randomInt(random, 300, 4000);
  return randomInt(random, 4000, 40_000);
}

function drawWorld(random: Random): WorldPlan {
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
