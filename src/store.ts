/** The bridges between components and the planner: subscribe, dispatch, and ask once at the time of an event. */

import { createContext, useContext } from 'react';
import { useDispatch, useSelector, useStore } from 'react-redux';
import type { Event, Planner, RootState } from '@espalier/core';

export const useAppSelector = useSelector.withTypes<RootState>();

/** Redux' types require an index signature that our actions do not need. */
export const useAppDispatch = useDispatch as unknown as () => (event: Event) => void;

export interface AppStore {
  readonly getState: () => RootState;
  readonly dispatch: (event: Event) => void;
}

export const useAppStore = useStore as unknown as () => AppStore;

export const storeOf = (planner: Planner): AppStore => planner.store as unknown as AppStore;

type Watch = Planner['watch'];

/** How a page starts the watcher that came with its code. In a past moment nothing runs. */
export const WatchContext = createContext<Watch>(() => undefined);
export const useWatch = (): Watch => useContext(WatchContext);
