import { useCallback } from 'react';
import type { KeyboardEvent } from 'react';
import type { GlobalId } from '@espalier/core/work-item';
import type { GridColumn, RowList, Timeframe } from '@espalier/core/roadmap';
import { gridKey, roadmapActions } from '@espalier/core/roadmap';
import { useAppDispatch } from '../store.ts';
import { followTitle } from './use-grid-clicks.ts';
import { columnOf, rowIdOf } from './use-grid-focus.ts';

interface Options {
  readonly list: RowList;
  readonly timeframe: Timeframe;
  /** The rows whose bars are out of sight. */
  readonly out: ReadonlyMap<GlobalId, unknown>;
  /** Puts the keyboard on a part of a row and the part in sight. */
  readonly go: (index: number, column: GridColumn) => void;
}

/** RM-08.13: arrows walk rows and their parts, Enter opens, + and - expand and collapse. True: the key had a meaning. */
export function useGridKeys({ list, timeframe, out, go }: Options): (event: KeyboardEvent) => boolean {
  const dispatch = useAppDispatch();
  return useCallback(
    ({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean => {
      if (!(target instanceof Element) || altKey || metaKey) return false;
      const milestone = target.closest('[data-milestone], [data-part="milestones"]');
      if (milestone !== null) return walkMilestones(milestone, key, () => go(0, 'title'));
      const index = list.places.get(rowIdOf(target) ?? '');
      const row = index === undefined ? undefined : list.rows[index];
      if (index === undefined || row === undefined) return false;
      const column = columnOf(target);
      const place = { index, column, row, rows: list.rows.length, marked: out.has(row.id) };
      const step = gridKey(key, ctrlKey, place, timeframe);
      if (step?.kind === 'go') go(step.index, step.column);
      if (step?.kind === 'milestones' && !focusMilestones(target)) go(index, column);
      if (step?.kind === 'toggle') dispatch(roadmapActions.epicToggled({ id: row.id }));
      if (step?.kind === 'open') followTitle(target);
      return step !== null;
    },
    [dispatch, go, list, out, timeframe],
  );
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
  // Scrolled into view by focus alone it would be hidden below the header.
  grid.scrollTop = 0;
  section.focus({ preventScroll: true });
  return true;
}

const PARTS = '[data-part="milestones"], [data-milestone]';
