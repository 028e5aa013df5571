import type { GRID_KEYS } from './key-names.ts';
import type { RoadmapRow } from './row.ts';
import type { Toggle } from './row-layout.ts';
import type { Timeframe } from './timeframe.ts';
import { cellsOfBar } from './cells.ts';

/** A focusable part of a row: its title, the mark of a bar out of sight, its bar, or a cell by its index. */
export type GridColumn = 'title' | 'mark' | 'bar' | number;

/** Where the focus is in the grid. */
export interface GridPlace {
  readonly index: number;
  readonly column: GridColumn;
  readonly row: Pick<RoadmapRow, 'days' | 'toggle'>;
  /** The number of rows. */
  readonly rows: number;
  /** RM-08.18: the row's bar is out of sight. */
  readonly marked: boolean;
}

export type GridStep =
  | { readonly kind: 'go'; readonly index: number; readonly column: GridColumn }
  /** RM-08.15: to the milestones; if none are shown, the focus stays. */
  | { readonly kind: 'milestones' }
  | { readonly kind: 'toggle' }
  | { readonly kind: 'open' }
  | { readonly kind: 'nothing' };

const PAGE_ROWS = 10;

/** RM-08.13: what a key does in the grid; null if it is not handled. */
export function gridKey(key: string, control: boolean, place: GridPlace, timeframe: Timeframe): GridStep | null {
  const { index, column, row, rows, marked } = place;
  const lastCell = timeframe.cells.length - 1;
  const go = (to: number, part = column): GridStep => ({
    kind: 'go',
    index: Math.max(0, Math.min(to, rows - 1)),
    column: part,
  });
  const toggle = (...from: readonly Toggle[]): GridStep => ({ kind: from.includes(row.toggle) ? 'toggle' : 'nothing' });
  const steps: Readonly<Record<keyof typeof GRID_KEYS, () => GridStep | null>> = {
    ArrowDown: () => go(index + 1),
    ArrowUp: () => (index === 0 ? { kind: 'milestones' } : go(index - 1)),
    PageDown: () => go(index + PAGE_ROWS),
    PageUp: () => go(index - PAGE_ROWS),
    Home: () => (control ? go(0) : go(index, 'title')),
    End: () => (control ? go(rows - 1) : go(index, lastCell)),
    ArrowRight: () => go(index, column === 'title' && marked ? 'mark' : rightOf(column, row, timeframe)),
    ArrowLeft: () => go(index, typeof column === 'number' && column > 0 ? column - 1 : 'title'),
    '+': () => toggle('collapsed', 'failed'),
    '-': () => toggle('expanded'),
    // Links and buttons handle Enter themselves.
    Enter: () => (column === 'title' || column === 'mark' ? null : { kind: 'open' }),
  };
  return Object.hasOwn(steps, key) ? steps[key as keyof typeof steps]() : null;
}

function rightOf(column: GridColumn, { days }: Pick<RoadmapRow, 'days'>, timeframe: Timeframe): GridColumn {
  if (column === 'title' || column === 'mark') return 'bar';
  if (column === 'bar') return cellsOfBar(timeframe, days).first;
  return Math.min(column + 1, timeframe.cells.length - 1);
}

/** The focused part, if the row still has it: another preset may have fewer cells, and a bar that is in sight again has no mark. */
export function heldColumn(column: GridColumn, marked: boolean, timeframe: Timeframe): GridColumn {
  if (typeof column === 'number') return Math.min(column, timeframe.cells.length - 1);
  return column === 'mark' && !marked ? 'bar' : column;
}
