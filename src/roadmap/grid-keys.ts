/** The keys of the roadmap's grid with what they do: use-grid-keys.ts has a command for each of them, the help sheet lists them. */
export const GRID_KEYS = {
  ArrowDown: 'Next epic',
  ArrowUp: 'Previous epic; from the first one the milestones',
  ArrowRight: 'Next part of the row',
  ArrowLeft: 'Previous part of the row',
  Home: 'First part of the row; with Ctrl the first epic',
  End: 'Last part of the row; with Ctrl the last epic',
  PageDown: 'Ten epics down',
  PageUp: 'Ten epics up',
  '+': 'Expand the epic',
  '-': 'Collapse the epic',
  Enter: 'Open the epic',
} as const;

export type GridKey = keyof typeof GRID_KEYS;

/** The keys of a bar in the grid: use-bar-move.ts obeys them. */
export const BAR_KEYS = {
  Space: 'Take hold of the bar; keep its new dates',
  ArrowLeft: 'A day earlier; with Shift a week, with Alt the due date alone',
  ArrowRight: 'A day later; with Shift a week, with Alt the due date alone',
  s: 'Move the start date',
  d: 'Move the due date',
  b: 'Move both dates',
  Enter: 'Keep the new dates',
  Escape: 'Give the move up',
} as const;

export type BarPartKey = keyof typeof BAR_KEYS & ('s' | 'd' | 'b');
