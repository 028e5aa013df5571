import type { Shortcut, ShortcutScope } from './shortcuts.ts';
import { BAR_KEYS, GRID_KEYS } from '../../roadmap/rules/key-names.ts';
import { TREE_KEYS, TREE_MENU_KEY, TREE_MOVE_KEYS } from '../../tree/rules/key-names.ts';
import { keysText, SHORTCUTS } from './shortcuts.ts';

export interface HelpRow {
  readonly keys: string;
  readonly name: string;
}

export interface HelpTable {
  readonly title: string;
  readonly rows: readonly HelpRow[];
}

const TITLES: Readonly<Record<ShortcutScope, string>> = {
  everywhere: 'Everywhere',
  group: 'In a group',
  item: 'On the page of an issue or a task',
  epic: 'On the page of an epic or an issue',
  roadmap: 'On a roadmap',
};

const GLYPHS: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  PageUp: 'Page Up',
  PageDown: 'Page Down',
  ContextMenu: 'Menu',
  'Shift+ArrowUp': 'Shift+↑',
  'Shift+ArrowDown': 'Shift+↓',
};

const rowsOf = (table: Readonly<Record<string, string>>, prefix = ''): readonly HelpRow[] =>
  Object.entries(table).map(([key, name]) => ({ keys: prefix + (GLYPHS[key] ?? key), name }));

/** The keys of the developer panel's list of actions; the list has a command for each of them. */
export const ACTION_KEYS = {
  ArrowDown: 'Next action',
  ArrowUp: 'Previous action',
  PageDown: 'Ten actions down',
  PageUp: 'Ten actions up',
  Home: 'First action',
  End: 'Last action',
  Enter: 'Show the moment after the action',
  a: 'Compare from this action',
  b: 'Compare to this action',
} as const;

/** What selects rows of the tree and of lists (core/bulk). */
export const SELECTION_KEYS = {
  x: 'Select the row, or take it out of the selection',
  'Shift+ArrowUp': 'Select up to the row above',
  'Shift+ArrowDown': 'Select down to the row below',
  'Ctrl+A': 'Select all rows',
  Escape: 'Select nothing',
} as const;

export type ActionKey = keyof typeof ACTION_KEYS;

/** RP-02.195: every key of the product, from the tables by which it is obeyed. `panelKeys` open the developer panel, where there is one. */
export function helpTables(mac: boolean, panelKeys: string | null): readonly HelpTable[] {
  const of = (scope: ShortcutScope): HelpTable => ({
    title: TITLES[scope],
    rows: SHORTCUTS.filter((each: Shortcut) => each.scope === scope).map((each) => ({
      keys: keysText(each, mac),
      name: each.name,
    })),
  });
  const everywhere = of('everywhere');
  const opens = panelKeys === null ? [] : [{ keys: panelKeys, name: 'Open or close the developer panel' }];
  return [
    { ...everywhere, rows: [...everywhere.rows, ...opens] },
    of('group'),
    of('item'),
    of('epic'),
    {
      title: 'In the tree of children',
      rows: [...rowsOf(TREE_KEYS), ...rowsOf(TREE_MENU_KEY, 'Shift+'), ...rowsOf(TREE_MOVE_KEYS, 'Alt+Shift+')],
    },
    { title: 'Selecting rows of the tree or a list', rows: rowsOf(SELECTION_KEYS) },
    of('roadmap'),
    { title: 'In the grid of the roadmap', rows: rowsOf(GRID_KEYS) },
    { title: 'On a bar of the roadmap', rows: rowsOf(BAR_KEYS) },
    ...(panelKeys === null
      ? []
      : [{ title: 'In the list of actions of the developer panel', rows: rowsOf(ACTION_KEYS) }]),
  ];
}
