import { useEffect } from 'react';
import type { RootState } from '@espalier/core';
import { selectVisible } from '@espalier/core';
import type { Command, CommandRoot, Run } from '@espalier/core/command';
import { commandActions, commandsOf, scopesOf, shortcutOf } from '@espalier/core/command';
import { useAppStore } from '../store.ts';
import { isBehind, isTyping } from './typing.ts';

/** The state as the commands look at it. */
export const commandRoot = (state: RootState): CommandRoot => ({ ...state, visible: selectVisible(state) });

/** Id of the row of the tree that has the keyboard; null: none has. */
export function rowWithFocus(): string | null {
  const row = document.activeElement?.closest<HTMLElement>('[role="treegrid"] [data-row]');
  return row?.dataset['row'] ?? null;
}

/** RP-02.191: one listener for all keys of the product that belong to no widget. A key that a widget has used is none. */
export function useShortcuts(run: (run: Run) => void): void {
  const store = useAppStore();
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const root = commandRoot(store.getState());
      const found = shortcutOf(event, {
        typing: isTyping(event.target),
        dialog: isBehind(event.target),
        off: !root.command.singleKeys,
        scopes: scopesOf(root),
      });
      const what = found === null ? null : (ALWAYS[found]?.() ?? commandFor(root, found));
      if (what === null) return;
      event.preventDefault();
      run(what);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [run, store]);
}

/** These answer also where there is nothing to do: with the reason. */
const ALWAYS: Readonly<Partial<Record<string, () => Run>>> = {
  palette: () => ({ do: 'dispatch', events: [commandActions.paletteOpened({ rowId: rowWithFocus() })] }),
  undo: () => ({ do: 'dispatch', events: [commandActions.undoAsked()] }),
  redo: () => ({ do: 'dispatch', events: [commandActions.redoAsked()] }),
};

const commandFor = (root: CommandRoot, shortcut: Command['shortcut']): Run | null =>
  commandsOf(root).find((command) => command.shortcut === shortcut)?.run ?? null;
