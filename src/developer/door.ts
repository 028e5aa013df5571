/**
 * The developer tools, as far as the first page carries them: records (by reference), listens for the shortcut, and loads everything else when the
 * browser is idle or on demand.
 */

import type { Middleware } from '@reduxjs/toolkit';
import type { Planner, RootState } from '@espalier/core';
import { selectSessionKnown } from '@espalier/core/access';
import { createTape } from '@espalier/core/replay/tape';
import type { Ports, Visibility } from '@espalier/core/ports';
import { createIdle } from '../ports/idle.ts';
import { isRecordingOff } from './recording-choice.ts';
import type { SessionRecording } from './recording.ts';

export interface DoorState {
  /** The panel is shown. */
  readonly open: boolean;
  /** The screens show a past moment. */
  readonly travelling: boolean;
  /** Number of the action whose moment was requested from outside the panel. */
  readonly wanted: number | null;
}

/** What is reached as `window.espalier`. */
interface Espalier {
  /** The log of this session so far, or of a former one by its id: JSON Lines (docs/action-log.md). Null where there is no such session. */
  log(session?: string): Promise<string | null>;
  /** Ids of the sessions that this browser keeps, newest first, this one included once it has been kept. */
  sessions(): Promise<readonly string[]>;
  /** The whole state now. */
  state(): RootState;
}

declare global {
  interface Window {
    espalier?: Espalier;
    __REDUX_DEVTOOLS_EXTENSION__?: unknown;
  }
}

export interface DeveloperDoor {
  readonly middleware: readonly Middleware[];
  readonly ports: Ports;
  /** What the shortcut is called on this machine. */
  readonly keys: string;
  state(): DoorState;
  subscribe(listener: () => void): () => void;
  toggle(): void;
  travel(travelling: boolean): void;
  /** Opens the panel if necessary and requests a moment; null withdraws the request. */
  want(seq: number | null): void;
  /** Loads the recorder. */
  recording(): Promise<SessionRecording>;
  /** To be called once with the planner that was made with `middleware` and `ports`. */
  attach(planner: Planner): void;
}

/** Any of these works; the first one is displayed. `KeyD` is a position on the keyboard: with Alt, layouts produce other letters. */
const isShortcut = (event: KeyboardEvent): boolean =>
  event.code === 'KeyD' &&
  event.altKey &&
  event.shiftKey &&
  (event.ctrlKey || event.metaKey) &&
  // On layouts with AltGr this combination types a letter.
  !event.getModifierState('AltGraph');

const isMac = (): boolean => navigator.platform.startsWith('Mac');

export function createDoor(browserPorts: Ports, host: Window = window): DeveloperDoor {
  const tape = createTape();
  tape.recording = !isRecordingOff(browserPorts);
  const listeners = new Set<() => void>();
  let state: DoorState = { open: false, travelling: false, wanted: null };
  let tell: ((action: unknown) => void) | null = null;
  let loading: Promise<SessionRecording> | null = null;

  /** While a past moment is shown nobody sees the current page, so it does not poll the server. */
  const { visibility, pause } = pausable(browserPorts.visibility);
  const ports: Ports = { ...browserPorts, visibility };

  const become = (next: DoorState) => {
    if (next.travelling !== state.travelling) pause(next.travelling);
    state = next;
    for (const listener of [...listeners]) listener();
  };
  const toggle = () => become({ open: !state.open, travelling: false, wanted: null });

  const recording = (): Promise<SessionRecording> => {
    loading ??= import('./recording.ts').then((module) => module.startRecording(tape, ports));
    loading.catch(() => {
      loading = null;
    });
    return loading;
  };

  const door: DeveloperDoor = {
    // The second one is for Redux DevTools and does nothing where there are none.
    middleware: [
      tape.middleware,
      () => (next) => (action) => {
        tell?.(action);
        return next(action);
      },
    ],
    ports,
    keys: isMac() ? '⌘⌥⇧D' : 'Ctrl+Alt+Shift+D',
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    toggle,
    travel: (travelling) => travelling !== state.travelling && become({ ...state, travelling }),
    want: (seq) => become({ ...state, open: state.open || seq !== null, wanted: seq }),
    recording,
    attach(planner) {
      host.addEventListener('keydown', (event) => {
        if (!isShortcut(event)) return;
        event.preventDefault();
        toggle();
      });
      host.espalier = {
        log: async (session) => (await recording()).text(session),
        sessions: async () => (await (await recording()).sessions()).map(({ session }) => session),
        state: () => planner.store.getState(),
      };
      // The log's first line says who the viewer is.
      const stop = planner.store.subscribe(() => {
        if (!selectSessionKnown(planner.store.getState())) return;
        stop();
        createIdle(host)(() => void recording().catch(() => undefined));
      });
      const extension = host.__REDUX_DEVTOOLS_EXTENSION__;
      if (extension === undefined) return;
      void import('./devtools.ts').then((module) => {
        tell = module.connectDevtools({ extension, store: planner.store, seq: () => tape.seq, show: door.want });
      });
    },
  };
  return door;
}

/** Reports hidden while the page is hidden or paused. */
function pausable(page: Visibility): { readonly visibility: Visibility; readonly pause: (paused: boolean) => void } {
  const listeners = new Set<(hidden: boolean) => void>();
  let paused = false;
  const hidden = () => paused || page.hidden();
  const changed = () => {
    for (const listener of [...listeners]) listener(hidden());
  };
  page.onChange(() => !paused && changed());
  return {
    visibility: {
      hidden,
      onChange(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    pause(next) {
      if (next === paused) return;
      paused = next;
      changed();
    },
  };
}
