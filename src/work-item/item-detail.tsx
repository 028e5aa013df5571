import { useCallback, useEffect, useId, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import type { ItemPlace, WorkItemModel } from '@espalier/core/work-item';
import { itemFieldsSaga } from '@espalier/core/work-item/fields';
import { Description } from '../checklist/description.tsx';
import { useWatch } from '../store.ts';
import { classes } from '../ui/classes.ts';
import { ActivityPlace } from '../note/activity-place.tsx';
import { EditedBy, useRevealed } from '../ui/detail-page.tsx';
import { TextPlace } from '../text/text-place.tsx';
import { TreeSkeleton } from '../tree/marker-row.tsx';
import { SkeletonBar, SkeletonRows } from '../ui/progress.tsx';
import { ItemContext } from './item-field.tsx';
import { Reactions } from './reactions.tsx';
import { useExtras } from './use-extras.ts';
import { WorkItemHeader } from './work-item-header.tsx';
import { WorkItemSidebar } from './work-item-sidebar.tsx';
import layout from '../ui/detail-page.module.css';

interface ItemDetailProps {
  readonly item: WorkItemModel;
  /** There is room for one column, however wide the window is. */
  readonly narrow?: boolean;
  readonly place: ItemPlace;
  /** Below its text. */
  readonly children?: ReactNode;
}

/** WI-01: an item with its text and its details, as a page shows it, and the modal and the panel over a page. */
export function ItemDetail({ item, place, narrow = false, children }: ItemDetailProps) {
  const { id } = item;
  const sidebarId = useId();
  const [sidebarOpen, setSidebarOpen] = useState(false);
  const reveal = useCallback(() => setSidebarOpen(true), []);
  const toggle = useCallback(() => setSidebarOpen((open) => !open), []);
  const showDetails = useRevealed(sidebarId, sidebarOpen, toggle);
  const shown = useMemo(() => ({ id, reveal }), [id, reveal]);
  useExtras(id);
  const watch = useWatch();
  useEffect(() => watch('itemFields', itemFieldsSaga), [watch]);
  return (
    <div className={classes(layout.page, narrow && layout.narrow)}>
      <ItemContext value={shown}>
        <div className={layout.content}>
          <WorkItemHeader
            id={id}
            place={place}
            sidebarId={sidebarId}
            sidebarOpen={sidebarOpen}
            onSidebar={showDetails}
          />
          <ItemText item={item} />
          <Reactions id={id} />
        </div>
        <aside
          className={classes(layout.sidebar, sidebarOpen && layout.open)}
          id={sidebarId}
          aria-label="Details"
          tabIndex={-1}
        >
          <WorkItemSidebar item={item} />
        </aside>
      </ItemContext>
      <div className={layout.tree}>
        {children}
        <ActivityPlace id={id} epic={null} />
      </div>
    </div>
  );
}

/** Its description, and who edited it last. */
function ItemText({ item }: Pick<ItemDetailProps, 'item'>) {
  const { id, descriptionHtml, canUpdate, editedBy } = item;
  return (
    <>
      <TextPlace id={id} mayEdit={canUpdate}>
        {descriptionHtml !== '' && <Description id={id} html={descriptionHtml} />}
      </TextPlace>
      {editedBy && <EditedBy at={editedBy.at} name={editedBy.name} href={editedBy.path} />}
    </>
  );
}

interface SkeletonProps extends Pick<ItemDetailProps, 'narrow'> {
  readonly of?: 'epic' | 'work item';
}

/** Stands where it is being read. */
export function ItemSkeleton({ narrow = false, of = 'work item' }: SkeletonProps) {
  return (
    <div className={classes(layout.page, narrow && layout.narrow)} role="status" aria-label={`Loading the ${of}`}>
      <div className={layout.content} aria-hidden>
        <div className={layout.status}>
          <SkeletonBar width="14rem" height="1.25rem" />
        </div>
        <SkeletonBar width="60%" height="1.75rem" />
        <SkeletonBar width="90%" />
      </div>
      <div className={layout.sidebar} aria-hidden>
        <SkeletonRows rows={4} label="" />
      </div>
      <div className={layout.tree} aria-hidden>
        <TreeSkeleton />
      </div>
    </div>
  );
}
