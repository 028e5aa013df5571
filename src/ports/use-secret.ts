import { useSyncExternalStore } from 'react';
import type { ShownSecret } from '@espalier/core/ports';
import { usePorts } from './context.ts';

/** The secret that is being shown. In a moment of the past there is none. */
export function useSecret(): ShownSecret | null {
  const { secrets } = usePorts();
  return useSyncExternalStore(secrets?.onChange ?? unchanging, secrets?.shown ?? none);
}

const none = () => null;
const unchanging = () => () => undefined;
