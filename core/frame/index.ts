import type { FrameState } from './slice.ts';
import { frameReducer } from './slice.ts';

export { frameActions, frameReducer, initialFrameState, type FrameState } from './slice.ts';

/** Nothing follows from where the viewer is: pages announce by themselves what they need. */
function* watchNothing(): Generator {}

export const frameDomain = { name: 'frame', reducer: frameReducer, saga: watchNothing, intents: {} } as const;

/** Path and query of the page on which the viewer is. */
export const selectAddress = (state: { readonly frame: FrameState }): FrameState => state.frame;
