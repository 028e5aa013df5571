import type { Action } from '../store/action.ts';
import type { Command, CommandRoot, Offered } from './command.ts';
import { selectMoveTargets, selectRowModel, selectTreeHeader, selectTreeRows } from '../tree/select/index.ts';
import { treeActions } from '../tree/actions.ts';
import { madeIn } from '../store/action.ts';
import { inPlace } from '../store/place.ts';
import { isCovered } from '../work-item/select.ts';
import { command, dispatch, go } from './command.ts';

/** RP-02.179: what stands above the children: the Add menu, the tabs, the labels. */
export function treeCommands(root: CommandRoot): Offered {
  // WI-14.4: in a modal, of the item that it shows.
  const place = isCovered(root) ? 'over' : undefined;
  const here = inPlace(root, place);
  const header = selectTreeHeader(here);
  if (header === null) return [];
  const { addMenu, canToggleLabels, labelsShown, tabs } = header;
  const first = Math.max(
    addMenu.findIndex(({ form }) => form === 'addIssue' || form === 'addWorkItem'),
    0,
  );
  return [
    ...addMenu.map(({ form, childType, label }, at) =>
      command(
        `add:${form}:${childType ?? ''}`,
        label,
        'plus',
        dispatch(madeIn(treeActions.formOpened({ form, ...(childType && { childType }) }), place)),
        at !== first ? undefined : here.tree.root?.kind === 'epic' ? 'addChild' : 'addTask',
      ),
    ),
    canToggleLabels &&
      command(
        'labelsShown',
        labelsShown ? 'Hide the labels of the children' : 'Show the labels of the children',
        'labels',
        dispatch(madeIn(treeActions.labelsToggled(), place)),
        place === undefined || here.tree.root?.kind === 'epic' ? 'labelsShown' : undefined,
      ),
    tabs?.active === 'tree' &&
      command('roadmapTab', 'Show the roadmap of the epic', 'roadmap', tab('roadmap'), 'roadmapTab'),
    tabs?.active === 'roadmap' && command('treeTab', 'Show the tree', 'file-tree', tab('tree'), 'treeTab'),
  ];
}

const tab = (to: 'tree' | 'roadmap') => dispatch(treeActions.tabChosen({ tab: to }));

/** RP-02.180: the keys and the menu of the row that had the focus. */
export function rowCommands(root: CommandRoot): Offered {
  const { rowId } = root.command.palette;
  const row =
    rowId === null ? undefined : selectTreeRows(root).find((each) => each.kind === 'item' && each.id === rowId);
  const model = row?.kind === 'item' ? selectRowModel(root, row.id) : null;
  if (row?.kind !== 'item' || model === null) return [];
  const { id, parentId } = row;
  const of = `“${model.title}”`;
  const one = (key: string, name: string, icon: string, action: Action): Command =>
    command(`row:${key}`, `${name} ${of}`, icon, dispatch(action));
  const targets = model.canMove ? selectMoveTargets(root, id) : null;
  return [
    row.expandable &&
      (row.expanded
        ? one('toggle', 'Collapse', 'chevron-down', treeActions.itemToggled({ id }))
        : one('toggle', 'Expand', 'chevron-right', treeActions.itemToggled({ id }))),
    command('row:open', `Open ${of}`, 'external-link', go(model.href)),
    ...MOVES.map(
      ({ to, name, icon }) =>
        targets?.[to] === true && one(to, name, icon, treeActions.moveChosen({ id, parentId, to })),
    ),
    model.canRemove && one('remove', 'Remove', 'remove', treeActions.removeAsked({ id, parentId })),
  ];
}

const MOVES = [
  { to: 'up', name: 'Move up', icon: 'arrow-up' },
  { to: 'down', name: 'Move down', icon: 'arrow-down' },
  { to: 'top', name: 'Move to top', icon: 'scroll_up' },
  { to: 'bottom', name: 'Move to bottom', icon: 'scroll_down' },
] as const;
