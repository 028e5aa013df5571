/**
 * When the page must be reloaded: part of its code is missing, or the server has a newer version. A browser remembers a module that it could not fetch
 * for the life of the page (Chromium, Firefox), so a retry is useless.
 */
import type { Clock, Connection } from '@espalier/core/ports';
import { reloadPage } from './browser.ts';

/** `missing`, `newer`: a person may reload the page. `renewing`: it is reloading. */
export type RenewalState = 'none' | 'missing' | 'newer' | 'renewing';

export interface Renewal {
  state(): RenewalState;
  onChange(listener: () => void): () => void;
  /** Some code could not be fetched. The page reloads itself as soon as the server answers and nobody is typing, at most once a minute. */
  missing(): void;
  /** A newer version is ready: `activate` switches to it, which reloads the page. A person decides when. */
  newer(activate: () => void): void;
  /** A person asks for it. Nothing happens while the server cannot be reached: the page would be lost. */
  renew(): void;
}

interface RenewalHost {
  readonly clock: Clock;
  readonly connection: Connection;
  /** Survives the page, not the tab. May throw. */
  readonly tab: Pick<globalThis.Storage, 'getItem' | 'setItem'>;
  /** Whether the server answers. */
  readonly reachable: () => Promise<boolean>;
  /** Whether the person is writing, and a call when they may have stopped. */
  readonly typing: () => boolean;
  readonly onPause: (listener: () => void) => void;
  readonly load: () => void;
}

const KEY = 'espalier:renewed-at';
/** Keeps a page that lacks the same code again after a reload from reloading forever. */
const AT_MOST_EVERY_MS = 60_000;
const ASK_EVERY_MS = 5000;
/** Time to read why. */
const SAID_FOR_MS = 1500;
/** If the page is still there by then it stays: the browser asked about unsaved changes, and the person said no. */
const GONE_WITHIN_MS = 5000;

export function createRenewal({ clock, connection, tab, reachable, typing, onPause, load }: RenewalHost): Renewal {
  let state: RenewalState = 'none';
  let activate: (() => void) | null = null;
  let cancel = (): void => undefined;
  const listeners = new Set<() => void>();

  function enter(next: RenewalState): void {
    if (state !== 'renewing') become(next);
  }

  function become(next: RenewalState): void {
    if (state === next) return;
    state = next;
    for (const listener of listeners) listener();
  }

  function recently(): boolean {
    try {
      return clock.now() - Number(tab.getItem(KEY) ?? 0) < AT_MOST_EVERY_MS;
    } catch {
      // Without a memory it might reload forever.
      return true;
    }
  }

  function leave(delay: number, how: () => void): void {
    if (state === 'renewing') return;
    const before = state;
    become('renewing');
    clock.after(delay, () => {
      how();
      clock.after(GONE_WITHIN_MS, () => become(before));
    });
  }

  function loadAnew(delay: number): void {
    try {
      tab.setItem(KEY, String(clock.now()));
    } catch {
      // A person asked for it and sees whether it helped.
    }
    leave(delay, load);
  }

  async function loadByItself(): Promise<void> {
    cancel();
    if (state !== 'missing' || recently()) return;
    const there = connection.online() && (await reachable());
    // Meanwhile somebody may have asked, or the machine may have come online.
    if (state !== 'missing') return;
    cancel();
    if (!there) cancel = clock.after(ASK_EVERY_MS, () => void loadByItself());
    else if (!typing()) loadAnew(SAID_FOR_MS);
  }
  connection.onChange(() => void loadByItself());
  onPause(() => void loadByItself());

  return {
    state: () => state,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    missing() {
      enter('missing');
      void loadByItself();
    },
    newer(how) {
      activate = how;
      if (state === 'none') enter('newer');
    },
    renew() {
      void reachable().then((there) => {
        if (!there) return;
        if (state === 'newer' && activate !== null) leave(0, activate);
        else loadAnew(0);
      });
    },
  };
}

/** Whether the focus is where something is typed. */
function isTyping(page: Document): boolean {
  const { activeElement } = page;
  return (
    activeElement instanceof HTMLElement && activeElement.matches('input, textarea, select, [contenteditable="true"]')
  );
}

/** The renewal of this window; hears of every chunk that vite could not fetch. */
export function createPageRenewal(clock: Clock, connection: Connection, host: Window = window): Renewal {
  const renewal = createRenewal({
    clock,
    connection,
    // Merely accessing it throws where storage is switched off.
    tab: {
      getItem: (key) => host.sessionStorage.getItem(key),
      setItem: (key, value) => host.sessionStorage.setItem(key, value),
    },
    reachable: async () => {
      const answer = await fetch(host.location.href, { method: 'HEAD', cache: 'no-store' }).catch(() => null);
      // A page that is not found is an answer too; 5xx may be a proxy's.
      return answer !== null && answer.status < 500;
    },
    typing: () => isTyping(host.document),
    // After the focus has moved on.
    onPause: (listener) => host.addEventListener('focusout', () => clock.after(0, listener)),
    load: () => reloadPage(host),
  });
  host.addEventListener('vite:preloadError', () => renewal.missing());
  return renewal;
}
