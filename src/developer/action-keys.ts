/** The keys of the list of actions with what they do: action-list.tsx has a command for each of them, the help sheet lists them. */
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

export type ActionKey = keyof typeof ACTION_KEYS;
