import type { CSSProperties } from 'react';
import type { Bar, RoadmapEpic, VisibleDays } from '../../../../../core/roadmap/index.ts';
import { dayNumber, formatDay } from '../../../../../core/calendar/rules.ts';
import {
  barLook,
  barName,
  cellsOfBar,
  isNarrow,
  rowTexts,
  TITLE_GAP,
  titlePlace,
} from '../../../../../core/roadmap/index.ts';
import { Icon } from '../../../../../src/ui/icon.tsx';
import { titleWidth } from '../../../../../src/roadmap/epic-bar.tsx';
import barStyles from '../../../../../src/roadmap/epic-bar.module.css';
import styles from '../../../../../src/roadmap/epic-row.module.css';
import { CELL, ROW, timeframe, today } from './data.ts';

interface RowProps {
  readonly epic: RoadmapEpic;
  readonly index: number;
  readonly days: VisibleDays;
  readonly bar: Bar;
  /** Where the bar is out of sight. */
  readonly out: 'before' | 'after' | null;
}

const SHOWN = { progressBy: 'WEIGHT', allowSubEpics: true } as const;
const TODAY = dayNumber(today);
const WIDTH = timeframe.cells.length * CELL;
const PERCENT = 40;
const CHECK = 20;
const FADE = 12;
const DONE = 85;

/** The markup of the product's row, element by element, with nothing behind it. */
export function Row({ epic, index, days, bar, out }: RowProps) {
  const texts = rowTexts(epic, SHOWN);
  const { dates, childEpics } = texts;
  const look = barLook(epic, days, TODAY);
  const name = barName(epic.title, texts, look.late, true);
  const cells = cellsOfBar(timeframe, days);
  const narrow = isNarrow(bar);
  const percent = narrow ? null : texts.percent;
  const own = titleWidth(epic.title);
  const others =
    (percent === null ? 0 : PERCENT) +
    (look.closed ? CHECK : 0) +
    (look.goesOnBefore ? FADE : 0) +
    (look.goesOnAfter ? FADE : 0);
  const place = titlePlace(bar, { beside: own, inside: narrow ? Infinity : own + others }, WIDTH);
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
        className={`${barStyles.bar} ${barStyles.movable}`}
        style={{ left: `calc(var(--details) + ${bar.left}px)`, width: bar.width }}
        role="gridcell"
        aria-colindex={cells.first + 2}
        aria-colspan={cells.count}
        data-cell="bar"
        data-narrow={narrow || undefined}
        data-movable
        data-closed={look.closed || undefined}
        data-late={look.late || undefined}
        data-before={look.goesOnBefore || undefined}
        data-after={look.goesOnAfter || undefined}
        aria-label={name}
        tabIndex={-1}
      >
        <span
          className={barStyles.fill}
          data-inherited={look.inherited || undefined}
          style={
            texts.percent === null || look.closed ? undefined : ({ '--done': `${texts.percent}%` } as CSSProperties)
          }
          aria-hidden
        />
        <span className={barStyles.name} dir="auto">
          {look.closed && !narrow && <Icon name="check" small />}
          {narrow ? '…' : place === 'inside' ? epic.title : ''}
        </span>
        {percent !== null && (place === 'inside' || bar.width >= PERCENT + 2 * FADE) && (
          <span className={barStyles.percent} data-done={percent > DONE || undefined}>
            {percent}%
          </span>
        )}
      </div>
      {place !== 'inside' && (
        <span
          className={barStyles.title}
          style={
            place === 'after'
              ? { left: `calc(var(--details) + ${bar.left + bar.width + TITLE_GAP}px)` }
              : { right: WIDTH - bar.left + TITLE_GAP }
          }
          dir="auto"
          aria-hidden
        >
          {epic.title}
        </span>
      )}
      {out !== null && (
        <div className={styles.marks} role="gridcell">
          <button
            type="button"
            className={styles.mark}
            data-side={out}
            data-cell="mark"
            data-part="mark"
            tabIndex={-1}
            aria-label={`Show the bar of ${epic.title}, ${dates}`}
            data-tooltip={dates}
          >
            <Icon name={out === 'before' ? 'chevron-lg-left' : 'chevron-lg-right'} small />
            {formatDay((out === 'before' ? epic.dueDate : epic.startDate) ?? today, { year: true })}
          </button>
        </div>
      )}
    </div>
  );
}
