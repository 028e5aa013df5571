import { pick, randomInt, seededRandom } from '@espalier/core/testing';
import { drawWorld, withDescriptions, withItemFields, withLater } from './draw-world.ts';

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
  /** What became of a push, by `client.session/topic/number`. Absent: none can be late, doubled or lost by itself, and none says what changed. */
  readonly pushes?: Readonly<Record<string, PushFate>>;
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
  /** Titles of iterations of the top group; absent: none. */
  readonly iterations?: readonly string[];
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
  readonly type: 'epic' | 'issue' | 'task' | 'objective';
  /** `acme`, `acme/web`, `hidden`; of issues and tasks the project `acme/web/app` or `acme/api`. */
  readonly owner: string;
  /** Index of an item before it; null: it stands alone. */
  readonly parent: number | null;
  readonly state: 'opened' | 'closed';
  readonly confidential: boolean;
  readonly weight: number | null;
  /** Absent: none. */
  readonly description?: string;
  /** Of an epic its fixed dates, null where such a date is empty; absent: it inherits. Of an issue its due date. */
  readonly startDate?: string | null;
  readonly dueDate?: string | null;
  /** Titles of its labels. */
  readonly labels?: readonly string[];
  /** Of an issue: index of its milestone in the plan, and of its iteration. */
  readonly milestone?: number;
  readonly iteration?: number;
  /** Usernames. */
  readonly author?: string;
  readonly assignees?: readonly string[];
  readonly healthStatus?: 'onTrack' | 'needsAttention' | 'atRisk';
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

/** `lost`: nothing is pushed any more, and only later the client learns of it. `cut`: it learns of it at once. Both connect again by themselves. */
export type PushFault = 'late' | 'twice' | 'lost' | 'cut';

/** The way of one push: what goes wrong, and milliseconds: how late it is, when it comes once more, until somebody connects again. */
export interface PushFate {
  readonly fault?: PushFault;
  readonly wait: number;
}

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

/** Of a hundred pushes so many meet with a fault. */
const PUSH_FAULTS: readonly (readonly [PushFault, number])[] = [
  ['late', 12],
  ['twice', 8],
  ['lost', 2],
  ['cut', 2],
];

export function drawPushFate(random: Random): PushFate {
  let at = random() * 100;
  const wait = randomInt(random, 100, 12_000);
  for (const [fault, share] of PUSH_FAULTS) {
    at -= share;
    if (at < 0) return { fault, wait };
  }
  return { wait: 0 };
}

/** Parts of the product beside the tree. A schedule has some of them, so that each is used by many schedules and by each of those a lot. */
export const PARTS = ['epic', 'lists', 'roadmap'] as const;
/** Parts that came later, together. Each time they are drawn by a source of their own, so that a schedule without them is the one that its seed has always given. */
export const LATER = [
  { parts: ['sidebar', 'links'], source: 0x5eed_1a7e },
  { parts: ['items'], source: 0x5eed_1a57 },
  { parts: ['over'], source: 0x5eed_07e2 },
  { parts: ['bulk'], source: 0x5eed_b01c },
  { parts: ['overEpic'], source: 0x5eed_e21c },
  { parts: ['texts'], source: 0x5eed_7e27 },
  { parts: ['members'], source: 0x5eed_4e4b },
  { parts: ['notes'], source: 0x5eed_407e },
] as const;
export type Part = (typeof PARTS)[number] | (typeof LATER)[number]['parts'][number];

/** Parts that need items with fields, and pushes with fates. */
const OF_ITEMS: readonly Part[] = ['items', 'over', 'overEpic', 'texts', 'notes'];

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
  const drawn = LATER.map(({ parts, source }) => {
    const own = seededRandom(seed ^ source);
    return { own, parts: (parts as readonly Part[]).filter(() => own() * 100 < LATER_SHARE) };
  });
  const later = drawn.flatMap(({ parts: own }) => own);
  let world = withLater(drawWorld(random), later, drawn[0]?.own ?? random);
  const ofItems = drawn.find(({ parts: own }) => own.some((part) => OF_ITEMS.includes(part)));
  if (ofItems !== undefined) world = withItemFields(world, ofItems.own);
  const ofTexts = drawn.find(({ parts: own }) => own.includes('texts'));
  if (ofTexts !== undefined) world = withDescriptions(world, ofTexts.own);
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
  const pushes = ofItems === undefined ? {} : { pushes: {} };
  return { schedule: { format: 1, seed, world, clients, steps, fates: {}, ...pushes }, weather };
}

const DAY = 86_400_000;

const drawPicks = (random: Random): number[] => Array.from({ length: 5 }, () => randomInt(random, 0, 5040));

function drawPause(random: Random): number {
  const kind = random();
  if (kind < 0.45) return 0;
  if (kind < 0.75) return randomInt(random, 5, 300);
  if (kind < 0.97) return randomInt(random, 300, 4000);
  return randomInt(random, 4000, 40_000);
}
