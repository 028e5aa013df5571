import { stillSignedIn } from '../auth/still-signed-in.ts';
import type { Viewer } from '../access/viewer.ts';
import type { Db } from '../db/types.ts';
import { type AtItem, hereFor, ordered, type People, readPeople, TOLD } from './at-item.ts';
import { type Announcement, Elsewhere, type Present, textsOf } from './elsewhere.ts';
import { answered } from './protocol.ts';
import type { Listener, Subscription } from './registry.ts';
import { maySee, readSubjects, type Subject } from './subjects.ts';

/** Milliseconds. */
export interface PresenceTimes {
  /** Between two looks: who has fallen silent, which server has; then the others are told anew who is here. */
  readonly every: number;
  /** A socket that has said nothing for so long counts as gone. */
  readonly silent: number;
  /** What a server has not said again for so long is forgotten. */
  readonly forgotten: number;
  /** Between two tellings. */
  readonly apart: number;
}

/** AP-07.22, AP-07.23: whoever leaves without a word is gone within 10 s. */
export const PRESENCE: PresenceTimes = { every: 2000, silent: 6000, forgotten: 7000, apart: 500 };

/** What one client does at a stroke, as leaving one item for another, is one telling. */
const STROKE_MS = 20;
/** What could not be looked up is looked up again after so many milliseconds. */
const AGAIN_MS = 1000;

interface PresenceOptions {
  /** The primary: rights are asked of it. */
  readonly db: Db;
  readonly now: () => Date;
  /** How this server calls itself before the others. */
  readonly server: string;
  /** Tells the other servers; null where there can be none. */
  readonly announce: ((text: string) => Promise<void>) | null;
  readonly onError: (error: unknown) => void;
  readonly times: PresenceTimes;
}

/** AP-07.20: who is at which item. All of it is in memory, and is told to those who are there themselves. */
export class Presence {
  readonly #options: PresenceOptions;
  /** By item. */
  readonly #own = new Map<number, Set<Subscription>>();
  readonly #elsewhere = new Elsewhere();
  /** What was announced of our own, by item. */
  readonly #said = new Map<number, readonly Present[]>();
  readonly #told = new WeakMap<Subscription, string>();
  readonly #silent = new WeakSet<Listener>();
  #changed = new Set<number>();
  #timer: NodeJS.Timeout | undefined;
  #apartUntil = 0;
  #running: Promise<void> | undefined;
  #announced: Promise<void> = Promise.resolve();
  /** How many announcements are on their way. */
  #announcing = 0;
  #closed = false;
  readonly #looks: NodeJS.Timeout;

  constructor(options: PresenceOptions) {
    this.#options = options;
    this.#looks = setInterval(() => this.#look(), options.times.every);
    this.#looks.unref();
  }

  add(subscription: Subscription): void {
    const { topic } = subscription.plan;
    // AP-07.21: a visitor is nobody, and there is nothing to tell them.
    if (!('editing' in topic) || subscription.listener.credential === null) return;
    const known = this.#own.get(topic.item);
    if (known === undefined) this.#own.set(topic.item, new Set([subscription]));
    else known.add(subscription);
    this.#change(topic.item);
  }

  remove(subscription: Subscription): void {
    const { topic } = subscription.plan;
    if (!('editing' in topic)) return;
    const known = this.#own.get(topic.item);
    if (known?.delete(subscription) !== true) return;
    if (known.size === 0) this.#own.delete(topic.item);
    this.#change(topic.item);
  }

