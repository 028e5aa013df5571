/** The two ports that the view itself looks at: the time, for "3 days ago", and the storage, for the theme. */
import { createContext, useContext } from 'react';
import type { Clock, Ports, Storage } from '@espalier/core/ports';

export type ViewPorts = Pick<Ports, 'clock' | 'storage'>;

const nowhere: Storage = { get: () => null, set: () => undefined, remove: () => undefined };
const still: Clock = { now: () => 0, today: () => '1970-01-01', after: () => () => undefined };

export const PortsContext = createContext<ViewPorts>({ clock: still, storage: nowhere });
export const usePorts = (): ViewPorts => useContext(PortsContext);
