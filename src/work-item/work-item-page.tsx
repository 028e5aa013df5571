import { useEffect, useMemo } from 'react';
import { Navigate } from 'react-router-dom';
import type { WorkItemPageRoute } from '@espalier/core/frame';
import { paths } from '@espalier/core/frame';
import {
  isOpenIn,
  selectItemPageParts,
  selectItemReading,
  selectWorkItemModel,
  workItemActions,
  WORK_ITEM_TEXTS,
} from '@espalier/core/work-item';
import { LoadFailure, Missing } from '../frame/missing.tsx';
import { usePageTitle } from '../frame/page-title.ts';
import { Breadcrumbs } from '../group/breadcrumbs.tsx';
import { LinksPlace } from '../link/places.tsx';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { ItemDetail, ItemSkeleton } from './item-detail.tsx';
import { WorkItemTree } from './work-item-tree.tsx';
import layout from '../ui/detail-page.module.css';

/** WI-01: one item of a project, with its children and its linked items. */
export function WorkItemPage({ route }: { readonly route: WorkItemPageRoute }) {
  const { groupPath, projectPath, by, number } = route;
  const dispatch = useAppDispatch();
  const address = useMemo(() => ({ projectPath, by, number }), [projectPath, by, number]);
  const { status, error, id, epic } = useAppSelector((state) => selectItemReading(state, 'page'));
  const current = useAppSelector((state) => isOpenIn(state, 'page', address));
  const item = useAppSelector((state) => selectWorkItemModel(state, id));
  const { page, children } = useAppSelector((state) => selectItemPageParts(state, id));
  usePageTitle(current && page && item !== null ? item.pageTitle : 'Work item');

  useEffect(() => {
    dispatch(workItemActions.pageOpened(address));
    return () => void dispatch(workItemActions.pageClosed());
  }, [dispatch, address]);

  // WI-14.14
  if (current && epic !== undefined) return <Navigate to={paths.epic(epic.groupPath, epic.iid)} replace />;
  if (current && (status === 'missing' || !page)) return <MissingWorkItem />;
  if (current && status === 'failed' && item === null) {
    return <LoadFailure text={error} onRetry={() => dispatch(workItemActions.pageRetried())} />;
  }
  return (
    <>
      <div className={layout.crumbs}>
        <Breadcrumbs groupPath={groupPath} projectPath={projectPath} />
      </div>
      {current && item !== null ? (
        <ItemDetail item={item} place="page">
          {children !== null && <WorkItemTree texts={children} />}
          <LinksPlace of="item" id={item.id} afterTree={children !== null} />
        </ItemDetail>
      ) : (
        <ItemSkeleton />
      )}
    </>
  );
}

/** WI-01.1: what does not exist and what the viewer may not see look the same. */
const MissingWorkItem = () => (
  <Missing
    title={WORK_ITEM_TEXTS.missingTitle}
    text={WORK_ITEM_TEXTS.missing}
    pageTitle={WORK_ITEM_TEXTS.missingPageTitle}
  />
);
