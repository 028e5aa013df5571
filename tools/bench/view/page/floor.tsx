import type { Family, Mounted, Tree } from './contestant.ts';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import viewStyles from '../../../../src/tree/tree-view.module.css';
import { LIST_HEIGHT, query, ROW_HEIGHT, textsFromTop, WIDTH } from './contestant.ts';
import { familyOf } from './espalier.tsx';
import { Row } from './row.tsx';

/** Told, as its peers are told: else the floor would draw its first rows, see that it has grown, and draw the others a frame later. */
const knownWindow = (_list: unknown, observed: (rect: { readonly width: number; readonly height: number }) => void) =>
  observed({ width: WIDTH, height: LIST_HEIGHT });

function List({ parent, children }: Family) {
  const [expanded, setExpanded] = useState(false);
  const scroller = useRef<HTMLDivElement>(null);
  const count = expanded ? children.length + 1 : 1;
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 4,
    useFlushSync: false,
    observeElementRect: knownWindow,
  });
  return (
    <div
      ref={scroller}
      className={`${viewStyles.list} ${expanded ? viewStyles.scrolls : ''}`}
      role="treegrid"
      aria-rowcount={count}
    >
      <div className={viewStyles.sizer} style={{ height: virtualizer.getTotalSize() }} role="rowgroup">
        {virtualizer.getVirtualItems().map(({ index, start }) => (
          <Row
            key={index}
            model={index === 0 ? parent : children[index - 1]!}
            index={index}
            depth={index === 0 ? 0 : 1}
            siblings={children.length}
            expanded={index === 0 ? expanded : undefined}
            toggle={() => setExpanded(!expanded)}
            style={{ top: start }}
            place={virtualizer.measureElement}
          />
        ))}
      </div>
    </div>
  );
}

/** The floor: React, a virtual list and the markup of the product's rows; no store and no drag. */
export const floor: Tree = {
  async mount(stage, size): Promise<Mounted> {
    const family = await familyOf(size);
    const root = createRoot(stage);
    // A label in a row is a link, which wants a router; the rows themselves do not.
    root.render(
      <MemoryRouter>
        <List {...family} />
      </MemoryRouter>,
    );
    return {
      toggle: () => query(stage, '[data-part="toggle"]'),
      scroller: () => query(stage, '[role="treegrid"]'),
      rowCount: () => Number(query(stage, '[role="treegrid"]').getAttribute('aria-rowcount')),
      titles: () => textsFromTop(stage.querySelectorAll<HTMLElement>('[data-row] a[class*="title"]')),
      dragging: () => false,
      unmount: () => root.unmount(),
    };
  },
};
