import { useRef } from 'react';
import type { ReactNode, RefObject } from 'react';
import type { RoadmapView } from '@espalier/core/roadmap';
import {
  ROADMAP_SORTS,
  roadmapActions,
  selectRoadmapConfig,
  selectRoadmapEmpty,
  selectRoadmapFrame,
  selectRoadmapHeader,
  selectRoadmapView,
  selectTimeframe,
  ROADMAP_ERRORS,
} from '@espalier/core/roadmap';
import { selectEpic } from '@espalier/core/epic';
import { LoadFailure, Missing } from '../frame/missing.tsx';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { Select } from '../ui/field.tsx';
import { SkeletonRows } from '../ui/progress.tsx';
import { usePageTitle } from '../frame/page-title.ts';
import { Breadcrumbs } from '../group/breadcrumbs.tsx';
import { ExportMenu, PrintPicture } from './export-menu.tsx';
import { FilterBar } from './filter-bar.tsx';
import { RangeChoice, SettingsDrawer } from './settings-drawer.tsx';
import { RoadmapEmptyState } from './roadmap-empty.tsx';
import { Timeline } from './timeline.tsx';
import { Tray } from './tray.tsx';
import type { Place } from './use-place.ts';
import { useLeftPlace } from './use-place.ts';
import type { RoadmapPlace } from './use-roadmap.ts';
import { useRoadmap } from './use-roadmap.ts';
import styles from './roadmap.module.css';

interface RoadmapScreenProps extends RoadmapPlace {
  /** Shown above the filter bar. */
  readonly head: ReactNode;
}

/** The roadmap with everything around it: filter bar, order, settings, timeline, tray. */
export function RoadmapScreen({ groupPath, epicIid, head }: RoadmapScreenProps) {
  const dispatch = useAppDispatch();
  const left = useRef(useLeftPlace());
  const change = useRoadmap({ groupPath, epicIid });
  const view = useAppSelector(selectRoadmapView);
  const frame = useAppSelector(selectRoadmapFrame);
  const { status, drawerOpen, settingsShown, limitWarning } = frame;
  if (status === 'missing') return <Missing />;
  const title = `Roadmap · ${groupPath}${epicIid === null ? '' : `&${epicIid}`}`;
  return (
    <div className={classes(styles.screen, epicIid !== null && styles.inside)}>
      {head}
      <div className={styles.tools}>
        <FilterBar filters={view.filters} onChange={(filters) => change({ ...view, filters })} />
        <div className={styles.buttons}>
          <Select
            label="Sort by"
            value={view.sort}
            options={ROADMAP_SORTS}
            onChange={(sort) => change({ ...view, sort })}
          />
          <RangeChoice view={view} onChange={change} />
          <ExportMenu groupPath={groupPath} title={title} />
          {settingsShown && (
            <Button
              aria-expanded={drawerOpen}
              onClick={() => dispatch(drawerOpen ? roadmapActions.drawerClosed() : roadmapActions.drawerOpened())}
            >
              Settings
            </Button>
          )}
        </div>
      </div>
      {limitWarning !== null && (
        <Alert tone="warning" detail={limitWarning.body} onDismiss={() => dispatch(roadmapActions.limitDismissed())}>
          {limitWarning.title}
        </Alert>
      )}
      <RoadmapBody groupPath={groupPath} left={left} onChange={change} />
      {drawerOpen && settingsShown && (
        <SettingsDrawer view={view} onChange={change} onClose={() => dispatch(roadmapActions.drawerClosed())} />
      )}
      <PrintPicture title={title} />
    </div>
  );
}

interface RoadmapBodyProps {
  readonly groupPath: string;
  /** The scroll position to restore, once. */
  readonly left: RefObject<Place | null>;
  readonly onChange: (view: RoadmapView) => void;
}

function RoadmapBody({ groupPath, left, onChange }: RoadmapBodyProps) {
  const dispatch = useAppDispatch();
  const config = useAppSelector(selectRoadmapConfig);
  const view = useAppSelector(selectRoadmapView);
  const header = useAppSelector(selectRoadmapHeader);
  const timeframe = useAppSelector(selectTimeframe);
  const empty = useAppSelector(selectRoadmapEmpty);
  const { status, refreshing } = useAppSelector(selectRoadmapFrame);
  if (status === 'failed') {
    return <LoadFailure text={ROADMAP_ERRORS.epics} onRetry={() => dispatch(roadmapActions.roadmapRetried())} />;
  }
  const shown = status === 'ready' || refreshing;
  if (!shown || config === null || header === null || timeframe === null) {
    return <SkeletonRows rows={10} label="Loading the roadmap" className={styles.skeleton} />;
  }
  return (
    <>
      {empty === null ? (
        <Timeline config={config} view={view} header={header} timeframe={timeframe} left={left} />
      ) : (
        <RoadmapEmptyState groupPath={groupPath} empty={empty} onChange={onChange} />
      )}
      <Tray />
    </>
  );
}

/** A group's epics along time. The address is the view. */
export function RoadmapPage({ route: { groupPath } }: { readonly route: { readonly groupPath: string } }) {
  usePageTitle(`Roadmap · ${groupPath}`);
  const head = (
    <div className={styles.head}>
      <Breadcrumbs groupPath={groupPath} epics />
      <h1 className={styles.title} tabIndex={-1}>
        Roadmap
      </h1>
    </div>
  );
  return <RoadmapScreen key={groupPath} groupPath={groupPath} epicIid={null} head={head} />;
}

/** TR-03, RM-17: the children of the epic whose page is open, along time. */
export function Roadmap() {
  const epic = useAppSelector(selectEpic);
  return epic === null ? null : (
    <RoadmapScreen key={epic.id} groupPath={epic.group.fullPath} epicIid={epic.iid} head={null} />
  );
}
