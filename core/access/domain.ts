import { accessSaga } from './saga.ts';
import { accessReducer } from './slice.ts';

/** What the planner wires: the state under `access`, its watcher; nothing here is optimistic. */
export const accessDomain = { name: 'access', reducer: accessReducer, saga: accessSaga, intents: {} } as const;
