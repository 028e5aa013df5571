import type { Command, CommandRoot } from './command.ts';
import { epicActions } from '../epic/actions.ts';
import { selectEpic, selectEpicHeader } from '../epic/select.ts';
import { command, dispatch, press, view } from './command.ts';

/** RP-02.178: the buttons and the menu of an epic's header. Closing is its button's: it may ask first. */
export function epicCommands(root: CommandRoot): readonly Command[] {
  const header = selectEpicHeader(root);
  const epic = selectEpic(root);
  if (header === null || epic === null) return [];
  const { toggle, canCreate, canDestroy } = header;
  return [
    ...(toggle === null || toggle.loading
      ? []
      : [command('epicState', toggle.label, epic.state === 'closed' ? 'epic' : 'epic-closed', press('epic state'))]),
    ...(canCreate ? [command('newEpic', 'New epic', 'plus', dispatch(epicActions.newEpicOpened()), 'newEpic')] : []),
    ...(canDestroy ? [command('deleteEpic', 'Delete epic', 'remove', dispatch(epicActions.epicDeletionAsked()))] : []),
    command('copyReference', `Copy the reference ${epic.reference}`, 'copy-to-clipboard', view('copyReference')),
  ];
}
