import type { AnyAction, NoticeDraft } from '../store/action.ts';
import type { GlobalId } from '../work-item/types.ts';
import type { TreeState } from './state.ts';
import { inPlace, type Place } from '../store/place.ts';
import { entries, has } from '../table/index.ts';

/** WI-14.8: the tree of the page, and that of the item over it. Each has its own state; the lists that they show stand in the same tables. */
export interface Trees {
  readonly tree: TreeState;
  readonly overTree: TreeState;
}

/** Forms over the page count down, so that the serial alone tells whose form was sent. */
export const nextSerial = ({ formSerial, root }: TreeState): number =>
  // mutant: over-form-counts-like-the-page
  formSerial + (root?.place === undefined ? 1 : -1);

export const treeIn =
  (place: Place) =>
  (state: Trees): TreeState =>
    inPlace(state, place).tree;

interface Said {
  readonly params?: { readonly place?: Place } | null;
  readonly asked?: { readonly serial?: number };
}

/** The place whose tree an action is about: a person's says so, an answer by what was asked. */
export function placeOf({ meta, payload }: AnyAction): Place {
  // mutant: over-action-of-the-page
  if (meta?.place !== undefined) return meta.place;
  const { params, asked } = (payload ?? {}) as Said;
  return params?.place ?? ((asked?.serial ?? 0) < 0 ? 'over' : undefined);
}

/** The actions of one place, of these types. */
export const ofPlace = (place: Place, types: readonly string[]): ((action: AnyAction) => boolean) => {
  const wanted = new Set(types);
  return (action) => wanted.has(action.type) && placeOf(action) === place;
};

/** The ids whose lists of children a tree shows, or has shown; the root first. */
export function* listedIn({ root, expansion }: TreeState): Iterable<GlobalId> {
  if (root?.id != null) yield root.id;
  for (const [id] of entries(expansion)) yield id;
}

const shows = ({ root, expansion }: TreeState, parentId: GlobalId): boolean =>
  root !== null && (root.id === parentId || has(expansion, parentId));

/** Whether some tree shows the children of this parent. */
export const isShown = ({ tree, overTree }: Trees, parentId: GlobalId): boolean =>
  [tree, overTree].some((each) => shows(each, parentId));

/** Where the children of this parent are shown: over the page, if there, for that is what one looks at. */
export const placeShowing = ({ overTree }: Trees, parentId: GlobalId): Place =>
  shows(overTree, parentId) ? 'over' : undefined;

/** With the tree of this place. */
export const toldIn = (place: Place): Pick<NoticeDraft, 'scope' | 'place'> => ({
  scope: 'tree',
  ...(place !== undefined && { place }),
});

/** Where is told what concerns the children of this parent: with them; on the page, where no tree is open. */
export const toldAt = (state: Trees, parentId: GlobalId): Pick<NoticeDraft, 'scope' | 'place'> => {
  const place = placeShowing(state, parentId);
  if (inPlace(state, place).tree.root === null) return { scope: 'page' };
  return toldIn(place);
};

/** The state with the tree that shows the children of this parent. */
export const showing = <S extends Trees>(state: S, parentId: GlobalId): S =>
  inPlace(state, placeShowing(state, parentId));
