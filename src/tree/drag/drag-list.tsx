/** The rows with drag and drop. Loaded when the browser is idle, for viewers who may drag (TR-16). */

import { memo, useCallback, type RefObject } from 'react';
import type { VirtualItem } from '@tanstack/react-virtual';
import { createPortal } from 'react-dom';
import {
  DragDropContext,
  Draggable,
  Droppable,
  useKeyboardSensor,
  useMouseSensor,
  type DraggableProvided,
  type DraggableRubric,
} from 'react-beautiful-dnd';
import { selectCanDrag, type ItemRow, type RootState, type TreeRow } from '@espalier/core';
import { MarkerRowView } from '../marker-row.tsx';
import { TreeRowView, type RowDrag } from '../tree-row.tsx';
import { useAskedBeforeScrolling, useTouchSensor } from './touch-sensor.ts';
import { usePlaceSelector } from '../../store.ts';
import { useTreeDrag } from './use-tree-drag.ts';
import styles from '../tree-view.module.css';

const SENSORS = [useMouseSensor, useKeyboardSensor, useTouchSensor];

/** The library scrolls within the list as it measured it at first; `followPointer` scrolls the current one. */
const SCROLLS_ITSELF = { disabled: true, maxPixelScroll: 0 };

const HELP = `Press space bar to lift the item. While it is lifted, up and down move it, left and right change its level,
space bar drops it, escape cancels.`;

export interface ListProps {
  readonly rows: readonly TreeRow[];
  /** Those in sight. Their elements are placed by `useVirtualRows`. */
  readonly items: readonly VirtualItem[];
  readonly activeIndex: number;
  readonly measure: (element: HTMLElement | null) => void;
  readonly topOf: (index: number) => number;
  readonly scroller: RefObject<HTMLElement | null>;
}

export function DragList({ rows, items, activeIndex, measure, topOf, scroller }: ListProps) {
  const { place, phase, responders, spoken, idOf, keyOf, shift, rememberPointer } = useTreeDrag(rows, scroller);
  useAskedBeforeScrolling(scroller);
  const rowAt = (rubric: DraggableRubric) => rows.find(({ key }) => key === keyOf(rubric.draggableId));

  return (
    <DragDropContext
      {...responders}
      sensors={SENSORS}
      enableDefaultSensors={false}
      dragHandleUsageInstructions={HELP}
      autoScrollerOptions={phase.byPointer ? SCROLLS_ITSELF : undefined}
    >
      <Droppable
        droppableId="tree"
        mode="virtual"
        isDropDisabled={phase.outside}
        ignoreContainerClipping
        renderClone={(provided, _snapshot, rubric) => {
          const row = rowAt(rubric);
          if (row?.kind !== 'item') return <div ref={provided.innerRef} {...provided.draggableProps} />;
          return <LiftedRow row={row} depth={place?.depth ?? row.depth} provided={provided} />;
        }}
      >
        {(droppable) => (
          <div
            ref={droppable.innerRef}
            {...droppable.droppableProps}
            className={styles.rows}
            role="none"
            onPointerDownCapture={rememberPointer}
          >
            {items.map(({ index }) => {
              const row = rows[index];
              return (
                row && (
                  <DraggableRow
                    key={idOf(row.key)}
                    draggableId={idOf(row.key)}
                    row={row}
                    index={index}
                    order={index + shift}
                    active={index === activeIndex}
                    target={place !== null && row.kind === 'item' && place.parentId === row.id}
                    measure={measure}
                    topOf={topOf}
                  />
                )
              );
            })}
          </div>
        )}
      </Droppable>
      {createPortal(
        // Of a tree in a dialog, too, what is outside of the dialog is not silenced.
        <span className="visually-hidden" role="status" data-live-announcer="true">
          {spoken}
        </span>,
        document.body,
      )}
    </DragDropContext>
  );
}

interface DraggableRowProps {
  readonly draggableId: string;
  readonly row: TreeRow;
  readonly index: number;
  /** Its place as the drag library knows it. */
  readonly order: number;
  readonly active: boolean;
  readonly target: boolean;
  readonly measure: (element: HTMLElement | null) => void;
  readonly topOf: (index: number) => number;
}

const DraggableRow = memo(function DraggableRow(props: DraggableRowProps) {
  const { draggableId, row, index, order, active, target, measure, topOf } = props;
  const draggable = usePlaceSelector(
    useCallback((state: RootState) => row.kind === 'item' && selectCanDrag(state, row.id), [row]),
  );
  return (
    <Draggable draggableId={draggableId} index={order} isDragDisabled={!draggable}>
      {(provided) => {
        const drag = dragOf(provided);
        const place = { index, active, measure, topOf, drag };
        return row.kind === 'item' ? (
          <TreeRowView row={row} target={target} {...place} />
        ) : (
          <MarkerRowView row={row} {...place} />
        );
      }}
    </Draggable>
  );
});

interface LiftedRowProps {
  readonly row: ItemRow;
  readonly depth: number;
  readonly provided: DraggableProvided;
}

/** The row at the pointer, at the level where it would land. */
function LiftedRow({ row, depth, provided }: LiftedRowProps) {
  const drag = { ...dragOf(provided), lifted: true };
  return <TreeRowView row={row} index={row.index} active={false} depth={depth} drag={drag} />;
}

/** The tree provides the row's role and tabindex; the rest is the library's. */
function dragOf({ innerRef, draggableProps, dragHandleProps }: DraggableProvided): RowDrag {
  const { style, ...attributes } = draggableProps;
  const { role: _role, tabIndex: _tabIndex, ...handle } = dragHandleProps ?? { role: '', tabIndex: 0 };
  return { ref: innerRef, attributes: { ...attributes, ...handle }, style };
}
