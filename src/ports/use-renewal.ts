import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Renewal, RenewalState } from './renewal.ts';

const nothing = () => undefined;

/** Where a page never loads itself anew: tests, and moments of the past. */
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
