import { frameReducer } from './slice.ts';

export * from './route.ts';
export * from './rules.ts';
export {
  frameActions,
  frameReducer,
  named,
  selectAddress,
  selectPlaceName,
  selectResumed,
  selectWaiting,
  type FrameState,
} from './slice.ts';

/** Nothing follows from where the viewer is: pages say themselves what they need. */
export const frameDomain = { name: 'frame', reducer: frameReducer } as const;
