import type { RootState } from '@espalier/core';
import type { NoticeDraft } from '@espalier/core/notice';
import type { Log } from '@espalier/core/ports';
import {
  pictureScale,
  pictureTitle,
  PictureTooLarge,
  printedPages,
  roadmapCsv,
  roadmapSvg,
  selectDependencyLines,
  selectRoadmapFrame,
  selectRoadmapMilestones,
  selectRoadmapRows,
  selectRoadmapToday,
  selectRoadmapView,
  selectTimeframe,
} from '@espalier/core/roadmap';
import { readableOn } from '../ui/contrast.ts';
import { lostOn, shadeBeside } from '../ui/shape-contrast.ts';

export type ExportKind = 'svg' | 'png' | 'csv';

/** Pictures are on white. */
const lost = (color: string): boolean => lostOn(color) === 'light';

/** What a picture shows of the roadmap as far as it is loaded; null if nothing is. */
function shownOf(state: RootState, title: string) {
  const [timeframe, today, view] = [selectTimeframe(state), selectRoadmapToday(state), selectRoadmapView(state)];
  if (timeframe === null || today === null) return null;
  const { progressBy, showProgress } = view;
  const { rows } = selectRoadmapRows(state);
  const named = pictureTitle(title, rows.length, selectRoadmapFrame(state).more);
  return { title: named, rows, timeframe, today, progressBy, showProgress, textOn: readableOn, lost, shadeBeside };
}

/** The whole roadmap as a picture. */
function pictureOf(state: RootState, title: string): string | null {
  const shown = shownOf(state, title);
  if (shown === null) return null;
  const milestones = selectRoadmapMilestones(state);
  return roadmapSvg({ ...shown, lines: selectDependencyLines(state), ...(milestones !== null && { milestones }) });
}

/** The same on sheets of paper. */
export function sheetsOf(state: RootState, title: string): readonly string[] {
  const shown = shownOf(state, title);
  if (shown === null) return [];
  const milestones = selectRoadmapMilestones(state)?.bars.map(({ milestone }) => milestone) ?? [];
  return printedPages({ ...shown, milestones });
}

/** The file of a kind (RM-09.16 to RM-09.18); null if nothing is loaded. */
async function fileOf(kind: ExportKind, state: RootState, title: string): Promise<Blob | null> {
  if (kind === 'csv') {
    const { progressBy } = selectRoadmapView(state);
    const text = roadmapCsv(selectRoadmapRows(state).rows, { progressBy, origin: window.location.origin });
    // The byte order mark tells spreadsheets that it is UTF-8.
    return new Blob(['\ufeff', text], { type: 'text/csv;charset=utf-8' });
  }
  const svg = pictureOf(state, title);
  if (svg === null) return null;
  return kind === 'svg' ? new Blob([svg], { type: 'image/svg+xml' }) : pngOf(svg);
}

async function pngOf(svg: string): Promise<Blob> {
  const image = new Image();
  // The page's content security policy allows images from data URLs, not from blobs.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const { naturalWidth, naturalHeight } = image;
  const scale = pictureScale(naturalWidth, naturalHeight);
  const canvas = document.createElement('canvas');
  canvas.width = Math.floor(naturalWidth * scale);
  canvas.height = Math.floor(naturalHeight * scale);
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error('The picture is too large')) : resolve(blob)),
      'image/png',
    ),
  );
}

const TOO_LARGE =
  'It has too many rows for a picture that can be read. SVG has no such limit; filters make it smaller.';

interface ExportOf {
  readonly groupPath: string;
  readonly title: string;
  readonly log: Log;
}

/** Saves the loaded rows as a file; returns the alert to show if that fails, else null. */
export async function saveRoadmap(
  kind: ExportKind,
  state: RootState,
  { groupPath, title, log }: ExportOf,
): Promise<NoticeDraft | null> {
  try {
    const blob = await fileOf(kind, state, title);
    if (blob !== null) download(blob, `roadmap-${groupPath.replaceAll('/', '-')}.${kind}`);
    return null;
  } catch (error) {
    log.error('The roadmap could not be exported', error);
    const text = `The roadmap could not be exported as ${kind.toUpperCase()}`;
    return { kind: 'danger', text, ...(error instanceof PictureTooLarge && { detail: TOO_LARGE }) };
  }
}

function download(blob: Blob, name: string): void {
  const link = document.createElement('a');
  const url = URL.createObjectURL(blob);
  link.href = url;
  link.download = name;
  link.click();
  // The browser has started the download by then.
  window.setTimeout(() => URL.revokeObjectURL(url), 0);
}
