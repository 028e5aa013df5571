import { useCallback } from 'react';
import type { KeyboardEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import type { RowList } from '@espalier/core/roadmap';
import { roadmapActions } from '@espalier/core/roadmap';
import { useAppDispatch } from '../store.ts';
import type { Column } from './epic-row.tsx';
import { rowIdOf } from './use-grid-focus.ts';

const PAGE_ROWS = 10;

interface Options {
  readonly list: RowList;
  /** Puts the keyboard on a part of a row and the part in sight. */
  readonly go: (index: number, column: Column) => void;
  /** Scrolls by so many cells. */
  readonly scrollBy: (cells: number) => void;
}

/** The keys of the grid: arrows walk rows and their parts, Enter opens, + and - expand and collapse. True: the key had a meaning. */
export function useGridKeys({ list, go, scrollBy }: Options): (event: KeyboardEvent) => boolean {
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
      const column: Column = target.matches('[data-cell="bar"]') ? 'bar' : 'title';
      const last = list.rows.length - 1;
      const toggle = (from: string): boolean => {
        if (row.toggle === from) dispatch(roadmapActions.epicToggled({ id: row.id }));
        return true;
      };
      const to = (at: number, part = column): boolean => {
        go(Math.max(0, Math.min(at, last)), part);
        return true;
      };
      const commands: Readonly<Record<string, () => boolean>> = {
        ArrowDown: () => to(index + 1),
        ArrowUp: () => to(index - 1),
        PageDown: () => to(index + PAGE_ROWS),
        PageUp: () => to(index - PAGE_ROWS),
        Home: () => (ctrlKey ? to(0) : to(index, 'title')),
        End: () => (ctrlKey ? to(last) : to(index, 'bar')),
        ArrowRight: () => {
          if (column === 'title') return to(index, 'bar');
          scrollBy(1);
          return true;
        },
        ArrowLeft: () => to(index, 'title'),
        '+': () => toggle('collapsed'),
        '-': () => toggle('expanded'),
        Enter: () => {
          if (column === 'title') return false;
          void navigate(row.epic.webPath);
          return true;
        },
      };
      return commands[key]?.() ?? false;
    },
    [dispatch, go, list, navigate, scrollBy],
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

const PARTS = '[data-part="milestones"], [data-milestone]';
