import type { Command, CommandRoot, Offered } from './command.ts';
import type { ShortcutScope } from './rules.ts';
import { selectMayCreateEpic } from '../access/select.ts';
import { accessActions } from '../access/slice.ts';
import { paths } from '../frame/route.ts';
import { commandActions } from './slice.ts';
import { command, COMMAND_TEXTS, dispatch, go, view } from './command.ts';
import { epicCommands, itemCommands, linkCommands } from './commands-item.ts';
import { roadmapCommands } from './commands-roadmap.ts';
import { sidebarCommands } from './commands-sidebar.ts';
import { rowCommands, treeCommands } from './commands-tree.ts';
import { latest } from './history.ts';
import { groupOfPath, shadowing } from './rules.ts';
import { isCovered, isEpicOver, selectFrontItem } from '../work-item/select.ts';

/** RP-02.177: what can be done on this page now, its own commands first. Each is offered under the condition of its button, and does the same. */
export function commandsOf(root: CommandRoot): readonly Command[] {
  const offered: Offered = [
    ...historyCommands(root),
    // WI-14.4: what a modal covers cannot be reached.
    ...(isCovered(root)
      ? [itemCommands, epicCommands, sidebarCommands, linkCommands, treeCommands].flatMap((of) => of(root))
      : [rowCommands, itemCommands, epicCommands, sidebarCommands, treeCommands, linkCommands, roadmapCommands].flatMap(
          (of) => of(root),
        )),
    ...groupCommands(root),
    ...everywhere(root),
  ];
  const scopes = scopesOf(root);
  // RP-02.198: a key that means something else here is not shown.
  return offered
    .filter((each) => each !== false && each !== null)
    .map((each) =>
      each.shortcut === null || shadowing(each.shortcut, scopes) === null ? each : { ...each, shortcut: null },
    );
}

function historyCommands({ command: { history }, frame: { webPath } }: CommandRoot): Offered {
  const [undo, redo] = [latest(history, 'undo', webPath), latest(history, 'redo', webPath)];
  const [undone, redone] = [dispatch(commandActions.undoAsked()), dispatch(commandActions.redoAsked())];
  return [
    undo && command('undo', `${COMMAND_TEXTS.undo}: ${undo.name}`, 'retry', undone, 'undo'),
    redo && command('redo', `${COMMAND_TEXTS.redo}: ${redo.name}`, 'redo', redone, 'redo'),
  ];
}

function groupCommands(root: CommandRoot): Offered {
  const groupPath = groupOfPath(root.frame.webPath);
  if (groupPath === null) return [];
  const mayCreate = root.epic.page.id === null && selectMayCreateEpic(root, groupPath) === true;
  return [
    mayCreate && command('newEpic', 'New epic', 'plus', go(paths.newEpic(groupPath)), 'newEpic'),
    command('epics', 'Epics of this group', 'epic', go(paths.epics(groupPath)), 'epics'),
    command(
      'issues',
      'Issues of this group',
      'issues',
      go(paths.issues({ kind: 'group', fullPath: groupPath })),
      'issues',
    ),
    command('roadmap', 'Roadmap of this group', 'roadmap', go(paths.roadmap(groupPath)), 'roadmap'),
    command('group', 'This group', 'group', go(paths.group(groupPath))),
  ];
}

function everywhere({ access, command: { singleKeys } }: CommandRoot): readonly Command[] {
  const { user } = access.session;
  return [
    command('home', 'Home', 'home', go(paths.home), 'home'),
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
      ? [command('signIn', 'Sign in', 'user', go(paths.signIn))]
      : [
          command('password', 'Change the password', 'key', go(paths.password)),
          command('tokens', 'Manage access tokens', 'token', go(paths.tokens)),
          command('signOut', 'Sign out', 'leave', dispatch(accessActions.signOutSubmitted())),
        ]),
  ];
}

/** RP-02.191: the scopes whose shortcuts work now. */
export function scopesOf(root: Omit<CommandRoot, 'visible'>): readonly ShortcutScope[] {
  const { epic, roadmap, workItem } = root;
  const { webPath } = root.frame;
  const item = selectFrontItem(root) === null ? [] : (['item'] as const);
  if (isCovered(root)) return ['everywhere', ...item, ...(isEpicOver(root) ? (['epic'] as const) : [])];
  return [
    'everywhere',
    ...item,
    ...(groupOfPath(webPath) === null ? [] : (['group'] as const)),
    ...(epic.page.id === null && workItem.page.id === null ? [] : (['epic'] as const)),
    ...(roadmap.config === null ? [] : (['roadmap'] as const)),
  ];
}
