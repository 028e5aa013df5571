import type { Bar, RoadmapEpic, VisibleDays } from '../../../../core/roadmap/index.ts';
import { cellsOfBar, isNarrow, rowTexts } from '../../../../core/roadmap/index.ts';
import { Icon } from '../../../../src/ui/icon.tsx';
import styles from '../../../../src/roadmap/epic-row.module.css';
import { ROW, timeframe } from './data.ts';

interface RowProps {
  readonly epic: RoadmapEpic;
  readonly index: number;
  readonly days: VisibleDays;
  readonly bar: Bar;
}

const SHOWN = { progressBy: 'WEIGHT', allowSubEpics: true } as const;
const TIGHT = 80;

/** The markup of the product's row, element by element, with nothing behind it. */
export function Row({ epic, index, days, bar }: RowProps) {
  const { dates, percent, progress, childEpics } = rowTexts(epic, SHOWN);
  const name = `${epic.title}, ${dates}, ${progress}`;
  const cells = cellsOfBar(timeframe, days);
  const blocked = `Blocked by ${epic.blockedByCount} epic`;
  return (
    <div
      className={styles.row}
      style={{ top: index * ROW }}
      role="row"
      aria-label={name}
      data-row={epic.id}
      aria-rowindex={index + 2}
      aria-level={1}
    >
      <div className={styles.details} role="rowheader" aria-colindex={1} data-indent={1}>
        {epic.hasChildren ? (
          <button
            type="button"
            className={styles.toggle}
            tabIndex={-1}
            data-part="toggle"
            aria-label={`Expand ${epic.title}`}
          >
            <Icon name="chevron-right" />
          </button>
        ) : (
          <span className={styles.toggle} />
        )}
        <div className={styles.texts}>
          <div className={styles.head}>
            {epic.state === 'closed' && <Icon name="epic-closed" small label="Closed" />}
            <a className={styles.title} href={epic.webPath} dir="auto" data-cell="title" tabIndex={-1}>
              {epic.title}
            </a>
            {epic.blocked && <Icon name="issue-block" small label={blocked} tooltip={blocked} />}
          </div>
          <div className={styles.meta}>
            {dates}
            {childEpics !== null && childEpics > 0 && ` · ${childEpics} child epics`}
          </div>
        </div>
      </div>
      <div
        className={`${styles.bar} ${styles.movable}`}
        style={{
          left: `calc(var(--details) + ${bar.left}px)`,
          width: bar.width,
          ...(percent !== null && { backgroundSize: `${percent}% 2px` }),
        }}
        role="gridcell"
        aria-colindex={cells.first + 2}
        aria-colspan={cells.count}
        data-cell="bar"
        data-narrow={isNarrow(bar) || undefined}
        data-tight={bar.width < TIGHT || undefined}
        data-movable
        aria-label={name}
        tabIndex={-1}
      >
        <span className={styles.name} dir="auto">
          {isNarrow(bar) ? '…' : epic.title}
        </span>
        {percent !== null && !isNarrow(bar) && <span className={styles.percent}>{percent}%</span>}
      </div>
    </div>
  );
}
