/** The palette, the help sheet and the keys. Loaded when the browser is idle. */
import { useEffect } from 'react';
import { commandActions, commandSaga, selectCommandDialog } from '@espalier/core/command';
import { useWatch } from '../watch.ts';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { HelpSheet } from './help-sheet.tsx';
import './icons.css';
import type { Opening } from './opening.ts';
import { Palette } from './palette.tsx';
import { rowWithFocus, useShortcuts } from './use-shortcuts.ts';
import { useRun } from './use-run.ts';

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
