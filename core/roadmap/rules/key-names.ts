/** The keys of the roadmap's grid with what they do (`gridKey`); the help sheet lists them. */
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

/** The keys of a bar in the grid (`takeBar`, `barMoveKey`). */
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
