/** The ports that the view itself looks at: the time, for "3 days ago"; the storage, for the theme; the cookies, for the sidebar's first frame; the connection, for what is said offline; REST, for the token of a form that the browser posts; the secrets that are shown once; the log. */
import { createContext, useContext } from 'react';
import type { Clock, Log, Ports, RestPort, Storage } from '@espalier/core/ports';
import { wireError } from './wire-error.ts';

export type ViewPorts = Pick<Ports, 'clock' | 'connection' | 'cookies' | 'log' | 'rest' | 'secrets' | 'storage'>;

const nowhere: Storage = { get: () => null, set: () => undefined, remove: () => undefined, keys: () => [] };
const still: Clock = { now: () => 0, today: () => '1970-01-01', after: () => () => undefined };

const silent: Log = { error: () => undefined };

const offline: RestPort = { request: () => Promise.reject(wireError('network')) };

export const PortsContext = createContext<ViewPorts>({ clock: still, log: silent, rest: offline, storage: nowhere });
export const usePorts = (): ViewPorts => useContext(PortsContext);
