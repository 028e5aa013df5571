/** The bridges between components and the planner: subscribe, dispatch, and ask once at the time of an event. */
import { useDispatch, useSelector, useStore } from 'react-redux';
import type { Event, Planner, RootState } from '@espalier/core';

export const useAppSelector = useSelector.withTypes<RootState>();

/** Redux' types want an index signature that our actions have no use for. */
export const useAppDispatch = useDispatch as unknown as () => (event: Event) => void;

export interface AppStore {
  readonly getState: () => RootState;
  readonly dispatch: (event: Event) => void;
}

export const useAppStore = useStore as unknown as () => AppStore;

export const storeOf = (planner: Planner): AppStore => planner.store as unknown as AppStore;
