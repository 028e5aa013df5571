import { memo } from 'react';
import { dayOfNumber, formatDay } from '@espalier/core/calendar';
import type { GridColumn, MovedBar, ProgressBy, RoadmapRow, Timeframe } from '@espalier/core/roadmap';
import {
  barLook,
  barName,
  CELL_WIDTH,
  cellsOfBar,
  cellText,
  notShownText,
  ROADMAP_ERRORS,
  ROW_HEIGHT,
  rowTexts,
} from '@espalier/core/roadmap';
import { blockedByText, overName } from '@espalier/core/work-item';
import { Icon } from '../ui/icon.tsx';
import { EpicBar } from './epic-bar.tsx';
import type { Side } from './use-out-of-sight.ts';
import styles from './epic-row.module.css';

interface EpicRowProps {
  readonly row: RoadmapRow;
  readonly timeframe: Timeframe;
  /** Day number. */
  readonly today: number;
  readonly index: number;
  /** Rows of the grid above this one. */
  readonly above: number;
  /** The part of the row that Tab reaches. */
  readonly active: GridColumn | null;
  readonly preview: MovedBar | null;
  /** The side on which the bar is out of sight; null if some of it is visible. */
  readonly out: Side | null;
  /** How many epics below it are not shown although it is expanded. */
  readonly notShown: number;
  readonly progressBy: ProgressBy;
  readonly showProgress: boolean;
  readonly allowSubEpics: boolean;
  /** The roadmap's own group is not named again in every row. */
  readonly groupPath: string;
}

const EXPANDED: Readonly<Record<RoadmapRow['toggle'], boolean | undefined>> = {
  none: undefined,
  collapsed: false,
  loading: false,
  expanded: true,
  info: true,
  failed: false,
};

/** RM-09, RM-11: an epic's details and its bar. Few elements on purpose: hundreds of rows pass while scrolling. */
export const EpicRow = memo(function EpicRow(props: EpicRowProps) {
  const {
    row,
    timeframe,
    today,
    index,
    above,
    active,
    preview,
    out,
    notShown,
    progressBy,
    showProgress,
    allowSubEpics,
    groupPath,
  } = props;
  const { epic } = row;
  const texts = rowTexts(epic, { progressBy, allowSubEpics });
  const look = barLook(epic, row.days, today);
  const group = epic.group.fullPath === groupPath ? '' : ` · ${epic.group.fullName}`;
  const name = barName(epic.title, texts, look.late, showProgress);
  const cells = cellsOfBar(timeframe, row.days);
  const missing =
    notShown > 0 && row.toggle === 'expanded' && texts.childEpics !== null
      ? notShownText(notShown, texts.childEpics)
      : null;
  const blocked = epic.blocked ? blockedByText('epic', epic.blockedByCount) : null;
  return (
    <div
      className={styles.row}
      style={{ top: index * ROW_HEIGHT }}
      role="row"
      aria-label={name}
      data-row={row.id}
      data-fresh={row.fresh || undefined}
      aria-rowindex={above + index + 1}
      aria-level={row.level}
      aria-expanded={EXPANDED[row.toggle]}
      aria-busy={row.toggle === 'loading' || undefined}
    >
      <div className={styles.details} role="rowheader" aria-colindex={1} data-indent={row.indent}>
        <Toggle row={row} />
        <div className={styles.texts}>
          <div className={styles.head}>
            {look.closed && <Icon name="epic-closed" small label="Closed" />}
            <a
              className={styles.title}
              href={epic.webPath}
              data-over={overName(epic) ?? undefined}
              dir="auto"
              data-cell="title"
              tabIndex={active === 'title' ? 0 : -1}
            >
              {epic.title}
            </a>
            {blocked !== null && <Icon name="issue-block" small label={blocked} tooltip={blocked} />}
            {missing !== null && <Icon name="information-o" small label={missing} tooltip={missing} />}
          </div>
          {row.toggle === 'failed' ? (
            <ChildrenFailed />
          ) : (
            <div className={styles.meta}>
              {preview === null ? texts.dates : <b className={styles.preview}>{preview.dates}</b>}
              {texts.childEpics !== null && texts.childEpics > 0 && ` · ${childEpics(texts.childEpics)}`}
              {group}
            </div>
          )}
        </div>
      </div>
      <EpicBar
        row={row}
        preview={preview}
        look={look}
        name={name}
        percent={showProgress ? texts.percent : null}
        active={active === 'bar'}
        column={cells.first + 2}
        columns={cells.count}
        width={timeframe.cells.length * CELL_WIDTH}
      />
      {out !== null && <Mark side={out} row={row} today={today} dates={texts.dates} active={active === 'mark'} />}
      {typeof active === 'number' && active < timeframe.cells.length && (
        <div
          className={styles.cell}
          style={{ left: `calc(var(--details) + ${active * CELL_WIDTH}px)` }}
          role="gridcell"
          aria-colindex={active + 2}
          aria-label={cellText(timeframe, active, row.days, today)}
          data-cell={active}
          tabIndex={0}
        />
      )}
    </div>
  );
});

const childEpics = (count: number): string => (count === 1 ? '1 child epic' : `${count} child epics`);
const NO_MATCH = 'No child epics match applied filters';

interface MarkProps {
  readonly side: Side;
  readonly row: RoadmapRow;
  /** Day number. */
  readonly today: number;
  readonly dates: string;
  readonly active: boolean;
}

/** RM-08.18: leads to the bar; the day is that of its nearer end. */
function Mark({ side, row, today, dates, active }: MarkProps) {
  const { startDate, dueDate, title } = row.epic;
  const day = side === 'before' ? dueDate : startDate;
  return (
    <div className={styles.marks} role="gridcell">
      <button
        type="button"
        className={styles.mark}
        data-side={side}
        data-cell="mark"
        data-part="mark"
        tabIndex={active ? 0 : -1}
        aria-label={`Show the bar of ${title}, ${dates}`}
        data-tooltip={dates}
      >
        <Icon name={side === 'before' ? 'chevron-lg-left' : 'chevron-lg-right'} small />
        {day !== null && formatDay(day, { year: !dayOfNumber(today).startsWith(day.slice(0, 4)) })}
      </button>
    </div>
  );
}

/** RM-11.8: the button is the row's chevron in words. */
const ChildrenFailed = () => (
  <div className={styles.meta} role="alert">
    <span className={styles.failed}>{ROADMAP_ERRORS.children}</span>{' '}
    <button type="button" className={styles.retry} tabIndex={-1} data-part="toggle">
      Try again
    </button>
  </div>
);

/** RM-11.1 to RM-11.4 */
function Toggle({ row: { toggle, epic } }: { readonly row: RoadmapRow }) {
  if (toggle === 'none') return <span className={styles.toggle} />;
  if (toggle === 'info') {
    return (
      <span className={styles.toggle}>
        <Icon name="information-o" label={NO_MATCH} tooltip={NO_MATCH} />
      </span>
    );
  }
  const open = toggle === 'expanded';
  return (
    <button
      type="button"
      className={styles.toggle}
      tabIndex={-1}
      data-part="toggle"
      aria-label={`${open ? 'Collapse' : 'Expand'} ${epic.title}`}
    >
      <Icon name={toggle === 'loading' ? 'retry' : open ? 'chevron-down' : 'chevron-right'} />
    </button>
  );
}
