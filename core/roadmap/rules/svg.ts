import type { DependencyLine } from './dependencies.ts';
import type { MilestoneRows } from './milestones.ts';
import type { RoadmapRow } from './row.ts';
import type { ProgressBy } from './view.ts';
import type { Timeframe } from './timeframe.ts';
import { dayNumber } from '../../calendar/rules.ts';
import { barLook, TITLE_GAP, titlePlace } from './bar-look.ts';
import { roadmapDates } from './dates.ts';
import { linePath } from './dependencies.ts';
import { BAR_HEIGHT, CELL_WIDTH, DETAILS_WIDTH, ROW_HEIGHT, sectionWidth, todayMark } from './geometry.ts';
import { headerCells } from './cells.ts';
import { progressOf } from './row.ts';

/** What a picture of the roadmap shows. */
export interface Picture {
  readonly title: string;
  /** At the other end of the title's line. */
  readonly note?: string;
  readonly rows: readonly RoadmapRow[];
  readonly timeframe: Timeframe;
  /** `YYYY-MM-DD` */
  readonly today: string;
  readonly progressBy: ProgressBy;
  readonly showProgress: boolean;
  readonly milestones?: MilestoneRows;
  /** By the indices of `rows`. */
  readonly lines?: readonly DependencyLine[];
  /** Scales the texts, and nothing else. */
  readonly textScale?: number;
  /** The screen's rule for the colour of a bar's text, given the bar's colour and the preferred one. */
  readonly textOn?: (background: string, wished: string) => string;
  /** RM-09.48: whether a bar of this colour would hardly be visible on paper. */
  readonly lost?: (color: string) => boolean;
  /** The colour that shades the completed part of a bar, in contrast to its text. */
  readonly shadeBeside?: (ink: string) => 'black' | 'white';
}

const COLOURS = {
  paper: '#ffffff',
  text: '#28272d',
  muted: '#626168',
  line: '#dcdcde',
  bar: '#1068bf',
  barText: '#ffffff',
  /** Of bars that would hardly be visible on paper. */
  edge: '#828a85',
  milestone: '#e4e4e7',
  today: '#c91c00',
};

const TITLE_HEIGHT = 48;
const HEADER_HEIGHT = 40;
const LANE_HEIGHT = 32;
const BAR_INSET = (ROW_HEIGHT - BAR_HEIGHT) / 2;
/** Mean width of a letter at 13 px in a wide font, for truncating: the reader may not have our font. */
const LETTER = 7.5;

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** XML 1.0 forbids control characters except tab and line ends, unpaired surrogates, and U+FFFE and U+FFFF. */
function isAllowed(character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return code === 0x09 || code === 0x0a || code === 0x0d;
  return (code < 0xd800 || code > 0xdfff) && code !== 0xfffe && code !== 0xffff;
}

/** Escapes text for an element or an attribute, without the characters that XML forbids. */
export const xmlText = (text: string): string =>
  [...text].map((character) => (isAllowed(character) ? (ESCAPES[character] ?? character) : '')).join('');

function cut(text: string, width: number): string {
  const letters = [...text];
  const room = Math.max(0, Math.floor(width / LETTER));
  if (letters.length <= room) return text;
  return room < 2 ? '' : `${letters.slice(0, room - 1).join('')}…`;
}

/** Pixels above the first row of a picture. */
export const pictureTop = (lanes: number): number => TITLE_HEIGHT + HEADER_HEIGHT + lanes * LANE_HEIGHT;

/** RM-09.18: the rows as a self-contained SVG document, with the geometry of the screen. */
export function roadmapSvg(picture: Picture): string {
  const { title, rows, timeframe, milestones, textScale = 1 } = picture;
  const width = sectionWidth(timeframe);
  const lanes = milestones?.lanes ?? 0;
  const top = TITLE_HEIGHT + HEADER_HEIGHT;
  const rowsTop = pictureTop(lanes);
  const height = rowsTop + rows.length * ROW_HEIGHT;
  const parts = [
    element('rect', { width, height, fill: COLOURS.paper }),
    text(16, 30, title, 18 * textScale, COLOURS.text, { bold: true }),
    text(width - 8, 30, picture.note ?? '', 13 * textScale, COLOURS.muted, { end: true }),
    ...header(picture, height),
    ...(milestones?.bars ?? []).map(({ bar, lane, milestone }) => {
      const [x, y] = [DETAILS_WIDTH + bar.left, top + lane * LANE_HEIGHT + 6];
      return (
        box(x, y, bar.width, LANE_HEIGHT - 12, COLOURS.milestone) +
        text(x + 4, y + 15, cut(milestone.title, (bar.width - 8) / textScale), 12 * textScale, COLOURS.text)
      );
    }),
    // RM-09.49: behind bars and names.
    ...(picture.lines ?? []).map((each) => dependency(each, rowsTop, width - DETAILS_WIDTH)),
    ...rows.map((row, index) => rowPart(picture, row, rowsTop + index * ROW_HEIGHT, width)),
  ];
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" ` +
    `font-family="'Inter Variable', Inter, system-ui, sans-serif"><title>${xmlText(title)}</title>${parts.join('')}</svg>`
  );
}

