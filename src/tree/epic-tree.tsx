import { useEffect } from 'react';
import { selectTreeHeader, selectTreeStatus } from '@espalier/core';
import { treeActions } from '@espalier/core/tree';
import { LoadFailure } from '../frame/load-failure.tsx';
import { Notices } from '../notice/notices.tsx';
import { useAppDispatch, useAppSelector, useAppStore } from '../store.ts';
import { Tabs } from '../ui/tabs.tsx';
import { useMirroredTab } from '../ui/use-query-tab.ts';
import styles from './epic-tree.module.css';
import { selectTreeIdentity, treeOpening } from './opening.ts';
import { RoadmapPanel } from './roadmap-panel.tsx';
import { TreeAnnouncer } from './tree-announcer.tsx';
import { TreeDialogs } from './tree-dialogs.tsx';
import { TreeFormArea } from './tree-form-area.tsx';
import { TreeHeader, TreeTools } from './tree-header.tsx';
import { TreeSkeleton } from './tree-skeleton.tsx';
import { TreeView } from './tree-view.tsx';

const TABS = [
  { key: 'tree', title: 'Tree view' },
  { key: 'roadmap', title: 'Roadmap view' },
] as const;

/** The child-items tree of the epic page, opened with what the page knows and closed with it (TR-21). */
export function EpicTree() {
  const store = useAppStore();
  const dispatch = useAppDispatch();
  const identity = useAppSelector(selectTreeIdentity);
  const header = useAppSelector(selectTreeHeader);

  useEffect(() => {
    const opening = identity === null ? null : treeOpening(store.getState());
    if (opening === null) return;
    dispatch(treeActions.opened(opening));
    return () => void dispatch(treeActions.closed());
  }, [dispatch, identity, store]);

  const choose = (tab: (typeof TABS)[number]['key']) => dispatch(treeActions.tabChosen({ tab }));
  useMirroredTab(TABS, header?.tabs?.active ?? null, choose);

  if (header === null) return <TreeSkeleton />;
  const { tabs } = header;
  const head = <TreeHeader titleId="tree-title" header={header} />;
  const panel = (
    <div className={styles.panel}>
      <Notices scope="tree" />
      <TreeFormArea />
      <TreeBody title={header.title} />
    </div>
  );
  return (
    <section className={styles.section} aria-labelledby="tree-title">
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
  const status = useAppSelector(selectTreeStatus);
  if (status === 'failed' || status === 'missing') {
    return <LoadFailure text={FAILED} onRetry={() => dispatch(treeActions.retried())} />;
  }
  return status === 'ready' ? <TreeView title={title} /> : <TreeSkeleton />;
}

/** E8: the alert says the same; this stands where the tree would stand, with the way to try again. */
const FAILED = 'Something went wrong while fetching child epics.';
