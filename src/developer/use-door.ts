import { createContext, useContext, useSyncExternalStore } from 'react';
import type { DeveloperDoor, DoorState } from './door.ts';

/** Null where the product runs without developer tools: in tests of single pages. */
export const DoorContext = createContext<DeveloperDoor | null>(null);

export const useDeveloperDoor = (): DeveloperDoor | null => useContext(DoorContext);

const CLOSED: DoorState = { open: false, travelling: false, wanted: null };
const never = () => () => undefined;
const closed = () => CLOSED;

export const useDoor = (door: DeveloperDoor | null): DoorState =>
  useSyncExternalStore(door?.subscribe ?? never, door?.state ?? closed);
