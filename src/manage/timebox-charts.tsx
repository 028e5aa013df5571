import { useMemo, useState } from 'react';
import { formatDay } from '@espalier/core/calendar';
import { burnCharts } from '@espalier/core/manage';
import type { TimeboxReport, TimeboxUnit } from '@espalier/core/manage';
import { usePorts } from '../ports/context.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { LineChart } from '../ui/line-chart.tsx';
import { Segmented } from '../ui/segmented.tsx';
import styles from './timebox.module.css';

interface TimeboxChartsProps {
  /** `milestone` or `iteration`. */
  readonly noun: string;
  readonly startDate: string | null;
  readonly dueDate: string | null;
  readonly report: TimeboxReport;
}

const UNITS: Readonly<Record<TimeboxUnit, string>> = { count: 'Issues', weight: 'Issue weight' };

const options = (Object.keys(UNITS) as TimeboxUnit[]).map((key) => ({ key, title: UNITS[key] }));

/** AP-14.72: burndown and burnup of a timebox, by its issues or by their weights; or why there are none. */
export function TimeboxCharts({ noun, startDate, dueDate, report }: TimeboxChartsProps) {
  const [unit, setUnit] = useState<TimeboxUnit>('count');
  const today = usePorts().clock.today();
  const charts = useMemo(
    () => burnCharts(report, { startDate, dueDate }, today, unit),
    [report, startDate, dueDate, today, unit],
  );
  const none = {
    undated: [
      'No charts without dates',
      `To see the burndown and burnup charts, add a start date and a due date to this ${noun}.`,
    ],
    upcoming: ['No charts yet', `The charts begin on ${startDate === null ? '' : formatDay(startDate)}.`],
    empty: ['Nothing to chart', `The charts show issues as they are added to this ${noun} and closed.`],
  } as const;
  return (
    <section className={styles.part} aria-labelledby="timebox-charts">
      <div className={styles.line}>
        <h2 className={styles.heading} id="timebox-charts">
          Charts
        </h2>
        {typeof charts !== 'string' && (
          <Segmented label="Charts by" options={options} value={unit} onChange={setUnit} />
        )}
      </div>
      {typeof charts === 'string' ? (
        <EmptyState compact icon="chart" title={none[charts][0]}>
          {none[charts][1]}
        </EmptyState>
      ) : (
        <div className={styles.charts}>
          <LineChart title="Burndown chart" series={charts.burndown} span={charts.span} unit={UNITS[unit]} />
          <LineChart title="Burnup chart" series={charts.burnup} span={charts.span} unit={UNITS[unit]} />
        </div>
      )}
    </section>
  );
}
