import { useCallback, useEffect, useMemo, useState } from 'react';
import {
  isWorkItemPage,
  selectItemPageParts,
  selectWorkItemModel,
  selectWorkItemPage,
  workItemActions,
  WORK_ITEM_TEXTS,
} from '@espalier/core/work-item';
import { itemFieldsSaga } from '@espalier/core/work-item/fields';
import type { WorkItemPageRoute } from '@espalier/core/frame';
import { LoadFailure, Missing } from '../frame/missing.tsx';
import { usePageTitle } from '../frame/page-title.ts';
import { Breadcrumbs } from '../group/breadcrumbs.tsx';
import { LinksPlace } from '../link/places.tsx';
import { useAppDispatch, useAppSelector, useWatch } from '../store.ts';
import { classes } from '../ui/classes.ts';
import { Markup, useRevealed } from '../ui/detail-page.tsx';
import { TreeSkeleton } from '../tree/marker-row.tsx';
import { SkeletonBar, SkeletonRows } from '../ui/progress.tsx';
import { RevealContext } from './item-field.tsx';
import { WorkItemHeader } from './work-item-header.tsx';
import { WorkItemSidebar } from './work-item-sidebar.tsx';
import { WorkItemTree } from './work-item-tree.tsx';
import layout from '../ui/detail-page.module.css';

const SIDEBAR_ID = 'work-item-sidebar';

/** WI-01: one item of a project, to be read, with its children. */
export function WorkItemPage({ route }: { readonly route: WorkItemPageRoute }) {
  const { groupPath, projectPath, by, number } = route;
  const dispatch = useAppDispatch();
  const address = useMemo(() => ({ projectPath, by, number }), [projectPath, by, number]);
  const { status, error } = useAppSelector(selectWorkItemPage);
  const current = useAppSelector((state) => isWorkItemPage(state, address));
  const item = useAppSelector(selectWorkItemModel);
  const { page, children } = useAppSelector(selectItemPageParts);
  const [sidebarOpen, setSidebarOpen] = useState(false);
  const reveal = useCallback(() => setSidebarOpen(true), []);
  const showDetails = useRevealed(SIDEBAR_ID, sidebarOpen, () => setSidebarOpen((open) => !open));
  usePageTitle(current && page && item !== null ? `${item.title} (${item.reference})` : 'Work item');

  const watch = useWatch();
  useEffect(() => watch('itemFields', itemFieldsSaga), [watch]);
  useEffect(() => {
    dispatch(workItemActions.pageOpened(address));
    return () => void dispatch(workItemActions.pageClosed());
  }, [dispatch, address]);

  if (current && (status === 'missing' || !page)) return <MissingWorkItem />;
  if (current && status === 'failed') {
    return <LoadFailure text={error} onRetry={() => dispatch(workItemActions.pageRetried())} />;
  }
  return (
    <>
      <div className={layout.crumbs}>
        <Breadcrumbs groupPath={groupPath} projectPath={projectPath} />
      </div>
      {current && item !== null ? (
        <div className={layout.page}>
          <div className={layout.content}>
            <WorkItemHeader item={item} sidebarId={SIDEBAR_ID} sidebarOpen={sidebarOpen} onSidebar={showDetails} />
            {item.descriptionHtml !== '' && <Markup html={item.descriptionHtml} />}
          </div>
          <aside
            className={classes(layout.sidebar, sidebarOpen && layout.open)}
            id={SIDEBAR_ID}
            aria-label="Details"
            tabIndex={-1}
          >
            <RevealContext value={reveal}>
              <WorkItemSidebar item={item} />
            </RevealContext>
          </aside>
          <div className={layout.tree}>
            {children !== null && <WorkItemTree texts={children} />}
            <LinksPlace of="item" afterTree={children !== null} />
          </div>
        </div>
      ) : (
        <WorkItemSkeleton />
      )}
    </>
  );
}

/** WI-01.1: what does not exist and what the viewer may not see look the same. */
const MissingWorkItem = () => <Missing title={WORK_ITEM_TEXTS.missingTitle} text={WORK_ITEM_TEXTS.missing} />;

/** Skeleton of the page. */
function WorkItemSkeleton() {
  return (
    <div className={layout.page} role="status" aria-label="Loading the work item">
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
