import { memo, useCallback } from 'react';
import type { CSSProperties, Ref } from 'react';
import { selectRowModel } from '@espalier/core';
import type { ItemRow, RootState, RowModel } from '@espalier/core';
import { useAppSelector, usePlace, usePlaceSelector } from '../store.ts';
import { BlockedSign } from '../link/places.tsx';
import { isSelected, selectSelecting } from '@espalier/core/bulk';
import { SelectBox } from '../bulk/select-box.tsx';
import { classes } from '../ui/classes.ts';
import { Spinner } from '../ui/progress.tsx';
import { overName, rowTime } from '@espalier/core/work-item';
import type { ItemFactsProps } from '../work-item/item-facts.tsx';
import { ItemLine, LINE_CLASSES, titleClass } from '../work-item/item-line.tsx';
import styles from './tree-row.module.css';

/** Props of the drag and drop library for the row's element. Absent while none is loaded. */
export interface RowDrag {
  readonly ref: (element: HTMLElement | null) => void;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly style?: CSSProperties;
  /** The row that hangs at the pointer. */
  readonly lifted?: boolean;
}

export interface TreeRowProps {
  readonly row: ItemRow;
  /** Place among all rows, from 0. */
  readonly index: number;
  /** The one row that Tab reaches. */
  readonly active: boolean;
  readonly depth?: number;
  /** A drag would drop into this row. */
  readonly target?: boolean;
  readonly drag?: RowDrag;
  readonly measure?: (element: HTMLElement | null) => void;
  /** Pixels from the top of the list; absent where the drag library places the row. */
  readonly topOf?: (index: number) => number;
}

/**
 * One item of the tree (TR-07). Few elements on purpose: an icon is one, guides are a background, tooltips cost none. Clicks are
 * handled by the tree, which follows links, and finds the row by `data-row` and the part by `data-part`.
 */
export const TreeRowView = memo(function TreeRowView(props: TreeRowProps) {
  const { row, drag, measure } = props;
  const model = usePlaceSelector(useCallback((state: RootState) => selectRowModel(state, row.id), [row.id]));
  const place = useRowRef(drag, measure);
  // Rows are selected on the page only.
  const isOver = usePlace() !== undefined;
  const selected = useAppSelector(
    useCallback((state: RootState) => (isOver ? undefined : isSelected(state, row.id)), [isOver, row.id]),
  );
  const selecting = useAppSelector(selectSelecting) && !isOver;
  return model === null ? null : drawnRow(props, model, place, selected, selecting);
});

/** The row without its store subscription; called, not mounted, so that a row costs no more than its elements. */
export function drawnRow(
  props: TreeRowProps,
  model: RowModel,
  place: Ref<HTMLDivElement>,
  selected?: boolean,
  selecting = false,
) {
  const { row, index, active, depth = row.depth, target = false, drag, topOf } = props;
  const inner = active ? 0 : -1;
  // The copy at the pointer is outside of the tree: a role and position there would be wrong.
  const lifted = drag?.lifted === true;
  const cell = lifted ? undefined : 'gridcell';
  return (
    <div
      {...drag?.attributes}
      ref={place}
      className={classes(
        styles.row,
        target && styles.target,
        lifted && styles.lifted,
        row.removing && styles.leaving,
        selected === true && styles.selected,
      )}
      style={{ top: topOf?.(index), '--depth': depth, ...drag?.style } as CSSProperties}
      {...(lifted ? undefined : rowAttributes(row, index, depth, model, selected))}
      tabIndex={active ? 0 : -1}
      data-row={row.key}
      data-index={index}
    >
      <div className={LINE_CLASSES[model.state]} role={cell}>
        {selecting && <SelectBox title={model.title} selected={selected === true} tabIndex={inner} />}
        {row.loading ? (
          <span className={styles.chevron}>
            <Spinner />
          </span>
        ) : row.expandable ? (
          <button
            type="button"
            className={classes(styles.chevron, row.expanded && styles.expanded)}
            data-part="toggle"
            tabIndex={-1}
            aria-label={row.expanded ? `Collapse ${model.title}` : `Expand ${model.title}`}
          />
        ) : (
          <span className={styles.chevron} />
        )}
        <ItemLine
          icon={model.icon}
          iconLabel={model.iconLabel}
          reference={model.reference}
          confidential={model.confidential?.tooltip ?? null}
          sign={
            model.blocked !== null && (
              <BlockedSign
                className={styles.blocked}
                item={{ id: model.id, ...model.blocked }}
                text={model.blocked.text}
              />
            )
          }
          title={
            <a
              className={titleClass}
              href={model.href}
              data-over={overName({ id: model.id, webPath: model.href }) ?? undefined}
              tabIndex={inner}
              draggable={false}
              dir="auto"
              data-tooltip=""
            >
              {model.title}
            </a>
          }
          facts={{ ...factsOf(model), tabIndex: inner, plain: true }}
        />
      </div>
      <div className={styles.end} role={cell}>
        <button
          type="button"
          className={styles.more}
          data-part="menu"
          tabIndex={inner}
          aria-haspopup="menu"
          aria-label={`Actions for ${model.title}`}
        />
      </div>
    </div>
  );
}

/** Stable as long as its parts are: with a new function React would call the ref again at every change of the row. */
export function useRowRef(drag: RowDrag | undefined, measure: TreeRowProps['measure']) {
  const hold = drag?.ref;
  return useCallback(
    (element: HTMLElement | null) => {
      hold?.(element);
      measure?.(element);
    },
    [hold, measure],
  );
}

/**
 * ARIA attributes of a row: what it is, its level and its position among its siblings. Without a name of its own it would be named after its content,
 * buttons first.
 */
const rowAttributes = (
  row: ItemRow,
  index: number,
  depth: number,
  { iconLabel, title, reference }: RowModel,
  selected: boolean | undefined,
) => ({
  role: 'row',
  'aria-selected': selected,
  'aria-label': `${iconLabel} ${title} ${reference}`,
  'aria-level': depth + 1,
  'aria-rowindex': index + 1,
  'aria-setsize': row.siblingCount,
  'aria-posinset': row.index + 1,
  'aria-expanded': row.expandable ? row.expanded : undefined,
  'aria-busy': row.loading || row.removing || undefined,
});

/** The facts that a tree row shows besides its title. */
export const factsOf = (model: RowModel): ItemFactsProps => ({
  labels: model.labels,
  counts: model.counts,
  tasks: model.tasks,
  progress: model.progress,
  weight: model.weight,
  milestone: model.milestone,
  due: model.dueText === null ? null : { text: model.dueText, label: `Due ${model.dueText}`, late: model.late },
  health: model.health === null ? model.healthCounts : [model.health],
  assignees: model.assignees,
  updated: rowTime(model.updatedAt, { text: model.stateText, at: model.stateAt }),
});
