/** The palette, the help sheet and the keys. Loaded when the browser is idle. */

import { useEffect } from 'react';
import {
  commandActions,
  commandSaga,
  selectCommandDialog,
  commandsOf,
  scopesOf,
  shortcutOf,
  type Command,
  type CommandRoot,
  type Run,
} from '@espalier/core/command';
import { useWatch, useAppDispatch, useAppSelector, useAppStore } from '../store.ts';
import { HelpSheet } from './help-sheet.tsx';
import { commandRoot, Palette } from './palette.tsx';
import { useRun } from './use-run.ts';
import { isBehind } from './behind.ts';
import { isTyping } from './typing.ts';
import './icons.css';

/** What can be opened before this code is there. */
export type Opening = 'palette' | 'help';

interface CommandsProps {
  readonly asked: Opening | null;
  readonly onOpened: () => void;
}

export function Commands({ asked, onOpened }: CommandsProps) {
  const watch = useWatch();
  const dispatch = useAppDispatch();
  const run = useRun();
  const dialog = useAppSelector(selectCommandDialog);
  useEffect(() => {
    watch('command', commandSaga);
  }, [watch]);
  useShortcuts(run);

  useEffect(() => {
    if (asked === null) return;
    dispatch(
      asked === 'palette' ? commandActions.paletteOpened({ rowId: rowWithFocus() }) : commandActions.helpOpened(),
    );
    onOpened();
  }, [asked, dispatch, onOpened]);

  if (dialog === 'palette') return <Palette run={run} />;
  return dialog === 'help' ? <HelpSheet /> : null;
}

/** Id of the tree row that has the focus; null if none has. */
function rowWithFocus(): string | null {
  const row = document.activeElement?.closest<HTMLElement>('[role="treegrid"] [data-row]');
  return row?.dataset['row'] ?? null;
}

/** RP-02.191: one listener for all shortcuts that belong to no widget. It ignores a key that a widget has handled. */
function useShortcuts(run: (run: Run) => void): void {
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

/** These always respond; where there is nothing to do they say why. */
const ALWAYS: Readonly<Partial<Record<string, () => Run>>> = {
  palette: () => ({ do: 'dispatch', actions: [commandActions.paletteOpened({ rowId: rowWithFocus() })] }),
  undo: () => ({ do: 'dispatch', actions: [commandActions.undoAsked()] }),
  redo: () => ({ do: 'dispatch', actions: [commandActions.redoAsked()] }),
};

const commandFor = (root: CommandRoot, shortcut: Command['shortcut']): Run | null =>
  commandsOf(root).find((command) => command.shortcut === shortcut)?.run ?? null;
