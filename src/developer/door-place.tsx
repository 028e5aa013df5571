import { createContext, useContext, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import type { Ports } from '@espalier/core/ports';
import { store, stored } from '@espalier/core/store';
import { useLazy } from '../ui/use-lazy.ts';
import type { DeveloperDoor, DoorState } from './door.ts';

/** Null where the product runs without developer tools: in tests of single pages. */
export const DoorContext = createContext<DeveloperDoor | null>(null);

export const useDeveloperDoor = (): DeveloperDoor | null => useContext(DoorContext);

const CLOSED: DoorState = { open: false, travelling: false, wanted: null };
const never = () => () => undefined;
const closed = () => CLOSED;

export const useDoor = (door: DeveloperDoor | null): DoorState =>
  useSyncExternalStore(door?.subscribe ?? never, door?.state ?? closed);

const KEY = 'recording';
const OFF = 'off';

/** Sessions are recorded unless a person has switched that off in this browser. */
export const isRecordingOff = (ports: Pick<Ports, 'storage' | 'log'>): boolean => stored(ports, KEY) === OFF;

/** If nothing can be stored, the choice holds for this page. */
export const keepRecordingOff = (off: boolean, ports: Pick<Ports, 'storage' | 'log'>): void =>
  store(ports, KEY, off ? OFF : null);

const loadPanel = () => import('./panel.tsx');

interface PanelPlaceProps {
  readonly door: DeveloperDoor;
  /** The pages of the product, rendered a second time to show a past moment. */
  readonly children: ReactNode;
}

/** Where the developer panel appears. Its code is loaded when it is first opened. */
export function PanelPlace({ door, children }: PanelPlaceProps) {
  const { open } = useDoor(door);
  const { module, failed } = useLazy(loadPanel, open);
  if (!open) return null;
  if (failed) return <p role="alert">The developer panel could not be loaded.</p>;
  return module === null ? null : <module.DeveloperPanel door={door}>{children}</module.DeveloperPanel>;
}
