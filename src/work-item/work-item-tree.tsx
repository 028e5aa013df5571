import { useEffect } from 'react';
import { selectTreeHeader, selectTreeStatus, selectWorkItemTreeIdentity, workItemOpening } from '@espalier/core';
import { treeActions, WORK_ITEM_TREE_ERRORS } from '@espalier/core/tree';
import type { ChildrenTexts } from '@espalier/core/work-item';
import { LoadFailure } from '../frame/missing.tsx';
import { Notices } from '../notice/notices.tsx';
import { useAppDispatch, useAppSelector, useAppStore } from '../store.ts';
import { TreeAnnouncer, TreeView } from '../tree/tree-view.tsx';
import { TreeDialogs, TreeFormArea } from '../tree/tree-dialogs.tsx';
import { TreeTools } from '../tree/tree-header.tsx';
import { TreeSkeleton } from '../tree/marker-row.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import styles from './work-item-page.module.css';

/** The children of a work item: the tree of the epic page in its work-item mode (TR-19, TR-25). */
export function WorkItemTree({ texts }: { readonly texts: ChildrenTexts }) {
  const store = useAppStore();
  const dispatch = useAppDispatch();
  const identity = useAppSelector(selectWorkItemTreeIdentity);
  const header = useAppSelector(selectTreeHeader);

  useEffect(() => {
    const opening = identity === null ? null : workItemOpening(store.getState());
    if (opening === null) return;
    dispatch(treeActions.opened(opening));
    return () => void dispatch(treeActions.closed());
  }, [dispatch, identity, store]);

  if (header === null) return <TreeSkeleton />;
  return (
    <section className={styles.section} aria-labelledby="tree-title">
      <div className={styles.bar}>
        <h2 className={styles.heading} id="tree-title">
          {texts.heading}
        </h2>
        <TreeTools header={header} />
      </div>
      <div className={styles.panel}>
        <Notices scope="tree" />
        <TreeFormArea />
        <Body texts={texts} />
      </div>
      <TreeDialogs />
      <TreeAnnouncer />
    </section>
  );
}

function Body({ texts }: { readonly texts: ChildrenTexts }) {
  const dispatch = useAppDispatch();
  const status = useAppSelector(selectTreeStatus);
  if (status === 'failed' || status === 'missing') {
    return <LoadFailure text={WORK_ITEM_TREE_ERRORS.fetchChildren} onRetry={() => dispatch(treeActions.retried())} />;
  }
  if (status !== 'ready') return <TreeSkeleton />;
  const empty = <EmptyState compact icon="issues" title={texts.empty} />;
  return <TreeView title={texts.heading} empty={empty} />;
}
