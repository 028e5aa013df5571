/** The bridges between components and the planner: subscribe, dispatch, and ask once at the time of an event. */

import { createContext, useCallback, useContext } from 'react';
import { useDispatch, useSelector, useStore } from 'react-redux';
import type { Planner, RootState } from '@espalier/core';
import type { Action } from '@espalier/core/store';
import { madeIn, overPage } from '@espalier/core/store';

export const useAppSelector = useSelector.withTypes<RootState>();

/** Where its components stand: in an item over the page, or (absent) on the page. */
export const PlaceContext = createContext<'over' | undefined>(undefined);
export const usePlace = (): 'over' | undefined => useContext(PlaceContext);

const useDispatchOnPage = useDispatch.withTypes<AppStore['dispatch']>();

/** WI-14.7: what is dispatched in an item over the page says so. */
export function useAppDispatch(): (action: Action) => void {
  const dispatch = useDispatchOnPage();
  const place = usePlace();
  return useCallback((action: Action) => void dispatch(madeIn(action, place)), [dispatch, place]);
}

type InPlace = (state: RootState) => RootState;

const onPage: InPlace = (state) => state;

const useInPlace = (): InPlace => (usePlace() === undefined ? onPage : overPage);

/** WI-14.8, WI-14.10: subscribes to the state as the component's place sees it: the tree, epic and sidebar in it are those of this place. */
export function usePlaceSelector<R>(selector: (state: RootState) => R): R {
  const inPlace = useInPlace();
  return useAppSelector(useCallback((state: RootState) => selector(inPlace(state)), [inPlace, selector]));
}

/** The same at the time of an event. */
export function usePlaceState(): () => RootState {
  const store = useAppStore();
  const inPlace = useInPlace();
  return useCallback(() => inPlace(store.getState()), [inPlace, store]);
}

export type AppStore = Planner['store'];

export const useAppStore = useStore.withTypes<AppStore>();

type Watch = Planner['watch'];

/** How a page starts the watcher that came with its code. In a past moment nothing runs. */
export const WatchContext = createContext<Watch>(() => undefined);
export const useWatch = (): Watch => useContext(WatchContext);
