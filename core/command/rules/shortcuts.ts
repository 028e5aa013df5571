/** The keys of the product, in one table: the listener, the palette and the help sheet read it, and no other text names a key (RP-02.190). */

/** Where a shortcut works; `epic`: on the page of an epic, and of an item with children; `item`: on the latter alone. */
export type ShortcutScope = 'everywhere' | 'item' | 'group' | 'epic' | 'roadmap';

interface Keys {
  readonly scope: ShortcutScope;
  readonly name: string;
  /** What `KeyboardEvent.key` says, lower case. Any of them. */
  readonly keys: readonly string[];
  /** With Ctrl, or ⌘ on a Mac. */
  readonly control?: true;
  readonly shift?: true;
}

/** RP-02.190: single keys can be switched off (WCAG 2.1.4); those with Ctrl or ⌘ always work. RP-02.198: of two that are there the first one counts. */
const TABLE = [
  { id: 'palette', scope: 'everywhere', name: 'Search or go to…', keys: ['k'], control: true },
  { id: 'undo', scope: 'everywhere', name: 'Undo', keys: ['z'], control: true },
  { id: 'redo', scope: 'everywhere', name: 'Redo', keys: ['z'], control: true, shift: true },
  { id: 'help', scope: 'everywhere', name: 'Show keyboard shortcuts', keys: ['?'] },
  { id: 'search', scope: 'everywhere', name: 'Go to the search field', keys: ['/'] },
  { id: 'home', scope: 'everywhere', name: 'Go home', keys: ['h'] },
  { id: 'assign', scope: 'item', name: 'Edit the assignees', keys: ['a'] },
  { id: 'labels', scope: 'item', name: 'Edit the labels', keys: ['l'] },
  { id: 'milestone', scope: 'item', name: 'Edit the milestone', keys: ['m'] },
  { id: 'due', scope: 'item', name: 'Edit the due date', keys: ['d'] },
  { id: 'addTask', scope: 'item', name: 'Add an existing child', keys: ['c'] },
  { id: 'epics', scope: 'group', name: 'Go to the epics', keys: ['e'] },
  { id: 'issues', scope: 'group', name: 'Go to the issues', keys: ['i'] },
  { id: 'roadmap', scope: 'group', name: 'Go to the roadmap', keys: ['m'] },
  { id: 'newEpic', scope: 'group', name: 'New epic', keys: ['n'] },
  { id: 'addChild', scope: 'epic', name: 'Add an existing child', keys: ['a'] },
  { id: 'labelsShown', scope: 'epic', name: 'Show or hide the labels of the children', keys: ['v'] },
  { id: 'treeTab', scope: 'epic', name: 'Show the tree', keys: ['t'] },
  { id: 'roadmapTab', scope: 'epic', name: 'Show the roadmap of the epic', keys: ['r'] },
  { id: 'settings', scope: 'roadmap', name: 'Open the roadmap settings', keys: [','] },
  { id: 'today', scope: 'roadmap', name: 'Show today on the roadmap', keys: ['.'] },
  { id: 'undated', scope: 'roadmap', name: 'Show or hide epics without dates', keys: ['u'] },
] as const satisfies readonly (Keys & { readonly id: string })[];

export type ShortcutId = (typeof TABLE)[number]['id'];
export interface Shortcut extends Keys {
  readonly id: ShortcutId;
}
export const SHORTCUTS: readonly Shortcut[] = TABLE;

export interface Pressed {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

export interface KeyContext {
  /** The keyboard is in a field, a menu or a list that takes letters. */
  readonly typing: boolean;
  readonly dialog: boolean;
  /** Single keys are switched off. */
  readonly off: boolean;
  readonly scopes: readonly ShortcutScope[];
}

/**
 * RP-02.191: the shortcut that a key means here; null: none. Nothing while a dialog is open. RP-02.192: in a field only the palette's key: undo there is the
 * field's own. A single key has no Ctrl, ⌘ or Alt; its Shift is the keyboard's way to write it.
 */
export function shortcutOf(pressed: Pressed, { typing, dialog, off, scopes }: KeyContext): ShortcutId | null {
  if (pressed.altKey || dialog) return null;
  const control = pressed.ctrlKey || pressed.metaKey;
  const key = pressed.key.toLowerCase();
  const found = SHORTCUTS.find(
    (shortcut) =>
      scopes.includes(shortcut.scope) &&
      shortcut.keys.includes(key) &&
      (shortcut.control === true) === control &&
      (!control || (shortcut.shift === true) === pressed.shiftKey),
  );
  if (found === undefined || (typing && found.id !== 'palette')) return null;
  return off && found.control !== true ? null : found.id;
}

/** RP-02.193: `Ctrl+Shift+Z`, on a Mac `⇧⌘Z`; a single key as it is typed. */
export function keysText({ keys, control, shift }: Shortcut, mac: boolean): string {
  if (control !== true) return keys[0] ?? '';
  const key = (keys[0] ?? '').toUpperCase();
  if (mac) return `${shift === true ? '⇧' : ''}⌘${key}`;
  return `Ctrl+${shift === true ? 'Shift+' : ''}${key}`;
}

/** RP-02.198: the shortcut that has the keys of this one where both are there; null: none has. */
export function shadowing(id: ShortcutId, scopes: readonly ShortcutScope[]): ShortcutId | null {
  const own = shortcut(id);
  const first = SHORTCUTS.find(
    ({ scope, keys, control, shift }) =>
      scopes.includes(scope) && control === own.control && shift === own.shift && keys[0] === own.keys[0],
  );
  return first === undefined || first.id === id ? null : first.id;
}

const byId = new Map(SHORTCUTS.map((shortcut) => [shortcut.id, shortcut]));
export const shortcut = (id: ShortcutId): Shortcut => byId.get(id) as Shortcut;
