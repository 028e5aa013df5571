import { useMemo } from 'react';
import { epicActions, selectEpic, selectEpicDeletion, selectEpicPermissions, selectNewEpic } from '@espalier/core/epic';
import { Description } from '../checklist/description.tsx';
import { LinksPlace } from '../link/places.tsx';
import { ActivityPlace } from '../note/activity-place.tsx';
import { SidebarPlace } from '../sidebar/sidebar-place.tsx';
import { useGutter } from '../sidebar/use-gutter.ts';
import { useAppDispatch, usePlaceSelector } from '../store.ts';
import { TextPlace } from '../text/text-place.tsx';
import { EpicTree } from '../tree/epic-tree.tsx';
import { TreeSkeleton } from '../tree/marker-row.tsx';
import { classes } from '../ui/classes.ts';
import { EditedBy, useRevealed } from '../ui/detail-page.tsx';
import { PopupFailure } from '../ui/empty-state.tsx';
import { SkeletonBar, SkeletonRows } from '../ui/progress.tsx';
import { useLazy } from '../ui/use-lazy.ts';
import { EpicHeader } from './epic-header.tsx';
import layout from '../ui/detail-page.module.css';

interface EpicDetailProps {
  /** The element id of its sidebar. */
  readonly sidebarId: string;
  /** There is room for one column, however wide the window is. */
  readonly narrow?: boolean;
  readonly isReady: boolean;
}

/** An epic with its text, its details, its children and its linked items, as a page shows it, and the modal and the panel over a page (WI-14.10). */
export function EpicDetail({ sidebarId, narrow = false, isReady }: EpicDetailProps) {
  const gutter = useGutter();
  const showDetails = useRevealed(sidebarId, !gutter.collapsed, gutter.toggle);
  if (!isReady) return <EpicSkeleton collapsed={gutter.collapsed} narrow={narrow} />;
  return (
    <div className={classes(layout.page, narrow && layout.narrow)}>
      <div className={layout.content}>
        <EpicHeader sidebarId={sidebarId} sidebarOpen={!gutter.collapsed} onSidebar={showDetails} />
        <EpicBody />
      </div>
      <SidebarPlace id={sidebarId} gutter={gutter} narrow={narrow} />
      <div className={layout.tree}>
        <EpicTree />
        <LinksPlace of="epic" afterTree />
        <EpicActivity />
      </div>
      <DialogsPlace />
    </div>
  );
}

/** The description as the server rendered and sanitised it. */
function EpicBody() {
  const epic = usePlaceSelector(selectEpic);
  const { canUpdate } = usePlaceSelector(selectEpicPermissions);
  if (epic === null) return null;
  return (
    <>
      <TextPlace id={epic.id} mayEdit={canUpdate}>
        {epic.descriptionHtml !== '' && <Description id={epic.id} html={epic.descriptionHtml} />}
      </TextPlace>
      {epic.editedBy && <EditedBy at={epic.editedBy.at} name={epic.editedBy.name} href={epic.editedBy.path} />}
      <ReactionsPlace />
    </>
  );
}

function EpicActivity() {
  const epic = usePlaceSelector(selectEpic);
  const fullPath = epic?.group?.fullPath;
  const iid = epic?.iid;
  const found = useMemo(
    () => (fullPath === undefined || iid === undefined ? null : { fullPath, iid }),
    [fullPath, iid],
  );
  return epic === null || found === null ? null : <ActivityPlace key={epic.id} id={epic.id} epic={found} />;
}

const loadReactions = () => import('../work-item/epic-reactions.tsx');

/** Where its reactions stand; their code comes after the page. */
function ReactionsPlace() {
  const { module } = useLazy(loadReactions, true);
  return <div className={layout.reactions}>{module !== null && <module.EpicReactions />}</div>;
}

const loadDialogs = () => import('./epic-dialogs.tsx');

/** Where the dialogs of the epic open: their code is fetched with the first of them. */
function DialogsPlace({ load = loadDialogs }: { readonly load?: typeof loadDialogs }) {
  const dispatch = useAppDispatch();
  const creating = usePlaceSelector(selectNewEpic).open;
  const deleting = usePlaceSelector(selectEpicDeletion).open;
  const { module, failed, retry } = useLazy(load, creating || deleting);
  if (!creating && !deleting) return null;
  if (failed) {
    const close = () => dispatch(creating ? epicActions.newEpicClosed() : epicActions.epicDeletionCancelled());
    return <PopupFailure what="The dialog" onRetry={retry} onClose={close} />;
  }
  return module === null ? null : <module.EpicDialogs />;
}

interface EpicSkeletonProps {
  readonly collapsed: boolean;
  readonly narrow: boolean;
}

/** Skeleton of the page: header, text, sidebar and tree are where they will be. */
function EpicSkeleton({ collapsed, narrow }: EpicSkeletonProps) {
  return (
    <div className={classes(layout.page, narrow && layout.narrow)} role="status" aria-label="Loading the epic">
      <div className={layout.content} aria-hidden>
        <div className={layout.status}>
          <SkeletonBar width="14rem" height="1.25rem" />
        </div>
        <SkeletonBar width="60%" height="1.75rem" />
        <SkeletonBar width="90%" />
        <SkeletonBar width="75%" />
      </div>
      <div className={classes(layout.sidebar, collapsed && !narrow && layout.collapsed)} aria-hidden>
        {(!collapsed || narrow) && <SkeletonRows rows={8} label="" className={layout.loading} />}
      </div>
      <div className={layout.tree} aria-hidden>
        <TreeSkeleton />
      </div>
    </div>
  );
}
