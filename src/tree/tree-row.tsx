import { memo, useCallback } from 'react';
import type { CSSProperties, Ref } from 'react';
import { selectRowModel } from '@espalier/core';
import type { RootState, RowModel, TreeRow } from '@espalier/core';
import { useAppSelector } from '../store.ts';
import { BlockedSign } from '../link/blocked-sign.tsx';
import { classes } from '../ui/classes.ts';
import { Spinner } from '../ui/spinner.tsx';
import { ItemLine, LINE_CLASSES, titleClass } from '../work-item/item-line.tsx';
import styles from './tree-row.module.css';
import { factsOf } from './row-facts.ts';

export type ItemRow = Extract<TreeRow, { readonly kind: 'item' }>;

/** What a drag and drop library wants of the row's element. Absent while none is loaded. */
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
  /** Has the one place in the order of the Tab key. */
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
  const model = useAppSelector(useCallback((state: RootState) => selectRowModel(state, row.id), [row.id]));
  const place = useRowRef(drag, measure);
  return model === null ? null : drawnRow(props, model, place);
});

/** The row itself, without what it takes from the store; called, not mounted, so that a row is no more than its elements. */
export function drawnRow(props: TreeRowProps, model: RowModel, place: Ref<HTMLDivElement>) {
  const { row, index, active, depth = row.depth, target = false, drag, topOf } = props;
  const inner = active ? 0 : -1;
  // The copy at the pointer stands outside the tree: there a row's part and place would be false.
  const lifted = drag?.lifted === true;
  const cell = lifted ? undefined : 'gridcell';
  return (
    <div
      {...drag?.attributes}
      ref={place}
      className={classes(styles.row, target && styles.target, lifted && styles.lifted, row.removing && styles.leaving)}
      style={{ top: topOf?.(index), '--depth': depth, ...drag?.style } as CSSProperties}
      {...(lifted ? undefined : rowAttributes(row, index, depth, model))}
      tabIndex={active ? 0 : -1}
      data-row={row.key}
      data-index={index}
    >
      <div className={LINE_CLASSES[model.state]} role={cell}>
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
            <a className={titleClass} href={model.href} tabIndex={inner} draggable={false} dir="auto" data-tooltip="">
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

/** The same function as long as its parts are: another one would be told of the element again at every change of the row. */
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
 * What a row says of itself in the tree: what it is, its level and its place among its siblings. Without a name of its own it would be
 * called by all that it holds, its buttons first.
 */
const rowAttributes = (row: ItemRow, index: number, depth: number, { iconLabel, title, reference }: RowModel) => ({
  role: 'row',
  'aria-label': `${iconLabel} ${title} ${reference}`,
  'aria-level': depth + 1,
  'aria-rowindex': index + 1,
  'aria-setsize': row.siblingCount,
  'aria-posinset': row.index + 1,
  'aria-expanded': row.expandable ? row.expanded : undefined,
  'aria-busy': row.loading || row.removing || undefined,
});
