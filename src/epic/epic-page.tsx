import { useEffect } from 'react';
import { epicActions, selectEpic, selectEpicPage } from '@espalier/core/epic';
import { LoadFailure, Missing } from '../frame/missing.tsx';
import { usePageTitle } from '../frame/page-title.ts';
import { Breadcrumbs } from '../group/breadcrumbs.tsx';
import { Notices } from '../notice/notices.tsx';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { EpicDetail } from './epic-detail.tsx';
import layout from '../ui/detail-page.module.css';

interface EpicPageProps {
  readonly route: { readonly groupPath: string; readonly iid: string };
}

/** EP-01: an epic of a group, with its children and its linked items. */
export function EpicPage({ route: { groupPath, iid } }: EpicPageProps) {
  const dispatch = useAppDispatch();
  const page = useAppSelector(selectEpicPage);
  const epic = useAppSelector(selectEpic);
  const current = page.groupPath === groupPath && page.iid === iid;
  usePageTitle(current && epic ? `${epic.title} (${epic.reference})` : 'Epic');

  useEffect(() => {
    dispatch(epicActions.epicPageOpened({ groupPath, iid }));
    return () => void dispatch(epicActions.epicPageClosed());
  }, [dispatch, groupPath, iid]);

  if (current && page.status === 'missing') return <Missing />;
  if (current && page.status === 'failed' && epic === null) {
    return <LoadFailure text={page.error} onRetry={() => dispatch(epicActions.epicPageRetried())} />;
  }
  return (
    <>
      <Notices scope="epic" />
      <div className={layout.crumbs}>
        <Breadcrumbs groupPath={groupPath} epics />
      </div>
      <EpicDetail sidebarId="epic-sidebar" isReady={current && epic !== null} />
    </>
  );
}
