/**
 * The ports that the view itself looks at: the time, for "3 days ago"; the storage, for the theme; the cookies, for the sidebar's first frame; the connection, for what is said offline; who else is here; REST, for the token of a form
 * that the browser posts; the secrets that are shown once; the log.
 */

import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Clock, Here, Log, Ports, RestPort, Storage, ShownSecret } from '@espalier/core/ports';
import { wireError } from './wire-error.ts';
import type { Renewal, RenewalState } from './renewal.ts';

export type ViewPorts = Pick<
  Ports,
  'clock' | 'connection' | 'cookies' | 'log' | 'presence' | 'rest' | 'secrets' | 'storage'
>;

const nowhere: Storage = { get: () => null, set: () => undefined, remove: () => undefined, keys: () => [] };
const still: Clock = { now: () => 0, today: () => '1970-01-01', after: () => () => undefined };

const silent: Log = { error: () => undefined };

const offline: RestPort = { request: () => Promise.reject(wireError('network')) };

export const PortsContext = createContext<ViewPorts>({ clock: still, log: silent, rest: offline, storage: nowhere });
export const usePorts = (): ViewPorts => useContext(PortsContext);

/** False while the browser is offline. In a past moment nobody asks: there it is true. */
export function useOnline(): boolean {
  const { connection } = usePorts();
  return useSyncExternalStore(connection?.onChange ?? unchanging, connection?.online ?? always);
}

const always = () => true;
const unchanging = () => () => undefined;

/** The secret that is being shown. In a moment of the past there is none. */
export function useSecret(): ShownSecret | null {
  const { secrets } = usePorts();
  return useSyncExternalStore(secrets?.onChange ?? unchanging, secrets?.shown ?? none);
}

/** Who else is where the viewer is. In a moment of the past there is nobody. */
export function useHere(): Here | null {
  const { presence } = usePorts();
  return useSyncExternalStore(presence?.onChange ?? unchanging, presence?.here ?? none);
}

const none = () => null;
const nothing = () => undefined;

/** For pages that never reload themselves: tests, and past moments. */
export const NO_RENEWAL: Renewal = {
  state: () => 'none',
  onChange: () => nothing,
  missing: nothing,
  newer: nothing,
  renew: nothing,
};

export const RenewalContext = createContext<Renewal>(NO_RENEWAL);

export function useRenewalState(): RenewalState {
  const { onChange, state } = useContext(RenewalContext);
  return useSyncExternalStore(onChange, state);
}
