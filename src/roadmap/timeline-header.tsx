import { memo } from 'react';
import { dayOfNumber, formatDay } from '@espalier/core/calendar';
import type { RoadmapHeader, Timeframe } from '@espalier/core/roadmap';
import { CELL_WIDTH, weekDays, weekendPlaces, yearOfCell } from '@espalier/core/roadmap';
import { Button } from '../ui/button.tsx';
import type { Sight } from './use-window.ts';
import styles from './timeline.module.css';

interface TimelineHeaderProps {
  readonly header: RoadmapHeader;
  readonly timeframe: Timeframe;
  readonly firstCell: Sight['firstCell'];
  readonly endCell: Sight['endCell'];
  readonly onToday: () => void;
}

/** RM-08.6 to RM-08.9: the cells in sight. */
export const TimelineHeader = memo(function TimelineHeader(props: TimelineHeaderProps) {
  const { header, timeframe, firstCell, endCell, onToday } = props;
  const at = header.mark === null ? null : (header.mark.cell + header.mark.percent / 100) * CELL_WIDTH;
  return (
    <div className={styles.header} role="row" aria-rowindex={1}>
      <div className={styles.corner} role="columnheader" aria-colindex={1} aria-label="Epics">
        Epics
        <span className={styles.year} data-year>
          {yearOfCell(timeframe, firstCell)}
        </span>
        <Button size="small" data-command="today" aria-label="Show today" data-tooltip="Show today" onClick={onToday}>
          Today
        </Button>
      </div>
      {header.cells.slice(firstCell, endCell).map(({ label, time }, index) => (
        <Cell
          key={label + (firstCell + index)}
          label={label}
          time={time}
          index={firstCell + index}
          days={timeframe.preset === 'WEEKS' ? daysOf(timeframe, firstCell + index) : null}
          today={header.today - (timeframe.cells[firstCell + index]?.start ?? 0)}
        />
      ))}
      {at !== null && timeframe.preset !== 'WEEKS' && (
        <span className={styles.day} style={{ left: `calc(var(--details) + ${at}px)` }} aria-hidden>
          {formatDay(dayOfNumber(header.today), { year: false })}
        </span>
      )}
    </div>
  );
});

const daysOf = ({ cells }: Timeframe, index: number): readonly number[] | null => {
  const cell = cells[index];
  return cell === undefined ? null : weekDays(cell);
};

interface CellProps {
  readonly label: string;
  readonly time: string;
  readonly index: number;
  readonly days: readonly number[] | null;
  /** Place of today among the days. */
  readonly today: number;
}

function Cell({ label, time, index, days, today }: CellProps) {
  return (
    <div
      className={styles.cell}
      style={{ left: `calc(var(--details) + ${index * CELL_WIDTH}px)` }}
      role="columnheader"
      aria-colindex={index + 2}
      data-time={time}
      aria-current={time === 'current' ? 'date' : undefined}
    >
      <span className={styles.label}>{label}</span>
      {days !== null && (
        <div className={styles.days} aria-hidden>
          {days.map((day, at) => (
            <span key={day} data-today={at === today || undefined}>
              {day}
            </span>
          ))}
        </div>
      )}
    </div>
  );
}

interface CellsProps {
  readonly firstCell: Sight['firstCell'];
  readonly endCell: Sight['endCell'];
}

/** RM-08.17: the Saturdays and Sundays of the weeks in sight. */
export const Weekends = memo(function Weekends({
  timeframe,
  firstCell,
  endCell,
}: CellsProps & { timeframe: Timeframe }) {
  if (timeframe.preset !== 'WEEKS') return null;
  const day = CELL_WIDTH / 7;
  return Array.from({ length: Math.max(0, endCell - firstCell) }, (_, index) =>
    weekendPlaces(timeframe).map((place) => (
      <div
        key={`${firstCell + index} ${place}`}
        className={styles.weekend}
        style={{ left: `calc(var(--details) + ${(firstCell + index) * CELL_WIDTH + place * day}px)`, width: day }}
        aria-hidden
      />
    )),
  );
});

/** The lines behind the cells in sight. */
export const CellBorders = memo(function CellBorders({ firstCell, endCell }: CellsProps) {
  return Array.from({ length: Math.max(0, endCell - firstCell) }, (_, index) => (
    <div
      key={firstCell + index}
      className={styles.border}
      style={{ left: `calc(var(--details) + ${(firstCell + index + 1) * CELL_WIDTH - 1}px)` }}
      aria-hidden
    />
  ));
});
