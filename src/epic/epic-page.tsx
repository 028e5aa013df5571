import { useEffect } from 'react';
import { epicActions, selectEpic, selectEpicPage } from '@espalier/core/epic';
import { LoadFailure } from '../frame/load-failure.tsx';
import { Missing } from '../frame/missing.tsx';
import { usePageTitle } from '../frame/page-title.ts';
import { Breadcrumbs } from '../group/breadcrumbs.tsx';
import { LinksPlace } from '../link/links-place.tsx';
import { Notices } from '../notice/notices.tsx';
import { useGutter } from '../sidebar/gutter.ts';
import { SidebarPlace } from '../sidebar/sidebar-place.tsx';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { EpicTree } from '../tree/epic-tree.tsx';
import { EpicBody } from './epic-body.tsx';
import { DialogsPlace } from './dialogs-place.tsx';
import { EpicHeader } from './epic-header.tsx';
import layout from '../ui/detail-page.module.css';
import { useRevealed } from '../ui/use-revealed.ts';
import { EpicSkeleton } from './epic-skeleton.tsx';

interface EpicPageProps {
  readonly route: { readonly groupPath: string; readonly iid: string };
}

const SIDEBAR_ID = 'epic-sidebar';

export function EpicPage({ route: { groupPath, iid } }: EpicPageProps) {
  const dispatch = useAppDispatch();
  const page = useAppSelector(selectEpicPage);
  const epic = useAppSelector(selectEpic);
  const gutter = useGutter();
  const showDetails = useRevealed(SIDEBAR_ID, !gutter.collapsed, gutter.toggle);
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
        <Breadcrumbs groupPath={groupPath} epics />
      </div>
      {ready ? (
        <div className={layout.page}>
          <div className={layout.content}>
            <EpicHeader sidebarId={SIDEBAR_ID} sidebarOpen={!gutter.collapsed} onSidebar={showDetails} />
            <EpicBody />
          </div>
          <SidebarPlace id={SIDEBAR_ID} gutter={gutter} />
          <div className={layout.tree}>
            <EpicTree />
            <LinksPlace of="epic" afterTree />
          </div>
          <DialogsPlace />
        </div>
      ) : (
        <EpicSkeleton collapsed={gutter.collapsed} />
      )}
    </>
  );
}
