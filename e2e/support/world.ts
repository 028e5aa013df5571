import type { Browser } from 'playwright-core';
import { built } from './build.ts';
import { openBrowser, openPage, Windows, type BrowserUse, type OpenPage, type PageOptions } from './browser.ts';
import { copyOf, quickEngine, type Engine, type Place } from './place.ts';
import { PASSWORD, seeded, type Person } from './seeded.ts';
import { startServer, type RunningServer } from './server.ts';

export interface WindowOptions extends PageOptions {
  /** Signed in as; nobody if not given. */
  readonly as?: Person;
}

export interface WorldOptions {
  readonly use?: BrowserUse;
  /** Of windows that do not say otherwise. */
  readonly motion?: boolean;
  readonly live?: boolean;
  /** Of the server's data. `embedded` where it is about that one, or about the product as it comes. */
  readonly engine?: Engine;
  /** The server's program, of another build than the one under test. */
  readonly main?: string;
}

/** A server with the demo data and a browser, for the tests of one file. */
export interface World {
  readonly place: Place;
  readonly browser: Browser;
  readonly url: string;
  readonly signInLink: string;
  readonly tokens: Readonly<Record<Person, string>>;
  open(options?: WindowOptions): Promise<OpenPage>;
  /** Ends the server and starts it again on the same data and the same port. */
  restart(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  /** Ends the server, as its operator would or would not. */
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  /** Closes all windows of the test that ended; says what went wrong in them, and what is wrong with their action logs. */
  closeWindows(): Promise<string[]>;
  close(): Promise<void>;
}

export async function openWorld({
  use = 'tests',
  motion = false,
  live = true,
  engine = quickEngine,
  main = built.main,
}: WorldOptions = {}): Promise<World> {
  const made = await seeded(engine);
  const place = await copyOf(made.place);
  let server: RunningServer | undefined;
  let browser: Browser | undefined;
  const close = async (): Promise<void> => {
    await browser?.close();
    await server?.stop();
    await place.remove();
  };
  try {
    server = await startServer({ place, main });
    browser = await openBrowser(use);
    return worldOf({ server, browser, place, made, motion, live, main, close });
  } catch (error) {
    await close();
    throw error;
  }
}

interface Parts {
  server: RunningServer;
  readonly browser: Browser;
  readonly place: Place;
  readonly made: Awaited<ReturnType<typeof seeded>>;
  readonly motion: boolean;
  readonly live: boolean;
  readonly main: string;
  readonly close: () => Promise<void>;
}

function worldOf({ server: first, browser, place, made, motion, live, main, close }: Parts): World {
  const { url } = first;
  let server = first;
  let windows: OpenPage[] = [];
  const source = new Windows(browser, url);
  return {
    place,
    browser,
    url,
    signInLink: url + made.signInPath,
    tokens: made.tokens,
    async open({ as, ...options } = {}) {
      const window = await openPage(source, { motion, live, ...options });
      windows.push(window);
      if (as !== undefined) {
        const data = { username: as, password: PASSWORD };
        const answer = await window.context.request.post('/-/sign-in', { data });
        if (!answer.ok()) throw new Error(`${as} cannot sign in: ${await answer.text()}`);
      }
      return window;
    },
    async restart(signal) {
      await server.stop(signal);
      server = await startServer({ place, port: Number(new URL(url).port), main });
    },
    stop: (signal) => server.stop(signal),
    async closeWindows() {
      const closing = windows;
      windows = [];
      const faults: string[] = [];
      for (const window of closing) faults.push(...(await window.close()));
      return faults;
    },
    async close() {
      await server.stop();
      await close();
    },
  };
}

/** One world for the tests of a file. After each test nothing may have gone wrong in any of its windows. */
export function useWorld(options?: WorldOptions): { readonly current: World } {
  const holder: { current?: World } = {};
  beforeAll(async () => {
    holder.current = await openWorld(options);
  });
  afterEach(async () => {
    expect(await holder.current?.closeWindows()).toEqual([]);
  });
  afterAll(async () => {
    await holder.current?.close();
  });
  return {
    get current() {
      if (!holder.current) throw new Error('The world is not open yet.');
      return holder.current;
    },
  };
}
