import type { RowModel } from '@espalier/core';
import type { CSSProperties } from 'react';
import { BlockedSign } from '../../../../src/link/places.tsx';
import { factsOf } from '../../../../src/tree/tree-row.tsx';
import rowStyles from '../../../../src/tree/tree-row.module.css';
import { ItemLine, LINE_CLASSES, titleClass } from '../../../../src/work-item/item-line.tsx';

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
      <div className={LINE_CLASSES[model.state]} role="gridcell">
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
        <ItemLine
          icon={model.icon}
          iconLabel={model.iconLabel}
          reference={model.reference}
          confidential={model.confidential?.tooltip ?? null}
          sign={
            model.blocked !== null && (
              <BlockedSign
                className={rowStyles.blocked}
                item={{ id: model.id, ...model.blocked }}
                text={model.blocked.text}
              />
            )
          }
          title={
            <a className={titleClass} href={model.href} tabIndex={-1} draggable={false} dir="auto">
              {model.title}
            </a>
          }
          facts={{ ...factsOf(model), tabIndex: -1, plain: true }}
        />
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
