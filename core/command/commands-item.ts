import type { Command, CommandRoot } from './command.ts';
import { hasDeleteForm } from '../work-item/rules.ts';
import { selectWorkItem } from '../work-item/select.ts';
import { selectStateToggle } from '../work-item/state/select.ts';
import { linkActions } from '../link/actions.ts';
import { command, dispatch, press, view } from './command.ts';

/** RP-02.184: the buttons and the menu of the header of an issue, task or other item of a project. Closing is its button's: it may ask first. */
export function itemCommands(root: CommandRoot): readonly Command[] {
  const item = selectWorkItem(root);
  if (item === null) return [];
  const toggle = selectStateToggle(root);
  return [
    ...(toggle === null || toggle.loading
      ? []
      : [command('itemState', toggle.label, item.state === 'closed' ? 'issues' : 'issue-closed', press('item state'))]),
    ...(item.permissions.canDestroy && hasDeleteForm(item.type) && item.projectPath !== null
      ? [command('deleteIssue', 'Delete issue', 'remove', press('delete issue'))]
      : []),
    command('copyReference', `Copy the reference ${item.reference}`, 'copy-to-clipboard', view('copyReference')),
  ];
}

/** RP-02.185: of the linked items of an epic or an item, once their section is there. */
export function linkCommands({ link }: CommandRoot): readonly Command[] {
  if (link.subject?.canRelate !== true || link.form !== null) return [];
  return [command('addLinks', 'Add linked items', 'link', dispatch(linkActions.formOpened()))];
}
