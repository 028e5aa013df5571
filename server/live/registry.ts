import type { Credential } from '../auth/still-signed-in.ts';
import type { SubscriptionPlan } from './operations.ts';
import type { Farewell } from './protocol.ts';

/** Whose subscriptions are told of changes: a socket. */
export interface Listener {
  readonly credential: Credential;
  /** As its client addresses this server. */
  readonly baseUrl: string;
  /** Sends the message of a change. */
  tell(identifier: string, message: string): void;
  farewell(farewell: Farewell): void;
  /** When it last said anything, as `performance.now()` counts. */
  readonly heardAt: number;
  /** Has it say something, where it is still there. */
  probe(): void;
}

export interface Subscription {
  readonly identifier: string;
  readonly plan: SubscriptionPlan;
  readonly listener: Listener;
}

/** The subscriptions of this server, by what they are about. */
export class Registry {
  readonly #items = new Map<number, Set<Subscription>>();
  readonly #groups = new Map<string, Set<Subscription>>();
  readonly #changed: (by: number) => void;

  /** `changed`: by how many there are more. */
  constructor(changed: (by: number) => void) {
    this.#changed = changed;
  }

  get itemIds(): Iterable<number> {
    return this.#items.keys();
  }

  get paths(): string[] {
    return [...this.#groups.keys()];
  }

  /** Those that are told of notes one by one. */
  get toNotes(): Subscription[] {
    return [...this.#items.values()].flatMap((of) => [...of].filter(({ plan }) => 'notes' in plan.topic));
  }

  add(subscription: Subscription): void {
    const { topic } = subscription.plan;
    if ('item' in topic) put(this.#items, topic.item, subscription);
    else put(this.#groups, topic.group, subscription);
    this.#changed(1);
  }

  remove(subscription: Subscription): void {
    const { topic } = subscription.plan;
    const was =
      'item' in topic ? take(this.#items, topic.item, subscription) : take(this.#groups, topic.group, subscription);
    if (was) this.#changed(-1);
  }

  has(subscription: Subscription): boolean {
    const { topic } = subscription.plan;
    return ('item' in topic ? this.ofItem(topic.item) : this.ofGroup(topic.group)).has(subscription);
  }

  ofItem(id: number): ReadonlySet<Subscription> {
    return this.#items.get(id) ?? NOBODY;
  }

  ofGroup(path: string): ReadonlySet<Subscription> {
    return this.#groups.get(path) ?? NOBODY;
  }

  /** Those of the group's own path and of the paths above it that somebody listens to. */
  pathsAbove(path: string): string[] {
    const found: string[] = [];
    for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
      const above = path.slice(0, end);
      if (this.#groups.has(above)) found.push(above);
    }
    return found;
  }
}

const NOBODY: ReadonlySet<Subscription> = new Set();

function put<Key>(map: Map<Key, Set<Subscription>>, key: Key, subscription: Subscription): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, new Set([subscription]));
  else known.add(subscription);
}

/** Was it there? */
function take<Key>(map: Map<Key, Set<Subscription>>, key: Key, subscription: Subscription): boolean {
  const known = map.get(key);
  const was = known?.delete(subscription) === true;
  if (known?.size === 0) map.delete(key);
  return was;
}
