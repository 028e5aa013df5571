import { useEffect, useId } from 'react';
import { NOT_FOUND_TEXT } from '@espalier/core/access';
import { epicActions, selectEpic, selectEpicPage } from '@espalier/core/epic';
import { noticeActions } from '@espalier/core/notice';
import type { OverKind } from '@espalier/core/work-item';
import { LoadFailure } from '../frame/missing.tsx';
import { Notices } from '../notice/notices.tsx';
import { useAppDispatch, usePlaceSelector } from '../store.ts';
import { MissingOver, OverBar, OverTitle } from '../work-item/over-parts.tsx';
import { EpicDetail } from './epic-detail.tsx';

/** As the page of such an epic says it. */
const MISSING = 'Page not found';

interface EpicOverProps {
  readonly as: OverKind;
  readonly onClose: () => void;
}

/** WI-14.10: an epic over a page, in its modal or panel. */
export function EpicOver({ as, onClose }: EpicOverProps) {
  const dispatch = useAppDispatch();
  const { status, error } = usePlaceSelector(selectEpicPage);
  const epic = usePlaceSelector(selectEpic);
  const sidebarId = useId();
  const missing = status === 'missing';
  const title = epic === null ? 'Epic' : `${epic.title} (${epic.reference})`;
  const id = epic?.id;
  useEffect(() => () => void dispatch(noticeActions.scopeCleared({ scope: 'epic' })), [dispatch, id]);
  return (
    <>
      {as === 'modal' && <OverTitle title={missing ? MISSING : title} />}
      <OverBar page={epic?.webPath ?? null} onClose={onClose} />
      <Notices scope="epic" />
      {missing ? (
        <MissingOver title={MISSING} text={NOT_FOUND_TEXT} />
      ) : epic === null && status === 'failed' ? (
        <LoadFailure text={error} onRetry={() => dispatch(epicActions.epicPageRetried())} />
      ) : (
        <EpicDetail key={id} sidebarId={sidebarId} narrow={as === 'panel'} isReady={epic !== null} />
      )}
    </>
  );
}
