import type { PlannerOptions } from '../../planner.ts';
import type { Ports } from '../../ports/index.ts';
import { accessActions } from '../../access/index.ts';
import { FakePorts, TestPlanner } from '../../testing/index.ts';

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

/** A tab in which somebody is signed in. Tabs of one browser share its storage, its clock and a channel. */
export class Tab extends TestPlanner {
  constructor(browser?: Browser, options: PlannerOptions = {}) {
    const fake = new FakePorts();
    super(fake, options, browser === undefined ? fake.ports : browser.portsOf(fake.ports));
  }

  async signIn(id: number | null = ADA): Promise<this> {
    await this.do(accessActions.sessionRequested());
    await this.session(id);
    return this;
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

  /** The tabs that were there are gone, but for those that still hear. */
  release(): void {
    this.#held.clear();
  }

  /** Every tab has ids of its own, as in a browser. */
  portsOf(ports: Ports): Ports {
    const { clock } = this.storage;
    const { storage } = this.storage.ports;
    const name = `tab${(this.#tabs += 1)}`;
    let ids = 0;
    return { ...ports, storage, clock, tabs: this.#channel(), ids: { next: () => `${name}-${(ids += 1)}` } };
  }

  #channel() {
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
