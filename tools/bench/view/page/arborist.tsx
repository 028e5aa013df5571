import type { RowModel } from '@espalier/core';
import type { NodeRendererProps } from 'react-arborist';
import type { Mounted, Tree } from './contestant.ts';
import { Tree as Arborist } from 'react-arborist';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { LIST_HEIGHT, query, ROW_HEIGHT, textsFromTop, WIDTH } from './contestant.ts';
import { familyOf } from './espalier.tsx';
import { Row } from './row.tsx';

interface Entry {
  readonly id: string;
  readonly model: RowModel;
  readonly siblings: number;
  readonly children?: readonly Entry[];
}

/** Its own row around it, placed by the library. */
function Node({ node, style, dragHandle }: NodeRendererProps<Entry>) {
  const { model, siblings } = node.data;
  return (
    <Row
      model={model}
      index={node.rowIndex ?? 0}
      depth={node.level}
      siblings={siblings}
      expanded={node.isInternal ? node.isOpen : undefined}
      toggle={() => node.toggle()}
      style={{ ...style, paddingLeft: undefined, position: 'static' }}
      attributes={node.isDragging ? { 'data-dragged': '' } : {}}
      place={dragHandle}
    />
  );
}

export const arborist: Tree = {
  async mount(stage, size): Promise<Mounted> {
    const { parent, children } = await familyOf(size);
    const siblings = children.length;
    const entries = children.map((model) => ({ id: model.id, model, siblings }));
    const root = createRoot(stage);
    root.render(
      <MemoryRouter>
        <Arborist<Entry>
          initialData={[{ id: parent.id, model: parent, siblings, children: entries }]}
          openByDefault={false}
          width={WIDTH}
          height={LIST_HEIGHT}
          rowHeight={ROW_HEIGHT}
          overscanCount={4}
        >
          {Node}
        </Arborist>
      </MemoryRouter>,
    );
    const scroller = (): HTMLElement =>
      [...stage.querySelectorAll<HTMLElement>('div')].find(({ style }) => style.overflow === 'auto')!;
    return {
      toggle: () => query(stage, '[data-part="toggle"]'),
      scroller,
      rowCount: () =>
        Math.round(Number.parseFloat((scroller().firstElementChild as HTMLElement).style.height) / ROW_HEIGHT),
      titles: () => textsFromTop(stage.querySelectorAll<HTMLElement>('[data-row] a[class*="title"]')),
      dragging: () => stage.querySelector('[data-dragged]') !== null,
      unmount: () => root.unmount(),
    };
  },
};
