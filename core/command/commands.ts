import type { Command, CommandRoot } from './command.ts';
import type { ShortcutScope } from './rules.ts';
import { selectMayCreateEpic } from '../access/select.ts';
import { accessActions } from '../access/slice.ts';
import { commandActions } from './actions.ts';
import { command, dispatch, go, view } from './command.ts';
import { epicCommands, itemCommands, linkCommands } from './commands-item.ts';
import { roadmapCommands } from './commands-roadmap.ts';
import { sidebarCommands } from './commands-sidebar.ts';
import { rowCommands, treeCommands } from './commands-tree.ts';
import { latest } from './history.ts';
import { groupOfPath } from './rules.ts';
import { COMMAND_TEXTS } from './texts.ts';

/**
 * RP-02.177: what can be done on this page now, the page's own things first. Each is there under the condition under which its button is; what its button does
 * is what it does.
 */
export function commandsOf(root: CommandRoot): readonly Command[] {
  return [
    ...historyCommands(root),
    ...rowCommands(root),
    ...epicCommands(root),
    ...itemCommands(root),
    ...treeCommands(root),
    ...sidebarCommands(root),
    ...linkCommands(root),
    ...roadmapCommands(root),
    ...groupCommands(root),
    ...everywhere(root),
  ];
}

function historyCommands({ command: { history }, frame: { webPath } }: CommandRoot): readonly Command[] {
  const [undo, redo] = [latest(history, 'undo', webPath), latest(history, 'redo', webPath)];
  return [
    ...(undo === null
      ? []
      : [
          command('undo', `${COMMAND_TEXTS.undo}: ${undo.name}`, 'retry', dispatch(commandActions.undoAsked()), 'undo'),
        ]),
    ...(redo === null
      ? []
      : [command('redo', `${COMMAND_TEXTS.redo}: ${redo.name}`, 'redo', dispatch(commandActions.redoAsked()), 'redo')]),
  ];
}

function groupCommands(root: CommandRoot): readonly Command[] {
  const groupPath = groupOfPath(root.frame.webPath);
  if (groupPath === null) return [];
  const base = `/groups/${groupPath}`;
  const mayCreate = root.epic.page.id === null && selectMayCreateEpic(root, groupPath) === true;
  return [
    ...(mayCreate ? [command('newEpic', 'New epic', 'plus', go(`${base}/-/epics/new`), 'newEpic')] : []),
    command('epics', 'Epics of this group', 'epic', go(`${base}/-/epics`), 'epics'),
    command('issues', 'Issues of this group', 'issues', go(`${base}/-/issues`), 'issues'),
    command('roadmap', 'Roadmap of this group', 'roadmap', go(`${base}/-/roadmap`), 'roadmap'),
    command('group', 'This group', 'group', go(base)),
  ];
}

function everywhere({ access, command: { singleKeys } }: CommandRoot): readonly Command[] {
  const { user } = access.session;
  return [
    command('home', 'Home', 'home', go('/'), 'home'),
    command('search', 'Go to the search field', 'search', view('search'), 'search'),
    command('help', 'Keyboard shortcuts', 'keyboard', dispatch(commandActions.helpOpened()), 'help'),
    command(
      'singleKeys',
      singleKeys ? 'Switch single-key shortcuts off' : 'Switch single-key shortcuts on',
      'keyboard',
      dispatch(commandActions.singleKeysToggled()),
    ),
    command('themeLight', 'Theme: light', 'sun', view('theme:light')),
    command('themeDark', 'Theme: dark', 'moon', view('theme:dark')),
    command('themeSystem', 'Theme: as the system has it', 'monitor', view('theme:system')),
    command('copyAddress', 'Copy the address of this page', 'copy-to-clipboard', view('copyAddress')),
    command('panel', 'Developer panel', 'history', view('panel')),
    ...(user === null
      ? [command('signIn', 'Sign in', 'user', go('/-/sign-in'))]
      : [
          command('password', 'Change the password', 'key', go('/-/password')),
          command('tokens', 'Manage access tokens', 'token', go('/-/tokens')),
          command('signOut', 'Sign out', 'leave', dispatch(accessActions.signOutSubmitted())),
        ]),
  ];
}

/** RP-02.191: where on the product the keyboard is. */
export function scopesOf({
  epic,
  frame: { webPath },
  roadmap,
  workItem,
}: Omit<CommandRoot, 'visible'>): readonly ShortcutScope[] {
  return [
    'everywhere',
    ...(groupOfPath(webPath) === null ? [] : (['group'] as const)),
    ...(epic.page.id === null && workItem.id === null ? [] : (['epic'] as const)),
    ...(roadmap.config === null ? [] : (['roadmap'] as const)),
  ];
}
