/** The keys of the tree's rows with what they do (`rowKey`); the help sheet lists them. */
export const TREE_KEYS = {
  ArrowDown: 'Next row',
  ArrowUp: 'Previous row',
  ArrowRight: 'Expand the row, then go into it',
  ArrowLeft: 'Go back to the row, collapse it, then go to its parent',
  Home: 'First row',
  End: 'Last row',
  PageDown: 'Ten rows down',
  PageUp: 'Ten rows up',
  '+': 'Expand the row',
  '-': 'Collapse the row',
  Enter: 'Open the item; load more',
  p: 'Peek at the item beside the tree; close it again',
  Delete: 'Remove the child',
  ContextMenu: 'Open the menu of the row',
} as const;

/** With Alt and Shift. */
export const TREE_MOVE_KEYS = {
  ArrowUp: 'Move the item up',
  ArrowDown: 'Move the item down',
  ArrowLeft: 'Move the item out of its parent',
  ArrowRight: 'Move the item into the one above it',
} as const;

/** With Shift. */
export const TREE_MENU_KEY = { F10: 'Open the menu of the row' } as const;
