import { useSyncExternalStore } from 'react';
import { usePorts } from './context.ts';

/** False while the machine knows itself offline. In a moment of the past nobody asks: there it is true. */
export function useOnline(): boolean {
  const { connection } = usePorts();
  return useSyncExternalStore(connection?.onChange ?? unchanging, connection?.online ?? always);
}

const always = () => true;
const unchanging = () => () => undefined;
