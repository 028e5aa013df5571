import type { Bar, RoadmapEpic } from '../../../../../core/roadmap/index.ts';
import type { Chart, Mounted } from './chart.ts';
import type { CSSProperties } from 'react';
import { memo, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { barOf, clampDates, headerCells, sideOf, todayMark } from '../../../../../core/roadmap/index.ts';
import { dayNumber } from '../../../../../core/calendar/rules.ts';
import styles from '../../../../../src/roadmap/timeline.module.css';
import { fromTop, placesOf, query } from './chart.ts';
import { CELL, DETAILS, epicsOf, HEADER, ROW, timeframe, today } from './data.ts';
import { Row } from './row.tsx';

/** Rows beyond each edge, and pixels that are scrolled before others are drawn. */
const OVERSCAN = 1;
const STEP = 2 * ROW;

const header = headerCells(timeframe, dayNumber(today));
const mark = todayMark(timeframe, dayNumber(today));
const now = mark === null ? 0 : (mark.cell + mark.percent / 100) * CELL;
const width = timeframe.cells.length * CELL;

interface Place {
  readonly row: number;
  readonly cell: number;
}

const placeOf = ({ scrollTop, scrollLeft }: HTMLElement): Place => ({
  row: Math.floor(scrollTop / STEP) * 2,
  cell: Math.floor(scrollLeft / CELL),
});

/** The rows that are drawn: the first, and the one behind the last. */
const rowsOf = ({ row }: Pick<Place, 'row'>, height: number, count: number): readonly [number, number] => [
  Math.max(0, row - OVERSCAN),
  Math.min(count, Math.ceil((row * ROW + STEP + height - HEADER) / ROW) + OVERSCAN),
];

const Cells = memo(function Cells({ first, end }: { readonly first: number; readonly end: number }) {
  return (
    <div className={styles.header} role="row" aria-rowindex={1}>
      <div className={styles.corner} role="columnheader" aria-colindex={1}>
        Epics
      </div>
      {header.slice(first, end).map(({ label, time }, index) => (
        <div
          key={first + index}
          className={styles.cell}
          style={{ left: `calc(var(--details) + ${(first + index) * CELL}px)` }}
          role="columnheader"
          aria-colindex={first + index + 2}
          data-time={time}
          aria-current={time === 'current' ? 'date' : undefined}
        >
          <span className={styles.label}>{label}</span>
        </div>
      ))}
    </div>
  );
});

const Borders = memo(function Borders({ first, end }: { readonly first: number; readonly end: number }) {
  return header
    .slice(first, end)
    .map((_, index) => (
      <div
        key={first + index}
        className={styles.border}
        style={{ left: `calc(var(--details) + ${(first + index + 1) * CELL - 1}px)` }}
        aria-hidden
      />
    ));
});

interface EpicRowProps {
  readonly epic: RoadmapEpic;
  readonly index: number;
  /** Where its bar is out of sight. */
  readonly out: Side;
}

type Side = 'before' | 'after' | null;

/** A bar is computed where it is drawn, and nowhere else. */
const EpicRow = memo(function EpicRow({ epic, index, out }: EpicRowProps) {
  const days = clampDates(epic, timeframe);
  if (typeof days === 'string') return null;
  return <Row epic={epic} index={index} days={days} bar={barOf(timeframe, days)} out={out} />;
});

const bars = new WeakMap<RoadmapEpic, Bar | null>();

/** Where bars are out of sight, one for each epic. */
function sidesOf(epics: readonly RoadmapEpic[], { scrollLeft, clientWidth }: HTMLElement): readonly Side[] {
  return epics.map((epic) => {
    let bar = bars.get(epic);
    if (bar === undefined) {
      const days = clampDates(epic, timeframe);
      bar = typeof days === 'string' ? null : barOf(timeframe, days);
      bars.set(epic, bar);
    }
    return bar === null ? null : sideOf(bar, scrollLeft, scrollLeft + clientWidth - DETAILS);
  });
}

function List({ epics }: { readonly epics: readonly RoadmapEpic[] }) {
  const scroller = useRef<HTMLDivElement>(null);
  const [{ row, cell }, setPlace] = useState<Place>({ row: 0, cell: 0 });
  const [sides, setSides] = useState<readonly Side[]>([]);
  const [size, setSize] = useState({ width: window.innerWidth, height: window.innerHeight });
  useLayoutEffect(() => {
    const element = scroller.current!;
    setSize({ width: element.clientWidth, height: element.clientHeight });
    element.scrollLeft = Math.max(0, now - (element.clientWidth - DETAILS) / 2);
    const look = (): void => {
      const next = placeOf(element);
      setPlace((before) => (before.row === next.row && before.cell === next.cell ? before : next));
      const [from, to] = rowsOf(next, element.clientHeight, epics.length);
      const found = sidesOf(epics.slice(from, to), element);
      setSides((before) => (before.join() === found.join() ? before : found));
    };
    const scrolled = (): void => flushSync(look);
    look();
    element.addEventListener('scroll', scrolled, { passive: true });
    return () => element.removeEventListener('scroll', scrolled);
  }, [epics]);
  const [first, end] = rowsOf({ row }, size.height, epics.length);
  const endCell = Math.min(header.length, Math.ceil(((cell + 1) * CELL + size.width - DETAILS) / CELL));
  return (
    <div className={styles.shell} style={{ '--details': `${DETAILS}px` } as CSSProperties}>
      <div ref={scroller} className={styles.scroller} role="treegrid" aria-rowcount={epics.length + 1}>
        <div className={styles.body} style={{ width: DETAILS + width }} role="rowgroup">
          <Cells first={cell} end={endCell} />
          <Borders first={cell} end={endCell} />
          <div className={styles.today} style={{ left: `calc(var(--details) + ${now}px)` }} aria-hidden data-today />
          <div className={styles.rows} style={{ height: epics.length * ROW }} role="presentation">
            {epics.slice(first, end).map((epic, index) => (
              <EpicRow key={epic.id} epic={epic} index={first + index} out={sides[index] ?? null} />
            ))}
          </div>
          <div className={styles.filler} aria-hidden />
        </div>
      </div>
    </div>
  );
}

/** The floor: React, the markup of the product's rows and bars where they are seen; no store, no selectors, no drag, no keyboard. */
export const floor: Chart = {
  async prepare(stage, size) {
    const epics = epicsOf(size);
    const root = createRoot(stage);
    return (): Mounted => {
      flushSync(() => root.render(<List epics={epics} />));
      const scroller = query(stage, '[role="treegrid"]');
      const drawn = (): NodeListOf<Element> => stage.querySelectorAll('[data-row] [data-cell="bar"]');
      return {
        count: () => epics.length,
        titles: () => fromTop(stage.querySelectorAll('[data-row] [data-cell="title"]')),
        places: () =>
          placesOf(
            drawn(),
            scroller.getBoundingClientRect().left + scroller.clientLeft + DETAILS - scroller.scrollLeft,
          ),
        bars: () => drawn().length,
        scrollTo({ x, y }) {
          scroller.scrollLeft = x;
          scroller.scrollTop = y;
        },
        unmount: () => root.unmount(),
      };
    };
  },
};
