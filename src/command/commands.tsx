/** The palette, the help sheet and the keys. Loaded when the browser is idle. */
import { useEffect } from 'react';
import { commandActions, commandDomain } from '@espalier/core/command';
import { useAttach } from '../attach.ts';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { commandState } from './command-state.ts';
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
  const attach = useAttach();
  const dispatch = useAppDispatch();
  const run = useRun();
  const state = useAppSelector(commandState);
  useEffect(() => {
    attach(commandDomain);
  }, [attach]);
  useShortcuts(run);

  const ready = state !== undefined;
  useEffect(() => {
    if (!ready || asked === null) return;
    dispatch(
      asked === 'palette' ? commandActions.paletteOpened({ rowId: rowWithFocus() }) : commandActions.helpOpened(),
    );
    onOpened();
  }, [asked, dispatch, onOpened, ready]);

  if (state?.palette.open === true) return <Palette run={run} />;
  return state?.helpOpen === true ? <HelpSheet /> : null;
}
