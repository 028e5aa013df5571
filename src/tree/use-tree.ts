import { useCallback } from 'react';
import type { RootState } from '@espalier/core';
import { overPage } from '@espalier/core';
import { selectSignedIn } from '@espalier/core/access';
import { useAppSelector, useAppStore, usePlace } from '../store.ts';

/** WI-14.8: the bridges of `store.ts` for the tree in whose place the component stands: `tree` in the state is that one. */

type InPlace = (state: RootState) => RootState;

const onPage: InPlace = (state) => state;

const useInPlace = (): InPlace => (usePlace() === undefined ? onPage : overPage);

export function useTreeSelector<R>(selector: (state: RootState) => R): R {
  const inPlace = useInPlace();
  return useAppSelector(useCallback((state: RootState) => selector(inPlace(state)), [inPlace, selector]));
}

/** The state at the time of an event. */
export function useTreeState(): () => RootState {
  const store = useAppStore();
  const inPlace = useInPlace();
  return useCallback(() => inPlace(store.getState()), [inPlace, store]);
}

/** TR-05.51: rows are selected on the page only, by those who are signed in. */
export function useMaySelect(): boolean {
  const signedIn = useAppSelector(selectSignedIn);
  return usePlace() === undefined && signedIn;
}