  /** What another server, or this one, has announced. */
  hear(announcement: Announcement): void {
    if (announcement.server === this.#options.server) return;
    this.#change(...this.#elsewhere.hear(announcement, performance.now()).filter((item) => this.#own.has(item)));
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#looks);
    clearTimeout(this.#timer);
    await this.#running;
    await this.#announce(() => [...this.#said.keys()].map((item) => [item, []]));
  }

  #change(...items: readonly number[]): void {
    for (const item of items) this.#changed.add(item);
    if (items.length > 0) this.#wake(STROKE_MS);
  }

  #wake(within: number): void {
    if (this.#closed || this.#timer !== undefined || this.#running !== undefined) return;
    const wait = Math.max(within, this.#apartUntil - performance.now());
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#apartUntil = performance.now() + this.#options.times.apart;
      this.#running = this.#tell().then((again) => {
        this.#running = undefined;
        if (this.#changed.size > 0) this.#wake(again);
      });
    }, wait);
    this.#timer.unref();
  }

  /** AP-07.22, AP-07.23 */
  #look(): void {
    const { times } = this.#options;
    const now = performance.now();
    const all = [...this.#own];
    const turned = new Set<Listener>();
    for (const listener of new Set(all.flatMap(([, each]) => [...each].map((one) => one.listener)))) {
      const silent = now - listener.heardAt > times.silent;
      if (silent !== this.#silent.has(listener)) turned.add(listener);
      if (silent) this.#silent.add(listener);
      else this.#silent.delete(listener);
      listener.probe();
    }
    for (const [item, subscriptions] of turned.size === 0 ? [] : all)
      if ([...subscriptions].some(({ listener }) => turned.has(listener))) this.#change(item);
    this.#change(...this.#elsewhere.forgetBefore(now - times.forgotten).filter((item) => this.#own.has(item)));
    // While one is on its way the next look says it.
    if (this.#announcing === 0) void this.#announce(() => [...this.#said]);
  }

  /** One after the other: an older announcement that came after a newer one would stand. */
  #announce(itemsOf: () => Announcement['items']): Promise<void> {
    const { announce, server, onError } = this.#options;
    if (announce === null) return Promise.resolve();
    this.#announcing += 1;
    this.#announced = this.#announced.then(async () => {
      try {
        const items = itemsOf();
        if (items.length > 0) for (const text of textsOf({ server, items })) await announce(text);
      } catch (error) {
        // The next look says it again.
        onError(error);
      }
      this.#announcing -= 1;
    });
    return this.#announced;
  }

  /** Answers after how many milliseconds the next one may follow. */
  async #tell(): Promise<number> {
    const { db, now, onError } = this.#options;
    const items = [...this.#changed];
    this.#changed = new Set();
    try {
      const subjects = await readSubjects(db, items);
      const subscriptions = items.flatMap((item) => [...(this.#own.get(item) ?? [])]);
      const asked = new Set(subscriptions.map(({ listener }) => listener.credential));
      const viewers = await stillSignedIn(db, asked, now().toISOString());
      const seeing = new Map(items.map((item) => [item, this.#seeing(item, subjects.get(item), { asked, viewers })]));
      const here = new Map<number, AtItem>();
      for (const [item, found] of seeing) here.set(item, ordered([...presentIn(found), ...this.#elsewhere.at(item)]));
      const people = await readPeople(db, [...here.values()]);
      await Promise.all(
        [...seeing].map(([item, found]) => this.#tellAt(found, here.get(item) as AtItem, people).catch(onError)),
      );
      await this.#announceChanged(seeing);
      return STROKE_MS;
    } catch (error) {
      onError(error);
      for (const item of items) this.#changed.add(item);
      return AGAIN_MS;
    }
  }

  /** AP-07.21: those of our own who may see the item, by their subscriptions, in the order in which these began. */
  #seeing(
    item: number,
    subject: Subject | undefined,
    { asked, viewers }: { readonly asked: ReadonlySet<unknown>; readonly viewers: ReadonlyMap<unknown, Viewer> },
  ): Map<Subscription, Viewer> {
    const found = new Map<Subscription, Viewer>();
    for (const subscription of [...(this.#own.get(item) ?? [])]) {
      const { plan, listener } = subscription;
      // Whoever has come meanwhile is told by the next telling.
      if (!asked.has(listener.credential)) continue;
      const viewer = viewers.get(listener.credential);
      if (viewer === undefined) {
        listener.farewell({ reason: 'unauthorized', reconnect: false });
        continue;
      }
      const { topic } = plan;
      if (subject === undefined || !('editing' in topic) || this.#silent.has(listener)) continue;
      if (topic.of !== null && (topic.of === 'epic') !== (subject.projectId === null)) continue;
      if (maySee(viewer, subject)) found.set(subscription, viewer);
    }
    return found;
  }

  async #tellAt(found: ReadonlyMap<Subscription, Viewer>, here: AtItem, people: People): Promise<void> {
    const answers = new Map<string, Promise<string>>();
    for (const [subscription, viewer] of found) {
      const { plan, listener, identifier } = subscription;
      // Whoever is not among the first hears the same as the others who are not.
      const place = here.places.get(viewer.userId as number) as number;
      const key = JSON.stringify([plan.key, Math.min(place, TOLD)]);
      let answer = answers.get(key);
      if (answer === undefined) {
        const cause = { kinds: [], here: hereFor(here, place, people) };
        answer = plan.run(viewer, listener.baseUrl, cause).then((result) => answered(result, true));
        answers.set(key, answer);
      }
      const message = await answer;
      if (this.#told.get(subscription) === message || !this.#isThere(subscription)) continue;
      this.#told.set(subscription, message);
      listener.tell(identifier, message);
    }
  }

  #isThere(subscription: Subscription): boolean {
    const { topic } = subscription.plan;
    return 'editing' in topic && this.#own.get(topic.item)?.has(subscription) === true;
  }

  async #announceChanged(seeing: ReadonlyMap<number, ReadonlyMap<Subscription, Viewer>>): Promise<void> {
    const changed: (readonly [number, readonly Present[]])[] = [];
    for (const [item, found] of seeing) {
      const people = ordered(presentIn(found)).order;
      if (JSON.stringify(people) === JSON.stringify(this.#said.get(item) ?? [])) continue;
      if (people.length === 0) this.#said.delete(item);
      else this.#said.set(item, people);
      changed.push([item, people]);
    }
    await this.#announce(() => changed);
  }
}

const presentIn = (found: ReadonlyMap<Subscription, Viewer>): Present[] =>
  [...found].map(([{ plan }, { userId }]) => [userId as number, 'editing' in plan.topic ? plan.topic.editing : null]);
