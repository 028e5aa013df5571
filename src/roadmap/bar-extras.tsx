import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { createPortal } from 'react-dom';
import type { DependencyLine, ProgressBy, RoadmapRow, RowList } from '@espalier/core/roadmap';
import { barLook, linePath, OVERDUE, ROW_HEIGHT, rowTexts } from '@espalier/core/roadmap';
import { classes } from '../ui/classes.ts';
import { placeBeside } from '../ui/tooltip.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { rowIdOf } from './use-grid-focus.ts';
import type { Sight } from './use-window.ts';
import styles from './timeline.module.css';

/** The pointer must rest this long to open the popover, and has this long to reach it after leaving the bar. Milliseconds. */
const REST = 300;
const LEAVE = 150;

interface Pointed {
  readonly id: string | null;
  readonly element: HTMLElement | null;
  /** The popover is shown. */
  readonly open: boolean;
}
const NOTHING: Pointed = { id: null, element: null, open: false };

/** The hovered or focused bar. A state of its own, so that hovering does not render rows again. */
function usePointed(grid: RefObject<HTMLElement | null>, popover: RefObject<HTMLElement | null>): Pointed {
  const [pointed, setPointed] = useState(NOTHING);
  useEffect(() => {
    const element = grid.current;
    if (element === null) return;
    let timer = 0;
    const later = (wait: number, run: () => void) => {
      window.clearTimeout(timer);
      timer = window.setTimeout(run, wait);
    };
    const over = ({ target }: Event) => {
      if (target instanceof Node && popover.current?.contains(target)) {
        window.clearTimeout(timer);
        return;
      }
      const bar =
        target instanceof Element && element.contains(target) ? target.closest<HTMLElement>('[data-cell="bar"]') : null;
      if (bar === null) {
        later(LEAVE, () => setPointed((now) => (now === NOTHING ? now : NOTHING)));
        return;
      }
      const next = { id: rowIdOf(bar), element: bar };
      setPointed((now) => (now.element === bar ? now : { ...next, open: false }));
      later(REST, () => setPointed({ ...next, open: true }));
    };
    const focus = (event: FocusEvent) => {
      const { target } = event;
      if (target instanceof HTMLElement && target.matches('[data-cell="bar"]:focus-visible')) over(event);
      else close();
    };
    const close = () => {
      window.clearTimeout(timer);
      setPointed((now) => (now === NOTHING ? now : NOTHING));
    };
    const key = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close();
    };
    document.addEventListener('pointerover', over);
    element.addEventListener('focusin', focus);
    element.addEventListener('focusout', close);
    element.addEventListener('pointerdown', close);
    element.addEventListener('scroll', close, { passive: true });
    document.addEventListener('keydown', key);
    return () => {
      window.clearTimeout(timer);
      document.removeEventListener('pointerover', over);
      element.removeEventListener('focusin', focus);
      element.removeEventListener('focusout', close);
      element.removeEventListener('pointerdown', close);
      element.removeEventListener('scroll', close);
      document.removeEventListener('keydown', key);
    };
  }, [grid, popover]);
  return pointed;
}

interface BarExtrasProps {
  readonly grid: RefObject<HTMLElement | null>;
  readonly list: RowList;
  readonly lines: readonly DependencyLine[];
  readonly sight: Sight;
  /** Pixels of the timeline without details, and above the first row. */
  readonly width: number;
  readonly rowsTop: number;
  /** A bar is being moved: its own text says the new dates, and a popover would show the old ones. */
  readonly moving: boolean;
  readonly progressBy: ProgressBy;
  readonly showProgress: boolean;
  readonly today: number;
}

