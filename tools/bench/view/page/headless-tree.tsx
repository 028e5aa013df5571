import type { Family, Mounted, Tree } from './contestant.ts';
import { dragAndDropFeature, hotkeysCoreFeature, selectionFeature, syncDataLoaderFeature } from '@headless-tree/core';
import { useTree } from '@headless-tree/react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { LIST_HEIGHT, query, ROW_HEIGHT, textsFromTop } from './contestant.ts';
import { familyOf } from './espalier.tsx';
import { Row } from './row.tsx';

const ROOT = 'root';

/** As its guide on virtual lists has it. */
function List({ parent, children }: Family) {
  const models = useRef(new Map([parent, ...children].map((model) => [model.id, model]))).current;
  const childIds = useRef(children.map(({ id }) => id)).current;
  const tree = useTree<string>({
    rootItemId: ROOT,
    getItemName: (item) => models.get(item.getItemData())?.title ?? '',
    isItemFolder: (item) => item.getId() === parent.id || item.getId() === ROOT,
    dataLoader: {
      getItem: (id) => id,
      getChildren: (id) => (id === ROOT ? [parent.id] : id === parent.id ? childIds : []),
    },
    canReorder: true,
    features: [syncDataLoaderFeature, selectionFeature, hotkeysCoreFeature, dragAndDropFeature],
  });
  const scroller = useRef<HTMLDivElement>(null);
  const items = tree.getItems();
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 4,
  });
  return (
    <div ref={scroller} data-scroller="" style={{ height: LIST_HEIGHT, overflow: 'auto' }}>
      <div
        {...tree.getContainerProps()}
        data-count={items.length}
        style={{ height: virtualizer.getTotalSize(), position: 'relative' }}
      >
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const item = items[index]!;
          return (
            <Row
              key={item.getId()}
              attributes={item.getProps()}
              place={virtualizer.measureElement}
              model={models.get(item.getId())!}
              index={index}
              depth={item.getItemMeta().level}
              siblings={children.length}
              expanded={item.isFolder() ? item.isExpanded() : undefined}
              style={{ top: start }}
            />
          );
        })}
      </div>
    </div>
  );
}

export const headlessTree: Tree = {
  async mount(stage, size): Promise<Mounted> {
    const family = await familyOf(size);
    const root = createRoot(stage);
    root.render(
      <MemoryRouter>
        <List {...family} />
      </MemoryRouter>,
    );
    return {
      toggle: () => query(stage, '[data-part="toggle"]'),
      scroller: () => query(stage, '[data-scroller]'),
      rowCount: () => Number(query(stage, '[data-count]').dataset.count),
      titles: () => textsFromTop(stage.querySelectorAll<HTMLElement>('[data-row] a[class*="title"]')),
      dragging: () => false,
      unmount: () => root.unmount(),
    };
  },
};
