import { useCallback } from 'react';
import type { KeyboardEvent } from 'react';
import { useAppStore } from '../store.ts';
import { useNavigate } from 'react-router-dom';
import { selectMoveTargets, selectRowModel } from '@espalier/core';
import type { TreeRow } from '@espalier/core';
import { treeActions } from '@espalier/core/tree';
import type { TreeKey, TreeMoveKey } from './tree-keys.ts';
import { rowKeyOf } from './use-tree-focus.ts';
import type { ItemRow } from './tree-row.tsx';

/** How many rows Page Up and Page Down pass. */
const PAGE_ROWS = 10;

interface TreeKeys {
  readonly rows: readonly TreeRow[];
  readonly focusRow: (index: number) => void;
  readonly openMenu: (row: ItemRow, from: HTMLElement) => void;
}

type Command = (context: { readonly index: number; readonly row: TreeRow; readonly element: HTMLElement }) => boolean;

/**
 * The keys of an ARIA treegrid whose rows take the focus: up and down, Home and End, Page Up and Down; right opens and then goes into the
 * row, left goes back, closes, and climbs; Enter follows; + and − open and close. Alt+Shift+arrows move the item, as the row menu says.
 */
export function useTreeKeys({ rows, focusRow, openMenu }: TreeKeys): (event: KeyboardEvent) => void {
  const store = useAppStore();
  const navigate = useNavigate();

  return useCallback(
    (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey) return;
      const key = rowKeyOf(event.target);
      const index = rows.findIndex((row) => row.key === key);
      const row = rows[index];
      const element = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-row]') : null;
      if (!row || !element) return;

      const go = (to: number) => {
        focusRow(Math.min(Math.max(to, 0), rows.length - 1));
        return true;
      };
      const toggle = (wanted: boolean) => {
        if (row.kind !== 'item' || !row.expandable || row.expanded !== wanted) return false;
        store.dispatch(treeActions.itemToggled({ id: row.id }));
        return true;
      };
      const parts = [...element.querySelectorAll<HTMLElement>('a, button:not([data-part="toggle"]), [data-tooltip]')];
      const at = parts.indexOf(event.target as HTMLElement);
      const onRow = event.target === element;

      const commands: Readonly<Record<TreeKey, Command>> = {
        ArrowDown: () => go(index + 1),
        ArrowUp: () => go(index - 1),
        Home: () => go(0),
        End: () => go(rows.length - 1),
        PageDown: () => go(index + PAGE_ROWS),
        PageUp: () => go(index - PAGE_ROWS),
        ArrowRight() {
          if (onRow && toggle(false)) return true;
          parts[at + 1]?.focus();
          return true;
        },
        ArrowLeft() {
          if (!onRow) {
            if (at > 0) parts[at - 1]?.focus();
            else focusRow(index);
            return true;
          }
          if (toggle(true)) return true;
          const parent = rows.findIndex((other) => other.kind === 'item' && other.id === row.parentId);
          return parent < 0 || go(parent);
        },
        '+': () => toggle(false),
        '-': () => toggle(true),
        Enter() {
          if (!onRow) return false;
          if (row.kind === 'more') store.dispatch(treeActions.nextPageAsked({ parentId: row.parentId }));
          if (row.kind !== 'item') return true;
          const href = selectRowModel(store.getState(), row.id)?.href;
          if (href !== undefined) void navigate(href);
          return true;
        },
        Delete() {
          if (!onRow || row.kind !== 'item' || selectRowModel(store.getState(), row.id)?.canRemove !== true)
            return false;
          store.dispatch(treeActions.removeAsked({ id: row.id, parentId: row.parentId }));
          return true;
        },
        ContextMenu: () => row.kind === 'item' && (openMenu(row, element), true),
      };
      const moves: Readonly<Record<TreeMoveKey, Command>> = {
        ArrowUp: () => move(row, 'up'),
        ArrowDown: () => move(row, 'down'),
        ArrowLeft: () => move(row, 'out'),
        ArrowRight: () => move(row, 'in'),
      };
      const move = (from: TreeRow, way: 'up' | 'down' | 'out' | 'in') => {
        if (from.kind !== 'item') return false;
        const { id, parentId } = from;
        const targets = selectMoveTargets(store.getState(), id);
        const to = { up: null, down: null, out: parentAbove(rows, index), in: siblingAbove(rows, index) }[way];
        if (to !== null && targets.parents.some((parent) => parent.id === to)) {
          store.dispatch(treeActions.moveChosen({ id, parentId, to: { parentId: to } }));
        } else if ((way === 'up' || way === 'down') && targets[way]) {
          store.dispatch(treeActions.moveChosen({ id, parentId, to: way }));
        }
        return true;
      };

      if (event.key === 'F10' && event.shiftKey && row.kind === 'item') {
        openMenu(row, element);
        event.preventDefault();
        return;
      }
      const table: Readonly<Partial<Record<string, Command>>> =
        event.altKey && event.shiftKey ? moves : event.altKey || (event.shiftKey && event.key !== '+') ? {} : commands;
      if (table[event.key]?.({ index, row, element })) event.preventDefault();
    },
    [focusRow, navigate, openMenu, rows, store],
  );
}

/** The parent of the row's parent, if the row's parent is itself a row; the root counts. */
function parentAbove(rows: readonly TreeRow[], index: number): string | null {
  const row = rows[index];
  const parent = rows.find((other) => other.kind === 'item' && other.id === row?.parentId);
  return parent?.parentId ?? null;
}

/** The sibling before the row. */
function siblingAbove(rows: readonly TreeRow[], index: number): string | null {
  const row = rows[index];
  for (let at = index - 1; row && at >= 0; at -= 1) {
    const other = rows[at];
    if (!other || other.depth < row.depth) return null;
    if (other.kind === 'item' && other.depth === row.depth) return other.id;
  }
  return null;
}
