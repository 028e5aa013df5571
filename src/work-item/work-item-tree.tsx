import { memo, useEffect, useId, useRef } from 'react';
import {
  overItemOpening,
  selectOverTreeIdentity,
  selectTreeEmpty,
  selectTreeHeader,
  selectTreeStatus,
  selectWorkItemTreeIdentity,
  workItemOpening,
} from '@espalier/core';
import type { RootState } from '@espalier/core';
import { noticeActions } from '@espalier/core/notice';
import { treeActions, WORK_ITEM_TREE_ERRORS } from '@espalier/core/tree';
import type { ChildrenTexts } from '@espalier/core/work-item';
import { LoadFailure } from '../frame/missing.tsx';
import { Notices } from '../notice/notices.tsx';
import { useAppDispatch, useAppSelector, useAppStore, usePlace, usePlaceSelector } from '../store.ts';
import { TreeAnnouncer, TreeView } from '../tree/tree-view.tsx';
import { TreeDialogs, TreeFormArea } from '../tree/tree-dialogs.tsx';
import { TreeTools } from '../tree/tree-header.tsx';
import { TreeSkeleton } from '../tree/marker-row.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import styles from './work-item-page.module.css';

const isFilled = (state: RootState): boolean => selectTreeStatus(state) === 'ready' && !selectTreeEmpty(state);

/** The children of a work item, on its page or over another: the tree of the epic page in its work-item mode (TR-19, TR-25, WI-14.8). */
export const WorkItemTree = memo(function WorkItemTree({ texts }: { readonly texts: ChildrenTexts }) {
  const store = useAppStore();
  const dispatch = useAppDispatch();
  const place = usePlace();
  const identity = useAppSelector(place === undefined ? selectWorkItemTreeIdentity : selectOverTreeIdentity);
  const header = usePlaceSelector(selectTreeHeader);
  const titleId = useId();

  useEffect(() => {
    const openingNow = place === undefined ? workItemOpening : overItemOpening;
    const opening = identity === null ? null : openingNow(store.getState());
    if (opening === null) return;
    dispatch(treeActions.opened(opening));
    return () => {
      dispatch(treeActions.closed());
      // BD-04.5
      dispatch(noticeActions.scopeCleared({ scope: 'tree' }));
    };
  }, [dispatch, identity, place, store]);

  // TR-13.24: React tells nobody when it removes what has the focus.
  const section = useRef<HTMLElement>(null);
  const empty = usePlaceSelector(selectTreeEmpty);
  const filled = usePlaceSelector(isFilled);
  const wasFilled = useRef(false);
  useEffect(() => {
    if (empty && wasFilled.current && document.activeElement === document.body)
      section.current?.focus({ preventScroll: true });
    // While it is being read there is no saying.
    if (empty || filled) wasFilled.current = filled;
  }, [empty, filled]);

  if (header === null) return <TreeSkeleton />;
  return (
    <section ref={section} tabIndex={-1} className={styles.section} aria-labelledby={titleId}>
      <div className={styles.bar}>
        <h2 className={styles.heading} id={titleId}>
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
});

function Body({ texts }: { readonly texts: ChildrenTexts }) {
  const dispatch = useAppDispatch();
  const status = usePlaceSelector(selectTreeStatus);
  if (status === 'failed' || status === 'missing') {
    return <LoadFailure text={WORK_ITEM_TREE_ERRORS.fetchChildren} onRetry={() => dispatch(treeActions.retried())} />;
  }
  if (status !== 'ready') return <TreeSkeleton />;
  const empty = <EmptyState compact icon="issues" title={texts.empty} />;
  return <TreeView title={texts.heading} empty={empty} />;
}
