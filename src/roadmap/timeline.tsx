import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { CSSProperties, KeyboardEvent, RefObject } from 'react';
import type {
  GridColumn,
  RoadmapConfig,
  RoadmapHeader,
  RoadmapRow,
  RoadmapView,
  Timeframe,
} from '@espalier/core/roadmap';
import {
  CELL_WIDTH,
  DETAILS_WIDTH,
  heldColumn,
  ROW_HEIGHT,
  roadmapActions,
  selectChildrenNotShown,
  selectDependencyLines,
  selectRoadmapFrame,
  selectRoadmapMilestones,
  selectRoadmapRows,
} from '@espalier/core/roadmap';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { classes } from '../ui/classes.ts';
import { Spinner } from '../ui/progress.tsx';
import { BarExtras } from './bar-extras.tsx';
import { EpicRow } from './epic-row.tsx';
import { detailsWidth, HEADER_HEIGHT, useWindow } from './use-window.ts';
import { milestonesHeight, MilestoneSection } from './milestone-section.tsx';
import type { Place } from './use-place.ts';
import { CellBorders, TimelineHeader, Weekends } from './timeline-header.tsx';
import { useBarMove } from './use-bar-move.ts';
import { useGridClicks } from './use-grid-clicks.ts';
import { useGridFocus } from './use-grid-focus.ts';
import { useGridKeys } from './use-grid-keys.ts';
import { useOutOfSight } from './use-out-of-sight.ts';
import { usePlace } from './use-place.ts';
import styles from './timeline.module.css';

interface TimelineProps {
  readonly config: RoadmapConfig;
  readonly view: RoadmapView;
  readonly header: RoadmapHeader;
  readonly timeframe: Timeframe;
  /** The scroll position to restore, once. */
  readonly left: RefObject<Place | null>;
}

/** RM-08: header, milestones and epics along time. Only rows and cells in sight are rendered. */
export function Timeline({ config, view, header, timeframe, left }: TimelineProps) {
  const dispatch = useAppDispatch();
  const list = useAppSelector(selectRoadmapRows);
  const milestones = useAppSelector(selectRoadmapMilestones);
  const lines = useAppSelector(selectDependencyLines);
  const notShown = useAppSelector(selectChildrenNotShown);
  const { more, loadingMore, refreshing } = useAppSelector(selectRoadmapFrame);
  const scroller = useRef<HTMLDivElement>(null);
  const details = useDetailsWidth();
  const { rows } = list;

  const milestonesTop = milestonesHeight(milestones);
  const width = timeframe.cells.length * CELL_WIDTH;
  const extent = { rowsTop: milestonesTop, rows: rows.length, cells: timeframe.cells.length, details };
  const { sight, look } = useWindow(scroller, extent);
  const showToday = useTodayInSight(scroller, header, timeframe, details, look, left.current !== null);
  usePlace(scroller, left.current);
  useEffect(() => {
    left.current = null;
  }, [left]);
  const out = useOutOfSight(scroller, list, sight, details);

  const focus = useGridFocus(list, scroller);
  const move = useBarMove(scroller, list, timeframe, details);

  const go = useCallback(
    (index: number, column: GridColumn) => {
      const [element, row] = [scroller.current, rows[index]];
      if (element === null || row === undefined) return;
      const top = milestonesTop + index * ROW_HEIGHT;
      const room = element.clientHeight - HEADER_HEIGHT - ROW_HEIGHT;
      if (top < element.scrollTop) element.scrollTop = top;
      else if (top > element.scrollTop + room) element.scrollTop = top - room;
      const { left, width: length } =
        typeof column === 'number' ? { left: column * CELL_WIDTH, width: CELL_WIDTH } : row.bar;
      const wide = element.clientWidth - details;
      const glimpse = typeof column === 'number' ? Math.min(CELL_WIDTH, wide) : GLIMPSE;
      const hidden = left + length < element.scrollLeft + glimpse || left > element.scrollLeft + wide - glimpse;
      if (column !== 'title' && column !== 'mark' && hidden) element.scrollLeft = left - GLIMPSE;
      focus.focus(index, column);
    },
    [details, focus, milestonesTop, rows],
  );
  const pressInGrid = useGridKeys({ list, timeframe, out, go });
  const press = (event: KeyboardEvent) => {
    if (move.pressKey(event) || pressInGrid(event)) event.preventDefault();
  };

  // RM-08.18: the whole bar in the middle, or as much of it as there is room for, from its beginning.
  const showBar = useCallback(
    (row: RoadmapRow) => {
      const [element, index] = [scroller.current, list.places.get(row.id)];
      if (element === null || index === undefined) return;
      const [wide, { left: start, width: length }] = [element.clientWidth - details, row.bar];
      element.scrollLeft = start - Math.max(GLIMPSE, (wide - length) / 2);
      look();
      focus.focus(index, 'bar');
    },
    [details, focus, list, look],
  );
  const clicks = useGridClicks(list, move.dragged, showBar);
  const toggleMilestones = useCallback(() => dispatch(roadmapActions.milestonesToggled()), [dispatch]);

  // RM-12.1: the last row is drawn.
  const atEnd = more && !loadingMore && sight.endRow >= rows.length;
  useEffect(() => {
    if (atEnd) dispatch(roadmapActions.nextPageAsked());
  }, [atEnd, dispatch]);

  const above = milestones === null ? 1 : 2;
  const here = rows[focus.index]?.id;
  const column = heldColumn(focus.column, here !== undefined && out.has(here), timeframe);
  const drawn = drawnRows(sight.firstRow, sight.endRow, focus.index);
  const mark = header.mark === null ? null : (header.mark.cell + header.mark.percent / 100) * CELL_WIDTH;
  return (
    <div className={styles.shell} style={{ '--details': `${details}px` } as CSSProperties}>
      <div
        ref={scroller}
        className={classes(styles.scroller, refreshing && styles.refreshing)}
        role="treegrid"
        aria-label="Roadmap"
        aria-rowcount={above + rows.length}
        aria-colcount={timeframe.cells.length + 1}
        aria-busy={refreshing || undefined}
        data-moving={move.id !== null || undefined}
        {...clicks}
        onKeyDown={press}
        onPointerDown={move.onPointerDown}
        {...focus.handlers}
      >
        <div className={styles.body} style={{ width: details + width }} role="rowgroup">
          <TimelineHeader
            header={header}
            timeframe={timeframe}
            firstCell={sight.firstCell}
            endCell={sight.endCell}
            onToday={showToday}
          />
          <Weekends timeframe={timeframe} firstCell={sight.firstCell} endCell={sight.endCell} />
          <CellBorders firstCell={sight.firstCell} endCell={sight.endCell} />
          {milestones !== null && (
            <MilestoneSection
              milestones={milestones}
              firstCell={sight.firstCell}
              endCell={sight.endCell}
              onToggle={toggleMilestones}
            />
          )}
          {mark !== null && (
            <div className={styles.today} style={{ left: `calc(var(--details) + ${mark}px)` }} aria-hidden data-today />
          )}
          <BarExtras
            grid={scroller}
            list={list}
            lines={lines}
            sight={sight}
            width={width}
            rowsTop={HEADER_HEIGHT + milestonesTop}
            moving={move.id !== null}
            progressBy={view.progressBy}
            showProgress={view.showProgress}
            today={header.today}
          />
          <div className={styles.rows} style={{ height: rows.length * ROW_HEIGHT }} role="presentation">
            {drawn.map((index) => {
              const row = rows[index];
              if (row === undefined) return null;
              return (
                <EpicRow
                  key={row.id}
                  row={row}
                  timeframe={timeframe}
                  today={header.today}
                  index={index}
                  above={above}
                  active={index === focus.index ? column : null}
                  preview={row.id === move.id ? move.preview : null}
                  out={row.id === move.id ? null : (out.get(row.id) ?? null)}
                  notShown={notShown.get(row.id) ?? 0}
                  progressBy={view.progressBy}
                  showProgress={view.showProgress}
                  allowSubEpics={config.allowSubEpics}
                  groupPath={config.fullPath}
                />
              );
            })}
          </div>
          {loadingMore && (
            <div className={styles.more} aria-hidden>
              <Spinner /> Loading more epics
            </div>
          )}
          <div className={styles.filler} aria-hidden />
        </div>
      </div>
      <p className="visually-hidden" role="status">
        {move.announcement === '' && loadingMore ? 'Loading more epics' : move.announcement}
      </p>
    </div>
  );
}

