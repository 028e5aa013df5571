import type { Action } from '../store/action.ts';
import { accessActions } from '../access/index.ts';
import { createPlanner, type Planner, type PlannerOptions } from '../planner.ts';
import { FakePorts, settle } from '../testing/index.ts';

const SESSION = 'GET /-/session.json';

/** The answer of `/-/session.json`. */
export const sessionOf = (id: number | null): object => ({
  user:
    id === null
      ? null
      : {
          id: `gid://gitlab/User/${id}`,
          username: `u${id}`,
          name: `U${id}`,
          avatarUrl: null,
          webUrl: '',
          admin: false,
        },
});
const ADA = 7;

/** A tab in which somebody is signed in. Tabs with the same `fake` storage and channel are of one browser. */
export class Tab {
  readonly fake = new FakePorts();
  readonly planner: Planner;

  constructor(browser?: Browser, options: PlannerOptions = {}) {
    if (browser !== undefined) {
      // Every tab has ids of its own, as in a browser.
      const name = browser.nextName();
      let ids = 0;
      const { ports } = this.fake;
      const storage = browser.storage.ports.storage;
      const given = { ...ports, storage, tabs: browser.channel(), ids: { next: () => `${name}-${(ids += 1)}` } };
      this.planner = createPlanner({ ...given, clock: browser.storage.clock }, options);
    } else this.planner = createPlanner(this.fake.ports, options);
  }

  async signIn(id: number | null = ADA): Promise<this> {
    await this.do(accessActions.sessionRequested());
    await this.session(id);
    return this;
  }

  get state() {
    return this.planner.store.getState();
  }

  async do(...actions: readonly Action[]): Promise<void> {
    for (const action of actions) this.planner.store.dispatch({ ...action });
    await settle();
  }

  /** Answers a read of the session. */
  async session(id: number | null = ADA): Promise<void> {
    await this.fake.next(SESSION).answer(sessionOf(id));
  }

  get asksForSession(): boolean {
    return this.fake.waiting(SESSION).length > 0;
  }
}

/** What the tabs of one browser share. */
export class Browser {
  readonly storage = new FakePorts();
  readonly #listeners = new Set<{ readonly hear: (message: string) => void }>();
  /** The names of its tabs, where it has locks. */
  readonly #held = new Set<string>();
  readonly #locks: boolean;
  #tabs = 0;

  constructor({ locks = false } = {}) {
    this.#locks = locks;
  }

  /** Its tabs are asleep: they hear nothing, but they are there. */
  sleep(): void {
    this.#listeners.clear();
  }

  nextName(): string {
    this.#tabs += 1;
    return `tab${this.#tabs}`;
  }

  channel() {
    const own = new Set<object>();
    return {
      post: (message: string) => {
        for (const listener of [...this.#listeners]) if (!own.has(listener)) listener.hear(message);
      },
      onMessage: (hear: (message: string) => void) => {
        const listener = { hear };
        own.add(listener);
        this.#listeners.add(listener);
        return () => void this.#listeners.delete(listener);
      },
      ...(this.#locks && {
        hold: (name: string) => void this.#held.add(name),
        held: () => Promise.resolve(new Set(this.#held)),
      }),
    };
  }
}
