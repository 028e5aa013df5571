import type { Stamped } from '../store/action.ts';
import { serverEvent, userEvent } from '../store/action.ts';
import { accessActions } from '../access/slice.ts';
import { emptyTable, setMany, type Table } from '../table/index.ts';
import { namesAlong, type NamedPlace } from './places.ts';

/** Where the viewer is: what the address line says after the host. The view chooses the page by it, a replayed moment is shown on it. */
export interface FrameState {
  /** Path of the page within the product, beginning with a slash. Empty before the first page. */
  readonly webPath: string;
  /** What stands behind the path, with its question mark; empty where nothing does. */
  readonly query: string;
  /** Edits wait for a server that cannot be reached. Absent: none does. */
  readonly waiting?: true;
  /** How often what an earlier tab had left was saved: what is shown is to be read anew. Absent: never. */
  readonly resumed?: number;
  /** Names of the groups and projects on whose pages the viewer was, and of the groups above them, by full path. Absent: none is known. */
  readonly names?: Table<string>;
}

export const initialFrameState: FrameState = { webPath: '', query: '' };

export const frameActions = {
  /** The address line shows another page, whoever caused it: a link, the history, the program. */
  navigated: userEvent<Pick<FrameState, 'webPath' | 'query'>>('frame/navigated'),
  waitingChanged: serverEvent<{ waiting: boolean }>('frame/waitingChanged'),
  /** What an earlier tab had left unsaved is saved now. */
  leftSaved: serverEvent('frame/leftSaved'),
  /** What the place of a page is called. */
  placeNamed: serverEvent<NamedPlace>('frame/placeNamed'),
};

export function frameReducer(state: FrameState = initialFrameState, action: Stamped): FrameState {
  if (frameActions.waitingChanged.match(action)) {
    const { waiting: _waiting, ...rest } = state;
    return action.payload.waiting ? { ...rest, waiting: true } : rest;
  }
  if (frameActions.leftSaved.match(action)) return { ...state, resumed: (state.resumed ?? 0) + 1 };
  if (frameActions.placeNamed.match(action)) {
    return { ...state, names: setMany(state.names ?? emptyTable<string>(), namesAlong(action.payload)) };
  }
  if (accessActions.signedOut.match(action)) {
    const { names: _names, ...rest } = state;
    return rest;
  }
  if (!frameActions.navigated.match(action)) return state;
  const { webPath, query } = action.payload;
  return webPath === state.webPath && query === state.query ? state : { ...state, webPath, query };
}
