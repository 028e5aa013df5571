import { useCallback } from 'react';
import type { KeyboardEvent } from 'react';
import { selectMoveTargets, selectRowModel } from '@espalier/core';
import type { ItemRow, TreeRow } from '@espalier/core';
import type { RowStep } from '@espalier/core/tree';
import { rowKey, treeActions } from '@espalier/core/tree';
import { useAppDispatch, usePlaceState } from '../store.ts';
import { rowKeyOf } from './use-tree-focus.ts';

interface TreeKeys {
  readonly rows: readonly TreeRow[];
  readonly focusRow: (index: number) => void;
  readonly openMenu: (row: ItemRow, from: HTMLElement) => void;
  /** Opens the panel for this row, or closes it. */
  readonly peek: (id: string) => void;
  /** The keys that select rows; true: this was one. */
  readonly select: (event: KeyboardEvent, id: string) => boolean;
}

/** The parts of a row that can take the focus. */
const PARTS = 'a, button:not([data-part="toggle"]), [data-tooltip]';

/** The keys of an ARIA treegrid whose rows take the focus (TR-05.34, TR-05.35). */
export function useTreeKeys({ rows, focusRow, openMenu, peek, select }: TreeKeys): (event: KeyboardEvent) => void {
  const dispatch = useAppDispatch();
  const getState = usePlaceState();

  return useCallback(
    (event: KeyboardEvent) => {
      if (event.defaultPrevented) return;
      const key = rowKeyOf(event.target);
      const index = rows.findIndex((row) => row.key === key);
      const row = rows[index];
      const element = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-row]') : null;
      if (!row || !element) return;
      if (row.kind === 'item' && select(event, row.id)) return;
      if (event.ctrlKey || event.metaKey) return;
      const parts = [...element.querySelectorAll<HTMLElement>(PARTS)];
      const at = event.target === element ? null : parts.indexOf(event.target as HTMLElement);

      /** False: the step could not be made. */
      const make = (step: RowStep): boolean => {
        if (step.kind === 'go') focusRow(step.index);
        if (step.kind === 'part' && step.index < 0) focusRow(index);
        if (step.kind === 'part') parts[step.index]?.focus();
        if (row.kind === 'more' && step.kind === 'open')
          dispatch(treeActions.nextPageAsked({ parentId: row.parentId }));
        if (row.kind !== 'item') return true;
        const { id, parentId } = row;
        if (step.kind === 'toggle') dispatch(treeActions.itemToggled({ id }));
        if (step.kind === 'menu') openMenu(row, element);
        // WI-14.3: as a click on its title does.
        if (step.kind === 'open') element.querySelector<HTMLElement>('a[data-over]')?.click();
        if (step.kind === 'peek') peek(id);
        if (step.kind === 'remove') {
          if (selectRowModel(getState(), id)?.canRemove !== true) return false;
          dispatch(treeActions.removeAsked({ id, parentId }));
        }
        if (step.kind === 'move') {
          const { parents, ...targets } = selectMoveTargets(getState(), id);
          const to = step.parentId;
          if (to !== null && parents.some((parent) => parent.id === to)) {
            dispatch(treeActions.moveChosen({ id, parentId, to: { parentId: to } }));
          } else if ((step.way === 'up' || step.way === 'down') && targets[step.way]) {
            dispatch(treeActions.moveChosen({ id, parentId, to: step.way }));
          }
        }
        return true;
      };
      const step = rowKey(rows, index, at, event);
      if (step !== null && make(step)) event.preventDefault();
    },
    [dispatch, focusRow, getState, openMenu, peek, rows, select],
  );
}
