import { useMemo } from 'react';
import type { CSSProperties } from 'react';
import { formatDay } from '@espalier/core/calendar';
import { plotOf, tableOf, type DaySpan, type Plot, type Series } from '@espalier/core/chart';
import styles from './line-chart.module.css';

interface LineChartProps {
  readonly title: string;
  readonly series: readonly Series[];
  readonly span: DaySpan;
  /** What the values count: `Issues`. */
  readonly unit: string;
}

const at = (x: number, y: number) => ({ '--x': `${x}%`, '--y': `${y}%` }) as unknown as CSSProperties;

/** Values by day as lines, and as a table for whoever wants figures (AP-14.71). */
export function LineChart({ title, series, span, unit }: LineChartProps) {
  const plot = useMemo(() => plotOf(series, span), [series, span]);
  const latest = plot.lines.flatMap(({ name, isGuide, end }) =>
    isGuide || end === null ? [] : `${name} ${end.value}`,
  );
  return (
    <figure className={styles.chart} aria-label={title}>
      <figcaption className={styles.caption}>
        <h3 className={styles.title}>{title}</h3>
        <ul className={styles.legend}>
          {plot.lines.map(({ name, isGuide }, index) => (
            <li key={name} data-line={isGuide ? 'guide' : index}>
              {name}
            </li>
          ))}
        </ul>
      </figcaption>
      <div className={styles.plot} role="img" aria-label={`${title}, ${unit.toLowerCase()}: ${latest.join(', ')}`}>
        <Lines plot={plot} />
        {plot.values.map(({ value, at: y }) => (
          <span key={value} className={styles.value} style={at(0, y)}>
            {value.toLocaleString('en-US')}
          </span>
        ))}
        {plot.days.map(({ day, at: x }) => (
          <span key={day} className={styles.day} style={at(x, 100)}>
            {formatDay(day, { year: false })}
          </span>
        ))}
        {plot.lines.map(
          ({ name, isGuide, end }, index) =>
            end !== null &&
            !isGuide && <span key={name} className={styles.end} data-line={index} style={at(end.x, end.y)} />,
        )}
      </div>
      <Figures title={title} series={series} unit={unit} />
    </figure>
  );
}

/** Stretched to the room that there is; its strokes are not. */
function Lines({ plot }: { readonly plot: Plot }) {
  return (
    <svg className={styles.lines} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      {plot.values.map(({ value, at: y }) => (
        <line key={value} className={styles.grid} x1="0" x2="100" y1={y} y2={y} />
      ))}
      {plot.lines.map(({ name, isGuide, path }, index) => (
        <polyline key={name} className={styles.line} data-line={isGuide ? 'guide' : index} points={path} />
      ))}
    </svg>
  );
}

function Figures({ title, series, unit }: Omit<LineChartProps, 'span'>) {
  const names = series.filter(({ isGuide }) => isGuide !== true).map(({ name }) => name);
  return (
    <details className={styles.figures}>
      <summary>View as table</summary>
      <div className={styles.scroll} tabIndex={0} role="group" aria-label={`Figures: ${title}`}>
        <table>
          <caption className="visually-hidden">
            {title}, {unit.toLowerCase()}
          </caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
              {names.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {tableOf(series).map(({ day, values }) => (
              <tr key={day}>
                <th scope="row">{formatDay(day)}</th>
                {values.map((value, index) => (
                  <td key={names[index]}>{value}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
