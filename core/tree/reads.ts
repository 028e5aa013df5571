import type { Queries, QueryState } from '../query/index.ts';
import type { ItemReading } from '../work-item/entity.ts';
import type { GlobalId, WorkItemType } from '../work-item/types.ts';
import type { CandidateOption, FoundParent, GroupOption, ProjectOption, TreeRoot, TreeState } from './state.ts';
import { IDLE, queryName, selectQuery, type QueryName } from '../query/index.ts';
import { keyIn, type Place } from '../store/place.ts';
import { fieldReads } from './references.ts';

/** Whose children are read. The root is known by its place: its id comes with the first answer. */
export interface ChildrenOf extends Pick<TreeRoot, 'kind' | 'fullPath' | 'iid' | 'place'> {
  /** Null: the root. */
  readonly parentId: GlobalId | null;
}

/** Where the next page of each kind of children begins; null: there are no more of that kind. */
export interface NextPage {
  readonly epics: string | null;
  readonly issues: string | null;
}

/** One reading of a parent's children. */
export interface ChildrenAnswer {
  readonly parentId: GlobalId;
  /** The parent itself, with its roll-ups; null where the answer does not describe it. */
  readonly parent: ItemReading | null;
  readonly items: readonly ItemReading[];
  readonly next: NextPage | null;
  /** TR-05.30: other parents, in whose lists some of the items stood until now. */
  readonly takenFrom: readonly GlobalId[];
  readonly defaultProject: { readonly id: GlobalId; readonly nameWithNamespace: string } | null;
  /** Of a parent that is a work item. */
  readonly iterationId: GlobalId | null;
}

/** A search of the open form, by what is asked for besides the text. */
type SearchOf<P, D> = QueryName<P & Placed & { readonly search: string }, readonly D[], null>;

/** In the tree of which place. */
interface Placed {
  readonly place?: Place;
}

const search = <P, D>(name: string): SearchOf<P, D> => queryName(`tree/${name}`, ({ place }) => keyIn(place, ''));

/** Items of a project that may become children in the tree of this place. */
interface CandidatesOf {
  readonly projectPath: string;
  readonly childType: WorkItemType;
}

export const treeReads = {
  /** A first page, or all that is shown read again, replaces what is known; a page with a cursor adds to it. */
  children: queryName<ChildrenOf, ChildrenAnswer, NextPage>('tree/children', ({ parentId, fullPath, iid, place }) =>
    keyIn(place, parentId ?? `${fullPath} ${iid}`),
  ),
  ...fieldReads('tree'),
  /** Groups below a group. */
  groups: search<{ readonly groupId: GlobalId }, GroupOption>('groups'),
  projects: search<{ readonly endpoint: string }, ProjectOption>('projects'),
  candidates: search<CandidatesOf, CandidateOption>('candidates'),
  moveTargets: search<{ readonly fullPath: string }, FoundParent>('moveTargets'),
  /** TR-11.24: those that this user has used most. */
  recentProjects: queryName<{ readonly username: string } & Placed, readonly ProjectOption[]>(
    'tree/recentProjects',
    ({ place }) => keyIn(place, ''),
  ),
};

/** A parent's children in the tree of this root; `id` null: of a root whose id is not known yet. */
export const childrenOf = ({ kind, fullPath, iid, place, id: rootId }: TreeRoot, id: GlobalId | null): ChildrenOf => ({
  kind,
  fullPath,
  iid,
  parentId: id === rootId ? null : id,
  ...placeIn({ place }),
});

export interface TreeQueries {
  readonly tree: Pick<TreeState, 'root'>;
  readonly queries: Queries;
}

/** How the list of a parent's children stands. */
export const selectList = ({ tree: { root }, queries }: TreeQueries, id: GlobalId | null): QueryState =>
  root === null ? IDLE : selectQuery({ queries }, treeReads.children, childrenOf(root, id));

/** How the root's children stand: `missing` where the viewer may not know of the root. */
export const selectRootStatus = (state: TreeQueries): QueryState['status'] =>
  selectList(state, state.tree.root?.id ?? null).status;

/** Names the place of a tree in what is read for it. */
export const placeIn = (root: Pick<TreeRoot, 'place'> | null): Placed =>
  root?.place === undefined ? {} : { place: root.place };

/** TR-16.33: what "Move to…" looks for beyond the tree; null: nothing. */
export function moveTargetsAsked({ moving, root }: Pick<TreeState, 'moving' | 'root'>) {
  const text = moving?.search.trim() ?? '';
  return text === '' || root?.kind !== 'epic' ? null : { fullPath: root.fullPath, search: text, ...placeIn(root) };
}
