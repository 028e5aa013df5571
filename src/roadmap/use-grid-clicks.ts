import type { MouseEvent } from 'react';
import type { RoadmapRow, RowList } from '@espalier/core/roadmap';
import { roadmapActions } from '@espalier/core/roadmap';
import { useAppDispatch } from '../store.ts';
import { useFollowedLinks } from '../ui/link.tsx';
import { rowIdOf } from './use-grid-focus.ts';

const MIDDLE = 1;

const isOnBar = ({ target }: MouseEvent): boolean =>
  target instanceof Element && target.closest('[data-cell="bar"]') !== null;

/** WI-14.13: the title of its row is the link that a bar and the cells stand for. */
export const followTitle = (part: Element): void =>
  part.closest('[data-row]')?.querySelector<HTMLElement>('[data-cell="title"]')?.click();

const openBeside = ({ epic }: RoadmapRow): unknown => window.open(epic.webPath, '_blank', 'noopener');

interface GridClicks {
  readonly onClick: (event: MouseEvent) => void;
  readonly onAuxClick: (event: MouseEvent) => void;
  readonly onMouseDown: (event: MouseEvent) => void;
}

/**
 * What clicks in the grid do. RM-09.46: a bar behaves like the link of its row: the middle button, and modifier keys, open it in another window. `dragged`: whether a
 * click is the end of a drag. `showBar`: what the mark of a bar out of sight does.
 */
export function useGridClicks(
  { rows, places }: RowList,
  dragged: () => boolean,
  showBar: (row: RoadmapRow) => void,
): GridClicks {
  const dispatch = useAppDispatch();
  const followLink = useFollowedLinks();
  const rowOf = ({ target }: MouseEvent) => rows[places.get(rowIdOf(target) ?? '') ?? -1];
  return {
    onClick: (event) => {
      const { target } = event;
      const row = rowOf(event);
      if (dragged() || followLink(event) || row === undefined || !(target instanceof Element)) return;
      if (target.closest('[data-part="toggle"]') !== null) dispatch(roadmapActions.epicToggled({ id: row.id }));
      if (target.closest('[data-part="mark"]') !== null) showBar(row);
      // The second click of a double click is not another visit.
      if (!isOnBar(event) || event.detail > 1) return;
      if (event.ctrlKey || event.metaKey || event.shiftKey) openBeside(row);
      else followTitle(target);
    },
    onAuxClick: (event) => {
      const row = rowOf(event);
      if (event.button === MIDDLE && isOnBar(event) && row !== undefined) openBeside(row);
    },
    onMouseDown: (event) => {
      // The middle button would start autoscrolling.
      if (event.button === MIDDLE && isOnBar(event)) event.preventDefault();
    },
  };
}
