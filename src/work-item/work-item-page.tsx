import { useEffect, useMemo, useState } from 'react';
import { isWorkItemPage, selectWorkItemModel, selectWorkItemPage, workItemActions } from '@espalier/core/work-item';
import { selectItemPageParts } from '@espalier/core/work-item/state';
import { LoadFailure } from '../frame/load-failure.tsx';
import { usePageTitle } from '../frame/page-title.ts';
import type { WorkItemPageRoute } from '../frame/route.ts';
import { Breadcrumbs } from '../group/breadcrumbs.tsx';
import { LinksPlace } from '../link/links-place.tsx';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { classes } from '../ui/classes.ts';
import { Markup } from '../ui/markup.tsx';
import { useRevealed } from '../ui/use-revealed.ts';
import { WorkItemHeader } from './work-item-header.tsx';
import { MissingWorkItem } from './work-item-missing.tsx';
import layout from '../ui/detail-page.module.css';
import { WorkItemSidebar } from './work-item-sidebar.tsx';
import { WorkItemSkeleton } from './work-item-skeleton.tsx';
import { WorkItemTree } from './work-item-tree.tsx';

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
  const showDetails = useRevealed(SIDEBAR_ID, sidebarOpen, () => setSidebarOpen((open) => !open));
  usePageTitle(current && page && item !== null ? `${item.title} (${item.reference})` : 'Work item');

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
            <WorkItemSidebar item={item} />
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
