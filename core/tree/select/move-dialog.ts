import type { FoundParent } from '../state.ts';
import { remembered, type TreeView } from './view.ts';
import { selectQuery } from '../../query/index.ts';
import { moveTargetsAsked, treeReads } from '../reads.ts';
import { moveRefusal, type MovedItem } from '../rules.ts';
import { movedItem, moveParent, refusalOf, shownParents, type MoveParent } from './moves.ts';

export interface MoveOption extends MoveParent {
  /** Why it cannot be chosen; null: as far as is known here, it can. */
  readonly refusal: string | null;
}

export interface MoveDialogModel {
  readonly search: string;
  readonly options: readonly MoveOption[];
  /** Said where the list alone does not say it. */
  readonly status: string;
}

/** A list longer than this is for searching, not for reading. */
const SHOWN = 100;

/** TR-16.32, TR-16.33: what "Move to…" offers; null where it is not open. The same object for the same view. */
export const selectMoveDialog = remembered((view: TreeView): MoveDialogModel | null => {
  const { moving } = view.tree;
  const item = moving === undefined ? null : movedItem(view, moving.id);
  if (moving === undefined || item === null) return null;
  const words = moving.search.trim().toLowerCase();
  const here = shownParents(view);
  const inTree = here.flatMap((id): readonly MoveOption[] => {
    const refusal = refusalOf(view, id, item);
    return refusal === undefined ? [] : [{ ...moveParent(view, id), refusal }];
  });
  const named = inTree.filter(({ title, reference }) => `${title} ${reference}`.toLowerCase().includes(words));
  const known = new Set(here);
  const typed = moving.search.trim() !== '';
  const outside = typed ? moving.found.filter(({ id }) => !known.has(id)) : [];
  const options = [...named, ...outside.map((parent) => found(parent, item))];
  return { search: moving.search, options: options.slice(0, SHOWN), status: statusOf(view, options.length) };
});

const found = (parent: FoundParent, item: MovedItem): MoveOption => ({
  id: parent.id,
  title: parent.title,
  reference: parent.reference,
  depth: 0,
  refusal: moveRefusal({ ...parent, type: 'epic' }, item),
});

function statusOf(view: TreeView, count: number): string {
  const { status } = selectQuery(view, treeReads.moveTargets, moveTargetsAsked(view.tree));
  if (status === 'loading') return count === 0 ? 'Searching…' : '';
  if (status === 'failed') return 'Only this tree could be searched.';
  if (count === 0) return 'No matches found';
  return count > SHOWN ? `The first ${SHOWN} of ${count}` : '';
}
