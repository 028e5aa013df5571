import type { CSSProperties } from 'react';
import { TITLE_GAP, titlePlace } from '@espalier/core/roadmap';
import type { BarLook, MovedBar, RoadmapRow } from '@espalier/core/roadmap';
import { classes } from '../ui/classes.ts';
import { readableOn } from '../ui/contrast.ts';
import { lostOn, shadeBeside } from '../ui/shape-contrast.ts';
import { Icon } from '../ui/icon.tsx';
import styles from './epic-bar.module.css';

interface EpicBarProps {
  readonly row: RoadmapRow;
  readonly preview: MovedBar | null;
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

/** Pixels: the least width of a bar that shows two dates, and the gap between it and the text next to it. */
const DATES = 180;
const GAP = 6;
/** Pixels of the percentage and of the check within a bar, and of an end that fades. */
const PERCENT = 40;
const CHECK = 20;
const FADE = 12;

/** From this percentage on the figure is drawn on the filled part. */
const DONE = 85;

/** RM-09: the bar of a row, with what does not fit into it next to it. */
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
  const { color = null, textColor = null } = epic;
  const ink = color === null ? null : readableOn(color, textColor ?? '#ffffff');
  const style = {
    left: `calc(var(--details) + ${bar.left}px)`,
    width: bar.width,
    ...(color !== null && ink !== null && { '--bar': color, '--ink': ink, '--shade': shadeBeside(ink) }),
  };
  const beside = preview !== null && bar.width < DATES;
  return (
    <>
      <div
        className={classes(styles.bar, epic.permissions.canUpdate && styles.movable, preview !== null && styles.moving)}
        style={style as CSSProperties}
        role="gridcell"
        aria-colindex={column}
        aria-colspan={columns}
        data-cell="bar"
        data-narrow={narrow || undefined}
        data-movable={epic.permissions.canUpdate || undefined}
        data-closed={look.closed || undefined}
        data-late={look.late || undefined}
        data-before={look.goesOnBefore || undefined}
        data-after={look.goesOnAfter || undefined}
        data-lost-on={color === null || look.closed ? undefined : lostOn(color)}
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

/** Average width of a letter, for when nothing can be measured. */
const LETTER = 7;

let pen: OffscreenCanvasRenderingContext2D | null | undefined;

/** Pixels of a bar's title in the font of the roadmap. */
export function titleWidth(title: string): number {
  if (pen === undefined) {
    pen = typeof OffscreenCanvas === 'undefined' ? null : new OffscreenCanvas(1, 1).getContext('2d');
    if (pen !== null) pen.font = "500 12px 'Inter Variable', system-ui, sans-serif";
  }
  return pen === null ? title.length * LETTER : pen.measureText(title).width;
}
