import type { RowModel } from '@espalier/core';
import type { CSSProperties } from 'react';
import { RowMeta } from '../../../src/tree/row-meta.tsx';
import rowStyles from '../../../src/tree/tree-row.module.css';
import { Icon } from '../../../src/ui/icon.tsx';

interface RowProps {
  readonly model: RowModel;
  readonly index: number;
  readonly depth: number;
  readonly siblings: number;
  /** Undefined: a row without children. */
  readonly expanded: boolean | undefined;
  readonly toggle?: () => void;
  /** What the tree that places the row gives it. */
  readonly style: CSSProperties;
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly place?: (element: HTMLDivElement | null) => void;
}

/** The markup of the product's row, element by element, with nothing behind it: the rows of everybody but the product. */
export function Row({ model, index, depth, siblings, expanded, toggle, style, attributes, place }: RowProps) {
  return (
    <div
      {...attributes}
      ref={place}
      className={rowStyles.row}
      style={{ ...style, '--depth': depth } as CSSProperties}
      role="row"
      aria-level={depth + 1}
      aria-rowindex={index + 1}
      aria-setsize={siblings}
      aria-posinset={index}
      aria-expanded={expanded}
      tabIndex={-1}
      data-row={model.id}
      data-index={index}
    >
      <div className={rowStyles.cell} role="gridcell">
        {expanded === undefined ? (
          <span className={rowStyles.chevron} />
        ) : (
          <button
            type="button"
            className={rowStyles.chevron}
            data-part="toggle"
            tabIndex={-1}
            aria-label={model.title}
            onClick={toggle}
          />
        )}
        <Icon name={model.icon} className={rowStyles.kind} label={model.iconLabel} />
        <span className={rowStyles.text}>
          <span className={rowStyles.name}>
            <a className={rowStyles.title} href={model.href} tabIndex={-1} draggable={false} dir="auto">
              {model.title}
            </a>
            <span className={rowStyles.reference}>{model.reference}</span>
          </span>
          <RowMeta model={model} tabIndex={-1} />
        </span>
      </div>
      <div className={rowStyles.end} role="gridcell">
        <button
          type="button"
          className={rowStyles.more}
          data-part="menu"
          tabIndex={-1}
          aria-haspopup="menu"
          aria-label={`Actions for ${model.title}`}
        />
      </div>
    </div>
  );
}
