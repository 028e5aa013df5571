import { useCallback, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { selectMoveTargets, selectRowModel, type ItemRow, type RootState } from '@espalier/core';
import { bulkActions, isSelected, selectSelecting } from '@espalier/core/bulk';
import { treeActions } from '@espalier/core/tree';
import { useAppDispatch, useAppSelector, usePlaceSelector, usePlaceState } from '../store.ts';
import { useMaySelect } from '../bulk/select-box.tsx';
import { AnchoredMenu } from '../ui/menu.tsx';
import type { MenuEntry } from '../ui/menu-popover.tsx';
import { PopupFailure } from '../ui/empty-state.tsx';
import { useLazy } from '../ui/use-lazy.ts';

const loadMove = () => import('./move-dialog.tsx');

interface RowMenuProps {
  readonly row: ItemRow;
  readonly anchor: HTMLElement;
  /** The row or its button, whichever had the focus. */
  readonly returnTo: HTMLElement;
  readonly onClose: () => void;
}

type Choice = 'open' | 'select' | 'up' | 'down' | 'top' | 'bottom' | 'move' | 'remove';

/** TR-16 and TR-20: every move that a drag can make, and Remove where it is allowed. */
export function RowMenu({ row, anchor, returnTo, onClose }: RowMenuProps) {
  const { id, parentId } = row;
  const getState = usePlaceState();
  const dispatch = useAppDispatch();
  const model = usePlaceSelector(useCallback((state: RootState) => selectRowModel(state, id), [id]));
  // What was possible when the menu opened; the core checks again when a move is chosen.
  const [targets] = useState(() => selectMoveTargets(getState(), id));
  const selects = useMaySelect();
  const selected = useAppSelector(useCallback((state: RootState) => isSelected(state, id), [id]));
  const navigate = useNavigate();
  const selecting = useAppSelector(selectSelecting);
  const [moving, setMoving] = useState(false);
  const { module, failed, retry } = useLazy(loadMove, moving);
  const chosen = useRef(false);
  if (model === null) return null;
  if (failed) return <PopupFailure what="The dialog" onRetry={retry} onClose={onClose} />;
  if (moving) {
    return module === null ? null : <module.MoveDialog row={row} title={model.title} onClose={onClose} />;
  }

  const entries: MenuEntry<Choice>[] = [{ key: 'open', label: 'Open', icon: 'external-link' }];
  if (selects)
    entries.push({ key: 'select', label: selected === true ? 'Deselect' : 'Select', icon: 'check', keys: 'X' });
  if (model.canMove) {
    entries.push(
      { key: 'up', label: 'Move up', icon: 'arrow-up', disabled: !targets.up, keys: 'Alt+Shift+↑', separated: true },
      { key: 'down', label: 'Move down', icon: 'arrow-down', disabled: !targets.down, keys: 'Alt+Shift+↓' },
      { key: 'top', label: 'Move to top', icon: 'scroll_up', disabled: !targets.top },
      { key: 'bottom', label: 'Move to bottom', icon: 'scroll_down', disabled: !targets.bottom },
      { key: 'move', label: 'Move to…', icon: 'level-up' },
    );
  }
  if (model.canRemove) {
    entries.push({ key: 'remove', label: 'Remove', icon: 'remove', danger: true, separated: true, keys: 'Delete' });
  }

  const choose = (choice: Choice) => {
    chosen.current = true;
    const move = (to: 'up' | 'down' | 'top' | 'bottom') => () => dispatch(treeActions.moveChosen({ id, parentId, to }));
    const run = {
      open: () => void navigate(model.href),
      select() {
        if (!selecting) dispatch(bulkActions.modeToggled());
        dispatch(bulkActions.itemToggled({ id }));
      },
      up: move('up'),
      down: move('down'),
      top: move('top'),
      bottom: move('bottom'),
      move: () => setMoving(true),
      remove: () => dispatch(treeActions.removeAsked({ id, parentId })),
    };
    run[choice]();
    if (choice !== 'move') onClose();
  };
  return (
    <AnchoredMenu
      label={`Actions for ${model.title}`}
      entries={entries}
      anchor={{ current: anchor }}
      returnTo={{ current: returnTo }}
      onChoose={choose}
      // The menu closes when the focus leaves it, also when it leaves for the dialog that was just chosen.
      onClose={() => !chosen.current && onClose()}
    />
  );
}
