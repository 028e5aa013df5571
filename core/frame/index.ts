import type { FrameState } from './slice.ts';
import { get } from '../table/index.ts';
import { frameReducer } from './slice.ts';

export { namesAlong, type NamedPlace } from './places.ts';
export { named } from './saga.ts';
export { frameActions, frameReducer, initialFrameState, type FrameState } from './slice.ts';

/** Nothing follows from where the viewer is: pages announce by themselves what they need. */
function* watchNothing(): Generator {}

export const frameDomain = { name: 'frame', reducer: frameReducer, saga: watchNothing, intents: {} } as const;

/** Path and query of the page on which the viewer is. */
export const selectAddress = (state: { readonly frame: FrameState }): FrameState => state.frame;

/** RP-03.402: what a group or a project is called; null where no page has told yet. */
export const selectPlaceName = ({ frame }: { readonly frame?: FrameState }, fullPath: string): string | null =>
  frame?.names === undefined ? null : (get(frame.names, fullPath.toLowerCase()) ?? null);

/** RP-02.26: edits wait for a server that cannot be reached. */
export const selectWaiting = (state: { readonly frame: FrameState }): boolean => state.frame.waiting === true;
/** Another number: what is shown is to be read anew. */
export const selectResumed = (state: { readonly frame: FrameState }): number => state.frame.resumed ?? 0;
