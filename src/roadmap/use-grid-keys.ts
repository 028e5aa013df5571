import { useCallback } from 'react';
import type { KeyboardEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import type { GlobalId } from '@espalier/core/work-item';
import type { RoadmapRow, RowList, Timeframe, Toggle } from '@espalier/core/roadmap';
import { cellsOfBar, roadmapActions } from '@espalier/core/roadmap';
import { useAppDispatch } from '../store.ts';
import type { Column } from './epic-row.tsx';
import type { GridKey } from './grid-keys.ts';
import { columnOf, rowIdOf } from './use-grid-focus.ts';

const PAGE_ROWS = 10;

interface Options {
  readonly list: RowList;
  readonly timeframe: Timeframe;
  /** The rows whose bars are out of sight. */
  readonly out: ReadonlyMap<GlobalId, unknown>;
  /** Puts the keyboard on a part of a row and the part in sight. */
  readonly go: (index: number, column: Column) => void;
}

/** RM-08.13: arrows walk rows and their parts, Enter opens, + and - expand and collapse. True: the key had a meaning. */
export function useGridKeys({ list, timeframe, out, go }: Options): (event: KeyboardEvent) => boolean {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  return useCallback(
    ({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean => {
      if (!(target instanceof Element) || altKey || metaKey) return false;
      const milestone = target.closest('[data-milestone], [data-part="milestones"]');
      if (milestone !== null) return walkMilestones(milestone, key, () => go(0, 'title'));
      const index = list.places.get(rowIdOf(target) ?? '');
      const row = index === undefined ? undefined : list.rows[index];
      if (index === undefined || row === undefined) return false;
      const column = columnOf(target);
      const last = list.rows.length - 1;
      const toggle = (...from: readonly Toggle[]): boolean => {
        if (from.includes(row.toggle)) dispatch(roadmapActions.epicToggled({ id: row.id }));
        return true;
      };
      const to = (at: number, part = column): boolean => {
        go(Math.max(0, Math.min(at, last)), part);
        return true;
      };
      const commands: Readonly<Record<GridKey, () => boolean>> = {
        ArrowDown: () => to(index + 1),
        // RM-08.15
        ArrowUp: () => (index === 0 && focusMilestones(target)) || to(index - 1),
        PageDown: () => to(index + PAGE_ROWS),
        PageUp: () => to(index - PAGE_ROWS),
        Home: () => (ctrlKey ? to(0) : to(index, 'title')),
        End: () => (ctrlKey ? to(last) : to(index, timeframe.cells.length - 1)),
        ArrowRight: () => to(index, column === 'title' && out.has(row.id) ? 'mark' : rightOf(column, row, timeframe)),
        ArrowLeft: () => to(index, typeof column === 'number' && column > 0 ? column - 1 : 'title'),
        '+': () => toggle('collapsed', 'failed'),
        '-': () => toggle('expanded'),
        Enter: () => {
          // A link, and a button.
          if (column === 'title' || column === 'mark') return false;
          void navigate(row.epic.webPath);
          return true;
        },
      };
      return (commands as Readonly<Partial<Record<string, () => boolean>>>)[key]?.() ?? false;
    },
    [dispatch, go, list, navigate, out, timeframe],
  );
}

function rightOf(column: Column, { days }: RoadmapRow, timeframe: Timeframe): Column {
  if (column === 'title' || column === 'mark') return 'bar';
  if (column === 'bar') return cellsOfBar(timeframe, days).first;
  return Math.min(column + 1, timeframe.cells.length - 1);
}

/** Left and right walk the milestones, down leads to the epics. */
function walkMilestones(from: Element, key: string, down: () => void): boolean {
  if (key === 'ArrowDown') {
    down();
    return true;
  }
  const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
  if (step === undefined) return false;
  const parts = [...(from.closest('[role="row"]')?.querySelectorAll<HTMLElement>(PARTS) ?? [])];
  parts[parts.indexOf(from as HTMLElement) + step]?.focus();
  return true;
}

/** False where none are shown. */
function focusMilestones(from: Element): boolean {
  const grid = from.closest('[role="treegrid"]');
  const section = grid?.querySelector<HTMLElement>('[data-part="milestones"]') ?? null;
  if (grid === null || section === null) return false;
  // What is scrolled to by focus alone would lie under the header.
  grid.scrollTop = 0;
  section.focus({ preventScroll: true });
  return true;
}

const PARTS = '[data-part="milestones"], [data-milestone]';
