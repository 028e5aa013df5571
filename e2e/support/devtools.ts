import type { Page } from 'playwright-core';

/** What the monitor of the extension has: each entry's action (its first one's is null) and state, as the texts that the extension passes on. */
export interface MonitorEntry {
  readonly action: string | null;
  readonly state: string;
}

/** The page's end of the extension, for a test to play the monitor. */
interface Monitor {
  readonly entries: MonitorEntry[];
  /** What was sent that is no plain data. */
  readonly faults: string[];
  /** Names given to `connect`; instances of it. */
  readonly names: string[];
  /** Calls that an enhancer gets: none, our store is not made by it. */
  enhanced: number;
  say(message: object): void;
}

declare global {
  interface Window {
    monitor?: Monitor;
  }
}

/**
 * Puts an extension into every page of the window that keeps the contract of Redux DevTools: `connect(options)` gives `init`, `send`, `subscribe`,
 * `unsubscribe` and `error`; what is sent is passed on as JSON; nothing is kept while no monitor is open; the monitor's wishes come to the listeners, a
 * jump with the text of the state it leads to.
 */
export async function installDevtools(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let listeners: ((message: object) => void)[] = [];
    const monitor: Monitor = {
      entries: [],
      faults: [],
      names: [],
      enhanced: 0,
      say: (message) => {
        for (const listener of [...listeners]) listener(message);
      },
    };
    const look = (value: unknown, path: string): void => {
      if (value === null || ['string', 'boolean', 'undefined'].includes(typeof value)) return;
      if (typeof value === 'number' && Number.isFinite(value)) return;
      const plain =
        Array.isArray(value) || (typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype);
      if (!plain) monitor.faults.push(`${path} is no plain data: ${typeof value}`);
      else for (const [key, part] of Object.entries(value)) look(part, `${path}.${key}`);
    };
    const keep = (action: unknown, state: unknown): void => {
      look(action, 'action');
      look(state, 'state');
      monitor.entries.push({
        action: action === null ? null : JSON.stringify(action),
        state: JSON.stringify(state),
      });
    };
    const connect = ({ name }: { readonly name: string }) => {
      monitor.names.push(name);
      return {
        init: (state: unknown) => {
          monitor.entries.length = 0;
          keep(null, state);
        },
        send: keep,
        subscribe: (listener: (message: object) => void) => {
          listeners.push(listener);
          return () => {
            listeners = listeners.filter((each) => each !== listener);
          };
        },
        unsubscribe: () => {
          listeners = [];
        },
        error: (message: unknown) => void monitor.faults.push(String(message)),
      };
    };
    const enhancer = () => {
      monitor.enhanced += 1;
      return (create: unknown) => create;
    };
    window.__REDUX_DEVTOOLS_EXTENSION__ = Object.assign(enhancer, { connect });
    window.monitor = monitor;
  });
}

const SOURCE = { id: '1', source: '@devtools-extension' };

/** The monitor of the extension, as a developer uses it. */
export class Devtools {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  say(message: object): Promise<void> {
    return this.page.evaluate((said) => window.monitor?.say(said), { ...SOURCE, ...message });
  }

  /** Opens the monitor: from here on it is sent things. */
  async open(): Promise<void> {
    await this.page.waitForFunction(() => window.monitor?.names.length === 1);
    await this.say({ type: 'START' });
  }

  async entries(): Promise<readonly MonitorEntry[]> {
    return (await this.page.evaluate(() => window.monitor?.entries)) ?? [];
  }

  async faults(): Promise<readonly string[]> {
    return (await this.page.evaluate(() => window.monitor?.faults)) ?? [];
  }

  async types(): Promise<string[]> {
    return (await this.entries()).slice(1).map(({ action }) => typeOf(action));
  }

  /** The button "Jump" beside an action. Its number is the extension's, which counts all that it was ever sent. */
  async jumpToAction(at: number): Promise<void> {
    const { state } = (await this.entries())[at] as MonitorEntry;
    await this.say({ type: 'DISPATCH', payload: { type: 'JUMP_TO_ACTION', actionId: at + 7000 }, state });
  }

  /** The slider, which knows places in the list only. */
  async slideTo(at: number): Promise<void> {
    const { state } = (await this.entries())[at] as MonitorEntry;
    await this.say({ type: 'DISPATCH', payload: { type: 'JUMP_TO_STATE', index: at }, state });
  }
}

const typeOf = (action: string | null): string => (JSON.parse(action ?? '{}') as { readonly type?: string }).type ?? '';