function header({ timeframe, today, textScale = 1 }: Picture, height: number): string[] {
  const day = dayNumber(today);
  const cells = headerCells(timeframe, day).map(({ label, time }, index) => {
    const x = DETAILS_WIDTH + index * CELL_WIDTH;
    const fill = time === 'past' ? COLOURS.muted : COLOURS.text;
    return (
      line(x, TITLE_HEIGHT, x, height, COLOURS.line) +
      text(x + 8, TITLE_HEIGHT + 25, label, 13 * textScale, fill, { bold: time === 'current' })
    );
  });
  const bottom = TITLE_HEIGHT + HEADER_HEIGHT;
  const mark = todayMark(timeframe, day);
  const at = mark === null ? 0 : DETAILS_WIDTH + (mark.cell + mark.percent / 100) * CELL_WIDTH;
  return [
    ...cells,
    line(0, bottom, sectionWidth(timeframe), bottom, COLOURS.line),
    ...(mark === null ? [] : [line(at, bottom, at, height, COLOURS.today)]),
  ];
}

/** RM-09.50, RM-09.51: a row as on the screen, except for what needs a style sheet: fading ends, and the hatching of inherited dates. */
function rowPart(picture: Picture, row: RoadmapRow, y: number, width: number): string {
  const { progressBy, showProgress, textScale = 1, today } = picture;
  const { textOn = (_, wished) => wished, lost = () => false, shadeBeside = () => 'black' } = picture;
  const { epic, bar, indent, narrow, days } = row;
  const x = DETAILS_WIDTH + bar.left;
  const left = 16 * indent;
  const look = barLook(epic, days, dayNumber(today));
  const { percent } = progressOf(epic, progressBy);
  const share = showProgress && percent !== null ? percent : 0;
  const written = showProgress && !narrow && percent !== null ? ` ${percent}%` : '';
  const title = (look.closed ? '✓ ' : '') + epic.title;
  const own = (title.length + written.length) * LETTER * textScale;
  const place = titlePlace(bar, { beside: own, inside: narrow ? Infinity : own }, width - DETAILS_WIDTH);
  const cutTo = cut(title, (bar.width - 16) / textScale - written.length * LETTER);
  const { color = null, textColor = null } = epic;
  const fill = color ?? COLOURS.bar;
  const ink = color === null ? COLOURS.barText : textOn(color, textColor ?? COLOURS.barText);
  // RM-09.48
  const edge = look.late ? COLOURS.today : look.closed || (color !== null && lost(color)) ? COLOURS.edge : undefined;
  const at = y + BAR_INSET;
  const size = 12 * textScale;
  const besideAt = place === 'after' ? x + bar.width + TITLE_GAP : x - TITLE_GAP;
  // The completed part is shaded.
  const shade = { x, y: at, width: (bar.width * share) / 100, height: BAR_HEIGHT, rx: 4, fill: shadeBeside(ink) };
  const done = look.closed || share === 0 ? '' : element('rect', { ...shade, opacity: 0.2 });
  return (
    line(0, y + ROW_HEIGHT, width, y + ROW_HEIGHT, COLOURS.line) +
    text(left, y + 15, cut(epic.title, (DETAILS_WIDTH - left - 8) / textScale), 13 * textScale, COLOURS.text) +
    text(left, y + 29, roadmapDates(epic) + (look.closed ? ' · Closed' : ''), 11 * textScale, COLOURS.muted) +
    box(x, at, bar.width, BAR_HEIGHT, look.closed ? COLOURS.milestone : fill, edge) +
    done +
    (place === 'inside'
      ? text(x + 8, y + 22, narrow ? '' : cutTo + written, size, look.closed ? COLOURS.text : ink)
      : text(besideAt, y + 22, title + written, size, COLOURS.muted, { end: place === 'before' }))
  );
}

/** `end`: `x` is where it ends. */
function text(
  x: number,
  y: number,
  content: string,
  size: number,
  fill: string,
  { bold = false, end = false }: { readonly bold?: boolean; readonly end?: boolean } = {},
): string {
  if (content.trim() === '') return '';
  const look = { 'font-weight': bold ? 600 : undefined, 'text-anchor': end ? 'end' : undefined };
  return element('text', { x, y, 'font-size': size, fill, ...look }, xmlText(content));
}

/** RM-09.34: a late line is dashed, in a warning colour. */
function dependency(shown: DependencyLine, top: number, width: number): string {
  const colour = shown.late ? COLOURS.today : COLOURS.muted;
  const { line: d, head } = linePath(shown, { left: DETAILS_WIDTH, top, width });
  const dashes = shown.late ? '5 3' : undefined;
  return (
    element('path', { d, fill: 'none', 'stroke-width': 1.5, stroke: colour, 'stroke-dasharray': dashes }) +
    element('path', { d: head, fill: colour })
  );
}

/** With rounded corners; an edge is drawn inside. */
function box(x: number, y: number, width: number, height: number, fill: string, edge?: string): string {
  const by = edge === undefined ? 0 : 0.5;
  const size = { width: Math.max(0, width - 2 * by), height: height - 2 * by };
  return element('rect', { x: x + by, y: y + by, ...size, rx: 4, fill, stroke: edge });
}

const line = (x1: number, y1: number, x2: number, y2: number, stroke: string): string =>
  element('line', { x1, y1, x2, y2, stroke });

/** An element with those attributes that are not undefined; `content` is XML. */
function element(
  name: string,
  attributes: Readonly<Record<string, string | number | undefined>>,
  content = '',
): string {
  const pairs = Object.entries(attributes).map(([key, value]) =>
    value === undefined
      ? ''
      : ` ${key}="${typeof value === 'number' ? Math.round(value * 100) / 100 : xmlText(value)}"`,
  );
  return content === '' ? `<${name}${pairs.join('')}/>` : `<${name}${pairs.join('')}>${content}</${name}>`;
}
