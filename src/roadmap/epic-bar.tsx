import type { CSSProperties } from 'react';
import { TITLE_GAP, titlePlace } from '@espalier/core/roadmap';
import type { Bar, BarLook, RoadmapRow } from '@espalier/core/roadmap';
import { classes } from '../ui/classes.ts';
import { readableOn } from '../ui/contrast.ts';
import { Icon } from '../ui/icon.tsx';
import { lostOn, shadeBeside } from './bar-edge.ts';
import { titleWidth } from './title-width.ts';
import styles from './epic-bar.module.css';

/** A bar on its way to other dates. */
export interface Preview {
  readonly bar: Bar;
  readonly dates: string;
}

interface EpicBarProps {
  readonly row: RoadmapRow;
  readonly preview: Preview | null;
  readonly look: BarLook;
  readonly name: string;
  /** Null where there is none to show. */
  readonly percent: number | null;
  readonly active: boolean;
  /** Of the cells that it lies in. */
  readonly column: number;
  readonly columns: number;
  /** Pixels of all cells. */
  readonly width: number;
}

/** Pixels below which a bar has no room for two dates; between it and what stands beside it. */
const DATES = 180;
const GAP = 6;
/** Pixels of the percentage and of the check within a bar, and of an end that fades. */
const PERCENT = 40;
const CHECK = 20;
const FADE = 12;

/** Per cent from which on the figure stands on what is done. */
const DONE = 85;

/** RM-09: the bar of a row, and what of it stands beside it. */
export function EpicBar({ row, preview, look, name, percent, active, column, columns, width }: EpicBarProps) {
  const { epic, narrow } = row;
  const bar = preview?.bar ?? row.bar;
  const shown = narrow ? null : percent;
  const others =
    (shown === null ? 0 : PERCENT) +
    (look.closed ? CHECK : 0) +
    (look.goesOnBefore ? FADE : 0) +
    (look.goesOnAfter ? FADE : 0);
  const own = titleWidth(epic.title);
  const place =
    preview === null ? titlePlace(bar, { beside: own, inside: narrow ? Infinity : own + others }, width) : 'inside';
  const roomy = shown !== null && bar.width >= PERCENT + 2 * FADE;
  const inside = narrow ? '…' : place === 'inside' ? epic.title : '';
  const ink = epic.color === null ? null : readableOn(epic.color, epic.textColor ?? '#ffffff');
  const style = {
    left: `calc(var(--details) + ${bar.left}px)`,
    width: bar.width,
    ...(epic.color !== null && ink !== null && { '--bar': epic.color, '--ink': ink, '--shade': shadeBeside(ink) }),
  };
  const beside = preview !== null && bar.width < DATES;
  return (
    <>
      <div
        className={classes(styles.bar, epic.canUpdate && styles.movable, preview !== null && styles.moving)}
        style={style as CSSProperties}
        role="gridcell"
        aria-colindex={column}
        aria-colspan={columns}
        data-cell="bar"
        data-narrow={narrow || undefined}
        data-movable={epic.canUpdate || undefined}
        data-closed={look.closed || undefined}
        data-late={look.late || undefined}
        data-before={look.goesOnBefore || undefined}
        data-after={look.goesOnAfter || undefined}
        data-lost-on={epic.color === null || look.closed ? undefined : lostOn(epic.color)}
        aria-label={name}
        tabIndex={active ? 0 : -1}
      >
        <span
          className={styles.fill}
          data-inherited={look.inherited || undefined}
          style={percent === null || look.closed ? undefined : ({ '--done': `${percent}%` } as CSSProperties)}
          aria-hidden
        />
        <span className={styles.name} dir="auto">
          {look.closed && !narrow && <Icon name="check" small />}
          {preview !== null && !beside ? preview.dates : inside}
        </span>
        {shown !== null && (place === 'inside' || roomy) && (
          <span className={styles.percent} data-done={shown > DONE || undefined}>
            {shown}%
          </span>
        )}
      </div>
      {place !== 'inside' && (
        <span
          className={styles.title}
          style={
            place === 'after'
              ? { left: `calc(var(--details) + ${bar.left + bar.width + TITLE_GAP}px)` }
              : { right: width - bar.left + TITLE_GAP }
          }
          dir="auto"
          aria-hidden
        >
          {epic.title}
        </span>
      )}
      {beside && (
        <div
          className={styles.beside}
          style={{ '--at': `${bar.left + bar.width + GAP}px` } as CSSProperties}
          aria-hidden
        >
          <span>{preview.dates}</span>
        </div>
      )}
    </>
  );
}