/** What appears beside the bars: the lines between those that block each other (RM-09.14), and the popover of one bar. */
export function BarExtras(props: BarExtrasProps) {
  const { grid, list, lines, sight, width, rowsTop, moving, progressBy, showProgress, today } = props;
  const popover = useRef<HTMLDivElement>(null);
  const { id, element, open } = usePointed(grid, popover);
  const row = id === null ? undefined : list.rows[list.places.get(id) ?? -1];
  const lateBlockers = useMemo(
    () =>
      lines
        .filter(({ late, blockedId }) => late && blockedId === id)
        .flatMap(({ blockingId }) => list.rows[list.places.get(blockingId) ?? -1]?.epic.title ?? []),
    [id, lines, list],
  );
  return (
    <>
      <Lines lines={lines} sight={sight} width={width} rowsTop={rowsTop} hot={id} />
      {open && !moving && element !== null && row !== undefined && (
        <Popover
          ref={popover}
          anchor={element}
          row={row}
          late={lateBlockers}
          by={progressBy}
          progress={showProgress}
          today={today}
        />
      )}
    </>
  );
}

interface LinesProps extends Pick<BarExtrasProps, 'lines' | 'sight' | 'width' | 'rowsTop'> {
  /** The epic whose lines stand out. */
  readonly hot: string | null;
}

const lookOf = (kind: string): string =>
  classes(styles.line, kind.includes('late') && styles.late, kind.includes('hot') && styles.hot);

/** Two elements per style, however many lines there are. */
function Lines({ lines, sight, width, rowsTop, hot }: LinesProps) {
  const { firstRow, endRow } = sight;
  const top = firstRow * ROW_HEIGHT;
  const paths = useMemo(() => {
    const looks = new Map<string, { readonly line: string; readonly head: string }>();
    for (const line of lines) {
      const [upper, lower] = [Math.min(line.from.row, line.to.row), Math.max(line.from.row, line.to.row)];
      if (upper >= endRow || lower < firstRow) continue;
      const isHot = hot !== null && (line.blockingId === hot || line.blockedId === hot);
      const kind = line.late ? (isHot ? 'late hot' : 'late') : isHot ? 'hot' : 'plain';
      const [before, path] = [looks.get(kind), linePath(line, { left: 0, top: -top, width })];
      looks.set(kind, { line: (before?.line ?? '') + path.line, head: (before?.head ?? '') + path.head });
    }
    return [...looks];
  }, [endRow, firstRow, hot, lines, top, width]);
  if (paths.length === 0) return null;
  return (
    <svg
      className={styles.lines}
      style={{ left: 'var(--details)', top: rowsTop + top }}
      width={width}
      height={(endRow - firstRow) * ROW_HEIGHT}
      aria-hidden
    >
      {paths.map(([kind, { line, head }]) => (
        <g key={kind}>
          <path className={lookOf(kind)} d={line} data-line={kind} />
          <path className={classes(lookOf(kind), styles.head)} d={head} data-head={kind} />
        </g>
      ))}
    </svg>
  );
}

interface PopoverProps {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly anchor: HTMLElement;
  readonly row: RoadmapRow;
  readonly late: readonly string[];
  readonly by: ProgressBy;
  readonly progress: boolean;
  readonly today: number;
}

const GAP = 8;

function Popover({ ref, anchor, row: { epic, days }, late, by, progress, today }: PopoverProps) {
  const texts = rowTexts(epic, { progressBy: by, allowSubEpics: false });
  useLayoutEffect(() => {
    const box = ref.current;
    if (box === null) return;
    const names = anchor.parentElement?.firstElementChild;
    const left = Math.max(anchor.getBoundingClientRect().left, names?.getBoundingClientRect().right ?? 0);
    placeBeside(box, anchor, { gap: GAP, left });
  });
  return createPortal(
    <div ref={ref} className={styles.popover} role="tooltip">
      <strong dir="auto">{epic.title}</strong>
      <span>
        {epic.reference} · {epic.group.fullName}
      </span>
      <span>
        {texts.dates}
        {barLook(epic, days, today).late && <span className={styles.warning}> · {OVERDUE}</span>}
      </span>
      {progress && (
        <>
          {texts.percent !== null && <ProgressBar label="Progress" value={texts.percent} />}
          <span>{texts.detail}</span>
        </>
      )}
      {late.map((title) => (
        <span key={title} className={styles.warning}>
          Blocked by {title}, which is due after this starts
        </span>
      ))}
    </div>,
    document.body,
  );
}
