import { useEffect } from 'react';
import { epicActions, selectEpic, selectEpicPage, selectEpicDeletion, selectNewEpic } from '@espalier/core/epic';
import { LoadFailure, Missing } from '../frame/missing.tsx';
import { usePageTitle } from '../frame/page-title.ts';
import { Breadcrumbs } from '../group/breadcrumbs.tsx';
import { LinksPlace } from '../link/places.tsx';
import { Notices } from '../notice/notices.tsx';
import { useGutter, SidebarPlace } from '../sidebar/sidebar-place.tsx';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { EpicTree } from '../tree/epic-tree.tsx';
import { useRevealed, EditedBy, Markup } from '../ui/detail-page.tsx';
import { PopupFailure } from '../ui/empty-state.tsx';
import { useLazy } from '../ui/use-lazy.ts';
import { SkeletonBar, SkeletonRows } from '../ui/progress.tsx';
import { TreeSkeleton } from '../tree/marker-row.tsx';
import { classes } from '../ui/classes.ts';
import { EpicHeader } from './epic-header.tsx';
import layout from '../ui/detail-page.module.css';

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

/** The description as the server rendered and sanitised it. */
function EpicBody() {
  const epic = useAppSelector(selectEpic);
  if (epic === null) return null;
  return (
    <>
      {epic.descriptionHtml !== '' && <Markup html={epic.descriptionHtml} />}
      {epic.editedBy && <EditedBy at={epic.editedBy.at} name={epic.editedBy.name} href={epic.editedBy.path} />}
      <ReactionsPlace />
    </>
  );
}

const loadReactions = () => import('../work-item/epic-reactions.tsx');

/** Where its reactions stand; their code comes after the page. */
function ReactionsPlace() {
  const { module } = useLazy(loadReactions, true);
  return <div className={layout.reactions}>{module !== null && <module.EpicReactions />}</div>;
}

const loadDialogs = () => import('./epic-dialogs.tsx');

/** Where the dialogs of the epic page open: their code is fetched with the first of them. */
function DialogsPlace({ load = loadDialogs }: { readonly load?: typeof loadDialogs }) {
  const dispatch = useAppDispatch();
  const creating = useAppSelector(selectNewEpic).open;
  const deleting = useAppSelector(selectEpicDeletion).open;
  const { module, failed, retry } = useLazy(load, creating || deleting);
  if (!creating && !deleting) return null;
  if (failed) {
    const close = () => dispatch(creating ? epicActions.newEpicClosed() : epicActions.epicDeletionCancelled());
    return <PopupFailure what="The dialog" onRetry={retry} onClose={close} />;
  }
  return module === null ? null : <module.EpicDialogs />;
}

/** Skeleton of the page: header, text, sidebar and tree are where they will be. */
function EpicSkeleton({ collapsed }: { readonly collapsed: boolean }) {
  return (
    <div className={layout.page} role="status" aria-label="Loading the epic">
      <div className={layout.content} aria-hidden>
        <div className={layout.status}>
          <SkeletonBar width="14rem" height="1.25rem" />
        </div>
        <SkeletonBar width="60%" height="1.75rem" />
        <SkeletonBar width="90%" />
        <SkeletonBar width="75%" />
      </div>
      <div className={classes(layout.sidebar, collapsed && layout.collapsed)} aria-hidden>
        {!collapsed && <SkeletonRows rows={8} label="" className={layout.loading} />}
      </div>
      <div className={layout.tree} aria-hidden>
        <TreeSkeleton />
      </div>
    </div>
  );
}