/** Pixels of a bar that are scrolled into view when it gets the focus. */
const GLIMPSE = 40;

/** The rows in sight, and the one that Tab reaches. */
function drawnRows(first: number, end: number, active: number): readonly number[] {
  const indexes = Array.from({ length: Math.max(0, end - first) }, (_, at) => first + at);
  if (active < 0 || (active >= first && active < end)) return indexes;
  return active < first ? [active, ...indexes] : [...indexes, active];
}

function useDetailsWidth(): number {
  const [width, setWidth] = useState(() => detailsWidth(window.innerWidth, DETAILS_WIDTH));
  useEffect(() => {
    const resized = () => setWidth(detailsWidth(window.innerWidth, DETAILS_WIDTH));
    window.addEventListener('resize', resized);
    return () => window.removeEventListener('resize', resized);
  }, []);
  return width;
}

/** RM-08.14: scrolls the line of today to the middle, also when the range or preset changes. */
function useTodayInSight(
  scroller: { readonly current: HTMLElement | null },
  { mark }: RoadmapHeader,
  { range, preset }: Timeframe,
  details: number,
  look: () => void,
  /** Another position is restored first. */
  elsewhere: boolean,
): () => void {
  const shown = useRef(elsewhere ? `${range} ${preset}` : '');
  const at = mark === null ? 0 : (mark.cell + mark.percent / 100) * CELL_WIDTH;
  const show = useCallback(() => {
    const element = scroller.current;
    if (element === null) return;
    element.scrollLeft = Math.max(0, at - (element.clientWidth - details) / 2);
    look();
  }, [at, details, look, scroller]);
  useLayoutEffect(() => {
    const [element, now] = [scroller.current, `${range} ${preset}`];
    // While hidden it has no width.
    if (element === null || shown.current === now || element.clientWidth === 0) return;
    shown.current = now;
    show();
  });
  return show;
}
