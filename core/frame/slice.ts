import type { SagaGenerator } from 'typed-redux-saga';
import type { Stamped } from '../store/action.ts';
import { put, select } from 'typed-redux-saga';
import { get, emptyTable, setMany, type Table } from '../table/index.ts';
import { serverAction, userAction } from '../store/action.ts';
import { accessActions } from '../access/slice.ts';

/** Where the viewer is: what the address line says after the host. The view chooses the page by it, a replayed moment is shown on it. */
export interface FrameState {
  /** Path of the page within the product, beginning with a slash. Empty before the first page. */
  readonly webPath: string;
  /** What stands behind the path, with its question mark; empty where nothing does. */
  readonly query: string;
  /** Edits wait for a server that cannot be reached. Absent: none does. */
  readonly waiting?: true;
  /** How often edits that an earlier tab had left were saved: the page has to be read again. Absent: never. */
  readonly resumed?: number;
  /** Names of the groups and projects on whose pages the viewer was, and of the groups above them, by full path. Absent: none is known. */
  readonly names?: Table<string>;
}

export const initialFrameState: FrameState = { webPath: '', query: '' };

export const frameActions = {
  /** The address line shows another page, whoever caused it: a link, the history, the program. */
  navigated: userAction<Pick<FrameState, 'webPath' | 'query'>>('frame/navigated'),
  waitingChanged: serverAction<{ waiting: boolean }>('frame/waitingChanged'),
  leftSaved: serverAction('frame/leftSaved'),
  placeNamed: serverAction<NamedPlace>('frame/placeNamed'),
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
  // mutant: changed-query-ignored
  return webPath === state.webPath && query === state.query ? state : { ...state, webPath, query };
}

export const selectAddress = (state: { readonly frame: FrameState }): FrameState => state.frame;

/** RP-03.402: the name of a group or a project; null until a page has read it. */
export const selectPlaceName = ({ frame }: { readonly frame?: FrameState }, fullPath: string): string | null =>
  frame?.names === undefined ? null : (get(frame.names, fullPath.toLowerCase()) ?? null);

/** RP-02.26: edits wait for a server that cannot be reached. */
export const selectWaiting = (state: { readonly frame: FrameState }): boolean => state.frame.waiting === true;
/** When it changes, the page has to be read again. */
export const selectResumed = (state: { readonly frame: FrameState }): number => state.frame.resumed ?? 0;

/** A group or a project as reads name it. */
export interface NamedPlace {
  readonly fullPath: string;
  /** Names from the top group down, `Kubernetes / SIG Node`. */
  readonly fullName: string;
}

/** RP-03.402: the names of the place and of every group above it, by path in lower case; none if names and path do not match one to one. */
export function namesAlong({ fullPath, fullName }: NamedPlace): (readonly [path: string, name: string])[] {
  const parts = fullPath.toLowerCase().split('/');
  const names = fullName.split(' / ');
  if (parts.length !== names.length) return [];
  return names.map((name, at) => [parts.slice(0, at + 1).join('/'), name]);
}

/** RP-03.403: keeps the names that a read of a page brought along. */
export function* named({ fullPath, fullName }: NamedPlace): SagaGenerator<void> {
  const names = yield* select(({ frame }: { readonly frame?: FrameState }) => frame?.names);
  const pairs = namesAlong({ fullPath, fullName });
  const known = names !== undefined && pairs.every(([path, name]) => get(names, path) === name);
  if (!known && pairs.length > 0) yield* put(frameActions.placeNamed({ fullPath, fullName }));
}
