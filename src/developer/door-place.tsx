import type { ReactNode } from 'react';
import { useLazy } from '../ui/use-lazy.ts';
import type { DeveloperDoor } from './door.ts';
import { useDoor } from './use-door.ts';

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
