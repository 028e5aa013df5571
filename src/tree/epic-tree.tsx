import { useEffect, useId } from 'react';
import {
  overEpicOpening,
  selectOverEpicTreeIdentity,
  selectTreeHeader,
  selectTreeIdentity,
  selectTreeStatus,
  treeOpening,
} from '@espalier/core';
import { noticeActions } from '@espalier/core/notice';
import { treeActions } from '@espalier/core/tree';
import { LoadFailure } from '../frame/missing.tsx';
import { Notices } from '../notice/notices.tsx';
import { useAppDispatch, useAppSelector, useAppStore, usePlace, usePlaceSelector } from '../store.ts';
import { Tabs, useMirroredTab } from '../ui/tabs.tsx';
import { useLazy } from '../ui/use-lazy.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { SkeletonRows } from '../ui/progress.tsx';
import { TreeAnnouncer, TreeView } from './tree-view.tsx';
import { TreeDialogs, TreeFormArea } from './tree-dialogs.tsx';
import { TreeHeader, TreeTools } from './tree-header.tsx';
import { TreeSkeleton } from './marker-row.tsx';
import styles from './tree-view.module.css';

const TABS = [
  { key: 'tree', title: 'Tree view' },
  { key: 'roadmap', title: 'Roadmap view' },
] as const;

/** The child items of an epic, on its page or over another (WI-14.10); opens with what the page knows, and closes with it (TR-21). */
export function EpicTree() {
  const store = useAppStore();
  const dispatch = useAppDispatch();
  const place = usePlace();
  const identity = useAppSelector(place === undefined ? selectTreeIdentity : selectOverEpicTreeIdentity);
  const header = usePlaceSelector(selectTreeHeader);
  const titleId = useId();

  useEffect(() => {
    const openingNow = place === undefined ? treeOpening : overEpicOpening;
    const opening = identity === null ? null : openingNow(store.getState());
    if (opening === null) return;
    dispatch(treeActions.opened(opening));
    return () => {
      dispatch(treeActions.closed());
      // BD-04.5
      dispatch(noticeActions.scopeCleared({ scope: 'tree' }));
    };
  }, [dispatch, identity, place, store]);

  const choose = (tab: (typeof TABS)[number]['key']) => dispatch(treeActions.tabChosen({ tab }));
  useMirroredTab(TABS, header?.tabs?.active ?? null, choose);

  if (header === null) return <TreeSkeleton />;
  const { tabs } = header;
  const head = <TreeHeader titleId={titleId} header={header} />;
  const panel = (
    <div className={styles.panel}>
      <Notices scope="tree" />
      <TreeFormArea />
      <TreeBody title={header.title} />
    </div>
  );
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      {tabs === null ? (
        <>
          <div className={styles.bar}>
            {head}
            <TreeTools header={header} />
          </div>
          {panel}
        </>
      ) : (
        <Tabs
          label="Child items"
          tabs={TABS}
          active={tabs.active}
          className={styles.bar}
          before={head}
          aside={<TreeTools header={header} />}
          onChoose={choose}
        >
          {{ tree: panel, roadmap: <RoadmapPanel /> }[tabs.active]}
        </Tabs>
      )}
      <TreeDialogs />
      <TreeAnnouncer />
    </section>
  );
}

function TreeBody({ title }: { readonly title: string }) {
  const dispatch = useAppDispatch();
  const status = usePlaceSelector(selectTreeStatus);
  if (status === 'failed' || status === 'missing') {
    return <LoadFailure text={FAILED} onRetry={() => dispatch(treeActions.retried())} />;
  }
  return status === 'ready' ? <TreeView title={title} /> : <TreeSkeleton />;
}

/** E8: the alert says the same; this takes the place of the tree, with a way to try again. */
const FAILED = 'Something went wrong while fetching child epics.';

const loadRoadmap = () => import('../roadmap/roadmap-screen.tsx');

/** TR-03: the roadmap is a chunk of its own, loaded when its tab is chosen. */
export function RoadmapPanel({ load = loadRoadmap }: { readonly load?: typeof loadRoadmap }) {
  const { module, failed, retry } = useLazy(load, true);
  if (failed) {
    const again = (
      <Button size="small" icon="retry" onClick={retry}>
        Try again
      </Button>
    );
    return (
      <div className={styles.roadmap}>
        <Alert tone="danger" actions={again}>
          Failed to load Roadmap
        </Alert>
      </div>
    );
  }
  return module === null ? (
    <SkeletonRows rows={5} label="Loading the roadmap" className={styles.roadmap} />
  ) : (
    <module.Roadmap />
  );
}
