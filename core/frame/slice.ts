import type { Stamped } from '../store/action.ts';
import { userEvent } from '../store/action.ts';

/** Where the viewer is: what the address line says after the host. The view chooses the page by it, a replayed moment is shown on it. */
export interface FrameState {
  /** Path of the page within the product, beginning with a slash. Empty before the first page. */
  readonly webPath: string;
  /** What stands behind the path, with its question mark; empty where nothing does. */
  readonly query: string;
}

export const initialFrameState: FrameState = { webPath: '', query: '' };

export const frameActions = {
  /** The address line shows another page, whoever caused it: a link, the history, the program. */
  navigated: userEvent<FrameState>('frame/navigated'),
};

export function frameReducer(state: FrameState = initialFrameState, action: Stamped): FrameState {
  if (!frameActions.navigated.match(action)) return state;
  const { webPath, query } = action.payload;
  return webPath === state.webPath && query === state.query ? state : { webPath, query };
}
