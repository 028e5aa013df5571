import { memo } from 'react';
import type { CSSProperties } from 'react';
import type { Bar, ProgressBy, RoadmapEpic, RoadmapRow, Timeframe } from '@espalier/core/roadmap';
import { CELL_WIDTH, cellsOfBar, cellText, notShownText, ROW_HEIGHT, rowTexts } from '@espalier/core/roadmap';
import { blockedByText } from '@espalier/core/work-item';
import { classes } from '../ui/classes.ts';
import { readableOn } from '../ui/contrast.ts';
import { Icon } from '../ui/icon.tsx';
import { lostOn } from './bar-edge.ts';
import styles from './epic-row.module.css';

/** The parts of a row that the keyboard walks: its title, its bar, and the cells of time by their number. */
export type Column = 'title' | 'bar' | number;

/** A bar on its way to other dates. */
export interface Preview {
  readonly bar: Bar;
  readonly dates: string;
}

interface EpicRowProps {
  readonly row: RoadmapRow;
  readonly timeframe: Timeframe;
  /** Day number. */
  readonly today: number;
  readonly index: number;
  /** Rows of the grid above this one. */
  readonly above: number;
  /** What of the row the Tab key comes to. */
  readonly active: Column | null;
  readonly preview: Preview | null;
  /** Epics below it that are not shown though it is expanded. */
  readonly notShown: number;
  readonly progressBy: ProgressBy;
  readonly showProgress: boolean;
  readonly allowSubEpics: boolean;
  /** The roadmap's own group is not named again in every row. */
  readonly groupPath: string;
}

/** Pixels below which a bar's texts stand close together, and below which it has no room for two dates. */
const TIGHT = 80;
const DATES = 180;
const GAP = 6;

const LOOKS: Readonly<Record<RoadmapEpic['state'], string | null>> = { opened: null, closed: 'epic-closed' };
const EXPANDED: Readonly<Record<RoadmapRow['toggle'], boolean | undefined>> = {
  none: undefined,
  collapsed: false,
  loading: false,
  expanded: true,
  info: true,
};

/** RM-09, RM-11: an epic's details and its bar. Few elements: hundreds of these pass while one scrolls. */
export const EpicRow = memo(function EpicRow(props: EpicRowProps) {
  const {
    row,
    timeframe,
    today,
    index,
    above,
    active,
    preview,
    notShown,
    progressBy,
    showProgress,
    allowSubEpics,
    groupPath,
  } = props;
  const { epic, narrow } = row;
  const texts = rowTexts(epic, { progressBy, allowSubEpics });
  const bar = preview?.bar ?? row.bar;
  const beside = bar.width < DATES;
  const look = LOOKS[epic.state];
  const group = epic.group.fullPath === groupPath ? '' : ` · ${epic.group.fullName}`;
  const name = `${epic.title}, ${texts.dates}${showProgress ? `, ${texts.progress}` : ''}`;
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
            {look !== null && <Icon name={look} small label="Closed" />}
            <a
              className={styles.title}
              href={epic.webPath}
              dir="auto"
              data-cell="title"
              tabIndex={active === 'title' ? 0 : -1}
            >
              {epic.title}
            </a>
            {blocked !== null && <Icon name="issue-block" small label={blocked} tooltip={blocked} />}
            {missing !== null && <Icon name="information-o" small label={missing} tooltip={missing} />}
          </div>
          <div className={styles.meta}>
            {preview === null ? texts.dates : <b className={styles.preview}>{preview.dates}</b>}
            {texts.childEpics !== null && texts.childEpics > 0 && ` · ${childEpics(texts.childEpics)}`}
            {group}
          </div>
        </div>
      </div>
      <div
        className={classes(styles.bar, epic.canUpdate && styles.movable, preview !== null && styles.moving)}
        style={{
          left: `calc(var(--details) + ${bar.left}px)`,
          width: bar.width,
          ...(epic.color !== null && {
            backgroundColor: epic.color,
            color: readableOn(epic.color, epic.textColor ?? '#ffffff'),
          }),
          ...(showProgress && texts.percent !== null && { backgroundSize: `${texts.percent}% 2px` }),
        }}
        role="gridcell"
        aria-colindex={cells.first + 2}
        aria-colspan={cells.count}
        data-cell="bar"
        data-narrow={narrow || undefined}
        data-tight={bar.width < TIGHT || undefined}
        data-movable={epic.canUpdate || undefined}
        data-lost-on={epic.color === null ? undefined : lostOn(epic.color)}
        aria-label={name}
        tabIndex={active === 'bar' ? 0 : -1}
      >
        <span className={styles.name} dir="auto">
          {preview !== null && !beside ? preview.dates : narrow ? '…' : epic.title}
        </span>
        {showProgress && !narrow && texts.percent !== null && <span className={styles.percent}>{texts.percent}%</span>}
      </div>
      {preview !== null && beside && (
        <div
          className={styles.beside}
          style={{ '--at': `${bar.left + bar.width + GAP}px` } as CSSProperties}
          aria-hidden
        >
          <span>{preview.dates}</span>
        </div>
      )}
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
