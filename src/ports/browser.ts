/** The browser as the core sees it: time, ids, storage, visibility, navigation, log. Each port takes a window, so that tests can pass one. */
import type { Clock, Connection, Cookies, Ids, Log, Navigation, Storage, Tabs, Visibility } from '@espalier/core/ports';
import { region } from './region.ts';

/** The longest wait a browser timer can hold (2^31 − 1 ms); longer waits are made of several. */
const LONGEST_TIMER = 2_147_483_647;

/** `read` gives the time; another than the machine's is for showing a moment of the past. */
export function createClock(
  host: Pick<Window, 'setTimeout' | 'clearTimeout'> = window,
  read: () => number = () => Date.now(),
): Clock {
  return {
    now: read,
    today() {
      // The viewer's civil day is the one on their wall calendar. Swedes write days as ISO 8601 does.
      return new Intl.DateTimeFormat('sv', region).format(read());
    },
    after(milliseconds, run) {
      let timer = 0;
      const wait = (left: number) => {
        const part = Math.min(left, LONGEST_TIMER);
        timer = host.setTimeout(() => (left > part ? wait(left - part) : run()), part);
      };
      wait(milliseconds);
      return () => host.clearTimeout(timer);
    },
  };
}

/** Random UUIDs. `randomUUID` exists in secure contexts only, and a planner on the local network may be plain http. */
export function createIds(source: Pick<Crypto, 'getRandomValues'> & Partial<Pick<Crypto, 'randomUUID'>> = crypto): Ids {
  return {
    next() {
      if (source.randomUUID) return source.randomUUID();
      const bytes = source.getRandomValues(new Uint8Array(16));
      bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
      bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
      const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
      return [0, 8, 12, 16, 20].map((start, part, starts) => hex.slice(start, starts[part + 1])).join('-');
    },
  };
}

/** localStorage. Merely accessing it throws where storage is switched off, so it is looked up at each call. */
export function createStorage(host: Pick<Window, 'localStorage'> = window): Storage {
  return {
    get: (key) => host.localStorage.getItem(key),
    set: (key, value) => host.localStorage.setItem(key, value),
    remove: (key) => host.localStorage.removeItem(key),
    keys: (prefix) => Object.keys(host.localStorage).filter((key) => key.startsWith(prefix)),
  };
}

/** A year, in seconds. */
const COOKIE_AGE = 31_536_000;

/** Cookies for the whole site, kept for a year; `Secure` if the page's own connection is. */
export function createCookies(
  page: Pick<Document, 'cookie'> = document,
  { protocol }: Pick<Location, 'protocol'> = window.location,
): Cookies {
  return {
    get(name) {
      const start = `${name}=`;
      const found = page.cookie.split('; ').find((pair) => pair.startsWith(start));
      return found === undefined ? null : decodeURIComponent(found.slice(start.length));
    },
    set(name, value) {
      const secure = protocol === 'https:' ? '; Secure' : '';
      page.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${COOKIE_AGE}; SameSite=Lax${secure}`;
    },
  };
}

export function createVisibility(page: Document = document): Visibility {
  return {
    hidden: () => page.hidden,
    onChange(listener) {
      const changed = () => listener(page.hidden);
      page.addEventListener('visibilitychange', changed);
      return () => page.removeEventListener('visibilitychange', changed);
    },
  };
}

export function createConnection(
  host: Pick<Window, 'navigator' | 'addEventListener' | 'removeEventListener'> = window,
): Connection {
  const EVENTS = ['online', 'offline'] as const;
  return {
    online: () => host.navigator.onLine,
    onChange(listener) {
      const changed = () => listener(host.navigator.onLine);
      for (const event of EVENTS) host.addEventListener(event, changed);
      return () => EVENTS.forEach((event) => host.removeEventListener(event, changed));
    },
  };
}

let reloading = false;

/**
 * RP-02.26: whoever closes or reloads the page while `unsaved` is asked by the browser, in its own words. Nobody is asked when the product loads itself anew
 * and everything is `kept`.
 */
export function warnBeforeLeaving(
  unsaved: () => boolean,
  kept: () => boolean,
  host: Pick<Window, 'addEventListener'> = window,
): void {
  host.addEventListener('beforeunload', (event) => {
    // Always evaluated: it also saves what has been typed since the last time.
    const isKept = kept();
    if (unsaved() && !(reloading && isKept)) event.preventDefault();
    // A person who stays may leave later, and is asked again.
    reloading = false;
  });
}

/** The product loads its page anew by itself. */
export function reloadPage(host: Pick<Window, 'location'> = window): void {
  reloading = true;
  host.location.reload();
}

const TAB_LOCK = 'espalier.tab.';

/** The other tabs. The channel's name is one that no other product uses on this host. */
export function createTabs(): Tabs | undefined {
  if (typeof BroadcastChannel === 'undefined') return undefined;
  const channel = new BroadcastChannel('espalier');
  // Exists only in secure contexts.
  const { locks } = navigator as Partial<Pick<Navigator, 'locks'>>;
  return {
    post: (message) => channel.postMessage(message),
    onMessage(listener) {
      const heard = ({ data }: MessageEvent<unknown>) => (typeof data === 'string' ? listener(data) : undefined);
      channel.addEventListener('message', heard);
      return () => channel.removeEventListener('message', heard);
    },
    ...(locks === undefined ? {} : tabLocks(locks)),
  };
}

const tabLocks = (locks: LockManager): Required<Pick<Tabs, 'hold' | 'held'>> => ({
  hold: (name) => void locks.request(TAB_LOCK + name, () => new Promise<never>(() => undefined)).catch(() => undefined),
  async held() {
    const { held = [] } = await locks.query();
    const names = held.flatMap(({ name }) =>
      name?.startsWith(TAB_LOCK) === true ? [name.slice(TAB_LOCK.length)] : [],
    );
    return new Set(names);
  },
});

/**
 * `visit` within the product goes through the router (no reload; focus and announcement follow); any other address is a normal navigation. When the
 * viewer has changed, the page reloads, so that nothing of the former viewer stays in memory.
 */
export function createNavigation(
  follow: (path: string) => void,
  viewerChanged: () => boolean,
  host: Pick<Window, 'location'> = window,
): Navigation {
  return {
    visit(url) {
      const target = new URL(url, host.location.href);
      if (target.protocol !== 'http:' && target.protocol !== 'https:') return;
      if (target.origin !== host.location.origin || viewerChanged()) host.location.assign(target.href);
      else follow(`${target.pathname}${target.search}${target.hash}`);
    },
    reload: () => reloadPage(host),
  };
}

export function createLog(): Log {
  return {
    error: (message, detail) => (detail === undefined ? console.error(message) : console.error(message, detail)),
  };
}

/** One thing in the memory of the page that no state holds, and who wants to know of it. */
export function held<T>() {
  let it: T | null = null;
  const listeners = new Set<() => void>();
  return {
    get: () => it,
    set(next: T | null): void {
      if (it === next) return;
      it = next;
      for (const listener of listeners) listener();
    },
    onChange(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
