import { useEffect, useState } from 'react';
import { epicActions, selectEpic, selectEpicPage } from '@espalier/core/epic';
import { LoadFailure } from '../frame/load-failure.tsx';
import { Missing } from '../frame/missing.tsx';
import { usePageTitle } from '../frame/page-title.ts';
import { paths } from '../frame/route.ts';
import { Breadcrumbs } from '../group/breadcrumbs.tsx';
import { Notices } from '../notice/notices.tsx';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { EpicTree } from '../tree/epic-tree.tsx';
import { classes } from '../ui/classes.ts';
import { EpicBody } from './epic-body.tsx';
import { EpicDialogs } from './epic-dialogs.tsx';
import { EpicHeader } from './epic-header.tsx';
import layout from '../ui/detail-page.module.css';
import { EpicSidebar } from './epic-sidebar.tsx';
import { EpicSkeleton } from './epic-skeleton.tsx';

interface EpicPageProps {
  readonly route: { readonly groupPath: string; readonly iid: string };
}

const SIDEBAR_ID = 'epic-sidebar';

export function EpicPage({ route: { groupPath, iid } }: EpicPageProps) {
  const dispatch = useAppDispatch();
  const page = useAppSelector(selectEpicPage);
  const epic = useAppSelector(selectEpic);
  const [sidebarOpen, setSidebarOpen] = useState(false);
  const current = page.groupPath === groupPath && page.iid === iid;
  usePageTitle(current && epic ? `${epic.title} (${epic.reference})` : 'Epic');

  useEffect(() => {
    dispatch(epicActions.epicPageOpened({ groupPath, iid }));
    return () => void dispatch(epicActions.epicPageClosed());
  }, [dispatch, groupPath, iid]);

  if (current && page.status === 'missing') return <Missing />;
  if (current && page.status === 'failed') {
    return <LoadFailure text={page.error} onRetry={() => dispatch(epicActions.epicPageRetried())} />;
  }
  const ready = current && epic !== null;
  return (
    <>
      <Notices scope="epic" />
      <div className={layout.crumbs}>
        <Breadcrumbs groupPath={groupPath} rest={[{ to: paths.epics(groupPath), label: 'Epics' }]} />
      </div>
      {ready ? (
        <div className={layout.page}>
          <div className={layout.content}>
            <EpicHeader
              sidebarId={SIDEBAR_ID}
              sidebarOpen={sidebarOpen}
              onSidebar={() => setSidebarOpen((open) => !open)}
            />
            <EpicBody />
          </div>
          <aside className={classes(layout.sidebar, sidebarOpen && layout.open)} id={SIDEBAR_ID} aria-label="Details">
            <EpicSidebar />
          </aside>
          <div className={layout.tree}>
            <EpicTree />
          </div>
          <EpicDialogs />
        </div>
      ) : (
        <EpicSkeleton />
      )}
    </>
  );
}
